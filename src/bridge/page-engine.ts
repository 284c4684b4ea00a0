/** One tab: its worlds, log, dialogs, network and write queue, and what ends it. */
import type { BrowserContext, CDPSession, ConsoleMessage, Download, FileChooser, Page } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import type { TabLogEntry } from '../shared/events.js';
import type { DialogDesk, DialogView } from './dialogs.js';
import { InputMarks } from './input-marks.js';
import { IsolatedWorlds } from './isolated-worlds.js';
import { Lifeline } from './lifeline.js';
import { MainWorlds } from './main-worlds.js';
import { NetworkLog } from './network-log.js';
import { NonceBook } from './nonces.js';
import type { Bundle, EnrichRequest, MapOptions, PageWorlds, WorldEvents } from './page-worlds.js';
import { TabLog } from './tab-log.js';
import type { CallOptions, DeepAccess, EngineOptions, MappedPoint, PageEngine, World } from './types.js';
import { WriteQueue } from './write-queue.js';

/** A window that was asked for is known within this time, or it was blocked. */
const WINDOW_MS = 5000;
/** Longest text kept of a console or page error. */
const TEXT_LIMIT = 1000;
/** Windows asked for and not known yet that are remembered. */
const MOST_WINDOWS = 50;

export interface TabDeps {
  readonly context: BrowserContext;
  readonly options: EngineOptions;
  readonly bundle: Bundle;
  readonly desk: DialogDesk;
  installOptions(): object;
  nextWorldId(): string;
  onEntry(tab: Tab, entry: TabLogEntry): void;
}

export class Tab implements PageEngine {
  readonly page: Page;
  readonly tabId: number;
  readonly log: TabLog;
  readonly dialogs: DialogView;
  readonly network: NetworkLog;
  openerTabId: number | undefined;
  readonly #deps: TabDeps;
  readonly #lifeline = new Lifeline();
  readonly #worlds: PageWorlds;
  readonly #queue = new WriteQueue();
  readonly #nonces = new NonceBook();
  readonly #input = new InputMarks();
  readonly #windows: { readonly url: string; readonly at: number }[] = [];
  readonly #listeners: readonly (readonly [string, (...args: never[]) => void])[];
  #isCrashed = false;
  #isClosed = false;
  #isDisposed = false;

