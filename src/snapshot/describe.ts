/** `session.describe` and `session.locator`: from Playwright's elements to refs and back. */
import type { ElementHandle, FrameLocator, Locator, Page } from 'playwright-core';
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { DescribeReply, ElementFacts } from '../shared/page-api.js';
import { formatRef } from '../shared/ref.js';
import { BoxMapper } from './boxes.js';
import { withListeners } from './listening.js';
import { frameOf, type ResolverParts, resolveRef } from './resolve.js';
import { unwrap } from './tree.js';
import type { Description } from './types.js';
import { enterAllFrames } from './worlds.js';

/** Length of the random part of the event that picks an element. */
const EVENT_ID_LENGTH = 20;

export async function describeElement(
  parts: ResolverParts,
  tab: PageEngine,
  world: World,
  reply: DescribeReply,
  call: CallOptions,
): Promise<Description> {
  const { facts, key } = reply;
  tab.noteDocument(world, facts.nonce, facts.owners.length === 0);
  parts.book.note({ ref: formatRef(key.nonce, key.snapshotId, key.index), role: facts.role, name: facts.name, tabId: tab.tabId });
  return description(tab, world, parts.refs.print(key.nonce, key.snapshotId, key.index), facts, call);
}

async function description(tab: PageEngine, world: World, ref: string, facts: ElementFacts, call: CallOptions): Promise<Description> {
  const [frame, box] = await Promise.all([frameOf(tab, world, facts, call), new BoxMapper(tab, call).map(world, facts.owners, facts.box)]);
  const [x, y, width, height] = box ?? facts.box;
  return {
    ref,
    role: facts.role,
    name: facts.name,
    description: facts.description,
    states: facts.states,
    ...(facts.value === undefined ? {} : { value: facts.value }),
    box: { x, y, width, height },
    visible: facts.visible,
    frame,
    context: facts.context,
    ...(facts.hint ? { hint: facts.hint } : {}),
  };
}

/** Describes the element a ref stands for, under the same ref. */
export async function describeRef(parts: ResolverParts, ref: string, call: CallOptions): Promise<Description> {
  const target = await resolveRef(parts, ref, call);
  return description(target.tab, target.world, ref, target.facts, call);
}

/** Describes what a Playwright element is now; undefined when a locator matches nothing. */
export async function describeHandle(
  parts: ResolverParts,
  target: Locator | ElementHandle,
  random: (length: number) => string,
  tabs: readonly PageEngine[],
  call: CallOptions,
): Promise<Description | undefined> {
  const isLocator = 'elementHandles' in target;
  const handle = isLocator ? (await target.elementHandles())[0] : target;
  if (!handle) return undefined;
  try {
    return await pick(parts, handle, random, tabs, call);
  } finally {
    if (isLocator) await handle.dispose().catch(() => undefined);
  }
}

/**
 * Finds the element of a handle in our worlds: they listen for one event of a random name, the handle's side dispatches it on the element.
 * Nothing else crosses, and nothing is left in the page.
 */
async function pick(
  parts: ResolverParts,
  handle: ElementHandle,
  random: (length: number) => string,
  tabs: readonly PageEngine[],
  call: CallOptions,
): Promise<Description | undefined> {
  const frame = await handle.ownerFrame();
  const page: Page | undefined = frame?.page();
  const tab = tabs.find((one) => one.page === page);
  if (!tab) throw new SdkError('not_found', 'The element is not in a page of this session.', { phase: 'resolve' });
  const event = `pick-${random(EVENT_ID_LENGTH)}`;
  for (const deep of [false, true]) {
    if (deep) await enterAllFrames(tab, call);
    const worlds = tab.worlds().length ? tab.worlds() : [tab.top()];
    await Promise.all(worlds.map((world) => world.call('armPick', { event }, call).catch(() => null)));
    await handle.dispatchEvent(event, { bubbles: false });
    const picked = await Promise.all(worlds.map((world) => world.call('collectPick', { event }, call).catch(() => 0)));
    const at = picked.findIndex((el) => el > 0);
    const world = worlds[at];
    if (world) {
      const el = await innermost(tab, world, picked[at] as number, handle, event, call);
      const reply = await withListeners(tab, world, call, () => world.call('describe', { el }, call));
      return describeElement(parts, tab, world, unwrap(reply), call);
    }
  }
  throw new SdkError('frame_unavailable', 'The frame of the element could not be entered.', { phase: 'resolve' });
}

/** Closed roots inside each other that are entered. */
const MAX_ROOTS = 8;

/** From the host of a closed shadow root, where the event seems to come from, to the element in it. */
async function innermost(
  tab: PageEngine,
  world: World,
  host: number,
  handle: ElementHandle,
  event: string,
  call: CallOptions,
): Promise<number> {
  let el = host;
  for (let level = 0; tab.cdp && level < MAX_ROOTS; level++) {
    await tab.enrich(world, { closed: [el], internals: [] }, call);
    await world.call('armPick', { event, host: el }, call);
    await handle.dispatchEvent(event, { bubbles: false });
    const inner = await world.call('collectPick', { event }, call);
    if (inner === 0) break;
    el = inner;
  }
  return el;
}

/** A Playwright locator for a ref, unique now; later use through Playwright is not ref-checked. */
export async function locatorOf(parts: ResolverParts, ref: string, call: CallOptions): Promise<Locator> {
  const target = await resolveRef(parts, ref, call);
  const levels: string[] = [];
  let world: World | undefined = target.world;
  let el = target.el;
  let selector: string | undefined;
  while (world) {
    const own = unwrap(await world.call('selector', { el }, call));
    if (selector === undefined) selector = own.selector;
    else levels.unshift(own.selector);
    levels.unshift(...own.frames);
    el = world.owner;
    world = world.parent;
  }
  let scope: Page | FrameLocator = target.tab.page;
  for (const level of levels) scope = scope.frameLocator(level);
  return scope.locator(selector as string);
}
