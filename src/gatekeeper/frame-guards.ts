/**
 * Guards on frames of other processes. A frame that lives in its own process asks for its documents by a session of its own, and only that
 * session sees every hop of a redirect.
 */
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';

/** A frame with a session of its own. */
export interface FrameGuard {
  /** Monotonic ms since which it sees every hop. A request that began before is not seen. */
  readonly since: number;
}
export interface FrameGuardPorts {
  readonly context: Pick<BrowserContext, 'newCDPSession'>;
  /** Begins to refuse documents outside on a session. */
  watch(cdp: CDPSession): Promise<void>;
}

interface Own extends FrameGuard {
  readonly cdp: CDPSession;
  isClosed: boolean;
}

export class FrameGuards {
  readonly #ports: FrameGuardPorts;
  readonly #own = new Map<Frame, Promise<Own | undefined>>();
  readonly #pages = new Map<Page, () => void>();
  #isOver = false;

  constructor(ports: FrameGuardPorts) {
    this.#ports = ports;
  }

  /** Guards the frames of a page: those that are there, and those that come. */
  async follow(page: Page): Promise<void> {
    if (this.#pages.has(page) || this.#isOver) return;
    const onNavigated = (frame: Frame) => void this.#look(frame);
    const onDetached = (frame: Frame) => void this.#own.delete(frame);
    page.on('framenavigated', onNavigated);
    page.on('framedetached', onDetached);
    this.#pages.set(page, () => {
      page.off('framenavigated', onNavigated);
      page.off('framedetached', onDetached);
    });
    page.once('close', () => {
      this.#pages.delete(page);
      for (const frame of this.#own.keys()) if (frame.page() === page) this.#own.delete(frame);
    });
    await Promise.all(page.frames().map((frame) => this.#look(frame)));
  }

  /** The guard that sees what a frame asks for: its own, or of the nearest frame around it; undefined for the page's. */
  async covering(frame: Frame): Promise<FrameGuard | undefined> {
    for (let current: Frame | null = frame; current?.parentFrame(); current = current.parentFrame()) {
      const own = await (this.#own.get(current) ?? this.#look(current));
      if (own && !own.isClosed) return own;
    }
    return undefined;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    for (const release of this.#pages.values()) release();
    this.#pages.clear();
    const all = await Promise.all(this.#own.values());
    this.#own.clear();
    await Promise.all(all.map((own) => own?.cdp.detach().catch(() => undefined)));
  }

  /** A frame may have come to another process with its new document. */
  #look(frame: Frame): Promise<Own | undefined> {
    if (this.#isOver || !frame.parentFrame()) return Promise.resolve(undefined);
    const before = this.#own.get(frame);
    const now = (async () => {
      const known = await before;
      return known && !known.isClosed ? known : this.#take(frame);
    })();
    this.#own.set(frame, now);
    return now;
  }

  async #take(frame: Frame): Promise<Own | undefined> {
    try {
      // Fails for a frame that lives in the process of its parent.
      const cdp = await this.#ports.context.newCDPSession(frame);
      if (this.#isOver) {
        await cdp.detach();
        return undefined;
      }
      const own: Own = { cdp, isClosed: false, since: Number.POSITIVE_INFINITY };
      cdp.on('close', () => {
        own.isClosed = true;
      });
      await this.#ports.watch(cdp);
      return Object.assign(own, { since: performance.now() });
    } catch {
      return undefined;
    }
  }
}
