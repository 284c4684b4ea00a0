/** What an action changed: an ordered line diff of the same document, then the current interactive refs, within one budget. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { DiffReply } from '../shared/page-api.js';
import type { SnapshotNode } from '../shared/snapshot.js';
import { withListeners } from './listening.js';
import { Printer } from './printer.js';
import { type ReaderParts, readFirst, walkMs } from './read.js';
import { frameNames, visitTree } from './summary.js';
import { header, lineOf } from './text.js';
import { askTree, type StitchedNode, stitch, unwrap, type WorldTree } from './tree.js';
import type { DiffData } from './types.js';

/** Captures of the worlds of a page before an action. */
export interface Before {
  readonly nonce: string;
  readonly navigationCount: number;
  /** Capture id by world id. */
  readonly captures: ReadonlyMap<string, number>;
}

export async function takeBefore(tab: PageEngine, call: CallOptions): Promise<Before> {
  const captures = new Map<string, number>();
  const { tree } = await askTree(tab, tab.top(), call, async (world, options) => {
    const mark = await withListeners(tab, world, options, async () =>
      unwrap(await world.call('mark', { maxMs: walkMs(options) }, options)),
    );
    captures.set(world.id, mark.captureId);
    return { ...mark, documents: [] };
  });
  return { nonce: tree.reply.nonce, navigationCount: tab.navigationCount, captures };
}

const HEAD_ROOM = 60;
/** Share of the budget the removed lines may take. */
const REMOVED_SHARE = 0.3;

export async function diffAfter(
  parts: ReaderParts,
  tab: PageEngine,
  before: Before | undefined,
  maxTokens: number,
  call: CallOptions,
): Promise<DiffData> {
  if (!before || before.navigationCount !== tab.navigationCount) return wholePage(parts, tab, maxTokens, call);
  const budget = maxTokens - HEAD_ROOM;
  const ask = (world: World, options: CallOptions): Promise<DiffReply> =>
    withListeners(tab, world, options, async () =>
      unwrap(await world.call('diff', { before: before.captures.get(world.id) ?? 0, budget, maxMs: walkMs(options) }, options)),
    );
  const { tree } = await askTree(tab, tab.top(), call, ask);
  const top = tree.reply.documents[0];
  if (!top) throw new SdkError('internal', 'The page gave a diff without a document.', { phase: 'verify' });
  if (!tree.reply.compared) return wholePage(parts, tab, maxTokens, call);
  const printer = new Printer(parts, tab, { topOrigin: top.origin, names: frameNames(tree) }, call);
  const snapshotId = `s${top.nonce}_${tree.reply.snapshotId}`;
  return print(parts, printer, tree, header('Page Changes', snapshotId, top.url, top.title), snapshotId, maxTokens);
}

/** Another document: there is nothing to compare, so the page itself is the news. */
async function wholePage(parts: ReaderParts, tab: PageEngine, maxTokens: number, call: CallOptions): Promise<DiffData> {
  const page = await readFirst(parts, tab, { maxTokens, mode: 'snapshot' }, undefined, call);
  return {
    snapshotId: page.snapshotId,
    text: page.text,
    tokens: page.tokens,
    refs: page.nodes.flatMap((node) => (node.ref ? [node.ref] : [])),
    changed: true,
  };
}

async function print(
  parts: ReaderParts,
  printer: Printer,
  tree: WorldTree<DiffReply>,
  head: string,
  snapshotId: string,
  maxTokens: number,
): Promise<DiffData> {
  const none = (): undefined => undefined;
  const added = await printer.nodes(
    stitch(tree, (reply) => reply.added),
    none,
  );
  const removed = await printer.nodes(withoutRefs(stitch(tree, (reply) => reply.removed)), none);
  const current = await printer.nodes(
    stitch(tree, (reply) => reply.refs),
    none,
  );
  const totals = { added: 0, removed: 0, moved: 0, refs: 0 };
  visitTree(tree, ({ reply }) => {
    totals.added += reply.addedTotal;
    totals.removed += reply.removedTotal;
    totals.moved += reply.moved;
    totals.refs += reply.refsTotal;
  });
  const page = new BudgetedText(parts, head, maxTokens);
  const shown: SnapshotNode[] = [];
  if (totals.added + totals.removed + totals.moved === 0) page.line('No visible change.');
  shown.push(...page.section('Added or changed:', added, totals.added, 1));
  page.section('Removed:', removed, totals.removed, REMOVED_SHARE);
  if (totals.moved) page.line(`${totals.moved} ${totals.moved === 1 ? 'line' : 'lines'} moved.`);
  shown.push(...page.section('Current interactive refs:', current, totals.refs, 1));
  printer.note(shown);
  const text = page.text();
  return {
    snapshotId,
    text,
    tokens: parts.countTokens(text),
    refs: shown.flatMap((node) => (node.ref ? [node.ref] : [])),
    changed: totals.added + totals.removed + totals.moved > 0,
  };
}

function withoutRefs(nodes: readonly StitchedNode[]): StitchedNode[] {
  return nodes.map((one) => ({ ...one, node: { ...one.node, ref: false } }));
}

/** Text that grows by whole lines and never beyond its budget. */
class BudgetedText {
  readonly #count: ReaderParts['countTokens'];
  #text: string;
  #left: number;

  constructor(parts: ReaderParts, head: string, maxTokens: number) {
    this.#count = parts.countTokens;
    this.#text = head.trimEnd();
    this.#left = maxTokens - parts.countTokens(head);
  }

  line(text: string): boolean {
    const cost = this.#count(`${text}\n`) + 1;
    if (cost > this.#left) return false;
    this.#left -= cost;
    this.#text += `\n${text}`;
    return true;
  }

  /** Prints as many nodes as fit and says how many do not. Returns those printed. */
  section(title: string, nodes: readonly SnapshotNode[], total: number, share: number): readonly SnapshotNode[] {
    if (total === 0 || !this.line(`\n${title}`)) return [];
    const reserve = this.#left * (1 - share) + 12; // room for the closing words and the sections after
    const shown: SnapshotNode[] = [];
    for (const node of nodes) {
      const line = lineOf(node);
      if (this.#left - this.#count(`${line}\n`) - 1 < reserve || !this.line(line)) break;
      shown.push(node);
    }
    const missing = total - shown.filter((node) => !node.context).length;
    if (missing > 0) this.line(`… ${missing} more`);
    return shown;
  }

  text(): string {
    return this.#text;
  }
}
