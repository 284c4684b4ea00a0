/** Worlds of one page in main-world mode: the same bundle through Playwright's frames, for other browsers and by option. No CDP. */
import type { ElementHandle, Frame, JSHandle, Page, Request } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import type { PageMethod, PageReply, PageRequest } from '../shared/page-api.js';
import { portExpression } from './cdp-frame.js';
import { FrameWorld, type Port, PortLost, type WorldHost } from './frame-world.js';
import { type Lifeline, within } from './lifeline.js';
import { isMainNavigation } from './network-log.js';
import { frameFailure } from './page-failure.js';
import type { MapOptions, PageWorlds, WorldsDeps } from './page-worlds.js';
import { PendingNavigation } from './pending-navigation.js';
import { mapOutOf } from './quad.js';
import type { CallOptions, MappedPoint, World } from './types.js';

/** What of the page's types the functions below touch; they run in the page. */
interface PageElement {
  readonly ownerDocument: { readonly defaultView: { readonly frameElement: PageElement | null } | null };
}
interface InPagePort {
  call(method: string, json: string): string | Promise<string>;
  element(id: number): PageElement | null;
  idOf(element: PageElement): number;
}

/** Runs in the page: ids of the iframes around an element, innermost first. */
function ownersInPage(port: InPagePort, id: number): number[] {
  const ids: number[] = [];
  let at = port.element(id);
  while (at && ids.length < 64) {
    const view = at.ownerDocument.defaultView;
    const owner = view && (view as unknown) !== globalThis ? view.frameElement : null;
    if (owner) ids.push(port.idOf(owner));
    at = owner;
  }
  return ids;
}

const LOST =
  /context was destroyed|Cannot find context|navigat|detached|JSHandle is disposed|handle is disposed|Object reference not found/i;
const CLOSED = /has been closed|crashed/i;
const ENTER_MS = 1500;
/** Within this time the end of a page is told by an event. */
const GRACE_MS = 1000;

async function guard<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (CLOSED.test(text) || LOST.test(text)) throw new PortLost('maybe', error);
    throw new SdkError('internal', `The page code threw: ${text.split('\n', 1)[0]?.slice(0, 500)}`, { cause: error });
  }
}

/** The bundle as an object of the main world, held by Playwright; it is on no global. */
class MainPort implements Port {
  readonly handle: JSHandle<InPagePort>;

  constructor(handle: JSHandle<InPagePort>) {
    this.handle = handle;
  }
  call(method: string, json: string): Promise<unknown> {
    return guard(this.handle.evaluate((port, [m, j]) => port.call(m as string, j as string), [method, json]));
  }
  async element(id: number): Promise<ElementHandle | undefined> {
    const handle = await guard(this.handle.evaluateHandle((port, el) => port.element(el), id));
    const element = handle.asElement() as ElementHandle | null;
    if (!element) await handle.dispose().catch(() => undefined);
    return element ?? undefined;
  }
  release(): void {
    this.handle.dispose().catch(() => undefined);
  }
}

type MainWorld = FrameWorld<MainPort>;

export class MainWorlds implements PageWorlds, WorldHost<MainPort> {
  readonly cdp = undefined;
  readonly deep = undefined;
  readonly targetId = undefined;
  readonly openerTargetId = undefined;
  readonly lifeline: Lifeline;
  readonly #page: Page;
  readonly #deps: WorldsDeps;
  readonly #pending: PendingNavigation;
  readonly #top: MainWorld;
  readonly #byFrame = new Map<Frame, MainWorld>();
  readonly #frameOf = new WeakMap<MainWorld, Frame>();
  #navigationCount = 0;
  #navigation: Request | undefined;
  #url: string;
  readonly #onRequest = (request: Request) => this.#requested(request);
  readonly #onOver = (request: Request) => this.#over(request);
  readonly #onNavigated = (frame: Frame) => this.#navigated(frame);
  readonly #onDetached = (frame: Frame) => this.#detached(frame);

