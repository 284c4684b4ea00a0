/**
 * Part 1 of a capture: which entries are shown when not all fit. Classes, kept longest first:
 * 0 focus, open dialogs, top layer; 1 operable things, headings and landmarks in the viewport; 2 the rest of the viewport, repetition in it as
 * whole items; 3 headings and landmarks elsewhere; 4 operable things elsewhere; 5 other text and structure elsewhere; 6 off-screen repetition.
 */
import type { Omitted } from '../../shared/snapshot.js';
import { SCOPES } from './clickable.js';
import type { KeptCapture } from './kept.js';
import { OUTLINE } from './kinds.js';
import type { Line } from './line.js';
import { findItems, type Item } from './repetition.js';
import { cutAt } from './shorten.js';
import { costOf, toNode } from './wire.js';

const CLASSES = 7;
/** Longest text and name in part 1 while something has to be left out. */
const TEXT_IN_VIEW = 400;
const TEXT_ELSEWHERE = 160;
const NAME = 160;
/** Lines that did not fit before a class is given up. */
const MAX_MISSES = 24;
const MORE_LINES = 8;
const MORE_COST = 26;

export interface Selection {
  /** Characters shown of each entry, -1 where it is left out. */
  readonly shown: Int32Array;
  readonly omitted: Omitted;
  readonly hasMore: boolean;
  readonly tokens: number;
  readonly isWhole: boolean;
}

export function selectPart(capture: KeptCapture, budget: number): Selection {
  const { entries, included } = capture;
  const costs = new Map<number, number>();
  const whole = showAll(capture, budget, costs);
  if (whole) return whole;
  const shown = new Int32Array(entries.length).fill(-1);
  const items = findItems(entries);
  const classes = classify(capture, items);
  const fill = new Filler(capture, shown, costs, budget - Math.min(MORE_LINES * MORE_COST, budget * 0.15));
  for (let keep = 0; keep < CLASSES && !fill.isFull; keep++) {
    const list = classes[keep] as number[];
    fill.misses = 0;
    for (let k = 0; k < list.length && !fill.isFull; k++) {
      const i = list[k] as number;
      const item = keep === 0 ? undefined : items[i];
      if (item) fill.showItem(item);
      else fill.show(i);
    }
  }
  fill.lengthen();
  return { shown, ...countOmitted(entries, shown, included), tokens: fill.used, isWhole: false };
}

/**
 * Everything, when it fits.
 * @param costs takes what it learns of lines that are shown at full length anyway
 */
function showAll(capture: KeptCapture, budget: number, costs: Map<number, number>): Selection | undefined {
  const { entries, included } = capture;
  const shown = new Int32Array(entries.length).fill(-1);
  if (!included && entries.length > budget) return undefined;
  let used = 0;
  for (let i = 1; i < entries.length; i++) {
    if (included && included[i] === 0) continue;
    const line = entries[i] as Line;
    const cost = costOf(capture, toNode(line, line.name));
    if (limitOf(line) === line.name.length) costs.set(i, cost);
    used += cost;
    if (used > budget) return undefined;
    shown[i] = line.name.length;
  }
  return { shown, omitted: { nodes: 0, interactive: 0, text: 0 }, hasMore: false, tokens: used, isWhole: true };
}

/** Indexes of each class in document order; also written into the entries. */
function classify({ entries, included }: KeptCapture, items: readonly (Item | undefined)[]): number[][] {
  const classes: number[][] = Array.from({ length: CLASSES }, () => []);
  for (let i = 1; i < entries.length; i++) {
    if (included && included[i] === 0) continue;
    const line = entries[i] as Line;
    line.keep = classOf(line, items[i], entries);
    (classes[line.keep] as number[]).push(i);
  }
  return classes;
}

function classOf(line: Line, item: Item | undefined, entries: readonly Line[]): number {
  if (line.focused || line.top) return 0;
  // An item is in view when its head is.
  if (item) return (entries[item.from] as Line).inView && line.role !== 'option' ? 2 : 6;
  const isOutline = (line.kind & OUTLINE) !== 0;
  // Options of a closed list are not in view, wherever the list is.
  if (line.role === 'option' && !line.ref) return line.states?.['selected'] ? 2 : line.inView ? 3 : 5;
  if (line.inView) return isOutline || line.ref ? 1 : 2;
  if (isOutline) return 3;
  return line.ref && (line.reasons & ~SCOPES) !== 0 ? 4 : 5;
}

