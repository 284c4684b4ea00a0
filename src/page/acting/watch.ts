/** What an action did: state before and after, counted changes, started timers, focus, and when the page has come to rest. */
import type { ControlState, WatchRead, WatchRequest, WatchStart } from '../../shared/page-api.js';
import { documentElementOf, documentOf, isConnected, matches, scrollLeftOf, scrollTopOf, textContentOf, titleOf, viewOf } from '../dom.js';
import type { Env } from '../env.js';
import type { InputCounter } from '../input-counter.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import type { Activity, Counts } from './activity.js';
import { animationMs } from './animations.js';
import type { Clockwork } from './clockwork.js';
import { focusedIn } from './focus.js';
import { HitGuard } from './hit-guard.js';
import { now, readyStateOf, scrollingElementOf, urlOf } from './native.js';

/** Documents looked at; more frames than this in one world are counted as quiet. */
const MAX_DOCUMENTS = 32;
const TEXT_CHARS = 200;
/** Watches kept when nobody stops them. */
const MAX_WATCHES = 16;

interface Base {
  readonly document: Document;
  readonly view: Window;
  readonly counts: Counts;
  readonly started: { readonly timers: number; readonly frames: number };
}
interface Watch {
  readonly el: number | undefined;
  readonly bases: readonly Base[];
  readonly focus: Element | undefined;
  readonly busyBefore: boolean;
  readonly startedAt: number;
  readonly guard: HitGuard | undefined;
}

export interface WatchParts {
  readonly world: PageWorld;
  readonly services: CaptureServices;
  readonly activity: Activity;
  readonly clockwork: Clockwork;
  readonly input: InputCounter;
}

