/**
 * The last check of a press: between the precheck and the input the page may have moved. For one press a listener in front of the page's own
 * looks at what the press really hits, and swallows it when that is not the target. Listeners that the page put on the same window before ours
 * see it all the same, so a swallowed press counts as sent.
 */
import { documentOf, isConnected } from '../dom.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { deepestAt, judgeHit, type Point } from './hit.js';
import { viewOfElement } from './native.js';

const EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'] as const;
const LAST: ReadonlySet<string> = new Set(['click', 'auxclick']);
/** Mouse events carry whole pixels. */
const NEAR_PX = 1.5;

const { apply } = Reflect;
const listen = EventTarget.prototype.addEventListener;
const unlisten = EventTarget.prototype.removeEventListener;
const stop = Event.prototype.stopImmediatePropagation;
const prevent = Event.prototype.preventDefault;

export interface GuardRequest {
  /** Where the press will be, px of the viewport of the element's own document. */
  readonly x: number;
  readonly y: number;
  /** Presses to judge. */
  readonly count: number;
}
/** `none`: no press arrived here (yet). */
export type GuardVerdict = 'none' | 'target' | 'missed';

export class HitGuard {
  verdict: GuardVerdict = 'none';
  /** What a press hit instead. */
  other: Element | undefined;
  readonly #world: PageWorld;
  readonly #services: CaptureServices;
  readonly #target: Element;
  readonly #view: Window | undefined;
  readonly #request: GuardRequest;
  #presses = 0;
  #swallows = false;
  readonly #notice = (event: Event): void => this.#judge(event as MouseEvent);

  constructor(world: PageWorld, services: CaptureServices, target: Element, request: GuardRequest) {
    this.#world = world;
    this.#services = services;
    this.#target = target;
    this.#request = request;
    this.#view = viewOfElement(target);
    for (const type of EVENTS) if (this.#view) apply(listen, this.#view, [type, this.#notice, true]);
  }

  dispose(): void {
    for (const type of EVENTS) if (this.#view) apply(unlisten, this.#view, [type, this.#notice, true]);
  }

  #judge(event: MouseEvent): void {
    if (!event.isTrusted) return;
    const { x, y, count } = this.#request;
    // A click the keyboard makes, or a person's own press somewhere else, is none of ours.
    if (Math.abs(event.clientX - x) > NEAR_PX || Math.abs(event.clientY - y) > NEAR_PX) return;
    if (event.type === 'pointerdown') this.#press(event);
    if (this.#swallows) {
      apply(stop, event, []);
      apply(prevent, event, []);
    }
    if (LAST.has(event.type) && this.#presses >= count) this.dispose();
  }

  #press(event: MouseEvent): void {
    this.#presses++;
    // The second press of a double click may well meet what the first one opened.
    if (this.#presses > 1 && !this.#swallows) return;
    this.#swallows = this.#misses({ x: event.clientX, y: event.clientY });
    this.verdict = this.#swallows ? 'missed' : 'target';
  }

  /** Judges the press before it comes; the pointer is there by now. */
  look(): void {
    if (this.#presses === 0) this.verdict = this.#misses(this.#request) ? 'missed' : 'none';
  }

  #misses(point: Point): boolean {
    const env = this.#services.env();
    const hit = isConnected(this.#target) ? deepestAt(env, documentOf(this.#target), point) : undefined;
    const isMissed = judgeHit(env, this.#target, hit) === 'missed';
    this.other = isMissed ? hit : undefined;
    return isMissed;
  }

  /** For a report: element id of what was hit instead. */
  get otherId(): number | undefined {
    return this.other && this.#world.id(this.other);
  }
}
