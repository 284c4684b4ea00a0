/** Learns which element Node holds a handle of: the element an event of a random name is sent to. */
import { isElement, viewOf } from '../dom.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';

const { apply } = Reflect;
const listen = EventTarget.prototype.addEventListener;
const unlisten = EventTarget.prototype.removeEventListener;
const pathOf = Event.prototype.composedPath;
const stop = Event.prototype.stopImmediatePropagation;

/** Armed listeners kept at most; older ones are disarmed. */
const LIMIT = 64;

interface Pick {
  el: number;
  disarm(): void;
}

/**
 * Node sends the event with Playwright's `handle.dispatchEvent`. From inside a closed shadow root its path starts at the host for a listener
 * outside: Node then asks again for the root of that host, until the element itself is found.
 */
export class Picker {
  readonly #world: PageWorld;
  readonly #services: CaptureServices;
  readonly #armed = new Map<string, Pick>();

  constructor(world: PageWorld, services: CaptureServices) {
    this.#world = world;
    this.#services = services;
  }

  /** @param host element whose closed root is listened in; absent: all documents */
  arm(name: string, host?: number): void {
    this.#armed.get(name)?.disarm();
    this.#armed.delete(name);
    for (const [oldest, pick] of this.#armed) {
      if (this.#armed.size < LIMIT) break;
      pick.disarm();
      this.#armed.delete(oldest);
    }
    // On the window: the first stop of an event, before the page's own capturing listeners on the document.
    const targets = host === undefined ? this.#services.documents().map((document) => viewOf(document) ?? document) : this.#rootOf(host);
    const disarm = (): void => {
      for (const target of targets) apply(unlisten, target, [name, notice, true]);
    };
    const pick: Pick = { el: 0, disarm };
    const notice = (event: Event): void => {
      apply(stop, event, []);
      const element = targetOf(event);
      if (element && pick.el === 0) pick.el = this.#world.id(element);
      disarm();
    };
    for (const target of targets) apply(listen, target, [name, notice, true]);
    this.#armed.set(name, pick);
  }

  #rootOf(host: number): EventTarget[] {
    const element = this.#world.element(host);
    const root = element && this.#world.closedRoot(element);
    return root ? [root] : [];
  }

  /** Id of the element that received it, or 0; disarms. */
  collect(name: string): number {
    const pick = this.#armed.get(name);
    if (!pick) return 0;
    pick.disarm();
    this.#armed.delete(name);
    return pick.el;
  }

  dispose(): void {
    for (const pick of this.#armed.values()) pick.disarm();
    this.#armed.clear();
  }
}

function targetOf(event: Event): Element | undefined {
  const node = (apply(pathOf, event, []) as EventTarget[])[0];
  return node && isElement(node as Node) ? (node as Element) : undefined;
}
