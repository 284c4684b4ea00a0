/** One engine per context and mode, shared by all sessions attached to it. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import type { TabLogEntry } from '../shared/events.js';
import { DialogDesk } from './dialogs.js';
import { sharedMap } from './one-per-process.js';
import { Tab, type TabDeps } from './page-engine.js';
import type { Bundle } from './page-worlds.js';
import type { CallOptions, Engine, EngineOptions, PageEngine } from './types.js';

/** Element ids of one document are below this; the next document begins here, so that an id never names an element of another document. */
const IDS_PER_DOCUMENT = 2 ** 24;

/** Closed tabs known by their id. */
const CLOSED_KEPT = 100;

type Mode = EngineOptions['world'];
interface Shared {
  readonly desk: DialogDesk;
  readonly engines: Map<Mode, ContextEngine>;
}

/** The engine of a context in a mode, over a page bundle: the present one, or a new one. Each use is given up by `release()`. */
export function acquireWith(context: BrowserContext, options: EngineOptions, bundle: Bundle): Engine {
  // The bundle's hash tells versions of this library apart.
  const shared = sharedMap<BrowserContext, Shared>(`engines ${bundle.hash}`);
  const own = shared.get(context) ?? { desk: new DialogDesk(context), engines: new Map<Mode, ContextEngine>() };
  shared.set(context, own);
  const engine =
    own.engines.get(options.world) ?? new ContextEngine(context, options, bundle, own.desk, () => own.engines.delete(options.world));
  own.engines.set(options.world, engine);
  engine.use();
  return engine;
}

class ContextEngine implements Engine {
  readonly context: BrowserContext;
  readonly options: EngineOptions;
  readonly #bundle: Bundle;
  readonly #desk: DialogDesk;
  readonly #onOver: () => void;
  readonly #browser: Browser | null;
  readonly #tabs = new Map<Page, Tab>();
  readonly #byId = new Map<number, Tab>();
  readonly #pageListeners = new Set<(page: PageEngine) => void>();
  readonly #eventListeners = new Set<(page: PageEngine, entry: TabLogEntry) => void>();
  readonly #onPage = (page: Page) => void this.#opened(page);
  readonly #onClose = () => this.#over(!(this.#browser?.isConnected() ?? true));
  readonly #onDisconnected = () => this.#over(true);
  #uses = 0;
  #lastTabId = 0;
  #documents = 0;
  #worlds = 0;
  #activeTabId: number | undefined;
  #isBrowserClosed = false;

