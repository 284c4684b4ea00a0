/** How much an action changed, counted over all frames and not printed. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import type { DiffReply } from '../shared/page-api.js';
import type { Before } from './diff.js';
import { walkMs } from './read.js';
import { askTree, unwrap, type WorldTree } from './tree.js';
import type { ChangeCount } from './types.js';

/** Enough to see a few lines of each kind; what does not fit is counted by the totals. */
const BUDGET = 2_000;

const UNKNOWN: ChangeCount = { compared: false, lost: 0, controls: { before: 0, added: 0, removed: 0 } };

export async function countChanges(tab: PageEngine, before: Before | undefined, call: CallOptions): Promise<ChangeCount> {
  if (!before || before.navigationCount !== tab.navigationCount) return UNKNOWN;
  const ask = async (world: World, options: CallOptions): Promise<DiffReply> =>
    unwrap(await world.call('diff', { before: before.captures.get(world.id) ?? 0, budget: BUDGET, maxMs: walkMs(options) }, options));
  const { tree } = await askTree(tab, tab.top(), call, ask);
  return tree.reply.compared ? sum(tree) : UNKNOWN;
}

function sum(tree: WorldTree<DiffReply>): ChangeCount {
  const total = { lost: 0, added: 0, removed: 0, now: 0 };
  const queue = [tree];
  for (let at = queue.pop(); at; at = queue.pop()) {
    const { reply, children } = at;
    const isControl = (node: DiffReply['added'][number]): boolean => node.ref === true && !node.context;
    const added = reply.added.filter(isControl).length + unseen(reply.addedTotal, reply.added);
    total.lost += reply.removedTotal;
    total.added += added;
    // Lines that are gone are told without refs: a role that names a control stands for it.
    total.removed += reply.removed.filter(({ role }) => CONTROLS.has(role)).length + unseen(reply.removedTotal, reply.removed);
    total.now += reply.refsTotal + added;
    queue.push(...children.flatMap((child) => child.tree ?? []));
  }
  const before = Math.max(0, total.now - total.added + total.removed);
  return { compared: true, lost: total.lost, controls: { before, added: total.added, removed: total.removed } };
}

/** Lines that did not fit into the budget may all be controls. */
function unseen(total: number, told: readonly { readonly context?: boolean }[]): number {
  return Math.max(0, total - told.filter(({ context }) => !context).length);
}

const CONTROLS: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'gridcell',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);
