/** Captures a page: one call a world, foreign frames stitched below their owners. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { CaptureReply, PageFailure, PageResult, WireDocument, WireNode } from '../shared/page-api.js';
import { ownersOf } from './boxes.js';

/** Bounds of stitching: frames deeper or more than this are counted in coverage. */
const MAX_FRAME_DEPTH = 8;
const MAX_FRAMES = 100;
/** A frame that has not answered by then is reported as failed; the rest of the page does not wait longer. */
const FRAME_TIMEOUT_MS = 2_500;

/** Address of the page that stands for one that could not be loaded. */
const ERROR_PAGE = 'chrome-error:';

/** What every page reply that stitches has in common. */
export interface FrameSource {
  readonly documents: readonly WireDocument[];
  readonly foreign: CaptureReply['foreign'];
}
export type ForeignFrame = CaptureReply['foreign'][number];

/** One world's reply with those of its foreign frames. */
export interface WorldTree<R extends FrameSource> {
  readonly world: World;
  readonly reply: R;
  readonly children: readonly FrameBranch<R>[];
}
export interface FrameBranch<R extends FrameSource> {
  readonly frame: ForeignFrame;
  /** Absent when the frame failed. */
  readonly tree?: WorldTree<R>;
  readonly failure?: string;
}

/** Turns a page failure into the error of the library. */
export function pageError(failure: PageFailure): SdkError {
  const code = failure.code as ConstructorParameters<typeof SdkError>[0];
  return new SdkError(code, failure.message ?? `The page answered ${failure.code}.`, failure.detail ? { details: failure.detail } : {});
}
export function unwrap<T>(result: PageResult<T>): T {
  if (!result.ok) throw pageError(result.failure);
  return result.value;
}

/** Errors of one frame that must not fail the whole page. */
function isFatal(error: unknown): boolean {
  return !SdkError.isInstance(error) || ['aborted', 'tab_closed', 'tab_crashed', 'browser_closed', 'session_disposed'].includes(error.code);
}

interface Progress {
  frames: number;
  skipped: number;
}

/**
 * Asks a world and, side by side, all its visible foreign frames.
 * @param ask one page call for one world
 * @returns the tree and how many frames were skipped by the bounds
 */
export async function askTree<R extends FrameSource>(
  tab: PageEngine,
  root: World,
  call: CallOptions,
  ask: (world: World, options: CallOptions) => Promise<R>,
): Promise<{ readonly tree: WorldTree<R>; readonly skipped: number }> {
  const progress: Progress = { frames: 0, skipped: 0 };
  // Worlds already known are asked at once, not after their parent has answered.
  const early = new Map<string, Promise<R>>();
  for (const world of tab.worlds()) {
    if (world.parent && isBelow(world, root) && early.size < MAX_FRAMES) {
      const reply = ask(world, frameOptions(call));
      reply.catch(() => undefined);
      early.set(world.id, reply);
    }
  }
  const tree = await branch(root, 0, call);
  return { tree, skipped: progress.skipped };

  async function branch(world: World, depth: number, options: CallOptions): Promise<WorldTree<R>> {
    const reply = await (early.get(world.id) ?? ask(world, options));
    for (const document of reply.documents) tab.noteDocument(world, document.nonce, document.owner === undefined);
    const wanted: ForeignFrame[] = [];
    for (const frame of reply.foreign) {
      if (!frame.visible) continue;
      if (depth >= MAX_FRAME_DEPTH || progress.frames >= MAX_FRAMES) {
        progress.skipped++;
        continue;
      }
      progress.frames++;
      wanted.push(frame);
    }
    const children = await Promise.all(wanted.map((frame) => enter(world, frame, depth)));
    return { world, reply, children };
  }

  async function enter(parent: World, frame: ForeignFrame, depth: number): Promise<FrameBranch<R>> {
    const options = frameOptions(call);
    if (frame.pending) return { frame, failure: 'it has not loaded' };
    try {
      const world = await tab.foreign(parent, frame.el, options);
      if (!world) return { frame, failure: 'it cannot be entered or does not answer' };
      const tree = await branch(world, depth + 1, options);
      // Refused, unreachable or crashed: what is there is a page of the browser.
      if (tree.reply.documents[0]?.url.startsWith(ERROR_PAGE)) return { frame, failure: 'the browser could not load it' };
      return { frame, tree };
    } catch (error) {
      if (isFatal(error)) throw error;
      return { frame, failure: error instanceof Error ? error.message : String(error) };
    }
  }
}

