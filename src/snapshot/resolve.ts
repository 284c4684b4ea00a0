/** The ref manager: from a ref to the element it stands for now, or to the reason why there is none (design 5). */
import type { CallOptions, Engine, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { Candidate, Fingerprint, ResolveReply } from '../shared/page-api.js';
import { formatRef, type SnapshotRefParts } from '../shared/ref.js';
import type { FrameInfo } from '../shared/snapshot.js';
import type { IssuedRef, RefBook, RefFormat } from './book.js';
import { shownUrl } from './text.js';
import type { ResolvedTarget, StaleDetails } from './types.js';

const MAX_CANDIDATES = 5;

export interface ResolverParts {
  readonly engine: Engine;
  readonly book: RefBook;
  readonly refs: RefFormat;
  readonly deep: DeepResolver;
}
/** Refs of deep reads. */
export interface DeepResolver {
  tabOf(ref: string): PageEngine | undefined;
  /** @throws SdkError stale_ref, unknown_ref, tab_closed */
  resolve(ref: string, call: CallOptions): Promise<ResolvedTarget>;
}
type ReadRef = SnapshotRefParts & { readonly full: string };
type Stale = Extract<ResolveReply, { readonly ok: false }>;

/** @throws SdkError invalid_input for a malformed ref, unknown_ref for a short ref never issued */
export function readRef(parts: Pick<ResolverParts, 'refs'>, ref: string): ReadRef {
  const read = parts.refs.read(ref);
  if (read) return read;
  if (read === null) throw unknown(ref);
  const message = `ref: "${ref.slice(0, 60)}" is not a ref. A ref looks like sk4m9z_1_4 and is copied from the latest snapshot.`;
  throw new SdkError('invalid_input', message, { phase: 'validate', details: { field: 'ref', ref: ref.slice(0, 60) } });
}

function unknown(ref: string): SdkError {
  return new SdkError('unknown_ref', `The ref ${ref} was never issued in this browser context.`, { details: { ref } });
}

/** Tab whose document carries the nonce, or what became of it. */
export function locateRef(
  parts: ResolverParts,
  ref: ReadRef,
): { readonly tab: PageEngine; readonly world?: World; readonly gone?: 'navigated' | 'frame_replaced' } {
  for (const tab of parts.engine.pages()) {
    const found = tab.worldOfNonce(ref.nonce);
    if (found) return 'world' in found ? { tab, world: found.world } : { tab, gone: found.gone };
  }
  const issued = parts.book.get(ref.full);
  if (!issued) throw unknown(ref.full);
  const tab = parts.engine.byTabId(issued.tabId);
  if (!tab || tab.closed)
    throw new SdkError('tab_closed', `The tab of ref ${ref.full} (${issued.role} "${issued.name}") is closed.`, {
      phase: 'resolve',
      details: { ref: ref.full, tabId: issued.tabId },
    });
  return { tab, gone: 'navigated' };
}

/** Tab of a ref; undefined for refs never issued here. */
export function tabOfRef(parts: ResolverParts, text: string): PageEngine | undefined {
  const deep = parts.refs.readDeep(text);
  if (deep !== undefined) return parts.deep.tabOf(deep);
  try {
    return locateRef(parts, readRef(parts, text)).tab;
  } catch {
    return undefined; // Not a ref of ours: the caller asks only where it could belong.
  }
}

/** The element a ref stands for. */
export async function resolveRef(parts: ResolverParts, text: string, call: CallOptions): Promise<ResolvedTarget> {
  const deep = parts.refs.readDeep(text);
  if (deep !== undefined) return { ...(await parts.deep.resolve(deep, call)), ref: text };
  const ref = readRef(parts, text);
  const { tab, world, gone } = locateRef(parts, ref);
  if (!world) throw await staleAfterNavigation(parts, tab, ref, text, gone ?? 'navigated', call);
  const reply = await world.call(
    'resolve',
    { nonce: ref.nonce, snapshotId: ref.snapshotId, index: ref.index, candidates: MAX_CANDIDATES },
    call,
  );
  if (!reply.ok) {
    if (reply.code !== 'unknown') throw staleError(parts, text, reply, tab);
    if (parts.book.get(ref.full)) throw await staleAfterNavigation(parts, tab, ref, text, 'navigated', call);
    throw unknown(text);
  }
  return {
    ref: text,
    tab,
    world,
    el: reply.facts.el,
    facts: reply.facts,
    frame: await frameOf(tab, world, reply.facts, call),
    ...(reply.recovered ? { recovered: reply.recovered } : {}),
  };
}

/** Frame facts of an element; the top document needs no question. */
export async function frameOf(
  tab: PageEngine,
  world: World,
  facts: { readonly url: string; readonly origin: string; readonly owners: readonly number[]; readonly frameName: string },
  call: CallOptions,
): Promise<FrameInfo> {
  const isTop = !world.parent && facts.owners.length === 0;
  if (isTop) return { name: '', url: shownUrl(facts.url), origin: facts.origin, crossOrigin: false };
  const [top, ownerName] = await Promise.all([
    tab.top().call('ping', {}, call),
    facts.owners.length || !world.parent
      ? facts.frameName
      : world.parent.call('describe', { el: world.owner }, call).then((reply) => (reply.ok ? reply.value.facts.name : '')),
  ]);
  const topOrigin = originOf(top.url);
  return {
    name: ownerName,
    url: shownUrl(facts.url),
    origin: facts.origin,
    crossOrigin: facts.origin !== topOrigin || facts.origin === 'null',
  };
}

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return 'null';
  }
}