  constructor(page: Page, deps: WorldsDeps) {
    this.#page = page;
    this.#deps = deps;
    this.lifeline = deps.lifeline;
    this.#pending = new PendingNavigation(deps.monotonic);
    this.#url = page.url();
    this.#top = new FrameWorld(this, deps.nextId(), undefined, 0);
    this.#byFrame.set(page.mainFrame(), this.#top);
    this.#frameOf.set(this.#top, page.mainFrame());
    page.on('request', this.#onRequest);
    page.on('requestfailed', this.#onOver);
    page.on('requestfinished', this.#onOver);
    page.on('framenavigated', this.#onNavigated);
    page.on('framedetached', this.#onDetached);
  }

  get navigationCount(): number {
    return this.#navigationCount;
  }
  get navigationPending(): boolean {
    return this.#pending.isPending;
  }
  async ready(): Promise<void> {}
  top(): World {
    return this.#top;
  }
  list(): readonly World[] {
    return [...this.#byFrame.values()];
  }
  documentOf(world: World): object | undefined {
    return (world as MainWorld).port;
  }
  answeredBy(world: World): object | undefined {
    return (world as MainWorld).answered;
  }
  async idle(): Promise<void> {
    if (this.#pending.isPending)
      await this.#page
        .mainFrame()
        .evaluate('0')
        .catch(() => undefined);
  }
  async grace(): Promise<void> {
    if (this.#page.isClosed()) await within(new Promise(() => undefined), GRACE_MS);
  }
  sawInput(port: MainPort, inputSeq: number): void {
    this.#deps.events.sawInput(port, inputSeq);
  }

  async install(world: MainWorld): Promise<MainPort> {
    const frame = this.#frameOf.get(world) as Frame;
    const expression = portExpression(this.#deps.bundle.source, this.#deps.installOptions());
    return new MainPort((await guard(frame.evaluateHandle(expression))) as JSHandle<InPagePort>);
  }

  async foreign(parent: World, owner: number, options: CallOptions): Promise<World | undefined> {
    const limit = { ...options, timeoutMs: Math.min(options.timeoutMs, ENTER_MS) };
    try {
      return await this.lifeline.race('Entering a frame', limit, async () => {
        const world = await this.#worldOf(parent as MainWorld, owner);
        await world?.ensure();
        return world;
      });
    } catch (error) {
      if (this.lifeline.error || options.signal?.aborted) throw error;
      return undefined;
    }
  }

  /** Closed roots and ElementInternals can only be seen through CDP. */
  async enrich(): Promise<boolean> {
    return false;
  }

  async mapPoint(world: World, owners: readonly number[], point: MappedPoint, options: MapOptions): Promise<MappedPoint> {
    let at = world as MainWorld;
    let mapped = point;
    let inner = options.viewport;
    for (const owner of owners) ({ mapped, inner } = await this.#step(at, owner, mapped, inner, options));
    for (; at.parent; at = at.parent) {
      const around = await this.#ownersOf(at.parent, at.owner);
      for (const owner of [at.owner, ...around]) ({ mapped, inner } = await this.#step(at.parent, owner, mapped, inner, options));
    }
    return mapped;
  }

  async dispose(isAlive: boolean): Promise<void> {
    this.#page.off('request', this.#onRequest);
    this.#page.off('requestfailed', this.#onOver);
    this.#page.off('requestfinished', this.#onOver);
    this.#page.off('framenavigated', this.#onNavigated);
    this.#page.off('framedetached', this.#onDetached);
    const ports = [...this.#byFrame.values()].map((world) => world.port).filter((port) => port !== undefined);
    for (const world of this.#byFrame.values()) world.forget();
    if (!isAlive) return;
    await within(Promise.all(ports.map((port) => port.call('dispose', '{}').catch(() => undefined))), ENTER_MS);
    for (const port of ports) port.release();
  }

  async #worldOf(parent: MainWorld, owner: number): Promise<MainWorld | undefined> {
    const element = await parent.port?.element(owner);
    const frame = await element?.contentFrame();
    await element?.dispose();
    if (!frame) return undefined;
    const known = this.#byFrame.get(frame);
    if (known && known.parent === parent && known.owner === owner) return known;
    const world: MainWorld = new FrameWorld(this, this.#deps.nextId(), parent, owner);
    this.#byFrame.set(frame, world);
    this.#frameOf.set(world, frame);
    return world;
  }

  async #ownersOf(world: MainWorld, el: number): Promise<readonly number[]> {
    const { port } = world;
    if (!port) throw world.lost('Finding the point', 'no');
    return guard(port.handle.evaluate(ownersInPage, el));
  }

  async #step(
    world: MainWorld,
    owner: number,
    point: MappedPoint,
    inner: { readonly width: number; readonly height: number },
    options: MapOptions,
  ) {
    const rect = await this.#ask(world, 'frameRect', { el: owner }, options);
    if (!rect.exact) {
      throw new SdkError('unsupported_frame', 'A frame around the element is transformed, so no exact point can be computed.', {
        details: { reason: 'transformed' },
      });
    }
    const [x, y, width, height] = rect.box;
    const mapped = mapOutOf({ x, y, scaleX: width / inner.width, scaleY: height / inner.height }, point);
    if (options.hitTest) await this.#ask(world, 'frameHit', { owner, x: mapped.x, y: mapped.y }, options);
    const size = (await guard((this.#frameOf.get(world) as Frame).evaluate('[innerWidth, innerHeight]'))) as [number, number];
    return { mapped, inner: { width: size[0], height: size[1] } };
  }

  /** Calls a method that answers with a PageResult. */
  async #ask<M extends PageMethod & ('frameRect' | 'frameHit')>(
    world: MainWorld,
    method: M,
    request: PageRequest<M>,
    options: CallOptions,
  ) {
    const reply: PageReply<M> = await world.call(method, request, options);
    if (reply.ok) return reply.value as Extract<PageReply<M>, { ok: true }>['value'];
    throw frameFailure(reply.failure, { worldId: world.id });
  }

  #requested(request: Request): void {
    if (!isMainNavigation(request, this.#page)) return;
    this.#navigation = request;
    this.#pending.started();
  }

  /** A download or an empty answer ends a navigation without a commit. */
  #over(request: Request): void {
    if (request === this.#navigation) this.#pending.ended();
  }

  #navigated(frame: Frame): void {
    if (frame !== this.#page.mainFrame()) return;
    const url = frame.url();
    const isSame = this.#navigation === undefined && isSameDocument(url, this.#url);
    this.#navigation = undefined;
    this.#url = url;
    this.#pending.ended();
    if (!isSame) {
      this.#navigationCount++;
      for (const [at, world] of this.#byFrame) {
        if (world === this.#top) world.forget();
        else this.#detached(at);
      }
    }
    this.#deps.events.navigated(url, isSame);
  }

  #detached(frame: Frame): void {
    const world = this.#byFrame.get(frame);
    if (!world || world === this.#top) return;
    world.remove();
    this.#byFrame.delete(frame);
  }
}

/** A change of address without a request: a fragment, or history.pushState within one http origin. */
function isSameDocument(url: string, before: string): boolean {
  if (url.includes('#') && stem(url) === stem(before)) return true;
  try {
    const [now, then] = [new URL(url), new URL(before)];
    return now.protocol.startsWith('http') && now.origin === then.origin;
  } catch {
    return false;
  }
}

const stem = (url: string) => url.split('#', 1)[0];
