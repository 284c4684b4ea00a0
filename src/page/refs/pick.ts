/** Learns which element Node holds a handle of: the element an event of a random name is sent to. */
import { isElement, viewOf } from '../dom.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';

const { apply } = Reflect;
const listen = EventTarget.prototype.addEventListener;
const unlisten = EventTarget.prototype.removeEventListener;
const pathOf = Event.prototype.composedPath;
const stop = Event.prototype.stopImmediatePropagation;
const submitterOf = Object.getOwnPropertyDescriptor(SubmitEvent.prototype, 'submitter')?.get;

/** Armed listeners kept at most; older ones are disarmed. */
const LIMIT = 64;

interface Pick {
  el: number;
  disarm(): void;
}

/**
 * How Node sends the event: with Playwright's `handle.evaluate` and a function (a string would be evaluated but not called), in the main world:
 *
 * ```js
 * (element, name) =>
 *   element instanceof HTMLElement
 *     ? element.ownerDocument.dispatchEvent(new SubmitEvent(name, { submitter: element }))
 *     : element.dispatchEvent(new Event(name, { composed: true, bubbles: false }))
 * ```
 *
 * The submitter names the element exactly, also inside a closed shadow root. A plain `new Event(name, { composed: true, bubbles: false })` on the
 * element works too, open shadow roots included; from inside a closed root its path starts at the host.
 */
export class Picker {
  readonly #world: PageWorld;
  readonly #services: CaptureServices;
  readonly #armed = new Map<string, Pick>();

  constructor(world: PageWorld, services: CaptureServices) {
    this.#world = world;
    this.#services = services;
  }

  arm(name: string): void {
    this.#armed.get(name)?.disarm();
    this.#armed.delete(name);
    for (const [oldest, pick] of this.#armed) {
      if (this.#armed.size < LIMIT) break;
      pick.disarm();
      this.#armed.delete(oldest);
    }
    // On the window: the first stop of an event, before the page's own capturing listeners on the document.
    const targets = this.#services.documents().map((document) => viewOf(document) ?? document);
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
  const named = submitterOf && 'submitter' in event ? (apply(submitterOf, event, []) as Element | null) : null;
  const node = named ?? (apply(pathOf, event, []) as EventTarget[])[0];
  return node && isElement(node as Node) ? (node as Element) : undefined;
}