  constructor(page: Page, tabId: number, deps: TabDeps) {
    this.page = page;
    this.tabId = tabId;
    this.#deps = deps;
    this.log = new TabLog(deps.options.clock, (entry) => deps.onEntry(this, entry));
    this.dialogs = deps.desk.view(page, (seen, answer) => {
      const promptText = answer.accept && seen.answer === 'accepted' && seen.type === 'prompt' ? answer.promptText : undefined;
      this.log.append({
        type: 'dialog',
        dialogType: seen.type,
        message: seen.message,
        answer: seen.answer,
        ...(promptText === undefined ? {} : { promptText }),
      });
    });
    this.network = new NetworkLog(page, deps.options.clock, (event) => this.log.append(event));
    this.#worlds = this.#createWorlds();
    this.#listeners = [
      ['close', () => this.ended(new SdkError('tab_closed', `Tab ${tabId} was closed.`))],
      ['crash', () => this.#crash()],
      ['download', (download: Download) => this.#downloaded(download)],
      ['console', (message: ConsoleMessage) => this.#said(message)],
      ['pageerror', (error: Error) => this.log.append({ type: 'page_error', text: String(error.message).slice(0, TEXT_LIMIT) })],
    ];
    for (const [event, listener] of this.#listeners) page.on(event as 'close', listener as () => void);
  }

  get crashed(): boolean {
    return this.#isCrashed;
  }
  get closed(): boolean {
    return this.#isClosed;
  }
  get navigationCount(): number {
    return this.#worlds.navigationCount;
  }
  get navigationPending(): boolean {
    return this.#worlds.navigationPending;
  }
  get windowsPending(): number {
    const now = this.#deps.options.clock.monotonic();
    return this.#windows.filter(({ at }) => now - at < WINDOW_MS).length;
  }
  get cdp(): CDPSession | undefined {
    return this.#worlds.cdp;
  }
  get deep(): DeepAccess | undefined {
    return this.#worlds.deep;
  }
  get targetId(): string | undefined {
    return this.#worlds.targetId;
  }
  get openerTargetId(): string | undefined {
    return this.#worlds.openerTargetId;
  }

  ready(options: CallOptions): Promise<void> {
    return this.#lifeline.race('Preparing the tab', options, () => this.#worlds.ready());
  }
  top(): World {
    return this.#worlds.top();
  }
  worlds(): readonly World[] {
    return this.#worlds.list();
  }
  foreign(parent: World, owner: number, options: CallOptions): Promise<World | undefined> {
    return this.#worlds.foreign(parent, owner, options);
  }
  enrich(world: World, request: EnrichRequest, options: CallOptions): Promise<boolean> {
    return this.#worlds.enrich(world, request, options);
  }
  mapPoint(world: World, owners: readonly number[], point: MappedPoint, options: MapOptions): Promise<MappedPoint> {
    return this.#worlds.mapPoint(world, owners, point, options);
  }

  worldOfNonce(nonce: string): ReturnType<PageEngine['worldOfNonce']> {
    return this.#nonces.find(nonce, this.navigationCount, (world) => this.#worlds.documentOf(world));
  }
  noteDocument(world: World, nonce: string, _isRoot: boolean): void {
    this.#nonces.note(nonce, { world, document: this.#worlds.answeredBy(world), navigationCount: this.navigationCount });
  }

  write<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#queue.write(run, signal);
  }

  fileChoosers(onChooser?: (chooser: FileChooser) => void): () => void {
    const listener = (chooser: FileChooser) => {
      this.log.append({ type: 'file_chooser', multiple: chooser.isMultiple() });
      onChooser?.(chooser);
    };
    this.page.on('filechooser', listener);
    return () => void this.page.off('filechooser', listener);
  }

  expectInput(count = 1): void {
    this.#input.expect(count);
  }
  inputMark(): number {
    return this.#input.mark();
  }
  foreignInputSince(mark: number): boolean {
    return this.#input.foreignSince(mark);
  }
  async refreshInput(options: CallOptions): Promise<void> {
    const asked = this.worlds().filter((world) => world.parent === undefined || this.#worlds.documentOf(world) !== undefined);
    const [top, ...frames] = asked.map((world) => world.call('ping', {}, options));
    // A frame that does not answer takes no input either; the top has to.
    await Promise.all([top, ...frames.map((frame) => frame.catch(() => undefined))]);
  }

  /** A window this tab asked for is known now: the one of this address, else (it was redirected) the oldest. */
  windowKnown(url: string): void {
    const at = this.#windows.findIndex((asked) => asked.url === url);
    this.#windows.splice(Math.max(0, at), 1);
  }

  /** The tab is over: closed, or its browser is. */
  ended(error: SdkError): void {
    this.#lifeline.end(error);
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.log.append({ type: 'tab_closed', tabId: this.tabId });
  }

  /** Leaves nothing behind: no listener, session, or object in the page. */
  async dispose(): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const [event, listener] of this.#listeners) this.page.off(event as 'close', listener as () => void);
    this.network.dispose();
    this.dialogs.dispose();
    const isAlive = !this.#lifeline.error;
    this.#lifeline.end(new SdkError('session_disposed', 'The session was disposed.'));
    await this.#worlds.dispose(isAlive);
  }

  #createWorlds(): PageWorlds {
    const { context, options, bundle, installOptions, nextWorldId } = this.#deps;
    const events: WorldEvents = {
      navigated: (url, sameDocument) => this.log.append({ type: 'navigated', url, sameDocument }),
      windowAsked: (url) => this.#windowAsked(url),
      dialogClosed: () => this.dialogs.closed(),
      sawInput: (document, inputSeq) => this.#input.saw(document, inputSeq),
    };
    const deps = {
      bundle,
      events,
      installOptions,
      lifeline: this.#lifeline,
      nextId: nextWorldId,
      monotonic: () => options.clock.monotonic(),
    };
    return options.world === 'main' ? new MainWorlds(this.page, deps) : new IsolatedWorlds(context, this.page, deps);
  }

  #crash(): void {
    this.#isCrashed = true;
    this.log.append({ type: 'crashed' });
    this.#lifeline.end(new SdkError('tab_crashed', `Tab ${this.tabId} crashed.`));
  }
  #downloaded(download: Download): void {
    this.log.append({ type: 'download', url: download.url(), suggestedFilename: download.suggestedFilename() });
  }
  #said(message: ConsoleMessage): void {
    if (message.type() === 'error') this.log.append({ type: 'console_error', text: message.text().slice(0, TEXT_LIMIT) });
  }
  #windowAsked(url: string): void {
    // Runs in this page, or in another program: no window comes of it.
    if (/^(?:javascript|mailto|tel):/i.test(url)) return;
    this.#windows.push({ url, at: this.#deps.options.clock.monotonic() });
    if (this.#windows.length > MOST_WINDOWS) this.#windows.shift();
  }
}
