/** Looks behind elements for what scripts cannot see: closed shadow roots, and what custom elements declare through ElementInternals. */
import type { CdpPort } from './cdp-frame.js';
import { PortLost } from './frame-world.js';
import { readInternals } from './internals.js';
import type { Attempt } from './lifeline.js';
import type { EnrichRequest } from './page-worlds.js';

/** Elements asked about in one call; the rest is asked next time. */
const MOST = 300;
/** CDP calls under way at once. */
const BATCH = 50;
const GROUP = 'surehand-enrich';

/** Runs over a list with a bounded number of calls under way; stops when nobody waits any more. */
async function inBatches<T>(items: readonly T[], attempt: Attempt, run: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length && !attempt.over; at += BATCH) await Promise.all(items.slice(at, at + BATCH).map(run));
}

/** Object ids of elements: a few each by itself, in one exchange; many as a list, in two. */
async function objectsOf(port: CdpPort, els: readonly number[]): Promise<Map<number, string>> {
  if (els.length <= BATCH) {
    const asked = els.map((el) => orNothing(port.object('function(id){return this.element(id)}', [{ value: el }], GROUP)));
    const objects = await Promise.all(asked);
    return new Map(els.flatMap((el, k) => (objects[k] === undefined ? [] : [[el, objects[k]]])));
  }
  const list = await port.object('function(ids){return ids.map((id)=>this.element(id))}', [{ value: els }], GROUP);
  const found = new Map<number, string>();
  if (!list) return found;
  const { result } = await port.frame.guard(port.frame.session.send('Runtime.getProperties', { objectId: list, ownProperties: true }));
  for (const { name, value } of result) {
    const el = els[Number(name)];
    if (el !== undefined && /^\d+$/.test(name) && value?.objectId) found.set(el, value.objectId);
  }
  return found;
}

/** An element that went away meanwhile has nothing behind it; a document that went away ends the work. */
async function orNothing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PortLost) throw error;
    return undefined;
  }
}

async function closedRootOf(port: CdpPort, objectId: string): Promise<string | undefined> {
  const { session } = port.frame;
  const described = await orNothing(port.frame.guard(session.send('DOM.describeNode', { objectId, depth: 0 })));
  const root = described?.node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
  if (!root) return undefined;
  const { backendNodeId } = root;
  const resolved = await orNothing(
    port.frame.guard(session.send('DOM.resolveNode', { backendNodeId, executionContextId: port.contextId, objectGroup: GROUP })),
  );
  return resolved?.object.objectId;
}

async function closedRoots(port: CdpPort, els: readonly number[], attempt: Attempt): Promise<boolean> {
  if (els.length === 0) return false;
  const objects = await objectsOf(port, els);
  const roots = new Map<number, string>();
  await inBatches([...objects], attempt, async ([el, objectId]) => {
    const root = await closedRootOf(port, objectId);
    if (root) roots.set(el, root);
  });
  if (attempt.over) return false;
  if (roots.size > 0) {
    const hand = 'function(hosts,...roots){hosts.forEach((host,i)=>this.adoptRoot(host,roots[i]))}';
    await port.value(hand, [{ value: [...roots.keys()] }, ...[...roots.values()].map((objectId) => ({ objectId }))]);
  }
  const none = els.filter((el) => !roots.has(el));
  // Nobody waits for it: what is asked next comes after it.
  if (none.length > 0) port.call('noClosedRoot', JSON.stringify({ els: none })).catch(() => undefined);
  return roots.size > 0;
}

async function internals(port: CdpPort, els: readonly number[], attempt: Attempt): Promise<boolean> {
  if (els.length === 0) return false;
  const objects = await objectsOf(port, els);
  const facts = new Map<number, object | null>(els.map((el) => [el, null]));
  await inBatches([...objects], attempt, async ([el, objectId]) => {
    const tree = await orNothing(
      port.frame.guard(port.frame.session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })),
    );
    facts.set(el, readInternals(tree?.nodes[0]));
  });
  if (attempt.over) return false;
  await port.value('function(all){for(const [el,facts] of all)this.setInternals(el,facts)}', [{ value: [...facts] }]);
  return [...facts.values()].some((found) => found !== null);
}

/** @returns true when something was found that the world did not know. */
export async function enrichWorld(port: CdpPort, request: EnrichRequest, attempt: Attempt): Promise<boolean> {
  try {
    const foundRoots = await closedRoots(port, request.closed.slice(0, MOST), attempt);
    const foundFacts = await internals(port, request.internals.slice(0, MOST), attempt);
    return foundRoots || foundFacts;
  } catch (error) {
    if (error instanceof PortLost) return false;
    throw error;
  } finally {
    port.releaseGroup(GROUP);
  }
}
