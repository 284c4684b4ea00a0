/** The accessibility trees of all frames of a page, put together in document order. */
import type { BrowserFrame, CallOptions, PageEngine } from '../../bridge/types.js';
import { SdkError } from '../../shared/errors.js';
import type { Coverage, FrameInfo } from '../../shared/snapshot.js';
import { shownUrl } from '../text.js';
import { type AxLine, type FrameLines, linesOf } from './ax-lines.js';
import type { AxNode } from './ax-words.js';

const MAX_FRAMES = 60;
const MAX_FRAME_DEPTH = 8;
/** A frame that has not answered by then is reported; the rest does not wait longer. */
const FRAME_MS = 4_000;

/** One frame with its lines. */
export interface FrameTree extends FrameLines {
  readonly frame: BrowserFrame;
}
export interface PlacedLine {
  readonly line: AxLine;
  readonly depth: number;
  readonly tree: FrameTree;
  readonly info: FrameInfo;
}
export interface PageTrees {
  readonly lines: readonly PlacedLine[];
  readonly trees: readonly FrameTree[];
  readonly top: FrameTree;
  readonly failedFrames: Coverage['failedFrames'];
  readonly skippedFrames: number;
}

/** @throws SdkError unsupported without the debugging protocol, frame_unavailable when the top frame does not answer */
export async function readTrees(tab: PageEngine, call: CallOptions): Promise<PageTrees> {
  await tab.ready(call);
  const { deep } = tab;
  if (!deep) throw new SdkError('unsupported', 'The accessibility tree needs the debugging protocol, which this session does not use.');
  const all = await deep.frames(call);
  const frames = all.slice(0, MAX_FRAMES);
  const read = await Promise.all(frames.map((frame) => readFrame(tab, frame, call)));
  const trees = read.flatMap((one) => ('frame' in one ? [one] : []));
  const top = trees[0];
  if (!top || top.frame !== frames[0])
    throw new SdkError('frame_unavailable', 'The accessibility tree of the page could not be read.', { phase: 'resolve' });
  const failedFrames = read.flatMap((one) => ('reason' in one ? [one] : []));
  return { lines: inOrder(top, trees), trees, top, failedFrames, skippedFrames: all.length - frames.length };
}

async function readFrame(tab: PageEngine, frame: BrowserFrame, call: CallOptions): Promise<FrameTree | Coverage['failedFrames'][number]> {
  const options = { ...call, timeoutMs: Math.min(call.timeoutMs, FRAME_MS) };
  try {
    const ask = () => frame.session.send('Accessibility.getFullAXTree', frame.isRoot ? {} : { frameId: frame.frameId });
    const reply = await tab.deep?.race('Reading an accessibility tree', options, ask);
    return { frame, ...linesOf((reply?.nodes ?? []) as readonly AxNode[]) };
  } catch (error) {
    if (call.signal?.aborted || tab.closed || tab.crashed) throw error;
    return { name: '', url: shownUrl(frame.url), reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Lines of the top, those of each frame right below its iframe. */
function inOrder(top: FrameTree, trees: readonly FrameTree[]): PlacedLine[] {
  const placed: PlacedLine[] = [];
  const info = (tree: FrameTree, name: string): FrameInfo => ({
    name,
    url: shownUrl(tree.frame.url),
    origin: tree.frame.origin,
    crossOrigin: tree !== top && (tree.frame.origin !== top.frame.origin || tree.frame.origin === 'null'),
  });
  emit(top, 0, '', 0);
  return placed;

  function emit(tree: FrameTree, depth: number, name: string, level: number): void {
    const own = info(tree, name);
    for (const line of tree.lines) {
      placed.push({ line, depth: depth + line.depth, tree, info: own });
      const child = line.role === 'iframe' && level < MAX_FRAME_DEPTH ? childAt(tree, line) : undefined;
      if (child) emit(child, depth + line.depth + 1, line.name, level + 1);
    }
  }
  function childAt({ frame }: FrameTree, { backendNodeId }: AxLine): FrameTree | undefined {
    return trees.find(
      ({ frame: { owner } }) => owner !== undefined && owner.session === frame.session && owner.backendNodeId === backendNodeId,
    );
  }
}
