/** Counts the trusted input that a world has seen, in its own window and in same-origin frames below it. */

/** One or more of these comes first in everything a person does. */
const EVENTS = ['pointerdown', 'mousedown', 'keydown', 'wheel', 'touchstart', 'drop'] as const;
const OPTIONS = { capture: true, passive: true } as const;
/** Frames looked at below each window. */
const MAX_FRAMES = 32;

export class InputCounter {
  #seq = 0;
  #stamp = -1;
  readonly #known = new WeakSet<Window>();
  readonly #views = new Set<WeakRef<Window>>();

  constructor() {
    this.#watch(globalThis.window);
  }

  /** Trusted input events so far. Frames that came since the last reading are counted from now on. */
  get seq(): number {
    this.#watchFrames();
    return this.#seq;
  }

  /** Listeners of ours that are in place. */
  get listeners(): number {
    let views = 0;
    for (const ref of this.#views) if (ref.deref()) views++;
    return views * EVENTS.length;
  }

  dispose(): void {
    for (const ref of this.#views) {
      const view = ref.deref();
      if (view) for (const name of EVENTS) view.removeEventListener(name, this.#count, OPTIONS);
    }
    this.#views.clear();
  }

  readonly #count = (event: Event): void => {
    // One press is a pointer event and a mouse event with one time stamp.
    if (!event.isTrusted || event.timeStamp === this.#stamp) return;
    this.#stamp = event.timeStamp;
    this.#seq++;
  };

  #watch(view: Window): void {
    if (this.#known.has(view)) return;
    this.#known.add(view);
    this.#views.add(new WeakRef(view));
    for (const name of EVENTS) view.addEventListener(name, this.#count, OPTIONS);
  }

  #watchFrames(): void {
    const pending: Window[] = [globalThis.window];
    for (let view = pending.pop(); view; view = pending.pop()) {
      this.#watch(view);
      for (let i = 0; i < Math.min(view.length, MAX_FRAMES); i++) {
        const frame = reachable(view, i);
        if (frame) pending.push(frame);
      }
    }
  }
}

/** A frame of the same origin; reading anything of another one throws. */
function reachable(view: Window, index: number): Window | undefined {
  try {
    const frame = view[index];
    return frame?.document ? frame : undefined;
  } catch {
    return undefined;
  }
}
