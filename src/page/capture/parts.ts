/** Pages of a kept capture: consecutive in document order, each entry once, what part 1 showed left out, ancestors repeated for place. */
import type { WireNode } from '../../shared/page-api.js';
import { gapsOf } from './gaps.js';
import type { KeptCapture } from './kept.js';
import { CONTEXT } from './kinds.js';
import type { Line } from './line.js';
import { pieceOf, type Selection } from './select.js';
import { cutAt } from './shorten.js';
import { costOf, toNode, withBox } from './wire.js';

/** Longest name of a line that is no text; the rest follows as text. */
const NAME = 400;
const CONTEXT_NAME = 60;
/** A piece of text is not worth printing in less. */
const MIN_TEXT_TOKENS = 24;

export interface Part {
  readonly nodes: WireNode[];
  readonly printed: Line[];
  readonly next?: { readonly from: number; readonly offset: number };
}

/** The nodes of part 1, with lines for what is left out. */
export function firstPart(capture: KeptCapture, selection: Selection, budget: number, boxes: boolean): Part {
  const { entries } = capture;
  const { shown } = selection;
  const gaps = selection.isWhole ? undefined : gapsOf(capture, shown, budget - selection.tokens);
  const nodes: WireNode[] = [];
  const printed: Line[] = [];
  for (let i = 1; i <= entries.length; i++) {
    const gap = gaps?.get(i);
    if (gap) nodes.push(gap);
    const length = i < entries.length ? (shown[i] as number) : -1;
    if (length < 0) continue;
    const line = entries[i] as Line;
    capture.shown.set(i, length);
    printed.push(line);
    nodes.push(withBox(capture, line, toNode(line, pieceOf(line.name, 0, length)), boxes));
  }
  return { nodes, printed };
}

export interface PartRequest {
  readonly from: number;
  readonly offset: number;
  /** Exclusive. */
  readonly to: number;
  readonly budget: number;
  readonly boxes: boolean;
}

export function nextPart(capture: KeptCapture, request: PartRequest): Part {
  const pager = new Pager(capture, request);
  const to = Math.min(request.to, capture.entries.length);
  for (let i = Math.max(1, request.from); i < to; i++) {
    if (capture.included && capture.included[i] === 0) continue;
    const start = i === request.from && request.offset > 0 ? request.offset : (capture.shown.get(i) ?? 0);
    const isDone = capture.shown.has(i) && start >= (capture.entries[i] as Line).name.length;
    if (isDone) continue;
    const stop = pager.print(i, start);
    if (stop >= 0) return { nodes: pager.nodes, printed: pager.printed, next: { from: i, offset: stop } };
  }
  return { nodes: pager.nodes, printed: pager.printed };
}

class Pager {
  readonly nodes: WireNode[] = [];
  readonly printed: Line[] = [];
  readonly #capture: KeptCapture;
  readonly #request: PartRequest;
  readonly #open = new Set<number>();
  #used = 0;
  #hasOwn = false;

  constructor(capture: KeptCapture, request: PartRequest) {
    this.#capture = capture;
    this.#request = request;
  }

  /**
   * Prints an entry from an offset of its text.
   * @returns -1 when it is all there, else the offset to go on from in the next part
   */
  print(i: number, start: number): number {
    const line = this.#capture.entries[i] as Line;
    const isText = line.role === 'text';
    let at = start;
    if (!isText && at === 0) {
      at = this.#printWhole(line);
      if (at < 0) return 0;
      if (at >= line.name.length) return -1;
    }
    while (at < line.name.length) {
      const end = this.#printText(line, at);
      if (end <= at) return at;
      at = end;
    }
    return -1;
  }

