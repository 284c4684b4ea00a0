/** The content of a page as a stream: one call a world, frames put where they stand, refs printed. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { ContentItem, ContentReply, ContentRequest } from '../shared/page-api.js';
import { formatRef } from '../shared/ref.js';
import { withListeners } from './listening.js';
import { type ReaderParts, type ReadScope, walkMs } from './read.js';
import { sumCoverage, sumPageMs, visitTree } from './summary.js';
import { shownUrl } from './text.js';
import { askTree, unwrap, type WorldTree } from './tree.js';
import type { ContentData, ContentOptions } from './types.js';

/** Closed roots within each other that are entered. */
const MAX_ROUNDS = 4;

export async function readContent(
  parts: ReaderParts,
  tab: PageEngine,
  { maxChars, detailed, anchors }: ContentOptions,
  scope: ReadScope | undefined,
  call: CallOptions,
): Promise<ContentData> {
  const started = parts.monotonic();
  const root = scope?.world ?? tab.top();
  const { tree, skipped } = await askTree(tab, root, call, (world, options) =>
    contentOf(tab, world, options, {
      maxChars,
      detailed,
      anchors,
      maxMs: walkMs(options),
      ...(scope && world === root ? { scope: scope.el } : {}),
    }),
  );
  const [document] = tree.reply.documents;
  if (!document) throw new SdkError('internal', 'The page gave content without a document.', { phase: 'verify' });
  const coverage = sumCoverage(tree, skipped);
  let isFull = false;
  visitTree(tree, ({ reply }) => {
    isFull ||= reply.isFull;
  });
  const items: ContentItem[] = [];
  stitch(tree, { parts, tab, isInner: false }, items);
  return {
    snapshotId: `s${document.nonce}_${tree.reply.snapshotId}`,
    documentNonce: document.nonce,
    coverage,
    timings: { pageMs: sumPageMs(tree), totalMs: parts.monotonic() - started },
    items,
    url: shownUrl(document.url),
    title: document.title,
    isCut: isFull || coverage.truncatedByTime,
    lostFrames: coverage.failedFrames.length + coverage.skippedFrames,
  };
}

async function contentOf(tab: PageEngine, world: World, options: CallOptions, request: ContentRequest): Promise<ContentReply> {
  const ask = async (): Promise<ContentReply> => unwrap(await world.call('content', request, options));
  let reply = request.anchors ? await withListeners(tab, world, options, ask) : await ask();
  for (let round = 0; round < MAX_ROUNDS && reply.closedCandidates.length + reply.internalsCandidates.length > 0; round++) {
    if (!(await tab.enrich(world, { closed: reply.closedCandidates, internals: reply.internalsCandidates }, options))) break;
    reply = await ask();
  }
  return reply;
}

interface Printing {
  readonly parts: ReaderParts;
  readonly tab: PageEngine;
  /** In a frame of its own. */
  readonly isInner: boolean;
}

/** Frames nest a few levels at most: see askTree. */
function stitch({ reply, children }: WorldTree<ContentReply>, printing: Printing, out: ContentItem[]): void {
  const frames = new Map(children.map(({ frame, tree }) => [frame.el, tree]));
  for (const item of reply.items) {
    if (typeof item === 'string' || item === 0) {
      out.push(item);
      continue;
    }
    out.push(printed(item, reply, printing));
    const frame = item[2]?.['frame'];
    const tree = typeof frame === 'number' ? frames.get(frame) : undefined;
    if (tree) stitch(tree, { ...printing, isInner: true }, out);
  }
}

/** An element with its ref as the session prints it, written down like every ref that is shown. */
function printed(
  item: Exclude<ContentItem, string | 0>,
  { documents, snapshotId }: ContentReply,
  { parts, tab, isInner }: Printing,
): ContentItem {
  const [tag, level, own] = item;
  const facts = own && isInner ? { ...own, inner: true } : own;
  const index = facts?.['ref'];
  const document = typeof facts?.['doc'] === 'number' ? documents[facts['doc']] : undefined;
  if (typeof index !== 'number' || !document) return facts ? [tag, level, facts] : item;
  const role = String(facts?.['as'] ?? tag);
  const name = String(facts?.['name'] ?? '');
  parts.book.note({ ref: formatRef(document.nonce, snapshotId, index), role, name, tabId: tab.tabId });
  return [tag, level, { ...facts, ref: parts.refs.print(document.nonce, snapshotId, index) }];
}
