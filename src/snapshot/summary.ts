/** What the worlds of a page say together: names of frames, counts, coverage. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import type { CaptureReply } from '../shared/page-api.js';
import type { Coverage } from '../shared/snapshot.js';
import type { FrameSource, StitchedNode, WorldTree } from './tree.js';

/** Accessible names of owner iframes by world id. */
export function frameNames(tree: WorldTree<FrameSource>, out = new Map<string, string>()): Map<string, string> {
  for (const { frame, tree: child } of tree.children) {
    if (!child) continue;
    out.set(child.world.id, frame.name);
    frameNames(child, out);
  }
  return out;
}

export async function topOrigin(tab: PageEngine, root: World, own: string, call: CallOptions): Promise<string> {
  if (!root.parent) return own;
  const ping = await tab.top().call('ping', {}, call);
  try {
    return new URL(ping.url).origin;
  } catch {
    return 'null';
  }
}

export function visitTree<R extends FrameSource>(tree: WorldTree<R>, see: (tree: WorldTree<R>) => void): void {
  see(tree);
  for (const child of tree.children) if (child.tree) visitTree(child.tree, see);
}

export function anyMore(tree: WorldTree<CaptureReply>): boolean {
  let any = false;
  visitTree(tree, ({ reply }) => {
    any ||= reply.hasMore;
  });
  return any;
}
export function sumPageMs(tree: WorldTree<FrameSource & { readonly pageMs: number }>): number {
  let ms = 0;
  visitTree(tree, ({ reply }) => {
    ms += reply.pageMs;
  });
  return ms;
}
export function sumOmitted(
  tree: WorldTree<CaptureReply>,
  dropped: readonly StitchedNode[],
): { nodes: number; interactive: number; text: number } {
  const sum = { nodes: 0, interactive: 0, text: 0 };
  visitTree(tree, ({ reply: { omitted } }) => {
    sum.nodes += omitted.nodes;
    sum.interactive += omitted.interactive;
    sum.text += omitted.text;
  });
  for (const { node } of dropped) {
    sum.nodes++;
    if (node.ref) sum.interactive++;
    if (node.role === 'text') sum.text++;
  }
  return sum;
}

export function emptyCoverage(): Coverage {
  return { canvas: 0, video: 0, failedFrames: [], skippedFrames: 0, hiddenText: 0, closedRoots: 0, truncatedByTime: false, source: 'dom' };
}
export function sumCoverage(tree: WorldTree<FrameSource & Pick<CaptureReply, 'coverage'>>, skipped: number): Coverage {
  const sum = { canvas: 0, video: 0, skippedFrames: skipped, hiddenText: 0, closedRoots: 0, truncatedByTime: false };
  const failedFrames: { name: string; url: string; reason: string }[] = [];
  visitTree(tree, ({ reply: { coverage }, children }) => {
    sum.canvas += coverage.canvas;
    sum.video += coverage.video;
    sum.skippedFrames += coverage.skippedFrames;
    sum.hiddenText += coverage.hiddenText;
    sum.closedRoots += coverage.closedRoots;
    sum.truncatedByTime ||= coverage.truncatedByTime;
    for (const { frame, failure } of children)
      if (failure !== undefined) failedFrames.push({ name: frame.name, url: frame.url, reason: failure });
  });
  return { ...sum, failedFrames, source: 'dom' };
}
