/** read_page: part 1 of a fresh capture, or a later part by cursor. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { CaptureReply } from '../shared/page-api.js';
import type { SnapshotNode } from '../shared/snapshot.js';
import type { RefBook, RefFormat } from './book.js';
import { type CountTokens, fit } from './budget.js';
import type { CursorPosition, Cursors, KeptCapture } from './cursors.js';
import { withListeners } from './listening.js';
import { Printer } from './printer.js';
import { anyMore, emptyCoverage, frameNames, sumCoverage, sumOmitted, sumPageMs, topOrigin } from './summary.js';
import { header, lineOf, tail } from './text.js';
import { askTree, place, type Segment, type StitchedNode, segmentsOf, stitch, unwrap } from './tree.js';
import type { ReadOptions, SnapshotData } from './types.js';

/** Tokens kept free for the closing lines. */
const TAIL_TOKENS = 80;
/** Share of the call's time the walk may take. */
const WALK_SHARE = 0.6;
const MAX_WALK_MS = 8_000;
/** Closed roots within each other that are entered at once; deeper ones are known to the next read. */
const MAX_ROUNDS = 4;

export interface ReaderParts {
  readonly book: RefBook;
  readonly refs: RefFormat;
  readonly cursors: Cursors;
  readonly countTokens: CountTokens;
  readonly monotonic: () => number;
}
/** Where a read with `scope` starts. */
export interface ReadScope {
  readonly world: World;
  readonly el: number;
}

export function walkMs(options: CallOptions): number {
  return Math.max(50, Math.min(MAX_WALK_MS, Math.floor(options.timeoutMs * WALK_SHARE)));
}

interface CaptureWish {
  readonly budget: number;
  readonly mode: ReadOptions['mode'];
  readonly boxes: boolean;
  readonly scope?: number;
}

/** Captures one world; looks up closed roots and custom elements the page cannot see by itself, and captures again when there were any. */
async function captureWorld(tab: PageEngine, world: World, options: CallOptions, wish: CaptureWish): Promise<CaptureReply> {
  const ask = async (): Promise<CaptureReply> => unwrap(await world.call('capture', { ...wish, maxMs: walkMs(options) }, options));
  let reply = await withListeners(tab, world, options, ask);
  // What stands in a closed root may host another one.
  for (let round = 0; round < MAX_ROUNDS && reply.closedCandidates.length + reply.internalsCandidates.length > 0; round++) {
    if (!(await tab.enrich(world, { closed: reply.closedCandidates, internals: reply.internalsCandidates }, options))) break;
    reply = await ask();
  }
  return reply;
}

/** Part 1 of a fresh capture. */
export async function readFirst(
  parts: ReaderParts,
  tab: PageEngine,
  options: ReadOptions,
  scope: ReadScope | undefined,
  call: CallOptions,
): Promise<SnapshotData> {
  const started = parts.monotonic();
  const boxes = options.boxes ?? false;
  const root = scope?.world ?? tab.top();
  const { tree, skipped } = await askTree(tab, root, call, (world, one) =>
    captureWorld(tab, world, one, {
      budget: options.maxTokens - TAIL_TOKENS - 40,
      mode: options.mode,
      boxes,
      ...(scope && world === root ? { scope: scope.el } : {}),
    }),
  );
  const top = tree.reply.documents[0];
  if (!top) throw new SdkError('internal', 'The page gave a capture without a document.', { phase: 'verify' });
  const frames = { topOrigin: await topOrigin(tab, root, top.origin, call), names: frameNames(tree) };
  const kept: KeptCapture = {
    tab,
    navigationCount: tab.navigationCount,
    documentNonce: top.nonce,
    segments: segmentsOf(tree),
    frames,
    boxes,
    unshown: new Map(),
  };
  const number = parts.cursors.keep(kept);
  const printer = new Printer(parts, tab, frames, call);
  const stitched = stitch(tree, (reply) => reply.nodes);
  const nodes = await printer.nodes(stitched, (one) =>
    one.node.more ? parts.cursors.print(number, { segment: one.segment, from: one.node.more.from, offset: 0 }) : undefined,
  );
  const snapshotId = `s${top.nonce}_${tree.reply.snapshotId}`;
  const head = header('Page Snapshot', snapshotId, top.url, top.title);
  const fitted = fitNodes(parts, stitched, nodes, options.maxTokens - TAIL_TOKENS - parts.countTokens(head));
  if (fitted.dropped.length) kept.unshown = unshownByWorld(fitted.dropped);
  printer.note(fitted.nodes);
  const omitted = sumOmitted(tree, fitted.dropped);
  const coverage = sumCoverage(tree, skipped);
  const cursor = anyMore(tree) || fitted.dropped.length > 0 ? parts.cursors.print(number, { segment: 0, from: 1, offset: 0 }) : undefined;
  const text = `${head}\n${fitted.lines.join('\n')}${tail(omitted, coverage, cursor)}`;
  return {
    snapshotId,
    documentNonce: top.nonce,
    url: top.url,
    title: top.title,
    text,
    tokens: parts.countTokens(text),
    nodes: fitted.nodes,
    omitted,
    coverage,
    ...(cursor === undefined ? {} : { cursor }),
    timings: { pageMs: sumPageMs(tree), totalMs: parts.monotonic() - started },
  };
}

