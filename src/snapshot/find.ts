/** find_in_page: a fresh search of the whole page, matches with their ancestors and refs. */
import type { CallOptions, PageEngine } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { SnapshotNode } from '../shared/snapshot.js';
import { withListeners } from './listening.js';
import { Printer } from './printer.js';
import { type ReaderParts, walkMs } from './read.js';
import { frameNames, visitTree } from './summary.js';
import { header, headerText, lineOf } from './text.js';
import { askTree, stitch, unwrap } from './tree.js';
import type { FindData } from './types.js';

const TAIL_TOKENS = 40;
const MAX_QUERY = 120;

export async function findInPage(
  parts: ReaderParts,
  tab: PageEngine,
  query: string,
  limit: number,
  maxTokens: number,
  call: CallOptions,
): Promise<FindData> {
  const { tree } = await askTree(tab, tab.top(), call, (world, options) =>
    withListeners(tab, world, options, async () => unwrap(await world.call('find', { query, limit, maxMs: walkMs(options) }, options))),
  );
  const top = tree.reply.documents[0];
  if (!top) throw new SdkError('internal', 'The page gave a search without a document.', { phase: 'verify' });
  const printer = new Printer(parts, tab, { topOrigin: top.origin, names: frameNames(tree) }, call);
  const stitched = stitch(tree, (reply) => reply.nodes);
  const all = await printer.nodes(stitched, () => undefined);
  let total = 0;
  visitTree(tree, ({ reply }) => {
    total += reply.total;
  });
  const snapshotId = `s${top.nonce}_${tree.reply.snapshotId}`;
  const head = header('Found in Page', snapshotId, top.url, top.title);
  const { nodes, matches } = withinLimits(parts, all, limit, maxTokens - TAIL_TOKENS - parts.countTokens(head));
  printer.note(nodes);
  const shown = headerText(query, MAX_QUERY);
  const count =
    total === 0
      ? `No match for "${shown}".`
      : `${total} ${total === 1 ? 'match' : 'matches'} for "${shown}"${matches < total ? `, the first ${matches} shown` : ''}:`;
  const text = `${head}\n${count}${nodes.length ? `\n${nodes.map(lineOf).join('\n')}` : ''}`;
  return { snapshotId, query, text, tokens: parts.countTokens(text), total, nodes };
}

/** The first matches with their ancestors that fit in number and tokens. */
function withinLimits(
  parts: ReaderParts,
  all: readonly SnapshotNode[],
  limit: number,
  budget: number,
): { nodes: readonly SnapshotNode[]; matches: number } {
  let left = budget;
  let matches = 0;
  let end = 0;
  for (let at = 0; at < all.length; at++) {
    const node = all[at] as SnapshotNode;
    left -= parts.countTokens(`${lineOf(node)}\n`);
    if (left < 0 || (!node.context && matches === limit)) break;
    if (!node.context) {
      matches++;
      end = at + 1; // Ancestors without their match are not shown.
    }
  }
  return { nodes: all.slice(0, end), matches };
}
