/** Finds the elements that scripts of a page listen on: one bounded look for a document, repeated when the document grew enough. */
import { randomUUID } from 'node:crypto';
import type { PageReply, PageRequest } from '../shared/page-api.js';
import type { CdpPort } from './cdp-frame.js';
import type { FrameWorld } from './frame-world.js';
import { LISTENER_PROBE, TARGET_EVENTS } from './listener-probe.js';
import { readReply } from './replies.js';

/** Bounds of one look. */
const MOST_NODES = 40_000;
const MOST_FOUND = 5_000;
const MOST_MS = 150;
/** The browser ends the look after this time, whatever the page made of it. */
const STOP_MS = 600;
/** Found nodes handed over one by one, where the browser offers no other way. */
const MOST_RESOLVED = 200;
const MOST_DOCUMENTS = 20;
/** A document that has this share more elements or listeners than at the last look, and at least so many, is looked at again. */
const GROWN_SHARE = 0.1;
/** After a look that was cut short it has to double. */
const CUT_SHARE = 1;
const GROWN_ELEMENTS = 50;
const GROWN_LISTENERS = 20;
/** From this many nodes on it pays to ask first whether there is anything to find. */
const MANY_NODES = 6_000;
/** A look at fewer elements is cheap, and repeated for a single new element or listener. */
const FEW_ELEMENTS = 1_500;
const GROUP = 'surehand-listeners';

/** What the process of a page holds. Says that something came, not where: other pages of the process count too. */
interface Counters {
  readonly nodes: number;
  readonly listeners: number;
}
interface Look {
  /** Listeners that are not ours. */
  readonly listeners: number;
  /** Elements looked at. */
  readonly seen: number;
  /** Share by which the document has to grow for another look. */
  readonly share: number;
}
type Outcome = Pick<Look, 'seen' | 'share'>;
/** The page bent what a look stands on, or held it up: there is no other one. */
const FAILED: Outcome = { seen: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY };
/** Elements the world did not know: shown to it by the probe, or handed over after that. */
export interface Found {
  readonly isFound: boolean;
  readonly isFoundLater: boolean;
}
export interface SearchOptions {
  /** The frame is the root of its session, so that its main world can be named. */
  readonly ownsMainWorld: boolean;
  /** The document has just loaded: where the last one was small, nothing is asked before the look. */
  readonly isLoaded: boolean;
  /** Called when the page has been asked: what is sent to it from then on is answered after that. */
  readonly onProbe: () => void;
}
const NO_COUNTERS: Counters = { nodes: 0, listeners: 0 };
const NOTHING: Found = { isFound: false, isFoundLater: false };
type CdpWorld = FrameWorld<CdpPort>;

export class ListenerSearch {
  readonly #looks = new WeakMap<CdpPort, Look>();
  readonly #events = new WeakMap<CdpPort, string>();

  /** Name of the event that hands elements over, the same for the life of a document. */
  #eventOf(port: CdpPort): string {
    const event = this.#events.get(port) ?? `found-${randomUUID()}`;
    this.#events.set(port, event);
    return event;
  }

  hasLooked(world: CdpWorld): boolean {
    return world.port !== undefined && this.#looks.has(world.port);
  }

  /**
   * Looks, when there was no look at the present document yet or it grew enough since.
   */
  async search(port: CdpPort, { ownsMainWorld, isLoaded, onProbe }: SearchOptions): Promise<Found> {
    const last = this.#looks.get(port);
    const isQuick = isLoaded && last !== undefined && last.seen < FEW_ELEMENTS;
    const event = this.#eventOf(port);
    const arm = () => ask(port, 'armListeners', { event });
    // Sent one behind the other without waiting: the page answers them in this order.
    const counting = isQuick ? NO_COUNTERS : last ? this.#grown(port, last) : countersOf(port);
    const early = last ? undefined : arm();
    early?.catch(() => undefined);
    const counters = await counting;
    if (!counters) return NOTHING;
    const arming = early ?? arm();
    if (counters.nodes > MANY_NODES && isAccounted(counters, await arming)) {
      this.#looks.set(port, { listeners: counters.listeners - (await arming).own, seen: counters.nodes, share: GROWN_SHARE });
      return NOTHING;
    }
    try {
      const asked = Promise.all([
        probe(port, event, ownsMainWorld),
        handOverBelow(port, arming, ownsMainWorld),
        ask(port, 'collectListeners', {}),
        countersOf(port),
      ]);
      // Elsewhere the probe waits for an object first.
      if (ownsMainWorld) onProbe();
      const [outcome, handed, { found, own }, after] = await asked;
      this.#looks.set(port, { ...outcome, listeners: after.listeners - own });
      return { isFound: found > 0, isFoundLater: handed > 0 };
    } finally {
      port.releaseGroup(GROUP);
    }
  }

  /** The counters of now, if the document is another one or grew enough since the last look. */
  async #grown(port: CdpPort, last: Look): Promise<Counters | undefined> {
    if (last.share === FAILED.share) return undefined;
    const [counters, { added, isOther, own }] = await Promise.all([countersOf(port), ask(port, 'listenerNews', {})]);
    const listeners = counters.listeners - own;
    // What the browser has cleared away since does not hide what comes.
    if (listeners < last.listeners) this.#looks.set(port, { ...last, listeners });
    const isSmall = last.seen < FEW_ELEMENTS;
    const isGrown =
      isOther ||
      added >= (isSmall ? 1 : Math.max(GROWN_ELEMENTS, last.seen * last.share)) ||
      listeners - last.listeners >= (isSmall ? 1 : Math.max(GROWN_LISTENERS, last.listeners * last.share));
    return isGrown ? counters : undefined;
  }
}

