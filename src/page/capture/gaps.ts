/** What stands where entries are left out: lines that say how many, and where to read on. */
import type { WireNode } from '../../shared/page-api.js';
import type { KeptCapture } from './kept.js';
import type { Line } from './line.js';
import { costOf } from './wire.js';

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

/**
 * `more` nodes by the index they stand before: the largest gaps first, at most a few.
 * @param room tokens they may take together
 */
export function gapsOf(capture: KeptCapture, shown: Int32Array, room: number): Map<number, WireNode> {
  const nodes = new Map<number, WireNode>();
  let left = room;
  for (const gap of findGaps(capture, shown).sort((a, b) => b.count - a.count || a.from - b.from)) {
    if (nodes.size === MAX_LINES) break;
    const node = nodeOf(capture, shown, gap);
    const cost = costOf(capture, node);
    if (cost > left) continue;
    left -= cost;
    nodes.set(gap.to, node);
  }
  return nodes;
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

/** "497 more rows like the above", as far as that is what is missing there; else the number of lines. */
function wordsFor(entries: readonly Line[], shown: Int32Array, first: Line, to: number, count: number): string {
  const plural = PLURALS[first.role];
  let items = 0;
  let i = first.i;
  while (i < to) {
    const line = entries[i] as Line;
    if (line.parent !== first.parent || line.role !== first.role || line.end >= to) break;
    items++;
    i = line.end + 1;
  }
  const rest = to - i;
  if (!plural || items < 2) return `${count} more lines`;
  const like = hasLike(entries, shown, first) ? ' like the above' : '';
  return `${items} more ${plural}${like}${rest > 0 ? `, then ${rest} more lines` : ''}`;
}

/** Is a sibling of the same role shown before it? */
function hasLike(entries: readonly Line[], shown: Int32Array, first: Line): boolean {
  for (let i = first.i - 1; i > first.parent; i--) {
    const line = entries[i] as Line;
    if ((shown[i] as number) >= 0 && line.parent === first.parent && line.role === first.role) return true;
  }
  return false;
}
