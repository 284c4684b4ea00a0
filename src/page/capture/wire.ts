/** From an entry to the node that crosses to Node, and what its line costs. */
import type { WireBox, WireNode } from '../../shared/page-api.js';
import { formatRef } from '../../shared/ref.js';
import { renderLine } from '../../shared/render.js';
import type { StateValue } from '../../shared/snapshot.js';
import { estimateTokens } from '../../shared/tokens.js';
import { isConnected, rectOf } from '../dom.js';
import type { KeptCapture } from './kept.js';
import type { Line } from './line.js';
import { shorten } from './shorten.js';
import { meets } from './sight.js';

export const MAX_VALUE = 400;
const MAX_DESCRIPTION = 300;
const MAX_STATE = 120;
const MAX_HINT = 60;
/** As long as a cursor gets. */
const SOME_CURSOR = 'k9999_9_99999_0';

type Piece = Pick<WireNode, 'i' | 'doc' | 'depth' | 'role' | 'name' | 'keep'> & Partial<WireNode>;

/**
 * The node of an entry with a piece of its name or text; without box.
 * @param share of the usual limits for everything else that may be long
 */
export function toNode(line: Line, name: string, share = 1): Piece {
  const node: { -readonly [K in keyof WireNode]?: WireNode[K] } = {
    i: line.i,
    doc: line.doc,
    depth: line.depth,
    role: line.role,
    name,
    keep: line.keep,
  };
  if (line.ref) node.ref = true;
  if (line.states) node.states = shortStates(line.states, Math.ceil(MAX_STATE * share));
  if (line.value !== undefined) node.value = shorten(line.value, Math.ceil(MAX_VALUE * share));
  if (line.type !== undefined) node.type = line.type;
  if (line.description !== undefined) node.description = shorten(line.description, Math.ceil(MAX_DESCRIPTION * share));
  if (line.hint !== undefined) node.hint = shorten(line.hint, Math.ceil(MAX_HINT * share));
  if (line.hiddenBy !== undefined) node.hiddenBy = line.hiddenBy;
  if (line.foreign !== 0) node.foreign = line.foreign;
  return node as Piece;
}

function shortStates(states: Record<string, StateValue>, max: number): Record<string, StateValue> {
  for (const key in states) {
    const value = states[key];
    if (typeof value === 'string' && value.length > max) return cutStates(states, max);
  }
  return states;
}
function cutStates(states: Record<string, StateValue>, max: number): Record<string, StateValue> {
  return Object.fromEntries(Object.entries(states).map(([key, value]) => [key, typeof value === 'string' ? shorten(value, max) : value]));
}

/** Tokens of the line of a node, its line break included. */
export function costOf(capture: KeptCapture, node: Piece): number {
  return estimateTokens(`${lineOf(capture, node)}\n`);
}

/** The line as Node will print it. */
export function lineOf(capture: KeptCapture, node: Piece): string {
  const ref =
    node.role === 'more'
      ? SOME_CURSOR
      : node.ref
        ? formatRef(capture.documents[node.doc]?.nonce ?? '', capture.snapshotId, node.i)
        : undefined;
  return renderLine(node, ref);
}

/** Adds box and view of what is printed, measured now. */
export function withBox(capture: KeptCapture, line: Line, node: Piece, boxes: boolean): WireNode {
  const { element } = line;
  if (!element || (!line.inView && !boxes) || !isConnected(element)) return node as WireNode;
  const rect = rectOf(element);
  const window = capture.windows[line.doc];
  const inViewport = line.inView && window !== undefined && meets(rect, window);
  if (!inViewport && !boxes) return node as WireNode;
  const box: WireBox = [round(rect.x), round(rect.y), round(rect.width), round(rect.height)];
  return { ...node, box, ...(inViewport ? { inViewport } : {}) } as WireNode;
}
function round(length: number): number {
  return Math.round(length * 100) / 100;
}
