/** A capture as it is kept for cursors, and the last few of them. */
import type { WireDocument } from '../../shared/page-api.js';
import type { Capture } from '../model.js';
import type { LineContainer } from './containers.js';
import type { Line } from './line.js';
import type { Edges } from './sight.js';

export const KEPT_CAPTURES = 8;

export interface KeptCapture extends Capture {
  readonly entries: Line[];
  readonly containers: LineContainer[];
  readonly documents: WireDocument[];
  /** What shows of each document, px of its own viewport. */
  readonly windows: readonly Edges[];
  /** In mode `interactive`: 1 for the entries it holds. */
  readonly included: Uint8Array | undefined;
}

export class KeptCaptures {
  readonly #captures = new Map<number, KeptCapture>();

  get(captureId: number): KeptCapture | undefined {
    return this.#captures.get(captureId);
  }
  /**
   * Keeps a capture and lets the oldest one go.
   * @param isNew its lines are its own, so that those before it can hold their elements weakly from now on
   */
  add(capture: KeptCapture, isNew: boolean): void {
    if (isNew) for (const older of this.#captures.values()) weaken(older);
    this.#captures.set(capture.captureId, capture);
    for (const id of this.#captures.keys()) {
      if (this.#captures.size <= KEPT_CAPTURES) break;
      this.#captures.delete(id);
    }
  }
  clear(): void {
    this.#captures.clear();
  }
}

/** Only what has a ref is looked up again; one empty reference serves all others. */
function weaken({ entries, containers }: KeptCapture): void {
  const gone = new WeakRef({} as Element);
  for (let i = 1; i < entries.length; i++) {
    const line = entries[i] as Line;
    if (isWeak(line.node)) continue;
    line.node = line.ref ? new WeakRef(line.node as Element) : gone;
    line.label = undefined;
    line.up = undefined;
  }
  for (const container of containers) if (!isWeak(container.node)) container.node = new WeakRef(container.node as Element);
}

function isWeak(node: Element | WeakRef<Element>): boolean {
  return node instanceof WeakRef;
}
