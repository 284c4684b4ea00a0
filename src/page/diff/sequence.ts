/** Ordered comparison of two lists of line keys: what was added, what is gone, what only moved. */

export interface SequenceDiff {
  /** Positions in `after`, ascending. */
  readonly added: readonly number[];
  /** Positions in `before`, ascending. */
  readonly removed: readonly number[];
  /** Positions in `after` of lines that stand elsewhere now, ascending. */
  readonly moved: readonly number[];
}

/**
 * Compares two sequences. Equal lines are paired in order of occurrence; the longest run of pairs in order stays, other pairs moved.
 * O(n log n), so that a page of tens of thousands of lines costs milliseconds.
 * @param equal compares position a of `before` with position b of `after` without building a key
 * @param keyBefore key of a position, asked only where the two differ
 */
export function diffSequences(
  lengthBefore: number,
  lengthAfter: number,
  equal: (a: number, b: number) => boolean,
  keyBefore: (a: number) => string,
  keyAfter: (b: number) => string,
): SequenceDiff {
  let start = 0;
  const shorter = Math.min(lengthBefore, lengthAfter);
  while (start < shorter && equal(start, start)) start++;
  let endBefore = lengthBefore;
  let endAfter = lengthAfter;
  while (endBefore > start && endAfter > start && equal(endBefore - 1, endAfter - 1)) {
    endBefore--;
    endAfter--;
  }
  const { pairs, removed, added } = pairUp(start, endBefore, endAfter, keyBefore, keyAfter);
  const stay = longestIncreasing(pairs.map(([before]) => before));
  const moved = pairs.filter((_, at) => !stay.has(at)).map(([, after]) => after);
  return { added, removed, moved };
}

/** Pairs equal lines of the differing middle, k-th with k-th, in order of `after`. */
function pairUp(start: number, endBefore: number, endAfter: number, keyBefore: (a: number) => string, keyAfter: (b: number) => string) {
  const places = new Map<string, number[]>();
  for (let a = endBefore - 1; a >= start; a--) {
    const key = keyBefore(a);
    const list = places.get(key);
    if (list) list.push(a);
    else places.set(key, [a]);
  }
  const pairs: [before: number, after: number][] = [];
  const added: number[] = [];
  const used = new Set<number>();
  for (let b = start; b < endAfter; b++) {
    const a = places.get(keyAfter(b))?.pop();
    if (a === undefined) added.push(b);
    else {
      used.add(a);
      pairs.push([a, b]);
    }
  }
  const removed: number[] = [];
  for (let a = start; a < endBefore; a++) if (!used.has(a)) removed.push(a);
  return { pairs, added, removed };
}

/** Positions of a longest strictly increasing subsequence (patience sorting). */
function longestIncreasing(values: readonly number[]): Set<number> {
  const tops: number[] = [];
  const previous: number[] = [];
  for (let at = 0; at < values.length; at++) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tops[middle] as number] as number) < (values[at] as number)) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? (tops[low - 1] as number) : -1;
    tops[low] = at;
  }
  const out = new Set<number>();
  for (let at = tops.at(-1) ?? -1; at >= 0; at = previous[at] as number) out.add(at);
  return out;
}