  /**
   * A line with its place.
   * @returns how much of its name it shows; -1 when it has to wait for the next part
   */
  #printWhole(line: Line): number {
    let length = line.name.length <= NAME ? line.name.length : cutAt(line.name, 0, NAME);
    let node = toNode(line, pieceOf(line.name, 0, length));
    let cost = costOf(this.#capture, node);
    const context = this.#contextOf(line.parent, cost);
    const room = this.#request.budget - this.#used - context.cost;
    if (cost > room) {
      if (this.#hasOwn) return -1;
      // Alone in its part and still too long: everything about it gets shorter.
      for (let share = 0.6; cost > room && share > 0.02; share *= 0.6) {
        length = Math.min(length, cutAt(line.name, 0, Math.floor(NAME * share)));
        node = toNode(line, pieceOf(line.name, 0, length), share);
        cost = costOf(this.#capture, node);
      }
    }
    this.#take(context);
    this.#push(line, withBox(this.#capture, line, node, this.#request.boxes), cost);
    this.#open.add(line.i);
    return length;
  }

  /** A piece of text as long as fits; the index after it. */
  #printText(line: Line, at: number): number {
    const isOwn = line.role === 'text';
    const context = this.#contextOf(isOwn ? line.parent : line.i, MIN_TEXT_TOKENS);
    const room = this.#request.budget - this.#used - context.cost;
    if (this.#hasOwn && room < MIN_TEXT_TOKENS) {
      const rest = this.#textNode(line, at, line.name.length);
      if (costOf(this.#capture, rest) > room) return at;
    }
    let end = line.name.length - at > room * 8 ? cutAt(line.name, at, room * 8) : line.name.length;
    let node = this.#textNode(line, at, end);
    let cost = costOf(this.#capture, node);
    for (let tries = 0; cost > room && tries < 12 && end > at + 1; tries++) {
      end = cutAt(line.name, at, Math.floor((end - at) * Math.min(0.9, Math.max(0.05, (room - 4) / cost))));
      node = this.#textNode(line, at, end);
      cost = costOf(this.#capture, node);
    }
    if (cost > room && this.#hasOwn) return at;
    this.#take(context);
    this.#push(line, isOwn ? withBox(this.#capture, line, node, this.#request.boxes) : (node as WireNode), cost);
    return end;
  }

  #textNode(line: Line, from: number, to: number): WireNode {
    const name = pieceOf(line.name, from, to);
    const offset = from > 0 ? { offset: from } : {};
    if (line.role === 'text') return { ...toNode(line, name), ...offset } as WireNode;
    return { i: line.i, doc: line.doc, depth: line.depth + 1, role: 'text', name, keep: line.keep, ...offset };
  }

  /** Ancestors not in this part yet, outermost first; the outer ones are given up when they would take too much. */
  #contextOf(from: number, cost: number): { readonly lines: readonly Line[]; readonly nodes: readonly WireNode[]; readonly cost: number } {
    const lines: Line[] = [];
    const nodes: WireNode[] = [];
    let sum = 0;
    for (let at = from; at !== 0 && !this.#open.has(at); at = (this.#capture.entries[at] as Line).parent) {
      const line = this.#capture.entries[at] as Line;
      const node = contextNode(line, this.#capture.entries);
      const more = costOf(this.#capture, node);
      if (sum + more + cost > this.#request.budget / 2) break;
      sum += more;
      lines.push(line);
      nodes.push(node);
    }
    return { lines, nodes, cost: sum };
  }

  #take({ lines, nodes, cost }: { readonly lines: readonly Line[]; readonly nodes: readonly WireNode[]; readonly cost: number }): void {
    for (let k = lines.length - 1; k >= 0; k--) {
      const line = lines[k] as Line;
      this.#open.add(line.i);
      this.printed.push(line);
      this.nodes.push(nodes[k] as WireNode);
    }
    this.#used += cost;
  }

  #push(line: Line, node: WireNode, cost: number): void {
    this.nodes.push(node);
    this.printed.push(line);
    this.#used += cost;
    this.#hasOwn = true;
  }
}

/** Lines looked at for words that tell a row from its neighbours. */
const FEW_LINES = 12;

/** An ancestor printed again: enough to know the place. A row, item or card without a name is told by its first words. */
export function contextNode(line: Line, entries: readonly Line[]): WireNode {
  const full = line.name === '' && (line.kind & CONTEXT) !== 0 ? firstWords(line, entries) : line.name;
  const name = full.length <= CONTEXT_NAME ? full : pieceOf(full, 0, cutAt(full, 0, CONTEXT_NAME));
  const { value: _value, description: _description, hint: _hint, ...rest } = toNode(line, name);
  return { ...rest, context: true } as WireNode;
}

function firstWords(line: Line, entries: readonly Line[]): string {
  for (let i = line.i + 1; i <= Math.min(line.end, line.i + FEW_LINES); i++) {
    const inner = entries[i];
    if (inner && inner.name !== '') return inner.name;
  }
  return '';
}
