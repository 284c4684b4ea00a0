/**
 * Frames, pauses and the id counters of a window. All worlds of a document draw timer ids from one counter and animation-frame ids from
 * another, so the difference of two ids tells how many the page started; ids that we use ourselves are subtracted.
 */

import { isHiddenDocument, timers } from './native.js';

/** Longest wait for an animation frame: a hidden tab gives none. */
const FRAME_LIMIT_MS = 60;

type Done = () => void;

interface Used {
  timers: number;
  frames: number;
}

export class Clockwork {
  readonly #used = new WeakMap<Window, Used>();
  readonly #pending = new Set<Done>();

  /** Timers and animation frames others started in this window so far. Only differences mean something. */
  started(view: Window): { readonly timers: number; readonly frames: number } {
    const timer = this.#timer(view, () => undefined, 0);
    timers.stop(view, timer);
    const frame = this.#frame(view, () => undefined);
    timers.stopFrame(view, frame);
    const used = this.#usedBy(view);
    return { timers: timer - used.timers, frames: frame - used.frames };
  }

  /**
   * Resolves in the next animation frame, or after a bounded time where none comes.
   * @returns false when none came though the document is not hidden: nothing can have moved by then, and nothing is known
   */
  frame(view: Window): Promise<boolean> {
    let came = isHiddenDocument(view.document);
    return this.#wait((done) => {
      const timer = this.#timer(view, done, came ? 16 : FRAME_LIMIT_MS);
      const frame = this.#frame(view, () => {
        came = true;
        done();
      });
      return () => {
        timers.stop(view, timer);
        timers.stopFrame(view, frame);
      };
    }).then(() => came);
  }

  /** Runs what is queued: messages, the next frame, zero timers. */
  async flush(view: Window, frames: number): Promise<void> {
    for (let i = 0; i < frames; i++) await this.frame(view);
    await this.pause(view, 0);
  }

  pause(view: Window, ms: number): Promise<void> {
    return this.#wait((done) => {
      const timer = this.#timer(view, done, ms);
      return () => timers.stop(view, timer);
    });
  }

  /** Ends all waits at once. */
  dispose(): void {
    for (const done of [...this.#pending]) done();
  }

  #wait(start: (done: Done) => Done): Promise<void> {
    return new Promise((resolve) => {
      let stop: Done | undefined;
      const done = (): void => {
        if (!this.#pending.delete(done)) return;
        stop?.();
        resolve();
      };
      this.#pending.add(done);
      stop = start(done);
    });
  }

  #timer(view: Window, run: Done, ms: number): number {
    this.#usedBy(view).timers++;
    return timers.start(view, run, ms);
  }

  #frame(view: Window, run: Done): number {
    this.#usedBy(view).frames++;
    return timers.startFrame(view, run);
  }

  #usedBy(view: Window): Used {
    const used = this.#used.get(view) ?? { timers: 0, frames: 0 };
    this.#used.set(view, used);
    return used;
  }
}
