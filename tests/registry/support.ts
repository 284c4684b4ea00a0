/** A host for the pipeline without a browser: tabs, elements and time are plain values that a test changes at will. */
import { z } from 'zod';
import type { Clock, Engine, PageEngine } from '../../src/bridge/types.js';
import { DEFAULT_LIMITS, memoryAttachments } from '../../src/content/attachments.js';
import { createCaptures } from '../../src/content/captures.js';
import { createPagedCaptures } from '../../src/content/paged.js';
import { createPathBook } from '../../src/content/paths.js';
import { Gatekeeper } from '../../src/gatekeeper/gatekeeper.js';
import type { GatekeeperOptions } from '../../src/gatekeeper/types.js';
import { Interactions } from '../../src/interaction/interactions.js';
import type { CallOptions, PipelineHost } from '../../src/registry/call.js';
import { type AnyTool, defineTool } from '../../src/registry/define-tool.js';
import { EventBus } from '../../src/registry/events.js';
import { runCall } from '../../src/registry/pipeline.js';
import { Redactor } from '../../src/registry/redact.js';
import { ToolRegistry } from '../../src/registry/registry.js';
import { SecretFields } from '../../src/registry/secret-fields.js';
import { type SecretEntry, SecretStore } from '../../src/registry/secrets.js';
import { memoryState } from '../../src/session/stores.js';
import { SdkError } from '../../src/shared/errors.js';
import type { SessionEvent } from '../../src/shared/events.js';
import type { Interaction } from '../../src/shared/interactions.js';
import type { ElementFacts } from '../../src/shared/page-api.js';
import type { ToolResult } from '../../src/shared/results.js';
import type { JournalStore, StateStore } from '../../src/shared/stores.js';
import type { Perception, ResolvedTarget } from '../../src/snapshot/types.js';
import { TabRouter } from '../../src/tabs/router.js';

/** Time that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now = 1_000_000;
  #next = 1;
  readonly #timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  now(): number {
    return this.#now;
  }
  monotonic(): number {
    return this.#now;
  }
  timer(run: () => void, ms: number): () => void {
    const id = this.#next++;
    this.#timers.set(id, { at: this.#now + ms, run });
    return () => void this.#timers.delete(id);
  }
  get pending(): number {
    return this.#timers.size;
  }
  /** Moves time on and runs what is due, in order; promises get to run in between. */
  async advance(ms: number): Promise<void> {
    await ticks();
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = due[1].at;
      due[1].run();
      await ticks();
    }
    this.#now = end;
    await ticks();
  }
}

/** Lets everything run that waits for nothing but promises. */
export async function ticks(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}

export interface FakeTab {
  url: string;
  closed: boolean;
  navigationCount: number;
  readonly engine: PageEngine;
}

/** Facts of an element; a test names what matters. */
export type FakeElement = Partial<Omit<ElementFacts, 'context'>> & {
  context?: ElementFacts['context'];
  frameName?: string;
  crossOrigin?: boolean;
};

export function elementFacts(tab: FakeTab, element: FakeElement): ElementFacts {
  const url = element.url ?? tab.url;
  return {
    el: 1,
    role: 'button',
    name: 'Save',
    tag: 'button',
    type: '',
    label: '',
    placeholder: '',
    context: null,
    description: '',
    states: {},
    submits: false,
    editable: false,
    pageMadeApproval: false,
    box: [0, 0, 10, 10],
    visible: true,
    inViewport: true,
    nonce: 'doc1',
    url,
    origin: element.origin ?? (URL.canParse(url) ? new URL(url).origin : 'null'),
    owners: [],
    frameName: '',
    ...element,
  };
}

export interface FakeOptions {
  readonly gatekeeper?: GatekeeperOptions;
  readonly tools?: readonly AnyTool[];
  readonly secrets?: Readonly<Record<string, string | SecretEntry>>;
  readonly urls?: readonly string[];
  readonly can?: (requirement: string) => boolean;
  readonly interactions?: { readonly mode?: 'wait' | 'suspend'; readonly state?: StateStore };
  readonly journal?: JournalStore;
  readonly name?: string;
}

export class FakeSession {
  readonly clock = new FakeClock();
  readonly events: SessionEvent[] = [];
  readonly tabs: FakeTab[] = [];
  /** Elements by ref. */
  readonly elements = new Map<string, FakeElement & { tab?: number }>();
  readonly disposer = new AbortController();
  readonly gate: Gatekeeper;
  readonly host: PipelineHost;
  readonly router: TabRouter;
  readonly interactions: Interactions;
  resolveCount = 0;
  #random = 0;

  /** What a watch sees. */
  look: (interaction: Interaction) => Readonly<Record<string, unknown>> | undefined = () => undefined;

