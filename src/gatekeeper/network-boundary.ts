/**
 * The boundary at the network: documents outside are never asked for. The debugging protocol refuses navigations and every hop of their
 * redirects on pages and frames it is attached to; Playwright's routing catches what happens before that (popups, new frames).
 */
import type { BrowserContext, CDPSession, Page, Route } from 'playwright-core';
import { FrameGuards } from './frame-guards.js';

/** A document that was refused. */
export interface RefusedDocument {
  readonly url: string;
  /** False for a document of a frame. */
  readonly isMainFrame: boolean;
}

export interface BoundaryPorts {
  readonly context: Pick<BrowserContext, 'route' | 'unroute' | 'newCDPSession'>;
  /** The CDP session of a page once it is there; undefined where there is none. */
  cdpOf(page: Page): Promise<CDPSession | undefined>;
  /** True for a URL that may be asked for. */
  isInside(url: string): boolean;
  /** True: what a document loads is held to the same line. Default: documents alone. */
  readonly isForAll?: boolean;
}

interface PausedRequest {
  readonly requestId: string;
  readonly request: { readonly url: string };
  readonly frameId: string;
  readonly resourceType: string;
}
interface Guard {
  readonly cdp: CDPSession;
  readonly listener: (event: PausedRequest) => void;
}

const ALL = '**/*';
/** Refused requests remembered. */
const MAX_KEPT = 200;
/** Ms the guard of a new page is waited for before its first document is asked for. */
const GUARD_MS = 2_000;
const MAX_POPUP_MS = 15_000;
/** Ms after which a guard surely was there before a request that is heard of now. */
const SETTLED_MS = 1_000;

export class NetworkBoundary {
  readonly #ports: BoundaryPorts;
  readonly #frames: FrameGuards;
  readonly #guards = new Map<Page, Promise<Guard | undefined>>();
  readonly #onRoute = (route: Route) => this.#route(route);
  readonly #refused: (RefusedDocument & { readonly seq: number })[] = [];
  #seq = 0;
  #isStarted = false;
  #isOver = false;

  constructor(ports: BoundaryPorts) {
    this.#ports = ports;
    this.#frames = new FrameGuards({ context: ports.context, watch: (cdp) => this.#refuseOn(cdp, undefined).then(() => undefined) });
  }

