/** Repetition among siblings: rows, items, cards, and patterns of a few lines that come again and again. */
import type { Line } from './line.js';

/** Siblings below this number are never collapsed. */
const MIN_SIBLINGS = 8;
const MAX_PERIOD = 5;
/** Items of a pattern that count as any other line. */
const SAMPLES = 2;

/** One of the things that repeat: shown whole or not at all. */
export interface Item {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
  /** Number of the stretch it belongs to. */
  readonly group: number;
}

/** The item each entry stands in, the outermost one; undefined for what does not repeat. */
export function findItems(entries: readonly Line[]): (Item | undefined)[] {
  const items: (Item | undefined)[] = new Array(entries.length);
  const { first, next, counts } = siblings(entries);
  let group = 0;
  for (let parent = 0; parent < entries.length; parent++) {
    // Parents come before their children, so the outermost repetition is found first.
    if ((counts[parent] as number) < MIN_SIBLINGS || (parent !== 0 && items[parent])) continue;
    const list: number[] = [];
    for (let i = first[parent] as number; i !== 0; i = next[i] as number) list.push(i);
    for (const [from, to, period] of runsOf(list, entries)) {
      group++;
      for (let k = from + SAMPLES * period; k < to; k += period) mark(items, entries, list, k, Math.min(k + period, to), group);
    }
  }
  return items;
}

function mark(
  items: (Item | undefined)[],
  entries: readonly Line[],
  list: readonly number[],
  from: number,
  to: number,
  group: number,
): void {
  const item = { from: list[from] as number, to: (entries[list[to - 1] as number] as Line).end, group };
  for (let i = item.from; i <= item.to; i++) items[i] = item;
}

/** Children of each entry as linked lists. */
function siblings(entries: readonly Line[]): { readonly first: Int32Array; readonly next: Int32Array; readonly counts: Int32Array } {
  const first = new Int32Array(entries.length);
  const next = new Int32Array(entries.length);
  const counts = new Int32Array(entries.length);
  for (let i = entries.length - 1; i > 0; i--) {
    const { parent } = entries[i] as Line;
    next[i] = first[parent] as number;
    first[parent] = i;
    counts[parent] = (counts[parent] as number) + 1;
  }
  return { first, next, counts };
}

/** Stretches of a list in which roles come again with a period, the longest at each place: from, to (exclusive), period. */
function* runsOf(list: readonly number[], entries: readonly Line[]): Generator<readonly [number, number, number]> {
  const roleAt = (k: number): string => (entries[list[k] as number] as Line).role;
  for (let from = 0; from + MIN_SIBLINGS <= list.length; ) {
    let best = 0;
    let period = 0;
    for (let p = 1; p <= MAX_PERIOD; p++) {
      let to = from + p;
      while (to < list.length && roleAt(to) === roleAt(to - p)) to++;
      if (to - from > best && to - from >= Math.max(MIN_SIBLINGS, 3 * p)) {
        best = to - from;
        period = p;
      }
    }
    if (best === 0) from++;
    else {
      yield [from, from + best, period];
      from += best;
    }
  }
}
