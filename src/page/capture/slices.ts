/**
 * Which part of the page a change can reach: a stretch of children of one element, between two blocks that stay as they are. Nothing outside such a
 * slice depends on what is in it; the rules stand in docs/design/002-incremental.md.
 */
import {
  closest,
  computedStyle,
  contains,
  documentOf,
  firstChildOf,
  isConnected,
  isElement,
  nextSiblingOf,
  parentOf,
  previousSiblingOf,
  query,
  rootOf,
  tagOf,
} from '../dom.js';
import type { Env } from '../env.js';
import { SCROLLS } from './clickable.js';
import type { Collector } from './collector.js';
import { frameWithin, outermost } from './context.js';
import type { Frame } from './frame.js';
import { ACT, CONTENT, DIALOG, EMPTY, FOLD, LINE, NAMED, NEVER } from './kinds.js';
import { LEAVES } from './leaves.js';
import type { Line } from './line.js';
import { BLOCK, levelOf } from './place.js';
import { linesByElement, type Remembered } from './remembered.js';

export interface Slice {
  /** Frame of the element whose children are walked again. */
  readonly frame: Frame;
  /** Children that stay, on both sides; null at the ends. */
  readonly left: Node | null;
  readonly right: Node | null;
  /** Entries it replaces; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Nearest line around it, 0 for none. */
  readonly owner: number;
  /** Frames of all ancestors, outermost first. */
  readonly path: readonly Frame[];
}
/** What changed. `whole`: every child of the same parent may be touched. */
export interface Dirty {
  /** The node itself, or the parent of what came and went. */
  readonly node: Node;
  /** Children of `node` came or went between these two. */
  readonly between?: readonly [Node | null, Node | null];
  readonly whole?: boolean;
}
/** `nothing`: it cannot show. `everything`: only a full walk tells. */
export type Reach = Slice | 'nothing' | 'everything';

/** Their children are shown in ways of their own. */
const BOUNDARIES = new Set(['label', 'slot', 'details', 'noscript', 'object', 'legend', 'svg', 'math', 'fieldset']);

/** They name an element around them. */
const NAMERS = new Map([
  ['caption', 'table'],
  ['figcaption', 'figure'],
]);

export function reachOf(model: Remembered, out: Collector, dirty: Dirty): Reach {
  const { env } = out;
  const around = isElement(dirty.node) ? dirty.node : out.env.flatParent(dirty.node);
  // A picture takes its name from parts that are not shown.
  const picture = around && closest(around, 'svg');
  if (picture && picture !== dirty.node) return reachOf(model, out, { node: picture });
  const element = around;
  if (!element || !isConnected(dirty.node)) return 'nothing';
  if (documentOf(element) !== model.states[0]?.document || isFarReaching(element, dirty)) return 'everything';
  // Outermost first, down to the parent of what changed, or to the parent whose children changed.
  const chain: Element[] = [];
  const isOwn = dirty.between !== undefined || !isElement(dirty.node) || NAMERS.has(tagOf(element));
  const start = isOwn ? element : env.flatParent(element);
  for (let at = start; at; at = env.flatParent(at)) chain.unshift(at);
  if (chain.length === 0 || parentOf(chain[0] as Element) !== documentOf(element)) return dirty.between || start ? 'nothing' : 'everything';
  const frames = framesOf(out, chain);
  if (frames === undefined) return 'nothing';
  return settle(model, frames, boundaryOf(model, frames), dirty, env);
}

/** Areas are listed where the picture is; the only header cell of a row asks whether there are more rows. */
function isFarReaching(element: Element, { between }: Dirty): boolean {
  if (closest(element, 'map')) return true;
  const table = between && closest(element, 'table');
  return table ? query(table, 'th:only-child') !== null : false;
}

/** Frames of a chain of ancestors; undefined when one of them shows nothing. */
function framesOf(out: Collector, chain: readonly Element[]): Frame[] | undefined {
  const frames: Frame[] = [];
  let around = outermost(out, documentOf(chain[0] as Element));
  for (const element of chain) {
    if (NEVER.has(tagOf(element))) return undefined;
    around = frameWithin(out, around, element);
    const { style } = around;
    if (style?.display === 'none' || style?.display === '' || style?.contentVisibility === 'hidden') return undefined;
    frames.push(around);
    // What is inside these is not told by its own style.
    if (LEAVES.has(around.tag)) break;
  }
  return frames;
}

/** Number of frames from the outside whose lines do not depend on what is in them. */
function boundaryOf(model: Remembered, frames: readonly Frame[]): number {
  const lines = linesByElement(model);
  for (let k = 0; k < frames.length; k++) {
    const frame = frames[k] as Frame;
    const named = NAMERS.get(frame.tag);
    if (named) return nearest(frames, k, named);
    // A header cell is told from the data beside it.
    if (frame.tag === 'tr' && query(frame.element as Element, 'th:not([scope])')) return k;
    if (LEAVES.has(frame.tag) || BOUNDARIES.has(frame.tag)) return k;
    const line = lines.get(frame.element as Element);
    if (line ? !isIndependent(line) : frame.reasons !== 0 || ((frame.kind & LINE) !== 0 && (frame.kind & NAMED) === 0)) return k;
  }
  return frames.length;
}

function nearest(frames: readonly Frame[], before: number, tag: string): number {
  for (let k = before - 1; k > 0; k--) if ((frames[k] as Frame).tag === tag) return k;
  return 0;
}