class Filler {
  readonly #capture: KeptCapture;
  readonly #shown: Int32Array;
  readonly #budget: number;
  /** Stretches of repetition that ended. */
  readonly #closed = new Set<number>();
  readonly #costs: Map<number, number>;
  used = 0;
  misses = 0;

  /** @param costs of lines at their usual length, as far as known */
  constructor(capture: KeptCapture, shown: Int32Array, costs: Map<number, number>, budget: number) {
    this.#capture = capture;
    this.#shown = shown;
    this.#costs = costs;
    this.#budget = budget;
  }

  get isFull(): boolean {
    return this.#budget - this.used < 5 || this.misses > MAX_MISSES;
  }

  /** Shows a whole item, if it fits; after one that does not, no other of its stretch. */
  showItem(item: Item): void {
    if (this.#closed.has(item.group) || (this.#shown[item.to] as number) >= 0) return;
    let cost = 0;
    const { included } = this.#capture;
    for (let i = item.from; i <= item.to; i++) {
      if (!included || included[i] === 1) cost += this.#cost(i);
      if (this.used + cost > this.#budget) {
        this.#closed.add(item.group);
        this.misses++;
        return;
      }
    }
    this.#showLines(item);
  }

  #showLines(item: Item): void {
    const { included } = this.#capture;
    for (let i = item.from; i <= item.to; i++) if (!included || included[i] === 1) this.show(i);
  }

  /** Shows an entry and the ancestors it stands in, if they fit together. */
  show(i: number): void {
    const shown = this.#shown;
    if ((shown[i] as number) >= 0) return;
    const chain: number[] = [];
    let cost = 0;
    for (let at = i; at !== 0 && (shown[at] as number) < 0; at = (this.#capture.entries[at] as Line).parent) {
      chain.push(at);
      cost += this.#cost(at);
      if (this.used + cost > this.#budget) {
        this.misses++;
        return;
      }
    }
    this.used += cost;
    for (const at of chain) shown[at] = this.#limit(at);
  }

  /** What is left goes to texts that were cut, in document order. */
  lengthen(): void {
    const { entries } = this.#capture;
    for (let i = 1; i < entries.length; i++) {
      const now = this.#shown[i] as number;
      const line = entries[i] as Line;
      if (now < 0 || now >= line.name.length || !line.inView) continue;
      const room = this.#budget - this.used;
      if (room < 20) return;
      const longer = cutAt(line.name, 0, now + room * 3);
      const more = this.#costAt(i, longer) - this.#costAt(i, now);
      if (more > room) continue;
      this.used += more;
      this.#shown[i] = longer;
    }
  }

  /** Cost of an entry at its usual length. */
  #cost(i: number): number {
    let cost = this.#costs.get(i);
    if (cost === undefined) {
      cost = this.#costAt(i, this.#limit(i));
      this.#costs.set(i, cost);
    }
    return cost;
  }

  #limit(i: number): number {
    return limitOf(this.#capture.entries[i] as Line);
  }
  #costAt(i: number, length: number): number {
    const line = this.#capture.entries[i] as Line;
    return costOf(this.#capture, toNode(line, pieceOf(line.name, 0, length)));
  }
}

/** Characters of a line that are shown while something has to be left out. */
function limitOf({ role, name, inView }: Line): number {
  const max = role !== 'text' ? NAME : inView ? TEXT_IN_VIEW : TEXT_ELSEWHERE;
  return name.length <= max ? name.length : cutAt(name, 0, max);
}

/** A piece of a text, with an ellipsis when more follows. */
export function pieceOf(text: string, from: number, to: number): string {
  if (from === 0 && to >= text.length) return text;
  return to >= text.length ? text.slice(from) : `${text.slice(from, to).trimEnd()}…`;
}

function countOmitted(
  entries: readonly Line[],
  shown: Int32Array,
  included: Uint8Array | undefined,
): { readonly omitted: Omitted; readonly hasMore: boolean } {
  let nodes = 0;
  let interactive = 0;
  let text = 0;
  let isCut = false;
  for (let i = 1; i < entries.length; i++) {
    if (included && included[i] === 0) continue;
    const line = entries[i] as Line;
    if ((shown[i] as number) >= 0) {
      if ((shown[i] as number) < line.name.length) isCut = true;
      continue;
    }
    nodes++;
    if (line.ref) interactive++;
    else if (line.role === 'text') text++;
  }
  return { omitted: { nodes, interactive, text }, hasMore: isCut || nodes > 0 };
}