  constructor(context: BrowserContext, options: EngineOptions, bundle: Bundle, desk: DialogDesk, onOver: () => void) {
    this.context = context;
    this.options = options;
    this.#bundle = bundle;
    this.#desk = desk;
    this.#onOver = onOver;
    this.#browser = context.browser();
    for (const page of context.pages()) this.#add(page);
    context.on('page', this.#onPage);
    context.on('close', this.#onClose);
    this.#browser?.on('disconnected', this.#onDisconnected);
  }

  get browserClosed(): boolean {
    return this.#isBrowserClosed;
  }

  use(): void {
    this.#uses++;
  }

  pages(): readonly PageEngine[] {
    return [...this.#tabs.values()].filter((tab) => !tab.closed);
  }
  byTabId(tabId: number): PageEngine | undefined {
    return this.#byId.get(tabId);
  }
  byPage(page: Page): PageEngine | undefined {
    const known = this.#tabs.get(page);
    if (known || this.#uses === 0 || page.context() !== this.context || page.isClosed()) return known;
    // A host listener for new pages may run before ours.
    return this.#add(page);
  }

  async ready(page: PageEngine, options: CallOptions): Promise<void> {
    await (page as Tab).ready(options);
  }

  onPage(listener: (page: PageEngine) => void): () => void {
    this.#pageListeners.add(listener);
    return () => void this.#pageListeners.delete(listener);
  }
  onTabEvent(listener: (page: PageEngine, entry: TabLogEntry) => void): () => void {
    this.#eventListeners.add(listener);
    return () => void this.#eventListeners.delete(listener);
  }

  activeTabId(): number | undefined {
    const active = this.#activeTabId === undefined ? undefined : this.#byId.get(this.#activeTabId);
    return active && !active.closed ? active.tabId : this.pages()[0]?.tabId;
  }
  setActive(tabId: number): void {
    this.#activeTabId = tabId;
  }

  async release(): Promise<void> {
    if (this.#uses === 0) return;
    this.#uses--;
    if (this.#uses > 0) return;
    this.#onOver();
    this.context.off('page', this.#onPage);
    this.context.off('close', this.#onClose);
    this.#browser?.off('disconnected', this.#onDisconnected);
    this.#pageListeners.clear();
    this.#eventListeners.clear();
    await Promise.all([...this.#byId.values()].map((tab) => tab.dispose()));
  }

  #add(page: Page): Tab {
    const deps: TabDeps = {
      context: this.context,
      options: this.options,
      bundle: this.#bundle,
      desk: this.#desk,
      installOptions: () => ({ seed: this.options.random(16), firstId: this.#documents++ * IDS_PER_DOCUMENT }),
      nextWorldId: () => `w${++this.#worlds}`,
      onEntry: (tab, entry) => this.#tell(tab, entry),
    };
    const tab = new Tab(page, ++this.#lastTabId, deps);
    this.#tabs.set(page, tab);
    this.#byId.set(tab.tabId, tab);
    return tab;
  }

  /** A new page: remembers who opened it, then tells. */
  async #opened(page: Page): Promise<void> {
    if (this.#uses === 0) return;
    const tab = this.#tabs.get(page) ?? this.#add(page);
    const opener = await page.opener().catch(() => null);
    tab.openerTabId = (opener && this.#tabs.get(opener)?.tabId) ?? (await this.#openerOf(tab));
    const opening = tab.openerTabId === undefined ? undefined : this.#byId.get(tab.openerTabId);
    opening?.windowKnown(page.url());
    if (this.#uses === 0) return;
    const event = {
      type: 'tab_created',
      tabId: tab.tabId,
      url: page.url(),
      ...(tab.openerTabId === undefined ? {} : { openerTabId: tab.openerTabId }),
    } as const;
    (opening ?? tab).log.append(event);
    for (const listener of [...this.#pageListeners]) callListener(() => listener(tab));
  }

  /** Playwright does not name the opener of a `noopener` window; the browser does. */
  async #openerOf(tab: Tab): Promise<number | undefined> {
    await tab.ready({ timeoutMs: 1000 }).catch(() => undefined);
    const { openerTargetId } = tab;
    if (openerTargetId === undefined) return undefined;
    return [...this.#byId.values()].find(({ targetId }) => targetId === openerTargetId)?.tabId;
  }

  #tell(tab: Tab, entry: TabLogEntry): void {
    if (entry.type === 'tab_closed' && entry.tabId === tab.tabId) this.#closed(tab);
    for (const listener of [...this.#eventListeners]) callListener(() => listener(tab, entry));
  }

  /** A closed tab stays known by its id for a while, so that a call to it is told what happened. */
  #closed(tab: Tab): void {
    this.#tabs.delete(tab.page);
    tab.dispose().catch(() => undefined);
    const closed = [...this.#byId.values()].filter((each) => each.closed);
    for (const old of closed.slice(0, -CLOSED_KEPT)) this.#byId.delete(old.tabId);
  }

  #over(isBrowserClosed: boolean): void {
    this.#isBrowserClosed ||= isBrowserClosed;
    const error = isBrowserClosed
      ? new SdkError('browser_closed', 'The browser is closed or disconnected.')
      : new SdkError('tab_closed', 'The browser context was closed.');
    for (const tab of this.#byId.values()) tab.ended(error);
  }
}

/** A listener of the library never affects a page; its errors belong to whoever listens. */
function callListener(run: () => void): void {
  try {
    run();
  } catch {
    // Listeners report their own errors (registry/events); there is nobody to tell here.
  }
}