/** Neither its name nor its being there depends on its content (except on there being any). */
function isIndependent(line: Line): boolean {
  return (line.kind & LINE) !== 0 && (line.kind & (CONTENT | FOLD | ACT | NAMED | EMPTY | DIALOG)) === 0 && (line.reasons & ~SCROLLS) === 0;
}

/** Goes outwards until the stretch around the change has clear ends. */
function settle(model: Remembered, frames: readonly Frame[], boundary: number, dirty: Dirty, env: Env): Reach {
  for (let k = boundary; k > 0; k--) {
    const frame = frames[k - 1] as Frame;
    if (frame.level !== BLOCK || frame.style?.display === 'contents') continue;
    const isOwn = k === frames.length;
    const child = isOwn ? dirty.node : (frames[k] as Frame).element;
    const ends: readonly [Node | null, Node | null] | undefined =
      isOwn && dirty.between ? dirty.between : child ? [previousSiblingOf(child), nextSiblingOf(child)] : undefined;
    const whole = ends === undefined || (isOwn && dirty.whole === true);
    const slice = stretch(model, frames.slice(0, k), whole ? undefined : ends, env);
    if (slice) return slice;
  }
  return 'everything';
}

interface Child {
  readonly node: Node;
  readonly from: number;
  readonly to: number;
}

/** The slice between two children of the last frame; undefined when it is not clear which lines belong to it. */
function stretch(
  model: Remembered,
  path: readonly Frame[],
  ends: readonly [Node | null, Node | null] | undefined,
  env: Env,
): Slice | undefined {
  const frame = path[path.length - 1] as Frame;
  const parent = frame.element as Element;
  const owner = ownerOf(model, path);
  const children = childrenWithLines(model, parent, owner, env);
  const isLine = linesByElement(model).has(parent);
  if (children.length === 0 && !isLine) return undefined;
  const left = ends ? blockBeside(ends[0], children, previousSiblingOf) : null;
  const right = ends ? blockBeside(ends[1], children, nextSiblingOf) : null;
  const top = model.entries[owner];
  const start = isLine ? owner + 1 : beforeGone(model, (children[0] as Child).from, owner);
  const end = isLine ? (top as Line).end + 1 : afterGone(model, (children[children.length - 1] as Child).to);
  const from = left ? endOf(children, left) : start;
  const to = right ? (children.find((one) => one.node === right) as Child).from : end;
  return from <= to ? { frame, left, right, from, to, owner, path } : undefined;
}

/** Lines at the ends of an element whose own elements are gone belong to it, or to nobody. */
function afterGone({ entries }: Remembered, end: number): number {
  let to = end;
  while (to < entries.length && !isConnected((entries[to] as Line).node as Element)) to++;
  return to;
}
function beforeGone({ entries }: Remembered, start: number, owner: number): number {
  let from = start;
  while (from - 1 > owner && !isConnected((entries[from - 1] as Line).node as Element)) from--;
  return from;
}

function endOf(children: readonly Child[], node: Node): number {
  let end = 0;
  for (const child of children) if (child.node === node) end = child.to;
  return end;
}

/** The nearest block from here on that has lines, so that it is known where it is. */
function blockBeside(start: Node | null, children: readonly Child[], step: (node: Node) => Node | null): Node | null {
  for (let at = start; at; at = step(at)) if (isBlock(at) && children.some((one) => one.node === at)) return at;
  return null;
}

function isBlock(node: Node): boolean {
  if (!isElement(node) || NEVER.has(tagOf(node)) || tagOf(node) === 'label') return false;
  const { display } = computedStyle(node);
  return display !== 'none' && display !== '' && levelOf(display) === BLOCK;
}

function ownerOf(model: Remembered, path: readonly Frame[]): number {
  const lines = linesByElement(model);
  for (let k = path.length - 1; k >= 0; k--) {
    const line = lines.get((path[k] as Frame).element as Element);
    if (line) return line.i;
  }
  return 0;
}

/** Children of an element that lines stand in, in order, with their lines; texts of its own are children that are the element itself. */
function childrenWithLines(model: Remembered, parent: Element, owner: number, env: Env): Child[] {
  const { entries } = model;
  const end = owner === 0 ? entries.length - 1 : (entries[owner] as Line).end;
  const children: { node: Node; from: number; to: number }[] = [];
  for (let i = owner + 1; i <= end; ) {
    const line = entries[i] as Line;
    const node = childUnder(parent, line.node as Element, env);
    const last = children[children.length - 1];
    if (node) {
      if (last && last.node === node) last.to = line.end + 1;
      else children.push({ node, from: i, to: line.end + 1 });
    }
    i = line.end + 1;
  }
  return children;
}

/** The flat-tree child of `parent` that holds a node, `parent` for itself; undefined when it is not in it. */
export function childUnder(parent: Element, node: Node, env: Env): Node | undefined {
  if (node === parent) return parent;
  if (rootOf(node) === rootOf(parent) && !contains(parent, node)) return undefined;
  for (let at: Node = node; ; ) {
    const up = env.flatParent(at);
    if (!up) return undefined;
    if (up === parent) return at;
    at = up;
  }
}

/** The nodes of a slice as they are now. */
export function nodesOf(slice: Slice, out: Collector): Node[] {
  const parent = slice.frame.element as Element;
  const nodes: Node[] = [];
  const first = slice.left ? nextSiblingOf(slice.left) : firstChildOf(out.env.shadowRoot(parent) ?? parent);
  for (let at = first; at && at !== slice.right; at = nextSiblingOf(at)) nodes.push(at);
  return nodes;
}
