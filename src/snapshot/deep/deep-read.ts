/** read_page_deep and the second rung of the perception ladder: the accessibility trees of all frames as text with deep refs. */
import type { CDPSession } from 'playwright-core';
import type { CallOptions, PageEngine } from '../../bridge/types.js';
import { SdkError } from '../../shared/errors.js';
import type { Coverage, SnapshotNode } from '../../shared/snapshot.js';
import type { RefFormat } from '../book.js';
import type { CountTokens } from '../budget.js';
import { header, lineOf } from '../text.js';
import type { DeepData, SnapshotData } from '../types.js';
import { type DeepRefs, epochOf } from './deep-refs.js';
import { type EventTarget, sampleTargets } from './event-targets.js';
import { type PageTrees, type PlacedLine, readTrees } from './trees.js';

/** Tokens kept free for the closing lines. */
const TAIL_TOKENS = 70;
/** Share of the room that event targets may always have. */
const TARGET_SHARE = 0.2;

export interface DeepReadParts {
  readonly refs: RefFormat;
  readonly deep: DeepRefs;
  readonly countTokens: CountTokens;
  readonly monotonic: () => number;
}
export interface DeepReadOptions {
  readonly title: string;
  readonly maxTokens: number;
  readonly maxLines: number;
  /** Sample elements with listeners too. */
  readonly targets: boolean;
}
/** A line to be printed, and what its ref will be bound to. */
interface Draft {
  readonly node: SnapshotNode;
  readonly bind?: {
    readonly kind: 'accessible' | 'event-target';
    readonly line: Pick<PlacedLine, 'tree'>;
    readonly backendNodeId: number;
    readonly name: string;
  };
}

/** @throws SdkError unsupported, frame_unavailable, stale_ref when the page was left meanwhile */
export async function readDeep(parts: DeepReadParts, tab: PageEngine, options: DeepReadOptions, call: CallOptions): Promise<DeepData> {
  const started = parts.monotonic();
  const epoch = epochOf(tab);
  const page = await readTrees(tab, call);
  const targets = options.targets ? await sampleTargets(tab, page.trees, targetsOf(page), call) : [];
  if (epochOf(tab) !== epoch) {
    throw new SdkError('stale_ref', 'The page was left while it was read.', {
      phase: 'resolve',
      hint: 'Read the page again.',
      details: { reason: 'snapshot_invalidated_during_capture' },
    });
  }
  const generation = parts.deep.begin(tab);
  const { frame, title } = page.top;
  const head = header(options.title, generation.id, frame.url, title);
  const room = options.maxTokens - TAIL_TOKENS - parts.countTokens(head);
  const drafts = page.lines.map(draftOfLine);
  const sampled = targets.map(draftOfTarget);
  const lineRoom = sampled.length ? room * (1 - TARGET_SHARE) : room;
  const shown = take(parts, drafts, lineRoom, options.maxLines - Math.min(sampled.length, options.maxLines * TARGET_SHARE));
  const shownTargets = take(parts, sampled, room - shown.tokens, options.maxLines - shown.drafts.length);
  const all = [...shown.drafts, ...shownTargets.drafts];
  const nodes = all.map((draft) => withRef(draft, generation, parts.refs));
  const left = [...drafts.slice(shown.drafts.length), ...sampled.slice(shownTargets.drafts.length)];
  const omitted = {
    nodes: left.length,
    interactive: left.filter(({ bind }) => bind).length,
    text: left.filter(({ node }) => node.role === 'text').length,
  };
  const coverage = coverageOf(page);
  const text = `${head}\n${nodes.map(lineOf).join('\n')}${tailOf(omitted, coverage)}`;
  return {
    snapshotId: generation.id,
    documentNonce: generation.id.split('_', 1)[0]?.slice(1) ?? '',
    url: frame.url,
    title,
    text,
    tokens: parts.countTokens(text),
    nodes,
    omitted,
    coverage,
    timings: { pageMs: 0, totalMs: parts.monotonic() - started },
    eventTargets: targets.length,
  };
}