  /** Starts, once; pages that are open already are guarded when it resolves. */
  async start(pages: readonly Page[]): Promise<void> {
    if (this.#isStarted || this.#isOver) return;
    this.#isStarted = true;
    await this.#ports.context.route(ALL, this.#onRoute);
    await Promise.all(pages.map((page) => this.guard(page)));
  }

  /** Puts a page under guard, once it has started; asking twice is fine. */
  async guard(page: Page): Promise<void> {
    if (!this.#isStarted || this.#isOver) return;
    const known = this.#guards.get(page) ?? this.#watch(page).catch(() => undefined);
    this.#guards.set(page, known);
    await Promise.all([known, this.#frames.follow(page)]);
  }

  /** Where `refusedSince` counts from. */
  mark(): number {
    return this.#seq;
  }
  refusedSince(mark: number): readonly RefusedDocument[] {
    return this.#refused.filter((one) => one.seq > mark);
  }

  /** Takes everything back. */
  async stop(): Promise<void> {
    this.#isOver = true;
    if (!this.#isStarted) return;
    await this.#frames.stop();
    const guards = await Promise.all(this.#guards.values());
    this.#guards.clear();
    // A page or context that is gone took its guard along.
    await this.#ports.context.unroute(ALL, this.#onRoute).catch(() => undefined);
    for (const guard of guards) {
      if (!guard) continue;
      guard.cdp.off('Fetch.requestPaused', guard.listener);
      await guard.cdp.send('Fetch.disable').catch(() => undefined);
    }
  }

  async #watch(page: Page): Promise<Guard | undefined> {
    const cdp = await this.#ports.cdpOf(page);
    if (!cdp) return undefined;
    page.once('close', () => void this.#guards.delete(page));
    const { frameTree } = await cdp.send('Page.getFrameTree');
    return this.#refuseOn(cdp, frameTree.frame.id);
  }

  async #refuseOn(cdp: CDPSession, mainFrameId: string | undefined): Promise<Guard> {
    const listener = (event: PausedRequest) => this.#paused(cdp, event, mainFrameId);
    cdp.on('Fetch.requestPaused', listener);
    await cdp.send('Fetch.enable', {
      patterns: this.#ports.isForAll ? [{ urlPattern: '*' }] : [{ urlPattern: '*', resourceType: 'Document' }],
    });
    return { cdp, listener };
  }

  #paused(cdp: CDPSession, { requestId, request, frameId, resourceType }: PausedRequest, mainFrameId: string | undefined): void {
    const isInside = this.#isInside(request.url);
    if (!isInside) this.#note({ url: request.url, isMainFrame: frameId === mainFrameId && resourceType === 'Document' });
    // An aborted navigation leaves the page as it was; any other reason would put an error page in its place.
    const answer = isInside
      ? cdp.send('Fetch.continueRequest', { requestId })
      : cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    answer.catch(() => undefined);
  }

  async #route(route: Route): Promise<void> {
    const request = route.request();
    try {
      if (!request.isNavigationRequest()) return await this.#subresource(route);
      if (!this.#ports.isInside(request.url())) {
        const frame = frameOf(route);
        this.#note({ url: request.url(), isMainFrame: !frame || frame.parentFrame() === null });
        return await route.abort('aborted');
      }
      const frame = frameOf(route);
      if (!frame) return await this.#hop(route);
      await Promise.race([this.guard(frame.page()), later(GUARD_MS)]);
      const guard = await Promise.race([this.#frames.covering(frame), later(GUARD_MS)]);
      if (guard && performance.now() - guard.since < SETTLED_MS)
        return await this.#hop(route, (next) => void frame.goto(next).catch(() => undefined));
      return await route.fallback();
    } catch {
      // The page went away while its request waited: there is nothing left to answer.
    }
  }

  async #subresource(route: Route): Promise<void> {
    const url = route.request().url();
    if (!this.#ports.isForAll || this.#isInside(url)) return await route.fallback();
    this.#note({ url, isMainFrame: false });
    await route.abort('blockedbyclient');
  }

  /** What is part of the page itself (data:, blob:) is asked of nobody. */
  #isInside(url: string): boolean {
    return /^(?:data|blob|about):/i.test(url) || this.#ports.isInside(url);
  }

  /**
   * A document whose redirects no guard would see (of a window or frame that is just coming): fetched without following them, so that none leads outside.
   * @param goOn navigates anew, which is seen; without it the document does
   */
  async #hop(route: Route, goOn?: (next: string) => void): Promise<void> {
    const response = await route.fetch({ maxRedirects: 0, timeout: MAX_POPUP_MS });
    const { location } = response.headers();
    if (response.status() < 300 || response.status() >= 400 || location === undefined || !URL.canParse(location, route.request().url()))
      return route.fulfill({ response });
    const next = new URL(location, route.request().url()).href;
    if (!this.#ports.isInside(next)) {
      this.#note({ url: next, isMainFrame: !goOn });
      return route.abort('aborted');
    }
    if (goOn) {
      await route.abort('aborted');
      return goOn(next);
    }
    // A new navigation is seen here again; the hop of a redirect would not be.
    const target = JSON.stringify(next).replaceAll('<', '\\u003c');
    return route.fulfill({ status: 200, contentType: 'text/html', body: `<script>location.replace(${target})</script>` });
  }

  #note(refused: RefusedDocument): void {
    this.#refused.push({ ...refused, seq: ++this.#seq });
    if (this.#refused.length > MAX_KEPT) this.#refused.shift();
  }
}

/** The frame of a navigation; a window that is just being opened has none yet. */
function frameOf(route: Route) {
  try {
    return route.request().frame();
  } catch {
    return undefined;
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
