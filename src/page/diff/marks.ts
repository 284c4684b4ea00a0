/** Captures made only to be compared with: the last few, outside the numbering of snapshots. */
import type { KeptCapture } from '../capture/kept.js';

/** Calls of several sessions may overlap on one page. */
const MAX_MARKS = 4;

export class Marks {
  readonly #kept = new Map<number, { readonly capture: KeptCapture; readonly document: Document }>();
  #last = 0;

  keep(capture: KeptCapture, document: Document): number {
    this.#kept.set(++this.#last, { capture, document });
    if (this.#kept.size > MAX_MARKS) this.#kept.delete(this.#kept.keys().next().value as number);
    return this.#last;
  }

  /** The capture of a mark of the same document. Forgets it: a mark is compared with once. */
  take(id: number, document: Document): KeptCapture | undefined {
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    return kept?.document === document ? kept.capture : undefined;
  }

  clear(): void {
    this.#kept.clear();
  }
}