/** The public nodes and lines that fit, and the stitched nodes that do not. */
function fitNodes(parts: ReaderParts, stitched: readonly StitchedNode[], nodes: readonly SnapshotNode[], room: number) {
  const lines = nodes.map(lineOf);
  const cost = lines.map((line) => parts.countTokens(`${line}\n`));
  const { kept, dropped } = fit(stitched, cost, room);
  if (dropped.length === 0) return { nodes, lines, dropped };
  const keep = new Set(kept);
  const shows = (_: unknown, at: number): boolean => keep.has(stitched[at] as StitchedNode);
  return { nodes: nodes.filter(shows), lines: lines.filter(shows), dropped };
}

function unshownByWorld(dropped: readonly StitchedNode[]): Map<string, number[]> {
  const byWorld = new Map<string, number[]>();
  for (const { node, world } of dropped) {
    if (node.context || node.more) continue;
    const list = byWorld.get(world.id);
    if (list) list.push(node.i);
    else byWorld.set(world.id, [node.i]);
  }
  return byWorld;
}

/** A later part. */
export async function readMore(
  parts: ReaderParts,
  options: ReadOptions & { readonly cursor: string },
  call: CallOptions,
): Promise<SnapshotData> {
  const started = parts.monotonic();
  const { number, capture, at } = parts.cursors.read(options.cursor);
  const { tab, segments } = capture;
  const ping = await tab.top().call('ping', {}, call);
  const head = (snapshotId: number): string =>
    header('Page Snapshot, continued', `s${capture.documentNonce}_${snapshotId}`, ping.url, ping.title);
  const printer = new Printer(parts, tab, capture.frames, call);
  const nodes: SnapshotNode[] = [];
  let left = options.maxTokens - TAIL_TOKENS - parts.countTokens(head(999));
  let position: CursorPosition | undefined = at;
  let snapshotId = 0;
  while (position && left > 0) {
    const segment = segments[position.segment] as Segment;
    const piece = await readSegment(parts, capture, segment, position, left, options.boxes ?? capture.boxes, printer, call);
    if (!piece) throw parts.cursors.gone(options.cursor);
    snapshotId ||= piece.snapshotId;
    nodes.push(...piece.nodes);
    left -= piece.tokens;
    const stuck = piece.next && piece.nodes.length === 0;
    position = piece.next ? { segment: position.segment, ...piece.next } : nextSegment(segments, position.segment);
    if (stuck || piece.next) break;
  }
  printer.note(nodes);
  const cursor = position ? parts.cursors.print(number, position) : undefined;
  const omitted = { nodes: 0, interactive: 0, text: 0 };
  const text = `${head(snapshotId)}\n${nodes.map(lineOf).join('\n')}${tail(omitted, undefined, cursor)}`;
  return {
    snapshotId: `s${capture.documentNonce}_${snapshotId}`,
    documentNonce: capture.documentNonce,
    url: ping.url,
    title: ping.title,
    text,
    tokens: parts.countTokens(text),
    nodes,
    omitted,
    coverage: emptyCoverage(),
    ...(cursor === undefined ? {} : { cursor }),
    timings: { pageMs: 0, totalMs: parts.monotonic() - started },
  };
}

function nextSegment(segments: readonly Segment[], at: number): CursorPosition | undefined {
  const next = segments[at + 1];
  return next ? { segment: at + 1, from: next.from, offset: 0 } : undefined;
}

/** One stretch of one world; undefined when the page no longer keeps the capture. */
async function readSegment(
  parts: ReaderParts,
  capture: KeptCapture,
  segment: Segment,
  at: CursorPosition,
  budget: number,
  boxes: boolean,
  printer: Printer,
  call: CallOptions,
): Promise<{ nodes: readonly SnapshotNode[]; tokens: number; snapshotId: number; next?: { from: number; offset: number } } | undefined> {
  const unshown = capture.unshown.get(segment.world.id);
  const owner = segment.owner ? ownerLine(segment.owner.name, segment.depth - 1, capture) : undefined;
  const ownerTokens = owner ? parts.countTokens(`${lineOf(owner)}\n`) : 0;
  const result = await segment.world.call(
    'more',
    {
      captureId: segment.captureId,
      from: Math.max(at.from, segment.from),
      offset: at.offset,
      budget: Math.max(1, budget - ownerTokens),
      boxes,
      ...(segment.to === undefined ? {} : { to: segment.to }),
      ...(unshown ? { unshown } : {}),
    },
    call,
  );
  if (!result.ok) return undefined;
  const { documents, snapshotId, next } = result.value;
  const stitched = result.value.nodes.map((node) =>
    place(node, { documents, world: segment.world, snapshotId, depth: segment.depth, segment: at.segment }),
  );
  const own = await printer.nodes(stitched, () => undefined);
  const nodes = owner && own.length ? [owner, ...own] : own;
  const tokens = nodes.reduce((sum, node) => sum + parts.countTokens(`${lineOf(node)}\n`), 0);
  return { nodes, tokens, snapshotId, ...(next ? { next } : {}) };
}

/** The owner iframe printed for place, where a part has lines of its frame. */
function ownerLine(name: string, depth: number, { frames }: KeptCapture): SnapshotNode {
  return {
    role: 'iframe',
    name,
    depth,
    states: {},
    frame: { name: '', url: '', origin: frames.topOrigin, crossOrigin: false },
    inViewport: false,
    context: true,
  };
}
