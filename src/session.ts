/** Session: composes engine, perception, registry and Gatekeeper over one context, and owns their lifetime. */
import { setMaxListeners } from 'node:events';
import type { BrowserContext, ElementHandle, Locator, Page } from 'playwright-core';
import type { z } from 'zod';
import { acquireEngine } from './bridge/engine.js';
import type { CallOptions as BridgeOptions, Engine, PageEngine } from './bridge/types.js';
import { isBounded, outside } from './gatekeeper/boundary.js';
import { Gatekeeper } from './gatekeeper/gatekeeper.js';
import { NetworkBoundary } from './gatekeeper/network-boundary.js';
import { Interactions } from './interaction/interactions.js';
import { MemoryJournal } from './journal/memory-journal.js';
import { type RecoveryReport, recoveryOf, type Settlement } from './journal/recovery.js';
import type { CallOptions, PipelineHost } from './registry/call.js';
import type { AnyTool, ToolOutput } from './registry/define-tool.js';
import { EventBus, type SessionEvents } from './registry/events.js';
import { prepareCall, runCall } from './registry/pipeline.js';
import { Redactor } from './registry/redact.js';
import { ToolRegistry } from './registry/registry.js';
import { SecretFields } from './registry/secret-fields.js';
import { SecretStore } from './registry/secrets.js';
import { tabOrigin } from './registry/subject.js';
import { createAgent } from './session/agent.js';
import { browserFacts } from './session/browser-facts.js';
import { BrowserStateControl } from './session/browser-state.js';
import type { Capabilities } from './session/capabilities.js';
import { meets } from './session/capabilities.js';
import { createContent, fetchPolicy } from './session/content.js';
import { systemClock, systemRandom } from './session/defaults.js';
import { GateControl } from './session/gate-control.js';
import { InteractionControl } from './session/interaction-control.js';
import { liveSessions } from './session/live-sessions.js';
import { observePerception } from './session/observed.js';
import { checkOptions, type SessionOptions, settingsOf, type ToolsetName } from './session/options.js';
import { lentData, providerNames } from './session/providers.js';
import { memoryStore } from './session/stores.js';
import { TabLeases } from './session/sub-agents.js';
import { chooseWorld, readTarget } from './session/target.js';
import { lookAt } from './session/watch.js';
import type { AttachmentStore } from './shared/content.js';
import { SdkError } from './shared/errors.js';
import type { SessionEvent } from './shared/events.js';
import { originOf } from './shared/origins.js';
import type { ToolResult } from './shared/results.js';
import type { SessionStore } from './shared/stores.js';
import { createPerception } from './snapshot/perception.js';
import type { Description } from './snapshot/types.js';
import { BrowserMemory } from './tabs/browser-memory.js';
import { TabRouter } from './tabs/router.js';
import { agentTools, browserKitTools, browserTools } from './tools/index.js';

export type { BrowserProviders, ListProvider } from './bridge/browser-data.js';
export type { Explanation } from './gatekeeper/gatekeeper.js';
export type {
  ApprovalAnswer,
  ApprovalRequest,
  Decision,
  GateAnswer,
  GateFacts,
  GateHooks,
  GatekeeperOptions,
  GateRequest,
  Grant,
  OnApproval,
  Policy,
  Rule,
  Verdict,
} from './gatekeeper/types.js';
export type { CallState, RecoveryReport, Settlement, UnfinishedCall } from './journal/recovery.js';
export type { BrowserState, BrowserStateControl } from './session/browser-state.js';
export type { Capabilities } from './session/capabilities.js';
export type { ExplainedCall, GateControl } from './session/gate-control.js';
export type { InteractionControl } from './session/interaction-control.js';
export type { InteractionOptions, SessionOptions } from './session/options.js';
export { fileStore, jsonState, memoryStore } from './session/stores.js';
export type { Description } from './snapshot/types.js';

