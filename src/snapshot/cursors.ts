/** Cursors: the last captures of a session, and where a part starts. */
import type { PageEngine } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { PageFrames } from './printer.js';
import type { Segment } from './tree.js';

/** Captures kept for reading on. */
const MAX_CAPTURES = 8;
const CURSOR = /^k([1-9]\d{0,8})_(\d{1,6})_(\d{1,9})_(\d{1,9})$/;

export interface KeptCapture {
  readonly tab: PageEngine;
  readonly navigationCount: number;
  readonly documentNonce: string;
  readonly segments: readonly Segment[];
  readonly frames: PageFrames;
  readonly boxes: boolean;
  /** Indices part 1 held but did not print, by world id. */
  unshown: ReadonlyMap<string, readonly number[]>;
}
export interface CursorPosition {
  readonly segment: number;
  readonly from: number;
  readonly offset: number;
}

export class Cursors {
  readonly #captures = new Map<number, KeptCapture>();
  #last = 0;

  keep(capture: KeptCapture): number {
    this.#captures.set(++this.#last, capture);
    if (this.#captures.size > MAX_CAPTURES) this.#captures.delete(this.#captures.keys().next().value as number);
    return this.#last;
  }

  print(number: number, at: CursorPosition): string {
    return `k${number}_${at.segment}_${at.from}_${at.offset}`;
  }

  /** @throws SdkError invalid_input for a malformed cursor, not_found for one whose capture is no longer kept */
  read(cursor: string): { readonly number: number; readonly capture: KeptCapture; readonly at: CursorPosition } {
    const match = CURSOR.exec(cursor);
    if (!match) {
      throw new SdkError('invalid_input', `cursor: "${cursor.slice(0, 60)}" is not a cursor of read_page (it looks like k1_0_42_0).`, {
        phase: 'validate',
        details: { field: 'cursor' },
      });
    }
    const number = Number(match[1]);
    const capture = this.#captures.get(number);
    if (!capture || capture.tab.closed || capture.tab.navigationCount !== capture.navigationCount) throw this.gone(cursor);
    const at = { segment: Number(match[2]), from: Number(match[3]), offset: Number(match[4]) };
    if (at.segment >= capture.segments.length) throw this.gone(cursor);
    return { number, capture, at };
  }

  gone(cursor: string): SdkError {
    return new SdkError(
      'not_found',
      `The capture of cursor "${cursor}" is no longer kept: newer snapshots replaced it, or the page changed.`,
      {
        hint: 'Call read_page again without cursor.',
        details: { cursor },
      },
    );
  }
}
