/** Repetition among siblings: rows, items, cards, and patterns of a few lines that come again and again. */
import type { Line } from './line.js';

/** Siblings below this number are never collapsed. */
const MIN_SIBLINGS = 8;
const MAX_PERIOD = 5;
/** Items of a pattern shown although they are off-screen. */
const SAMPLES = 2;

/** Entries that only repeat what stands before them: 1 for each, with everything inside. */
export function findRepetition(entries: readonly Line[]): Uint8Array {
  const repeats = new Uint8Array(entries.length);
  const children = childrenByParent(entries);
  for (const list of children.values()) {
    if (list.length < MIN_SIBLINGS) continue;
    for (const [from, to, period] of runsOf(list)) {
      for (let k = from + SAMPLES * period; k < to; k++) {
        const line = list[k] as Line;
        if (repeats[line.i] === 1) continue;
        for (let i = line.i; i <= line.end; i++) repeats[i] = 1;
      }
    }
  }
  return repeats;
}

function childrenByParent(entries: readonly Line[]): Map<number, Line[]> {
  const children = new Map<number, Line[]>();
  for (let i = 1; i < entries.length; i++) {
    const line = entries[i] as Line;
    const list = children.get(line.parent);
    if (list) list.push(line);
    else children.set(line.parent, [line]);
  }
  return children;
}

/** Stretches of a list in which roles come again with a period, longest first at each place: from, to (exclusive), period. */
function* runsOf(list: readonly Line[]): Generator<readonly [number, number, number]> {
  for (let from = 0; from + MIN_SIBLINGS <= list.length; ) {
    let best = 0;
    let period = 0;
    for (let p = 1; p <= MAX_PERIOD; p++) {
      let to = from + p;
      while (to < list.length && (list[to] as Line).role === (list[to - p] as Line).role) to++;
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