type KnownTool = (typeof browserTools)[number] | (typeof browserKitTools)[number];
/** The tools of all toolsets, by name. A session has those of its option `toolsets`. */
export type SessionTools = { readonly [T in KnownTool as T['name']]: T };
export type ToolName = keyof SessionTools;
export type ToolInput<N extends ToolName> = z.input<SessionTools[N]['input']>;
export type ToolData<N extends ToolName> = Awaited<ReturnType<SessionTools[N]['execute']>> extends ToolOutput<infer D> ? D : never;

/** The default tab of a turn. */
export interface TurnOptions {
  readonly tabId?: number;
  /** The same, as a page of Playwright. */
  readonly tab?: Page;
}

interface Parts {
  readonly id: string;
  readonly host: PipelineHost;
  readonly bus: EventBus;
  readonly journal: MemoryJournal;
  readonly store: SessionStore;
  /** Lets go of the store. */
  readonly release: () => Promise<void>;
  readonly interactions: Interactions;
  readonly router: TabRouter;
  readonly gate: Gatekeeper;
  readonly network: NetworkBoundary;
  readonly capabilities: Capabilities;
  readonly memory: BrowserMemory;
  readonly disposer: AbortController;
}

/** Ms a page has to be prepared for its guard. */
const GUARD_MS = 5_000;
/** Ms attaching waits for its page; one that is busy is made ready later. */
const PREPARE_MS = 500;
/** Ms dispose waits for calls that are being stopped. */
const DISPOSE_MS = 3_000;

export class Session implements AsyncDisposable {
  readonly id: string;
  /** The tools of this session. Tools may be added and taken out at any time. */
  readonly registry: ToolRegistry;
  readonly events: SessionEvents;
  readonly gatekeeper: GateControl;
  /** Requests that wait for the user, a page or a time. */
  readonly interactions: InteractionControl;
  readonly capabilities: Capabilities;
  /** Saves and loads visits, closed tabs and groups. */
  readonly browserState: BrowserStateControl;
  readonly #parts: Parts;
  readonly #running = new Set<Promise<unknown>>();
  readonly #offTabEvents: () => void;
  readonly #offPages: () => void;
  #disposing: Promise<void> | undefined;

