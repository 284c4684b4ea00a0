/** get_selection: what is selected on the page, in the frame that has the focus first. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { SelectionReply } from '../shared/page-api.js';
import type { FrameInfo } from '../shared/snapshot.js';
import { describeElement } from './describe.js';
import { withListeners } from './listening.js';
import type { ResolverParts } from './resolve.js';
import { unwrap } from './tree.js';
import type { SelectionData } from './types.js';

/** Characters of a selection that are given out. */
const MAX_CHARS = 8_000;
const MAX_FRAMES = 40;
const FRAME_MS = 1_500;
/** What holds a whole page names no place in it. */
const PAGE_TAGS: ReadonlySet<string> = new Set(['html', 'body']);

type Selected = SelectionReply['selections'][number];
interface Found {
  readonly world: World;
  readonly selected: Selected;
}
interface Answer {
  readonly world: World;
  readonly reply: SelectionReply;
  readonly frames: readonly (Answer & { readonly owner: number })[];
}

export async function readSelection(parts: ResolverParts, tab: PageEngine, call: CallOptions): Promise<SelectionData> {
  const budget = { frames: 0 };
  const top = await ask(tab, tab.top(), call, budget);
  const found = focused(top) ?? first(top);
  if (!found) return { text: '', total: 0, masked: false, frame: await topFrame(tab, call) };
  const { world, selected } = found;
  const reply = unwrap(await withListeners(tab, world, call, () => world.call('describe', { el: selected.el }, call)));
  const { ref, role, name, frame } = await describeElement(parts, tab, world, reply, call);
  const { text, total, isMasked: masked } = selected;
  const isPage = PAGE_TAGS.has(reply.facts.tag);
  return { text, total, masked, frame, ...(isPage ? {} : { ref, role, name }) };
}

async function ask(tab: PageEngine, world: World, call: CallOptions, budget: { frames: number }): Promise<Answer> {
  const reply = await world.call('selection', { maxChars: MAX_CHARS }, call);
  const owners = [...new Set([...(reply.focusedForeign === undefined ? [] : [reply.focusedForeign]), ...reply.foreign])].filter(
    () => budget.frames++ < MAX_FRAMES,
  );
  const limit = { ...call, timeoutMs: Math.min(call.timeoutMs, FRAME_MS) };
  const frames = await Promise.all(owners.map((owner) => enter(tab, world, owner, limit, budget)));
  return { world, reply, frames: frames.flatMap((one) => one ?? []) };
}

/** A frame that does not answer has no selection to tell of. */
async function enter(
  tab: PageEngine,
  parent: World,
  owner: number,
  call: CallOptions,
  budget: { frames: number },
): Promise<(Answer & { readonly owner: number }) | undefined> {
  try {
    const world = await tab.foreign(parent, owner, call);
    return world && { ...(await ask(tab, world, call, budget)), owner };
  } catch (error) {
    if (call.signal?.aborted || tab.closed || tab.crashed || !SdkError.isInstance(error)) throw error;
    return undefined;
  }
}

/** The selection of the document that has the focus. */
function focused({ world, reply, frames }: Answer): Found | undefined {
  const inner = frames.find(({ owner }) => owner === reply.focusedForeign);
  if (inner) return focused(inner);
  const selected = reply.selections.find(({ nonce }) => nonce === reply.focusedNonce);
  return selected && { world, selected };
}

/** Any other, the outermost first. */
function first({ world, reply, frames }: Answer): Found | undefined {
  const selected = reply.selections.find(({ isMasked }) => !isMasked) ?? reply.selections[0];
  if (selected) return { world, selected };
  for (const frame of frames) {
    const found = first(frame);
    if (found) return found;
  }
  return undefined;
}

async function topFrame(tab: PageEngine, call: CallOptions): Promise<FrameInfo> {
  const { url } = await tab.top().call('ping', {}, call);
  return { name: '', url, origin: URL.canParse(url) ? new URL(url).origin : 'null', crossOrigin: false };
}
