/** Requests of one page as Playwright reports them: what started, what is pending. Works in every mode and browser. */
import type { Page, Request, Response } from 'playwright-core';
import type { TabEvent } from '../shared/events.js';
import { SocketLog } from './socket-log.js';
import type { Clock } from './types.js';

interface OpenRequest {
  readonly seq: number;
  readonly url: string;
  type: string;
  readonly since: number;
  /** When a response came whose body is so small that it came along. */
  wholeAt?: number;
}

/** Cancelled by the page or by a navigation: nothing went wrong. */
const CANCELLED = 'net::ERR_ABORTED';
/** A body that no script reads is never reported as finished. One of this size arrives with the head of the response, or right behind it. */
const SMALL_BODY = 64 * 1024;
const SMALL_BODY_MS = 50;
/** Responses that are written bit by bit for as long as somebody listens. */
const STREAM_TYPES = /^(?:text\/event-stream|multipart\/x-mixed-replace|application\/(?:x-)?(?:ndjson|grpc))/i;
/** Open requests that are remembered; a page that leaves more of them open is not waited for anyway. */
const MOST_OPEN = 2000;

export class NetworkLog {
  readonly #page: Page;
  readonly #clock: Clock;
  readonly #append: (event: TabEvent) => void;
  readonly #open = new Map<Request, OpenRequest>();
  #seq = 0;
  readonly #onRequest = (request: Request) => this.#started(request);
  readonly #onResponse = (response: Response) => this.#responded(response);
  readonly #sockets: SocketLog;
  readonly #onFinished = (request: Request) => void this.#open.delete(request);
  readonly #onFailed = (request: Request) => this.#failed(request);

  constructor(page: Page, clock: Clock, append: (event: TabEvent) => void) {
    this.#page = page;
    this.#clock = clock;
    this.#append = append;
    this.#sockets = new SocketLog(page, clock);
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('requestfinished', this.#onFinished);
    page.on('requestfailed', this.#onFailed);
  }

  /** Number of the newest request. */
  mark(): number {
    return this.#seq;
  }

  startedSince(mark: number): number {
    return this.#seq - mark;
  }

  /** Requests started after the mark and still open, oldest first. `type` is Playwright's resource type (`eventsource` for streams). */
  pendingSince(mark: number): readonly { readonly url: string; readonly type: string; readonly ageMs: number }[] {
    const now = this.#clock.monotonic();
    return [...this.#open.values()]
      .filter(({ seq, wholeAt }) => seq > mark && !(wholeAt !== undefined && now - wholeAt >= SMALL_BODY_MS))
      .map(({ url, type, since }) => ({ url, type, ageMs: now - since }));
  }

  /** Sockets that were opened or written to after this time and have said nothing since. */
  unansweredSince(at: number): readonly { readonly ageMs: number }[] {
    return this.#sockets.unansweredSince(at);
  }

  dispose(): void {
    this.#sockets.dispose();
    this.#page.off('request', this.#onRequest);
    this.#page.off('response', this.#onResponse);
    this.#page.off('requestfinished', this.#onFinished);
    this.#page.off('requestfailed', this.#onFailed);
    this.#open.clear();
  }

  #started(request: Request): void {
    const type = request.resourceType();
    this.#open.set(request, { seq: ++this.#seq, url: request.url(), type, since: this.#clock.monotonic() });
    if (this.#open.size > MOST_OPEN) this.#open.delete(this.#open.keys().next().value as Request);
    const from = request.redirectedFrom();
    if (!from) return;
    this.#open.delete(from);
    if (isMainNavigation(request, this.#page)) this.#append({ type: 'redirected', from: from.url(), to: request.url() });
  }

  #responded(response: Response): void {
    const open = this.#open.get(response.request());
    if (!open) return;
    const headers = response.headers();
    const length = Number.parseInt(headers['content-length'] ?? '', 10);
    if (length <= SMALL_BODY) open.wholeAt = this.#clock.monotonic();
    if (STREAM_TYPES.test(headers['content-type'] ?? '')) open.type = 'eventsource';
  }

  #failed(request: Request): void {
    this.#open.delete(request);
    const errorText = request.failure()?.errorText ?? 'failed';
    if (errorText !== CANCELLED) this.#append({ type: 'request_failed', url: request.url(), errorText });
  }
}

/** True for a request that loads a document into the main frame. */
export function isMainNavigation(request: Request, page: Page): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // A navigation that has no frame yet belongs to a page that is being opened, or to a service worker.
    return false;
  }
}