  constructor({
    gatekeeper = { policy: 'auto' },
    tools = [],
    secrets,
    urls = ['https://shop.example/cart'],
    can,
    interactions = {},
    journal,
    name = 'session_test',
  }: FakeOptions = {}) {
    const random = (length: number) => (++this.#random).toString(36).padStart(length, 'a').slice(-length);
    const bus = new EventBus(name, this.clock, journal && ((event) => journal.append(event)));
    bus.on('*', (event) => this.events.push(event));
    for (const url of urls) this.openTab(url);
    const engine = this.#engine();
    this.gate = new Gatekeeper(gatekeeper, { emit: (event) => bus.emit(event), random });
    this.router = new TabRouter(engine, undefined);
    const registry = new ToolRegistry(can);
    for (const tool of tools) registry.register(tool);
    const store = new SecretStore(secrets);
    this.interactions = new Interactions({
      mode: interactions.mode ?? 'wait',
      state: interactions.state ?? memoryState(),
      clock: this.clock,
      random,
      emit: (event) => bus.emit(event),
      redact: (value) => new Redactor(store.values()).value(value),
      look: async (interaction) => this.look(interaction),
    });
    this.host = {
      registry,
      gate: this.gate,
      network: undefined,
      router: this.router,
      events: bus,
      redactor: new Redactor(store.values()),
      secrets: store,
      secretFields: new SecretFields(),
      engine,
      perception: this.#perception(),
      browser: {} as PipelineHost['browser'],
      interactions: this.interactions,
      settings: {
        input: 'trusted',
        world: 'isolated',
        settle: 'balanced',
        visualize: false,
        maxTokens: 3000,
        timeouts: { call: 15_000, precheck: 5_000, navigation: 15_000, waitFor: 30_000 },
        probe: true,
        roots: [],
      },
      clock: this.clock,
      random,
      agent: {} as PipelineHost['agent'],
      content: {
        attachments: memoryAttachments({ now: () => this.clock.now(), random, limits: DEFAULT_LIMITS }),
        captures: createCaptures(random),
        paged: createPagedCaptures(random),
        paths: createPathBook(),
        fetch: () => Promise.reject(new Error('nothing is fetched here')),
      },
      disposed: this.disposer.signal,
    };
  }

  openTab(url: string, openerTabId?: number): FakeTab {
    const tabId = this.tabs.length + 1;
    const page = { url: () => tab.url } as unknown as PageEngine['page'];
    const engine = {
      page,
      tabId,
      openerTabId,
      crashed: false,
      navigationPending: false,
      get closed() {
        return tab.closed;
      },
      get navigationCount() {
        return tab.navigationCount;
      },
    } as unknown as PageEngine;
    const tab: FakeTab = { url, closed: false, navigationCount: 0, engine };
    this.tabs.push(tab);
    return tab;
  }

  call(name: string, input: unknown, options: CallOptions = {}): Promise<ToolResult> {
    return runCall(this.host, name, input, options);
  }

  eventsOf<T extends SessionEvent['type']>(type: T): Extract<SessionEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type);
  }

  resolved(ref: string): ResolvedTarget {
    const element = this.elements.get(ref);
    if (!element) throw new SdkError('unknown_ref', `Ref ${ref} was never issued here.`);
    const tab = this.tabs[(element.tab ?? 1) - 1] as FakeTab;
    const facts = elementFacts(tab, element);
    const frame = { name: element.frameName ?? '', url: facts.url, origin: facts.origin, crossOrigin: element.crossOrigin ?? false };
    return { ref, tab: tab.engine, world: { id: 'w1', parent: undefined, owner: 0 } as ResolvedTarget['world'], el: 1, facts, frame };
  }

  #engine(): Engine {
    return {
      pages: () => this.tabs.map((tab) => tab.engine),
      byTabId: (tabId: number) => this.tabs[tabId - 1]?.engine,
      byPage: () => undefined,
      activeTabId: () => 1,
      browserClosed: false,
    } as unknown as Engine;
  }

  #perception(): Perception {
    return {
      resolve: async (ref: string) => {
        this.resolveCount++;
        return this.resolved(ref);
      },
      tabOf: (ref: string) => {
        const element = this.elements.get(ref);
        return element && this.tabs[(element.tab ?? 1) - 1]?.engine;
      },
    } as unknown as Perception;
  }
}

type Execute = AnyTool['execute'];
interface ToolParts extends Partial<Omit<AnyTool, 'execute' | 'input'>> {
  readonly execute?: Execute;
  readonly input?: z.ZodObject;
}

/** A tool for tests: a write on a ref, unless the parts say otherwise. */
export function fakeTool(parts: ToolParts = {}): AnyTool {
  return defineTool({
    name: 'poke',
    title: 'Poke',
    description: 'Poke an element.',
    level: 'L1',
    effects: 'write',
    capability: 'click',
    input: z.strictObject({ ref: z.string().describe('Ref.').optional(), tabId: z.int().describe('Tab.').optional() }),
    target: (input) => (typeof input['ref'] === 'string' ? { refs: [input['ref']] } : {}),
    execute: async () => ({ data: { poked: true }, content: [{ type: 'text', text: 'Poked.' }] }),
    ...parts,
  } as AnyTool);
}

/** All text of a result. */
export function textOf(result: ToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