/** Nodes that have a ref by their line, by session. */
function targetsOf({ lines }: PageTrees): Map<CDPSession, Set<number>> {
  const known = new Map<CDPSession, Set<number>>();
  for (const { line, tree } of lines) {
    if (!line.isTarget || line.backendNodeId === undefined) continue;
    const { session } = tree.frame;
    const list = known.get(session);
    if (list) list.add(line.backendNodeId);
    else known.set(session, new Set([line.backendNodeId]));
  }
  return known;
}

function draftOfLine(placed: PlacedLine): Draft {
  const { line, depth, info } = placed;
  const node: SnapshotNode = {
    role: line.role,
    name: line.name,
    depth,
    states: line.states,
    ...(line.value === undefined ? {} : { value: line.value }),
    ...(line.description && line.description !== line.name ? { description: line.description } : {}),
    frame: info,
    inViewport: false,
  };
  const { backendNodeId } = line;
  return line.isTarget && backendNodeId !== undefined
    ? { node, bind: { kind: 'accessible', line: placed, backendNodeId, name: line.fullName } }
    : { node };
}

function draftOfTarget({ label, events, backendNodeId, tree }: EventTarget): Draft {
  const name = label.length > 120 ? `${label.slice(0, 119).replace(/[\ud800-\udbff]$/, '')}…` : label;
  const frame = { name: '', url: tree.frame.url, origin: tree.frame.origin, crossOrigin: false };
  const node: SnapshotNode = { role: 'event-target', name, depth: 0, states: { events: events.join(',') }, frame, inViewport: false };
  return { node, bind: { kind: 'event-target', line: { tree }, backendNodeId, name: label } };
}

/** As many from the start as fit. The longest ref this read can print counts, since refs are given only to what is shown. */
function take(
  { countTokens }: DeepReadParts,
  drafts: readonly Draft[],
  room: number,
  most: number,
): { readonly drafts: readonly Draft[]; readonly tokens: number } {
  let tokens = 0;
  let count = 0;
  for (const { node, bind } of drafts) {
    const cost = countTokens(`${lineOf(bind ? { ...node, ref: `c${'m4x9'.repeat(2)}_99_99_999` } : node)}\n`);
    if (count >= most || tokens + cost > room) break;
    tokens += cost;
    count++;
  }
  return { drafts: drafts.slice(0, count), tokens };
}

function withRef({ node, bind }: Draft, generation: ReturnType<DeepRefs['begin']>, refs: RefFormat): SnapshotNode {
  if (!bind) return node;
  const { frame, documentNodeId } = bind.line.tree;
  if (documentNodeId === undefined) return node;
  const { session, frameId, loaderId } = frame;
  const { kind, backendNodeId, name } = bind;
  const ref = generation.add({ kind, session, frameId, loaderId, documentNodeId, backendNodeId, role: node.role, name });
  return { ...node, ref: refs.printFull(ref) };
}

function coverageOf({ lines, failedFrames, skippedFrames }: PageTrees): Coverage {
  const count = (role: string): number => lines.filter(({ line }) => line.role === role).length;
  return {
    canvas: count('canvas'),
    video: count('video'),
    failedFrames,
    skippedFrames,
    hiddenText: 0,
    closedRoots: 0,
    truncatedByTime: false,
    source: 'accessibility-tree',
  };
}

function tailOf(omitted: SnapshotData['omitted'], { failedFrames, skippedFrames }: Coverage): string {
  let tail = '';
  if (omitted.nodes > 0)
    tail += `\n[${omitted.nodes} more lines (${omitted.interactive} interactive) not shown: raise maxTokens, or use read_page, which reads on by cursor]`;
  const lost = failedFrames.length + skippedFrames;
  if (lost > 0) tail += `\n[not shown: ${lost} ${lost === 1 ? 'frame' : 'frames'} that could not be read]`;
  return tail;
}