function frameOptions(call: CallOptions): CallOptions {
  return { ...call, timeoutMs: Math.min(call.timeoutMs, FRAME_TIMEOUT_MS) };
}

function isBelow(world: World, root: World): boolean {
  for (let at = world.parent; at; at = at.parent) if (at.id === root.id) return true;
  return false;
}

/** One line of the stitched page, still in wire form. */
export interface StitchedNode {
  readonly node: WireNode;
  /** Depth in the stitched page. */
  readonly depth: number;
  readonly document: WireDocument;
  /** Owner iframes of the document inside its world, innermost first. */
  readonly owners: readonly number[];
  readonly world: World;
  readonly snapshotId: number;
  /** Segment of the capture the node belongs to (see cursors). */
  readonly segment: number;
}

/** A stretch of one world's capture between two foreign frames, in document order of the whole page. */
export interface Segment {
  readonly world: World;
  readonly captureId: number;
  readonly from: number;
  /** Exclusive; undefined: to the end. */
  readonly to: number | undefined;
  /** Added to the depth of the world's own nodes. */
  readonly depth: number;
  /** The owner iframe, for the first line of a part that starts inside. */
  readonly owner: ForeignFrame | undefined;
}

/** Lays the segments of a tree out in document order. */
export function segmentsOf(
  tree: WorldTree<CaptureReply>,
  depth = 0,
  owner: ForeignFrame | undefined = undefined,
  out: Segment[] = [],
): Segment[] {
  let from = 1;
  const { world, reply } = tree;
  for (const child of inOrder(tree.children)) {
    if (!child.tree) continue;
    out.push({ world, captureId: reply.captureId, from, to: child.frame.i + 1, depth, owner });
    segmentsOf(child.tree, depth + child.frame.depth + 1, child.frame, out);
    from = child.frame.i + 1;
  }
  out.push({ world, captureId: reply.captureId, from, to: undefined, depth, owner });
  return out;
}

export function inOrder<R extends FrameSource>(branches: readonly FrameBranch<R>[]): readonly FrameBranch<R>[] {
  return branches.toSorted((a, b) => a.frame.i - b.frame.i);
}

/** Places one wire node in the page. */
export function place(
  node: WireNode,
  where: {
    readonly documents: readonly WireDocument[];
    readonly world: World;
    readonly snapshotId: number;
    readonly depth: number;
    readonly segment: number;
  },
): StitchedNode {
  return {
    node,
    depth: where.depth + node.depth,
    document: where.documents[node.doc] as WireDocument,
    owners: ownersOf(where.documents, node.doc),
    world: where.world,
    snapshotId: where.snapshotId,
    segment: where.segment,
  };
}

/** Puts the lines of all worlds into one list, those of a frame right below its owner. `lines` picks them from a reply. */
export function stitch<R extends FrameSource & { readonly snapshotId: number }>(
  tree: WorldTree<R>,
  lines: (reply: R) => readonly WireNode[],
): StitchedNode[] {
  const out: StitchedNode[] = [];
  const segment = { count: 0 };
  visit(tree, 0);
  return out;

  function visit({ world, reply, children }: WorldTree<R>, depth: number): void {
    const pending = inOrder(children).filter((child) => child.tree);
    const list = lines(reply);
    let at = 0;
    for (const child of pending) {
      while (at < list.length && (list[at] as WireNode).i <= child.frame.i) push(list[at++] as WireNode);
      segment.count++;
      visit(child.tree as WorldTree<R>, depth + child.frame.depth + 1);
      segment.count++;
    }
    while (at < list.length) push(list[at++] as WireNode);

    function push(node: WireNode): void {
      out.push(place(node, { documents: reply.documents, world, snapshotId: reply.snapshotId, depth, segment: segment.count }));
    }
  }
}