export class Watches {
  readonly #parts: WatchParts;
  readonly #watches = new Map<number, Watch>();
  #lastId = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  start(request: WatchRequest): WatchStart {
    const { services, activity, clockwork, input } = this.#parts;
    const env = services.env();
    const bases = services
      .documents()
      .slice(0, MAX_DOCUMENTS)
      .flatMap((document) => {
        const view = viewOf(document);
        return view ? [{ document, view, counts: activity.of(document).counts, started: clockwork.started(view) }] : [];
      });
    const busyBefore = bases.some(({ document }) => activity.of(document).busy);
    const watchId = ++this.#lastId;
    this.#watches.set(watchId, {
      el: request.el,
      bases,
      focus: this.#focused(env),
      busyBefore,
      startedAt: now(),
      guard: this.#guard(request),
    });
    for (const id of this.#watches.keys()) if (id <= watchId - MAX_WATCHES) this.#end(id);
    return { watchId, url: this.#url(), ...this.#state(request.el, env), inputSeq: input.seq };
  }

  read({ watchId, stop, look }: { readonly watchId: number; readonly stop: boolean; readonly look?: boolean }): WatchRead {
    const { services, activity, input } = this.#parts;
    const watch = this.#watches.get(watchId);
    if (look) watch?.guard?.look();
    if (stop) this.#end(watchId);
    const env = services.env();
    const root = this.#root();
    const focus = this.#focused(env);
    const scroller = scrollingElementOf(root) ?? documentElementOf(root);
    return {
      url: this.#url(),
      title: titleOf(root),
      ...this.#counts(watch),
      quietMs: this.#quietMs(watch),
      ...this.#started(watch),
      focusChanged: watch !== undefined && focus !== watch.focus,
      ...(focus ? { focus: this.#named(focus, env) } : {}),
      ...this.#state(watch?.el, env),
      inputSeq: input.seq,
      hit: watch?.guard?.verdict ?? 'none',
      ...(watch?.guard?.otherId === undefined ? {} : { hitInstead: watch.guard.otherId }),
      readyState: readyStateOf(root),
      scrollX: scroller ? scrollLeftOf(scroller) : 0,
      scrollY: scroller ? scrollTopOf(scroller) : 0,
      busyBefore: watch?.busyBefore ?? false,
      closing: viewOf(root)?.closed ?? true,
      animationMs: Math.max(0, ...services.documents().slice(0, MAX_DOCUMENTS).map(animationMs)),
      busy: services
        .documents()
        .slice(0, MAX_DOCUMENTS)
        .some((document) => activity.of(document).busy),
    };
  }

  /** Two frames, then until the DOM was quiet for `quietMs`, at most `maxMs`. */
  async quiet({
    watchId,
    quietMs,
    maxMs,
  }: {
    readonly watchId: number;
    readonly quietMs: number;
    readonly maxMs: number;
  }): Promise<WatchRead> {
    const { clockwork } = this.#parts;
    const end = now() + maxMs;
    const view = viewOf(this.#root());
    if (view) await clockwork.flush(view, 2);
    for (let rest = this.#restMs(watchId, quietMs); view && rest > 0 && now() < end; rest = this.#restMs(watchId, quietMs))
      await clockwork.pause(view, Math.min(rest, end - now()));
    return this.read({ watchId, stop: false });
  }

  dispose(): void {
    for (const id of [...this.#watches.keys()]) this.#end(id);
  }

  #end(watchId: number): void {
    this.#watches.get(watchId)?.guard?.dispose();
    this.#watches.delete(watchId);
  }

  #guard({ el, guard }: WatchRequest): HitGuard | undefined {
    const element = el === undefined ? undefined : this.#parts.world.element(el);
    return element && guard ? new HitGuard(this.#parts.world, this.#parts.services, element, guard) : undefined;
  }

  #restMs(watchId: number, quietMs: number): number {
    const quiet = this.#quietMs(this.#watches.get(watchId));
    return quiet < 0 ? 0 : quietMs - quiet;
  }

  #root(): Document {
    return this.#parts.services.documents()[0] ?? document;
  }
  #url(): string {
    return urlOf(this.#root());
  }

  #counts(watch: Watch | undefined): Counts {
    const sum = { added: 0, removed: 0, changed: 0 };
    for (const { document, counts } of watch?.bases ?? []) {
      const current = this.#parts.activity.of(document).counts;
      sum.added += current.added - counts.added;
      sum.removed += current.removed - counts.removed;
      sum.changed += current.changed - counts.changed;
    }
    return sum;
  }

  /** Ms since the last change after the start of the watch; -1 when there was none. */
  #quietMs(watch: Watch | undefined): number {
    let last = -1;
    for (const { document } of watch?.bases ?? []) {
      const tracker = this.#parts.activity.of(document);
      tracker.update();
      if (watch && tracker.lastAt > watch.startedAt) last = Math.max(last, tracker.lastAt);
    }
    return last < 0 ? -1 : now() - last;
  }

  #started(watch: Watch | undefined): { readonly timersStarted: number; readonly framesStarted: number } {
    let timersStarted = 0;
    let framesStarted = 0;
    for (const { view, started } of watch?.bases ?? []) {
      const { timers, frames } = this.#parts.clockwork.started(view);
      timersStarted += Math.max(0, timers - started.timers);
      framesStarted += Math.max(0, frames - started.frames);
    }
    return { timersStarted, framesStarted };
  }

  #focused(env: Env): Element | undefined {
    return focusedIn(env, this.#root());
  }

  #named(element: Element, env: Env): { readonly role: string; readonly name: string } {
    const { role, name } = this.#parts.services.view(element, env);
    return { role, name };
  }

  #state(el: number | undefined, env: Env): { readonly state?: ControlState } {
    const element = el === undefined ? undefined : this.#parts.world.element(el);
    if (!element) return el === undefined ? {} : { state: GONE };
    if (!isConnected(element) || !viewOf(documentOf(element))) return { state: GONE };
    const { role, name, value, states } = this.#parts.services.view(element, env);
    const focused = focusedIn(env, documentOf(element)) === element;
    const text = (textContentOf(element) ?? '').slice(0, TEXT_CHARS);
    return {
      state: {
        connected: true,
        role,
        name,
        ...(value === undefined ? {} : { value }),
        states,
        focused,
        hovered: matches(element, ':hover'),
        text,
      },
    };
  }
}

const GONE: ControlState = { connected: false, role: '', name: '', states: {}, focused: false, hovered: false, text: '' };
