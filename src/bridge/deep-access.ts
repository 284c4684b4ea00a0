/** What the debugging protocol tells of a page beside its worlds: listeners, frames as the browser knows them, nodes by number. */
import type { CDPSession } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import type { CdpFrame, CdpPort } from './cdp-frame.js';
import type { FrameWorld } from './frame-world.js';
import type { Lifeline } from './lifeline.js';
import { type Found, ListenerSearch } from './listeners.js';
import type { BrowserFrame, CallOptions, DeepAccess, PlacedNode, World } from './types.js';

/** Share of a call's time, and longest time, a look for listeners may take. */
const SEARCH_SHARE = 0.5;
const SEARCH_MS = 1_500;
const GROUP = 'surehand-place';

/** By the getter of the prototype: a form may have a field of that name. */
const OWNER_DOCUMENT = "function(){return Object.getOwnPropertyDescriptor(Node.prototype,'ownerDocument').get.call(this)}";

type CdpWorld = FrameWorld<CdpPort>;

export interface AccessParts {
  readonly lifeline: Lifeline;
  readonly worlds: () => readonly CdpWorld[];
  readonly frameIdOf: (world: CdpWorld) => string | undefined;
  /** Sessions of the page and of its out-of-process frames, the page first. */
  readonly sessions: () => Promise<readonly CdpFrame[]>;
}

/** A look that is going on. */
interface Search {
  readonly found: Promise<Found>;
  /** The page has been asked. */
  readonly isProbing: boolean;
  /** Resolves when the page has been asked, or the look is over. */
  readonly probing: Promise<unknown>;
}

/** A frame as `Page.getFrameTree` lists it. */
interface ListedFrame {
  readonly frame: { readonly id: string; readonly loaderId: string; readonly url: string; readonly securityOrigin: string };
  readonly childFrames?: readonly ListedFrame[];
}

export class CdpAccess implements DeepAccess {
  readonly #parts: AccessParts;
  readonly #search = new ListenerSearch();
  #isRead = false;
  readonly #searching = new Map<World, Search>();

  constructor(parts: AccessParts) {
    this.#parts = parts;
  }

  race<T>(what: string, options: CallOptions, work: () => Promise<T>): Promise<T> {
    return this.#parts.lifeline.race(what, options, work);
  }