type Method = 'armListeners' | 'collectListeners' | 'listenerNews';

/** Straight to the port: what is sent here and what is sent next arrive in this order. */
async function ask<M extends Method>(port: CdpPort, method: M, request: PageRequest<M>): Promise<PageReply<M>> {
  return readReply(method, await port.call(method, JSON.stringify(request)));
}

/** There are no listeners beside ours and inline handlers, which are known already. */
function isAccounted(counters: Counters, { inline, own }: PageReply<'armListeners'>): boolean {
  return counters.listeners - inline <= own;
}

async function countersOf({ frame: { session } }: CdpPort): Promise<Counters> {
  const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
  return { nodes, listeners };
}

/** Finds handler properties in all documents of a world, and listeners in the one whose `getEventListeners` it can have. */
async function probe(port: CdpPort, event: string, ownsMainWorld: boolean): Promise<Outcome> {
  if (ownsMainWorld) return outcomeOf(probeAround(port, event));
  const objectId = await mainDocument(port, 0).catch(() => undefined);
  return objectId === undefined ? FAILED : outcomeOf(probeFrom(port, objectId, event));
}

/**
 * Listeners in the other documents (frames below, or a frame in the process of its parent whose main world has no name) come from the debugger,
 * node by node. Gives how many were new.
 */
async function handOverBelow(port: CdpPort, arming: Promise<PageReply<'armListeners'>>, ownsMainWorld: boolean): Promise<number> {
  const { documents } = await arming;
  const first = ownsMainWorld ? 1 : 0;
  const indexes = Array.from({ length: Math.max(0, Math.min(documents, MOST_DOCUMENTS) - first) }, (_, k) => k + first);
  // A frame that goes away meanwhile has none.
  const listed = await Promise.all(indexes.map((index) => listeningNodes(port, index).catch(() => [])));
  const nodes = [...new Set(listed.flat())];
  return nodes.length > 0 ? handOver(port, nodes.slice(0, MOST_RESOLVED)).catch(() => 0) : 0;
}

function probeAround({ frame: { session } }: CdpPort, event: string): Promise<Probed> {
  const list = 'typeof getEventListeners === "function" ? getEventListeners : undefined';
  const expression = `(${LISTENER_PROBE}).call(document, ${list}, ${JSON.stringify(event)}, ${MOST_NODES}, ${MOST_MS}, ${MOST_FOUND})`;
  return session.send('Runtime.evaluate', { expression, includeCommandLineAPI: true, returnByValue: true, silent: true, timeout: STOP_MS });
}
function probeFrom({ frame: { session } }: CdpPort, objectId: string, event: string): Promise<Probed> {
  const args = [{ unserializableValue: 'undefined' }, ...[event, MOST_NODES, MOST_MS, MOST_FOUND].map((value) => ({ value }))];
  return session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: LISTENER_PROBE,
    arguments: args,
    returnByValue: true,
    silent: true,
  });
}

/** A document of a world as an object of the main world: a listing that starts from one of an isolated world can end the renderer. */
async function mainDocument(port: CdpPort, index: number): Promise<string | undefined> {
  const { session } = port.frame;
  const own = await port.object('function(k){return this.documentAt(k)}', [{ value: index }], GROUP);
  if (!own) return undefined;
  const { node } = await session.send('DOM.describeNode', { objectId: own, depth: 0 });
  const { object } = await session.send('DOM.resolveNode', { backendNodeId: node.backendNodeId, objectGroup: GROUP });
  return object.objectId;
}

const TARGETS: ReadonlySet<string> = new Set(TARGET_EVENTS);

/** Nodes in a document that something listens on. */
async function listeningNodes(port: CdpPort, index: number): Promise<readonly number[]> {
  const { session } = port.frame;
  const objectId = await mainDocument(port, index);
  if (!objectId) return [];
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId, depth: -1, pierce: true });
  const ids = listeners
    .filter(({ type, backendNodeId }) => backendNodeId && TARGETS.has(type))
    .map(({ backendNodeId }) => backendNodeId as number);
  return [...new Set(ids)];
}

async function handOver(port: CdpPort, nodes: readonly number[]): Promise<number> {
  const { session } = port.frame;
  const resolve = (backendNodeId: number) =>
    session.send('DOM.resolveNode', { backendNodeId, executionContextId: port.contextId, objectGroup: GROUP }).catch(() => undefined);
  const resolved = await Promise.all(nodes.map(resolve));
  const objects = resolved.flatMap((one) =>
    one?.object.subtype === 'node' && one.object.objectId ? [{ objectId: one.object.objectId }] : [],
  );
  if (objects.length === 0) return 0;
  const added = await port.value('function(...nodes){return nodes.filter((node)=>this.addListener(node)).length}', objects);
  return typeof added === 'number' ? added : 0;
}

interface Probed {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: unknown;
}

async function outcomeOf(probing: Promise<Probed>): Promise<Outcome> {
  const probed = await probing.catch(() => undefined);
  const value: unknown = probed?.exceptionDetails === undefined ? probed?.result.value : undefined;
  if (!Array.isArray(value) || typeof value[0] !== 'number') return FAILED;
  return { seen: value[0], share: value[2] === false ? GROWN_SHARE : CUT_SHARE };
}
