/** Trusted input the page saw, minus what we sent: the rest is foreign. */

/** Both totals at one moment, as one number per mark. */
interface Totals {
  readonly seen: number;
  readonly sent: number;
}

/** Marks kept; a mark older than that counts as "nothing seen". */
const KEPT = 256;

export class InputMarks {
  readonly #last = new WeakMap<object, number>();
  readonly #marks = new Map<number, Totals>();
  #seen = 0;
  #sent = 0;
  #nextMark = 1;

  /** A document reported its counter; it only grows for the life of the document. */
  saw(document: object, inputSeq: number): void {
    const last = this.#last.get(document);
    this.#last.set(document, inputSeq);
    // The first report of a document is its base line: what it counted before belongs to nobody's mark.
    if (last !== undefined) this.#seen += Math.max(0, inputSeq - last);
  }

  expect(count: number): void {
    this.#sent += count;
  }

  mark(): number {
    const mark = this.#nextMark++;
    this.#marks.set(mark, { seen: this.#seen, sent: this.#sent });
    if (this.#marks.size > KEPT) this.#marks.delete(mark - KEPT);
    return mark;
  }

  foreignSince(mark: number): boolean {
    const then = this.#marks.get(mark);
    return then !== undefined && this.#seen - then.seen > this.#sent - then.sent;
  }
}
