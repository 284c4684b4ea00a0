/** Search in what a person can see, made fresh each time. */

import type { FindReply, FindRequest, PageResult, WireNode } from '../../shared/page-api.js';
import type { PageWorld } from '../world.js';
import type { KeptCapture } from './kept.js';
import type { Line } from './line.js';
import { contextNode } from './parts.js';
import { pieceOf } from './select.js';
import { cutAt } from './shorten.js';
import { foreignOf, type Snapshots } from './snapshots.js';
import { fold } from './text-run.js';
import { UPDATES_ARE_TRUSTED } from './trust.js';
import { toNode, withBox } from './wire.js';

/** Longest text shown of a match: what is around the words, not all of it. */
const MAX_TEXT = 300;
const BEFORE = 80;
const TEXT_MS = 2_000;

export function find(world: PageWorld, snapshots: Snapshots, request: FindRequest): PageResult<FindReply> {
  const wanted = folded(request.query);
  const { capture, out } = snapshots.take({
    maxMs: request.maxMs,
    mode: 'snapshot',
    keep: true,
    numbered: true,
    incremental: UPDATES_ARE_TRUSTED,
  });
  const nodes: WireNode[] = [];
  const printed: Line[] = [];
  const open = new Set<number>();
  let total = 0;
  for (let i = 1; i < capture.entries.length; i++) {
    const line = capture.entries[i] as Line;
    if (wanted === '' || !says(line, wanted)) continue;
    total++;
    if (total <= request.limit) print(capture, line, wanted, { nodes, printed, open });
  }
  snapshots.tellPrinted(capture, printed);
  const { snapshotId, documents } = capture;
  return { ok: true, value: { snapshotId, documents, nodes, total, foreign: foreignOf(out, world) } };
}

interface Found {
  readonly nodes: WireNode[];
  readonly printed: Line[];
  readonly open: Set<number>;
}

function print(capture: KeptCapture, line: Line, wanted: string, found: Found): void {
  const chain: Line[] = [];
  for (let at = line.parent; at !== 0 && !found.open.has(at); at = (capture.entries[at] as Line).parent)
    chain.push(capture.entries[at] as Line);
  for (const ancestor of chain.reverse()) {
    found.open.add(ancestor.i);
    found.printed.push(ancestor);
    found.nodes.push(contextNode(ancestor, capture.entries));
  }
  found.open.add(line.i);
  found.printed.push(line);
  found.nodes.push(matchNode(capture, line, wanted));
}

/** A long text is shown from a little before the words on. */
function matchNode(capture: KeptCapture, line: Line, wanted: string): WireNode {
  const { name } = line;
  if (name.length <= MAX_TEXT) return withBox(capture, line, toNode(line, name), false);
  const at = Math.max(0, folded(name).indexOf(wanted) - BEFORE);
  const from = at === 0 ? 0 : cutAt(name, 0, at);
  const node = toNode(line, pieceOf(name, from, cutAt(name, from, Math.max(MAX_TEXT, wanted.length + BEFORE * 2))));
  return withBox(capture, line, { ...node, ...(from > 0 ? { offset: from } : {}) }, false);
}

function says(line: Line, wanted: string): boolean {
  return (
    has(line.name, wanted) ||
    has(line.value, wanted) ||
    has(line.description, wanted) ||
    has(line.hint, wanted) ||
    hasPlaceholder(line, wanted)
  );
}
function has(text: string | undefined, wanted: string): boolean {
  return text !== undefined && text !== '' && folded(text).includes(wanted);
}
function hasPlaceholder(line: Line, wanted: string): boolean {
  const placeholder = line.states?.['placeholder'];
  return typeof placeholder === 'string' && has(placeholder, wanted);
}
function folded(text: string): string {
  return fold(text).trim().toLowerCase();
}

/** True when a person can read these words, in one line or across the lines of a page. */
export function hasText(snapshots: Snapshots, text: string): boolean {
  const wanted = fold(text).trim();
  if (wanted === '') return true;
  const { capture } = snapshots.take({ maxMs: TEXT_MS, mode: 'snapshot', keep: false, numbered: false, incremental: UPDATES_ARE_TRUSTED });
  let all = '';
  for (let i = 1; i < capture.entries.length; i++) {
    const line = capture.entries[i] as Line;
    if (fold(line.name).includes(wanted) || line.value?.includes(wanted)) return true;
    if (line.role === 'text' || line.value === undefined) all += ` ${line.name}`;
  }
  return fold(all).includes(wanted);
}
