/** CDP sessions of the out-of-process frames of one page, found through Playwright's frames. */
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { CdpFrame } from './cdp-frame.js';
import { within } from './lifeline.js';

/** A frame that is just changing process is looked for again. */
const TRIES = 3;
const PAUSE_MS = 40;

export class FrameSessions {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #onSession: (frame: CdpFrame) => void;
  readonly #byId = new Map<string, CdpFrame>();
  readonly #taken = new Map<Frame, CdpFrame>();
  #scan: Promise<void> | undefined;
  #isDisposed = false;

  constructor(context: BrowserContext, page: Page, onSession: (frame: CdpFrame) => void) {
    this.#context = context;
    this.#page = page;
    this.#onSession = onSession;
  }

  /** The live session whose root is this frame. */
  known(frameId: string): CdpFrame | undefined {
    const frame = this.#byId.get(frameId);
    return frame && !frame.isClosed ? frame : undefined;
  }

  /** Like `known`, but looks for it among all frames of the page. */
  async find(frameId: string): Promise<CdpFrame | undefined> {
    for (let tries = 0; tries < TRIES && !this.#isDisposed; tries++) {
      // A scan that began before this question may have passed the frame by.
      if (this.#scan) await this.#scan;
      const known = this.known(frameId);
      if (known) return known;
      this.#scan ??= this.#look().finally(() => {
        this.#scan = undefined;
      });
      await this.#scan;
      const found = this.known(frameId);
      if (found) return found;
      await within(new Promise(() => undefined), PAUSE_MS);
    }
    return undefined;
  }

  /** Sessions of all out-of-process frames that are there now. */
  async all(): Promise<readonly CdpFrame[]> {
    this.#scan ??= this.#look().finally(() => {
      this.#scan = undefined;
    });
    await this.#scan;
    return [...this.#byId.values()].filter((frame) => !frame.isClosed);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const frames = [...this.#taken.values()];
    this.#byId.clear();
    this.#taken.clear();
    await Promise.all(frames.map((frame) => frame.session.detach().catch(() => undefined)));
  }

  async #look(): Promise<void> {
    const main = this.#page.mainFrame();
    const open = this.#page.frames().filter((frame) => frame !== main && (this.#taken.get(frame)?.isClosed ?? true));
    await Promise.all(open.map((frame) => this.#take(frame)));
  }

  async #take(frame: Frame): Promise<void> {
    try {
      // Fails for a frame that lives in the process of its parent.
      const session = await this.#context.newCDPSession(frame);
      const { targetInfo } = await session.send('Target.getTargetInfo');
      const taken = new CdpFrame(session, targetInfo.targetId);
      if (this.#isDisposed) {
        await session.detach();
        return;
      }
      this.#byId.set(taken.rootId, taken);
      this.#taken.set(frame, taken);
      this.#onSession(taken);
      session.send('Page.enable').catch(() => undefined);
    } catch {
      this.#taken.delete(frame);
    }
  }
}