  /** The top document has loaded. Where somebody reads the tab, its listeners are looked for now, so that the next read need not wait. */
  loaded(): void {
    const [top] = this.#parts.worlds();
    if (!this.#isRead || !top || this.#parts.lifeline.error || this.#searching.has(top)) return;
    this.#start(top, { timeoutMs: SEARCH_MS * 2 }, true);
  }

  async withListeners<R>(world: World, options: CallOptions, ask: () => Promise<R>): Promise<R> {
    this.#isRead = true;
    const running = this.#searching.get(world);
    if (!running && !this.#search.hasLooked(world as CdpWorld))
      return this.#askBehind(this.#start(world as CdpWorld, options), options, ask);
    // What the probe of a running look shows is known to the world before it answers; what comes after, or has come since, is not.
    const before = running?.isProbing ? running.found.then(({ isFoundLater }) => isFoundLater) : Promise.resolve(false);
    const later = before.catch(() => false).then(async (isFound) => (await this.findListeners(world, options)) || isFound);
    const [reply, isFound] = await Promise.all([ask(), later]);
    return isFound ? ask() : reply;
  }

  /** Asks right behind the probe of a look, so that what the probe shows is known, and again for what the look finds after that. */
  async #askBehind<R>({ found, probing }: Search, { signal }: CallOptions, ask: () => Promise<R>): Promise<R> {
    const later = found.then(
      ({ isFoundLater }) => isFoundLater,
      (error: unknown) => {
        if (this.#parts.lifeline.error || signal?.aborted) throw error;
        return false;
      },
    );
    later.catch(() => undefined);
    await probing;
    const [reply, isFound] = await Promise.all([ask(), later]);
    return isFound ? ask() : reply;
  }

  /** Looks, if the document is new or grew enough; true when the world learnt of new elements. Never fails for what the page is. */
  async findListeners(world: World, options: CallOptions): Promise<boolean> {
    const running = this.#searching.get(world) ?? this.#start(world as CdpWorld, options);
    try {
      const { isFound, isFoundLater } = await running.found;
      return isFound || isFoundLater;
    } catch (error) {
      // A page that is over or a cancelled call ends the caller's own work too; anything else only means: nothing found.
      if (this.#parts.lifeline.error || options.signal?.aborted) throw error;
      return false;
    }
  }

  #start(world: CdpWorld, options: CallOptions, isLoaded = false): Search {
    const limit = { ...options, timeoutMs: Math.min(SEARCH_MS, options.timeoutMs * SEARCH_SHARE) };
    const search = { isProbing: false };
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const onProbe = () => {
      search.isProbing = true;
      begin();
    };
    const found = this.race('Looking for listeners', limit, async () => {
      const port = await world.ensure();
      return this.#search.search(port, { ownsMainWorld: port.frame.rootId === this.#parts.frameIdOf(world), isLoaded, onProbe });
    });
    const probing = Promise.race([begun, found.catch(() => undefined)]);
    const started = Object.assign(search, { found, probing });
    this.#searching.set(world, started);
    const end = () => {
      if (this.#searching.get(world) === started) this.#searching.delete(world);
    };
    found.then(end, end);
    return started;
  }

  frames(options: CallOptions): Promise<readonly BrowserFrame[]> {
    return this.race('Listing the frames', options, async () => {
      const sessions = await this.#parts.sessions();
      const trees = await Promise.all(sessions.map((one) => framesOf(one)));
      const frames = trees.flat();
      return Promise.all(frames.map((frame, at) => (at === 0 ? { ...frame, owner: undefined } : withOwner(frame, sessions))));
    });
  }

  frame(session: CDPSession, frameId: string, options: CallOptions): Promise<{ readonly loaderId: string } | undefined> {
    return this.race('Looking for a frame', options, async () => {
      try {
        const { frameTree } = await session.send('Page.getFrameTree');
        return flat(frameTree).find(({ id }) => id === frameId);
      } catch (error) {
        if (this.#parts.lifeline.error) throw error;
        return undefined; // The session is over, and with it the frame.
      }
    });
  }

  place(session: CDPSession, backendNodeId: number, options: CallOptions): Promise<PlacedNode | undefined> {
    return this.race('Looking for a node', options, async () => {
      for (const world of this.#parts.worlds()) {
        const { port } = world;
        const placed = port?.frame.session === session ? await placeIn(world, port, backendNodeId) : undefined;
        if (placed) return placed;
      }
      return undefined;
    });
  }
}

type Listed = Omit<BrowserFrame, 'owner'>;

function flat(tree: ListedFrame): ListedFrame['frame'][] {
  const found: ListedFrame['frame'][] = [];
  const pending = [tree];
  for (let at = pending.shift(); at; at = pending.shift()) {
    found.push(at.frame);
    pending.push(...(at.childFrames ?? []));
  }
  return found;
}

async function framesOf({ session, rootId }: CdpFrame): Promise<Listed[]> {
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    return flat(frameTree).map(({ id, loaderId, url, securityOrigin }) => ({
      frameId: id,
      loaderId,
      url,
      origin: originOf(url, securityOrigin),
      session,
      isRoot: id === rootId,
    }));
  } catch {
    return []; // The frame went away meanwhile.
  }
}

function originOf(url: string, securityOrigin: string): string {
  if (/^https?:/.test(securityOrigin)) return securityOrigin;
  return URL.canParse(url) ? new URL(url).origin : 'null';
}

/** The iframe of a frame: in its own session, or for the root of a session in the one of its parent. */
async function withOwner(frame: Listed, sessions: readonly CdpFrame[]): Promise<BrowserFrame> {
  const places = frame.isRoot ? sessions.filter(({ session }) => session !== frame.session).map(({ session }) => session) : [frame.session];
  for (const session of places) {
    const owner = await session.send('DOM.getFrameOwner', { frameId: frame.frameId }).catch(() => undefined);
    if (owner) return { ...frame, owner: { session, backendNodeId: owner.backendNodeId } };
  }
  return { ...frame, owner: undefined };
}

async function placeIn(world: CdpWorld, port: CdpPort, backendNodeId: number): Promise<PlacedNode | undefined> {
  const { session } = port.frame;
  try {
    const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId: port.contextId, objectGroup: GROUP });
    if (object.subtype !== 'node' || !object.objectId) return undefined;
    const node = { objectId: object.objectId };
    const el = await port.value('function(node){return this.adopt(node)}', [node]);
    if (typeof el !== 'number' || el === 0) return undefined;
    const document = await session.send('Runtime.callFunctionOn', { ...node, functionDeclaration: OWNER_DOCUMENT, objectGroup: GROUP });
    if (!document.result.objectId) return undefined;
    const described = await session.send('DOM.describeNode', { objectId: document.result.objectId, depth: 0 });
    return { world, el, documentNodeId: described.node.backendNodeId };
  } catch (error) {
    if (SdkError.isInstance(error)) throw error;
    return undefined; // The node, or the world that was asked, is gone.
  } finally {
    port.releaseGroup(GROUP);
  }
}
