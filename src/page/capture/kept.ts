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
  /** Keeps a capture and lets the oldest one go. Those before it hold their elements weakly from now on. */
  add(capture: KeptCapture): void {
    for (const older of this.#captures.values()) weaken(older);
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

function weaken(capture: KeptCapture): void {
  const { entries, containers } = capture;
  const first = entries[1];
  if (!first || 'deref' in first.node) return;
  for (let i = 1; i < entries.length; i++) {
    const line = entries[i] as Line;
    line.node = new WeakRef(line.node as Element);
    line.label = undefined;
    line.up = undefined;
  }
  for (const container of containers) container.node = new WeakRef(container.node as Element);
}