/** What a dead or doubtful ref was, is now, and could have been meant for. */
function staleError(parts: ResolverParts, ref: string, reply: Stale, tab: PageEngine): SdkError {
  const candidates = reply.candidates.map((one) => issue(parts, one, tab));
  const details: StaleDetails & { readonly ref: string } = {
    ref,
    ...(reply.reason ? { reason: reply.reason } : {}),
    ...(reply.was ? { was: reply.was } : {}),
    ...(reply.now ? { now: reply.now } : {}),
    candidates,
  };
  const was = reply.was ? ` It was ${words(reply.was)}.` : '';
  const now = reply.now ? ` Now there is ${words(reply.now)}.` : '';
  const could = candidates.length
    ? ` Candidates: ${candidates.map((one) => `${one.role} "${one.name}" [ref=${one.ref}]`).join(', ')}.`
    : '';
  if (reply.code === 'ambiguous_target') {
    return new SdkError('ambiguous_target', `The element of ref ${ref} is gone and several like it could be meant.${was}${could}`, {
      phase: 'recover',
      details: { ...details },
    });
  }
  return new SdkError('stale_ref', `${REASONS[reply.reason ?? 'removed'](ref)}${was}${now}${could}`, {
    phase: 'resolve',
    details: { ...details },
  });
}

const REASONS: Record<NonNullable<Stale['reason']>, (ref: string) => string> = {
  changed: (ref) => `The element of ref ${ref} means something else now.`,
  context_changed: (ref) => `The element of ref ${ref} stands in another place now (another row, card or dialog).`,
  removed: (ref) => `The element of ref ${ref} is no longer in the page.`,
  navigated: (ref) => `The page of ref ${ref} was left or reloaded.`,
  frame_replaced: (ref) => `The frame of ref ${ref} was replaced.`,
  expired: (ref) => `The ref ${ref} is from a snapshot too old to be checked.`,
};

function words({ role, name, context }: Fingerprint): string {
  const place = context?.key ? ` in ${context.kind} "${context.key}"` : '';
  return `${role} "${name}"${place}`;
}

function issue(parts: ResolverParts, { key, role, name, context }: Candidate, tab: PageEngine): StaleDetails['candidates'][number] {
  parts.book.note({ ref: formatRef(key.nonce, key.snapshotId, key.index), role, name, tabId: tab.tabId });
  return { ref: parts.refs.print(key.nonce, key.snapshotId, key.index), role, name, context };
}

/** The document is gone: what it was comes from the book, candidates from the page that is there now. */
async function staleAfterNavigation(
  parts: ResolverParts,
  tab: PageEngine,
  ref: ReadRef,
  text: string,
  reason: 'navigated' | 'frame_replaced',
  call: CallOptions,
): Promise<SdkError> {
  const issued = parts.book.get(ref.full);
  const candidates = issued ? await sameNamed(parts, tab, issued, call) : [];
  const was = issued ? { role: issued.role, name: issued.name } : undefined;
  const could = candidates.length
    ? ` Candidates: ${candidates.map((one) => `${one.role} "${one.name}" [ref=${one.ref}]`).join(', ')}.`
    : '';
  const message = `${REASONS[reason](text)}${was ? ` It was ${was.role} "${was.name}".` : ''}${could}`;
  return new SdkError('stale_ref', message, { phase: 'resolve', details: { ref: text, reason, ...(was ? { was } : {}), candidates } });
}

/** Elements of the present page with the role and name of a ref whose document is gone. */
async function sameNamed(parts: ResolverParts, tab: PageEngine, issued: IssuedRef, call: CallOptions): Promise<StaleDetails['candidates']> {
  if (issued.name === '') return [];
  try {
    const world = tab.top();
    const reply = await world.call(
      'find',
      { query: issued.name, limit: 20, maxMs: 1_000 },
      { ...call, timeoutMs: Math.min(call.timeoutMs, 2_000) },
    );
    if (!reply.ok) return [];
    const { documents, nodes, snapshotId } = reply.value;
    for (const document of documents) tab.noteDocument(world, document.nonce, document.owner === undefined);
    return nodes
      .filter((node) => node.ref && !node.context && node.role === issued.role && node.name === issued.name)
      .slice(0, MAX_CANDIDATES)
      .map((node) =>
        issue(
          parts,
          { key: { nonce: documents[node.doc]?.nonce ?? '', snapshotId, index: node.i }, role: node.role, name: node.name, context: null },
          tab,
        ),
      );
  } catch (error) {
    if (SdkError.isInstance(error) && error.code === 'aborted') throw error;
    return []; // The page that replaced it does not answer yet: the failure stands without candidates.
  }
}
