/** Worlds of one page in isolated mode: CDP sessions of page and out-of-process frames, and what navigations do to them. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import { CdpFrame, type CdpPort, type Installation, installPort } from './cdp-frame.js';
import { CdpAccess } from './deep-access.js';
import { enrichWorld } from './enrich.js';
import { FrameSessions } from './frame-sessions.js';
import { FrameWorld, PortLost, type WorldHost } from './frame-world.js';
import { mapThroughFrames } from './geometry.js';
import { type Lifeline, within } from './lifeline.js';
import type { EnrichRequest, MapOptions, PageWorlds, WorldsDeps } from './page-worlds.js';
import { PendingNavigation } from './pending-navigation.js';
import type { CallOptions, MappedPoint, World } from './types.js';

export type CdpWorld = FrameWorld<CdpPort>;

/** Longest time a frame is waited for; others go on without it. */
const ENTER_MS = 1500;
/** Time given to a frame that did not answer when it was last asked. */
const RETRY_MS = 60;
/** Within this time of its session, the end of a page is told by an event. */
const GRACE_MS = 1000;

export class IsolatedWorlds implements PageWorlds, WorldHost<CdpPort> {
  readonly lifeline: Lifeline;
  readonly deep: CdpAccess;
  readonly #page: Page;
  readonly #deps: WorldsDeps;
  readonly #started: Promise<CdpFrame>;
  readonly #sessions: FrameSessions;
  readonly #pending: PendingNavigation;
  readonly #top: CdpWorld;
  readonly #byFrame = new Map<string, CdpWorld>();
  readonly #frameOf = new WeakMap<CdpWorld, string>();
  #session: CdpFrame | undefined;
  #navigationCount = 0;
  #openerTargetId: string | undefined;
  #enabled: Promise<unknown> | undefined;

