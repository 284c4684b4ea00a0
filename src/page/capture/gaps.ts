/** What stands where entries are left out: lines that say how many, and where to read on. */
import type { WireNode } from '../../shared/page-api.js';
import type { KeptCapture } from './kept.js';
import type { Line } from './line.js';

const MIN_GAP = 4;
const MAX_LINES = 8;

const PLURALS: Readonly<Record<string, string>> = {
  row: 'rows',
  listitem: 'items',
  link: 'links',
  button: 'buttons',
  option: 'options',
  article: 'articles',
  text: 'texts',
  heading: 'headings',
  treeitem: 'tree items',
  gridcell: 'cells',
  cell: 'cells',
  menuitem: 'menu items',
  img: 'images',
};

interface Gap {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly count: number;
}

/** `more` nodes by the index they stand before: the largest gaps first, at most a few. */
export function gapsOf(capture: KeptCapture, shown: Int32Array): Map<number, WireNode> {
  const gaps = findGaps(capture, shown)
    .sort((a, b) => b.count - a.count || a.from - b.from)
    .slice(0, MAX_LINES);
  return new Map(gaps.map((gap) => [gap.to, nodeOf(capture, shown, gap)]));
}

function findGaps({ entries, included }: KeptCapture, shown: Int32Array): Gap[] {
  const gaps: Gap[] = [];
  let from = 0;
  let count = 0;
  for (let i = 1; i <= entries.length; i++) {
    const isOut = i < entries.length && (shown[i] as number) < 0;
    if (isOut) {
      if (included && included[i] === 0) continue;
      if (count === 0) from = i;
      count++;
    } else if (count > 0) {
      if (count >= MIN_GAP) gaps.push({ from, to: i, count });
      count = 0;
    }
  }
  return gaps;
}

function nodeOf({ entries }: KeptCapture, shown: Int32Array, { from, to, count }: Gap): WireNode {
  const first = entries[from] as Line;
  let before = from - 1;
  while (before > 0 && (shown[before] as number) < 0) before--;
  const depth = Math.min(first.depth, before > 0 ? (entries[before] as Line).depth + 1 : 0);
  return {
    i: from,
    doc: first.doc,
    depth,
    role: 'more',
    name: wordsFor(entries, shown, first, to, count),
    keep: 1,
    more: { from, to, count },
  };
}

/** "497 more rows like the above", when that is all that is missing there; else the number of lines. */
function wordsFor(entries: readonly Line[], shown: Int32Array, first: Line, to: number, count: number): string {
  const lines = `${count} more lines`;
  const plural = PLURALS[first.role];
  if (!plural) return lines;
  let items = 0;
  for (let i = first.i; i < to; i = (entries[i] as Line).end + 1) {
    const line = entries[i] as Line;
    if (line.parent !== first.parent || line.role !== first.role || line.end >= to) return lines;
    items++;
  }
  for (let i = first.i - 1; i > first.parent; i--) {
    const line = entries[i] as Line;
    if ((shown[i] as number) >= 0 && line.parent === first.parent && line.role === first.role) return `${items} more ${plural} like the above`;
  }
  return `${items} more ${plural}`;
}