  private constructor(parts: Parts) {
    const { host, bus, gate } = parts;
    this.#parts = parts;
    this.id = parts.id;
    this.registry = host.registry;
    this.events = { on: (type, listener) => bus.on(type, listener), off: (type, listener) => bus.off(type, listener) };
    this.capabilities = parts.capabilities;
    this.browserState = new BrowserStateControl({
      memory: parts.memory,
      now: () => host.clock.now(),
      redact: (value) => host.redactor.value(value),
    });
    this.interactions = new InteractionControl(parts.interactions);
    this.gatekeeper = new GateControl({
      gate,
      prepare: ({ tool, input }) => prepareCall(host, tool, input),
      redact: (value) => host.redactor.value(value),
      keepBoundary: () => keepBoundary(gate, parts.network, host.engine),
    });
    this.#offPages = host.engine.onPage((tab) => void parts.network.guard(tab.page));
    this.#offTabEvents = host.engine.onTabEvent((page, event) =>
      bus.emit({ type: 'tab_event', tabId: page.tabId, event: host.redactor.value(event) }),
    );
  }

  /**
   * Attaches to a context, or to a page of one; pages that are open already are fine, and so are other sessions on the same context.
   * @param target what the host got from Playwright; a page becomes the default tab
   * @param options see SessionOptions; an unknown or impossible one is an error
   * @throws SdkError invalid_input, unsupported, tab_closed; store_in_use when another process uses the store; gate_failed or internal when what the store holds is damaged
   */
  static async attach(target: BrowserContext | Page, options: SessionOptions = {}): Promise<Session> {
    const checked = checkOptions(options);
    const clock = checked.clock ?? systemClock;
    const random = checked.random ?? systemRandom;
    const store = checked.store ?? memoryStore();
    const bus = new EventBus(`session_${random(10)}`, clock, checked.store && ((event) => store.journal.append(event)));
    const gate = createGate(checked, bus, random);
    const { context, page, isChromium } = readTarget(target);
    const world = chooseWorld(checked.world, isChromium);
    const release = (await store.hold?.()) ?? (async () => undefined);
    const engine = acquireEngine(context, { world, clock, random });
    const network = boundaryOf(gate, engine, checked.gatekeeper?.networkScope === 'all');
    try {
      await gate.authority.load();
      const [facts] = await Promise.all([
        browserFacts(context),
        keepBoundary(gate, network, engine),
        ...(page && world === 'isolated' ? [prepare(engine, page)] : []),
      ]);
      const parts = compose({ options: checked, store, release, engine, page, world, facts, bus, gate, network, clock, random });
      await parts.interactions.load();
      liveSessions().add(parts.id);
      return new Session(parts);
    } catch (error) {
      await network.stop();
      await engine.release();
      await release();
      throw error;
    }
  }

  /**
   * Calls a tool. Never throws for what can happen to a call: the result says.
   * @param name a tool of the session
   * @param input its input
   */
  call<N extends ToolName>(name: N, input: ToolInput<N>, options: CallOptions = {}): Promise<ToolResult<ToolData<N>>> {
    return this.callUnknown(name, input, options) as Promise<ToolResult<ToolData<N>>>;
  }

  /**
   * Calls a tool by whatever name and input a model gave: the door for loops.
   * @throws TypeError when name or options are not what they must be, whoever the model is
   */
  callUnknown(name: string, input: unknown, options: CallOptions = {}): Promise<ToolResult> {
    checkCallOptions(name, options);
    const running = runCall(this.#parts.host, name, input, options);
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  /**
   * What an element is to the model, with a ref for it. Mints a ref for any connected element, hidden ones too.
   * @param target a ref, or a Locator or ElementHandle of Playwright
   * @returns undefined when a locator matches nothing now
   * @throws SdkError stale_ref and others, for a ref that does not hold
   */
  async describe(target: string | Locator | ElementHandle): Promise<Description | undefined> {
    const { host, router } = this.#parts;
    const tabId = router.defaultTabId();
    const tab = tabId === undefined ? undefined : host.engine.byTabId(tabId);
    const description = await host.perception.describe(target, tab, this.#bridgeOptions());
    return host.redactor.value(description);
  }

  /**
   * A Playwright locator that is unique now. Later use through Playwright is not ref-checked.
   * @throws SdkError stale_ref, unknown_ref, unsupported (inside a closed shadow root)
   */
  async locator(ref: string): Promise<Locator> {
    return this.#parts.host.perception.locator(ref, this.#bridgeOptions());
  }

  /**
   * Starts a turn of the model: captures the default tab, which focus changes do not move.
   * @throws SdkError tab_closed
   */
  beginTurn(turn: TurnOptions = {}): void {
    const { router } = this.#parts;
    const tabId = turn.tab ? (this.tabIdOf(turn.tab) ?? -1) : turn.tabId;
    router.beginTurn(tabId);
  }

  /** The id of a page of this context; undefined for others. */
  tabIdOf(page: Page): number | undefined {
    return this.#parts.host.engine.byPage(page)?.tabId;
  }

  /** What the session keeps: long texts of pages, files. With `fileStore` they are there after a restart. */
  get attachments(): AttachmentStore {
    return this.#parts.host.content.attachments;
  }

  /** The last events of the session, oldest first; those of one call with `callId`. */
  journal(callId?: string): readonly SessionEvent[] {
    return this.#parts.journal.entries(callId);
  }

  /**
   * What earlier sessions on the same store left unfinished: what is safe to repeat, what to look at first, what nobody can know. Repeats nothing.
   * Approvals do not carry over: a call that is made again is judged again.
   * @throws what the journal throws when it cannot be read
   */
  async recover(): Promise<RecoveryReport> {
    const { store, id } = this.#parts;
    return recoveryOf(await store.journal.read(), new Set([id, ...liveSessions()]));
  }

  /**
   * Writes down what was done about an unfinished call; it is not listed again.
   * @param attemptId as `recover` gave it
   */
  settleRecovered(attemptId: string, settlement: Settlement): void {
    this.#parts.bus.emit({ type: 'call_settled', attemptId, settlement });
  }

  /** Stops running calls (`session_disposed`), and takes everything out of the context that was put there. Safe to call twice. */
  dispose(): Promise<void> {
    this.#disposing ??= this.#dispose();
    return this.#disposing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  async #dispose(): Promise<void> {
    const { disposer, bus, host, network, memory } = this.#parts;
    disposer.abort();
    await settled([...this.#running], DISPOSE_MS);
    this.#parts.interactions.stop();
    this.#offTabEvents();
    this.#offPages();
    memory.dispose();
    await network.stop();
    bus.emit({ type: 'session_disposed' });
    bus.clear();
    liveSessions().delete(this.id);
    await host.engine.release();
    await this.#parts.release();
  }

  #bridgeOptions(): BridgeOptions {
    const { disposed, settings } = this.#parts.host;
    if (disposed.aborted) throw new SdkError('session_disposed', 'The session was disposed of.', { phase: 'validate' });
    return { signal: disposed, timeoutMs: settings.timeouts.call };
  }
}

interface ComposeParts {
  readonly options: SessionOptions;
  readonly store: SessionStore;
  readonly release: () => Promise<void>;
  readonly engine: Engine;
  readonly page: Page | undefined;
  readonly world: 'isolated' | 'main';
  readonly facts: Pick<Capabilities, 'headed' | 'remote'>;
  readonly bus: EventBus;
  readonly gate: Gatekeeper;
  readonly network: NetworkBoundary;
  readonly clock: Engine['options']['clock'];
  readonly random: Engine['options']['random'];
}

function compose({ options, store, release, engine, page, world, facts, bus, gate, network, clock, random }: ComposeParts): Parts {
  const capabilities: Capabilities = Object.freeze({
    cdp: world === 'isolated',
    world,
    vision: options.vision ?? true,
    ...facts,
    providers: Object.freeze(providerNames(options.providers)),
  });
  const secrets = new SecretStore(options.secrets);
  const router = new TabRouter(engine, page && engine.byPage(page));
  const registry = new ToolRegistry((requirement) => meets(capabilities, requirement));
  registerToolsets(registry, options.toolsets);
  const { countTokens, refFormat = 'full' } = options;
  const perception = createPerception({ engine, clock, random, refFormat, countTokens, tabs: router.tabs });
  const memory = new BrowserMemory(engine, lentData(options.providers));
  const disposer = new AbortController();
  setMaxListeners(0, disposer.signal);
  const journal = new MemoryJournal();
  bus.on('*', (event) => journal.append(event));
  const redactor = new Redactor(secrets.values());
  const own = new Set<string>();
  bus.on('interaction_requested', ({ interactionId }) => own.add(interactionId));
  const interactions = new Interactions({
    mode: options.interactions?.mode ?? 'wait',
    state: store.state,
    clock,
    random,
    emit: (event) => bus.emit(event),
    redact: (value) => redactor.value(value),
    look: (interaction, signal) =>
      lookAt({ engine, isOwn: ({ id }) => own.has(id), mayRead: (tab) => mayRead(gate, router, tab) }, interaction, signal),
  });
  const policy = fetchPolicy(options, gate);
  const leases = new TabLeases();
  const host: PipelineHost = {
    registry,
    gate,
    network,
    router,
    events: bus,
    redactor,
    interactions,
    secrets,
    secretFields: new SecretFields(),
    engine,
    browser: memory,
    perception: observePerception(perception, (event) => bus.emit(event)),
    settings: settingsOf(options, world),
    clock,
    random,
    content: createContent(policy, options.store, clock, random),
    agent: createAgent({ options, policy, leases, host: () => host }),
    mayWrite: (tabId) => leases.check(tabId, ''),
    disposed: disposer.signal,
  };
  return { id: bus.sessionId, host, bus, journal, store, release, interactions, router, gate, network, capabilities, memory, disposer };
}

function mayRead(gate: Gatekeeper, router: TabRouter, tab: PageEngine): boolean {
  return (
    outside(
      gate.authority.boundary,
      tabOrigin(tab, (one) => router.openerOf(one)),
    ) === undefined
  );
}

/** The page a session is attached to gets its connection and our code now, so that the first call need not wait for them. Never fails. */
async function prepare(engine: Engine, page: Page): Promise<void> {
  const top = engine.byPage(page)?.top();
  await top?.call('ping', {}, { timeoutMs: PREPARE_MS }).catch(() => undefined);
}

/** The network side of the boundary starts with the first origin that is outside: it makes every request a little slower. */
async function keepBoundary(gate: Gatekeeper, network: NetworkBoundary, engine: Engine): Promise<void> {
  if (isBounded(gate.authority.boundary)) await network.start(engine.pages().map((tab) => tab.page));
}

function boundaryOf({ authority }: Gatekeeper, engine: Engine, isForAll: boolean): NetworkBoundary {
  return new NetworkBoundary({
    context: engine.context,
    isForAll,
    isInside: (url) => outside(authority.boundary, originOf(url)) === undefined,
    async cdpOf(page) {
      const tab = engine.byPage(page);
      if (tab) await engine.ready(tab, { timeoutMs: GUARD_MS });
      return tab?.cdp;
    },
  });
}

const TOOLSETS: Readonly<Record<ToolsetName, readonly AnyTool[]>> = {
  browser: browserTools,
  agent: agentTools,
  'browser-kit': browserKitTools,
};

/** @throws SdkError already_exists where two sets share a name and none has a prefix */
function registerToolsets(registry: ToolRegistry, wanted: SessionOptions['toolsets'] = ['browser']): void {
  const sets = wanted.map((entry) => (typeof entry === 'string' ? { name: entry, prefix: '' } : { prefix: '', ...entry }));
  const distinct = new Map(sets.map((set) => [`${set.prefix} ${set.name}`, set]));
  for (const { name, prefix } of distinct.values()) for (const tool of TOOLSETS[name]) registry.register(tool, { toolset: name, prefix });
}

/** @throws SdkError invalid_input */
function createGate(options: SessionOptions, bus: EventBus, random: (length: number) => string): Gatekeeper {
  try {
    return new Gatekeeper(options.gatekeeper ?? {}, { emit: (event) => bus.emit(event), random }, options.store?.state);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new SdkError('invalid_input', `Session.attach: in the options ${cause.message}`, {
      phase: 'validate',
      hint: 'Correct the named option.',
      cause,
    });
  }
}

/** @throws TypeError */
function checkCallOptions(name: unknown, { signal, timeoutMs, callId }: CallOptions): void {
  if (typeof name !== 'string') throw new TypeError('session.call: the name of the tool must be a string.');
  if (signal !== undefined && !(typeof signal === 'object' && typeof signal.aborted === 'boolean'))
    throw new TypeError('session.call: options.signal must be an AbortSignal.');
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= 2 ** 31 - 1))
    throw new TypeError('session.call: options.timeoutMs must be a positive number of milliseconds.');
  if (callId !== undefined && (typeof callId !== 'string' || callId === ''))
    throw new TypeError('session.call: options.callId must be a text.');
}

/** Resolves when all have settled, or after `ms`. */
async function settled(promises: readonly Promise<unknown>[], ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.allSettled(promises), late]);
  clearTimeout(timer);
}