  constructor(context: BrowserContext, page: Page, deps: WorldsDeps) {
    this.#page = page;
    this.#deps = deps;
    this.lifeline = deps.lifeline;
    this.#pending = new PendingNavigation(deps.monotonic);
    this.#sessions = new FrameSessions(context, page, (frame) => this.#listen(frame));
    this.#top = new FrameWorld(this, deps.nextId(), undefined, 0);
    this.deep = new CdpAccess({
      lifeline: this.lifeline,
      worlds: () => this.list() as readonly CdpWorld[],
      frameIdOf: (world) => (world === this.#top ? this.#session?.rootId : this.#frameOf.get(world)),
      sessions: async () => [await this.#started, ...(await this.#sessions.all())],
    });
    this.#started = this.#start(context);
    this.#started.catch(() => undefined);
  }

  get cdp(): CDPSession | undefined {
    return this.#session?.session;
  }
  get navigationCount(): number {
    return this.#navigationCount;
  }
  get navigationPending(): boolean {
    return this.#pending.isPending;
  }
  get targetId(): string | undefined {
    return this.#session?.rootId;
  }
  get openerTargetId(): string | undefined {
    return this.#openerTargetId;
  }

  async ready(): Promise<void> {
    await this.#started;
    // A navigation that commits before events are on is not told. A page that is busy or hangs is not waited for.
    if (this.#enabled) await within(this.#enabled, ENTER_MS);
  }
  top(): World {
    return this.#top;
  }
  list(): readonly World[] {
    return [this.#top, ...[...this.#byFrame.values()].filter((world) => world !== this.#top)];
  }
  documentOf(world: World): object | undefined {
    return (world as CdpWorld).port;
  }
  answeredBy(world: World): object | undefined {
    return (world as CdpWorld).answered;
  }

  /** Resolves when the page answers again; a pending navigation holds calls back. */
  async idle(): Promise<void> {
    if (!this.#pending.isPending) return;
    const { session } = await this.#started;
    await session.send('Runtime.evaluate', { expression: '0', returnByValue: true }).catch(() => undefined);
  }

  async grace(): Promise<void> {
    if (this.#session?.isClosed) await within(new Promise(() => undefined), GRACE_MS);
  }

  sawInput(port: CdpPort, inputSeq: number): void {
    this.#deps.events.sawInput(port, inputSeq);
  }

  async install(world: CdpWorld): Promise<CdpPort> {
    const { bundle, installOptions } = this.#deps;
    const what: Installation = { worldName: `surehand-${bundle.hash}`, source: bundle.source, options: installOptions };
    const top = await this.#started;
    if (world === this.#top) return installPort(top, top.rootId, what);
    const frameId = this.#frameOf.get(world) as string;
    const own = this.#sessions.known(frameId);
    if (own) return installPort(own, frameId, what);
    const near = world.parent?.port?.frame ?? top;
    try {
      return await installPort(near, frameId, what);
    } catch (error) {
      if (!(error instanceof PortLost) || error.ran === 'maybe') throw error;
      // Not a frame of the parent's process: it has a session of its own.
      const found = await this.#sessions.find(frameId);
      if (!found) {
        this.#removed(frameId);
        throw world.lost('The frame', 'no');
      }
      return installPort(found, frameId, what);
    }
  }

  async foreign(parent: World, owner: number, options: CallOptions): Promise<World | undefined> {
    let world: CdpWorld | undefined;
    const limit = { ...options, timeoutMs: Math.min(options.timeoutMs, ENTER_MS) };
    try {
      return await this.lifeline.race('Entering a frame', limit, async () => {
        world = await this.#worldOf(parent as CdpWorld, owner);
        if (!world) return undefined;
        // The frame did not answer in time before, and the question is still open: do not wait for it as long again.
        if (world.isInstalling && !(await within(world.ensure(), RETRY_MS))) return undefined;
        await world.ensure();
        return world;
      });
    } catch (error) {
      if (this.lifeline.error || options.signal?.aborted) throw error;
      return undefined;
    }
  }

  enrich(world: World, request: EnrichRequest, options: CallOptions): Promise<boolean> {
    return this.lifeline.race('Looking behind elements', options, async (attempt) => {
      const port = (world as CdpWorld).port;
      return port ? enrichWorld(port, request, attempt) : false;
    });
  }

  mapPoint(world: World, owners: readonly number[], point: MappedPoint, options: MapOptions): Promise<MappedPoint> {
    return this.lifeline.race('Mapping a point', options, () => mapThroughFrames(world as CdpWorld, owners, point, options));
  }

  async dispose(isAlive: boolean): Promise<void> {
    const worlds = [this.#top, ...this.#byFrame.values()];
    const ports = worlds.map((world) => world.port).filter((port) => port !== undefined);
    for (const world of worlds) world.forget();
    if (isAlive) {
      await within(Promise.all(ports.map((port) => port.call('dispose', '{}').catch(() => undefined))), ENTER_MS);
      for (const port of ports) port.release();
    }
    const top = await within(this.#started, ENTER_MS);
    await within(Promise.all([this.#sessions.dispose(), top?.session.detach()]), ENTER_MS);
  }

  async #start(context: BrowserContext): Promise<CdpFrame> {
    let session: CDPSession;
    try {
      session = await context.newCDPSession(this.#page);
    } catch (error) {
      if (this.#page.isClosed()) throw new SdkError('tab_closed', 'The tab was closed.', { cause: error });
      const hint = "Attach with world: 'main' where the browser is not Chromium.";
      throw new SdkError('unsupported', 'Isolated worlds need a Chromium browser.', { cause: error, hint });
    }
    const { targetInfo } = await session.send('Target.getTargetInfo');
    this.#openerTargetId = targetInfo.openerId;
    const frame = new CdpFrame(session, targetInfo.targetId);
    this.#session = frame;
    this.#byFrame.set(frame.rootId, this.#top);
    this.#listen(frame);
    this.#listenToTop(session, frame.rootId);
    this.#enabled = session.send('Page.enable').catch(() => undefined);
    return frame;
  }

  /** World of the frame in an iframe of the parent; undefined when it shows none. */
  async #worldOf(parent: CdpWorld, owner: number): Promise<CdpWorld | undefined> {
    const port = parent.port;
    if (!port) return undefined;
    const objectId = await port.object('function(id){return this.element(id)}', [{ value: owner }], 'surehand-frame');
    if (!objectId) return undefined;
    const { node } = await port.frame.guard(port.frame.session.send('DOM.describeNode', { objectId, depth: 0 }));
    port.releaseGroup('surehand-frame');
    const frameId = node.frameId;
    if (!frameId) return undefined;
    const known = this.#byFrame.get(frameId);
    if (known && known.parent === parent && known.owner === owner) return known;
    const world: CdpWorld = new FrameWorld(this, this.#deps.nextId(), parent, owner);
    this.#frameOf.set(world, frameId);
    this.#byFrame.set(frameId, world);
    return world;
  }

  /** Events of any session: documents and frames that go. */
  #listen(frame: CdpFrame): void {
    const { session } = frame;
    session.on('Page.frameNavigated', ({ frame: { id, url, urlFragment } }) => {
      if (id === this.#session?.rootId) this.#topNavigated(url + (urlFragment ?? ''));
      else this.#byFrame.get(id)?.forget();
    });
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'swap') this.#byFrame.get(frameId)?.forget();
      else this.#removed(frameId);
    });
    session.on('Page.windowOpen', ({ url }) => this.#deps.events.windowAsked(url));
    session.on('close', () => {
      for (const world of this.#byFrame.values()) if (world.port?.frame === frame) world.forget();
    });
  }

  #listenToTop(session: CDPSession, rootId: string): void {
    const { events } = this.#deps;
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === rootId) events.navigated(url, true);
    });
    session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
      if (frameId === rootId && disposition === 'currentTab') this.#pending.requested();
    });
    session.on('Page.frameStartedNavigating', ({ frameId, navigationType }) => {
      if (frameId === rootId && navigationType !== 'sameDocument') this.#pending.started();
    });
    session.on('Page.loadEventFired', () => this.deep.loaded());
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId === rootId) this.#pending.ended();
    });
    session.on('Page.javascriptDialogClosed', () => events.dialogClosed());
  }

  #topNavigated(url: string): void {
    this.#navigationCount++;
    this.#pending.ended();
    for (const [frameId, world] of this.#byFrame) {
      if (world === this.#top) world.forget();
      else {
        world.remove();
        this.#byFrame.delete(frameId);
      }
    }
    this.#deps.events.navigated(url, false);
  }

  #removed(frameId: string): void {
    const gone = this.#byFrame.get(frameId);
    if (!gone || gone === this.#top) return;
    gone.remove();
    this.#byFrame.delete(frameId);
    for (const [id, world] of this.#byFrame) if (world.parent === gone) this.#removed(id);
  }
}
