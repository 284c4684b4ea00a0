/** Waiting until nothing the action started is pending: DOM changes, short timers, requests, animations, windows, navigations. */
import type { WatchRead } from '../shared/page-api.js';
import type { Act } from './act.js';
import type { SettlePreset } from './context.js';
import { ask, type Observation } from './observation.js';

interface Limits {
  /** Longest wait, from the dispatch or, after a navigation, from the moment the new document is there. */
  readonly capMs: number;
  /** Shortest wait. */
  readonly minMs: number;
  /** The DOM has to be unchanged for this long. */
  readonly quietMs: number;
  /** Longest wait for a DOM that keeps changing and for nothing else. */
  readonly domMs: number;
  /** Timers and animations longer than this are not waited for; 0 for none at all. */
  readonly timerMs: number;
  /** Requests older than this count as streams. */
  readonly requestMs: number;
  /** Wait for timers that were started but whose delay is not known, and for those that repeat: they may end, or go on for ever. */
  readonly unknownMs: number;
  /** Wait for a first message where the action opened a stream, and for an answer where it sent something over a socket. */
  readonly messageMs: number;
}

export const PRESETS: Readonly<Record<SettlePreset, Limits>> = {
  fast: { capMs: 300, minMs: 0, quietMs: 0, domMs: 0, timerMs: 0, requestMs: 0, unknownMs: 0, messageMs: 0 },
  balanced: { capMs: 3_000, minMs: 0, quietMs: 40, domMs: 1_000, timerMs: 1_000, requestMs: 1_500, unknownMs: 750, messageMs: 500 },
  patient: { capMs: 5_000, minMs: 500, quietMs: 500, domMs: 5_000, timerMs: 2_000, requestMs: 4_000, unknownMs: 1_500, messageMs: 1_500 },
};

export interface Settled {
  /** False when the cap came first, or the page still loads. */
  readonly settled: boolean;
  /** False when requests the action started are still open. */
  readonly networkSettled: boolean;
  /** What the page said last. */
  readonly read?: WatchRead | undefined;
}

/** After this time an address that is asked again counts as polled. */
const AGAIN_MS = 800;
/** A window that was asked to close is gone within this time, or stays. */
const CLOSING_MS = 1_000;
/** Looks in a row that see a page changed, after the longest wait for its DOM. */
const RESTLESS_LOOKS = 3;
/** How often what makes no event of its own is looked at. */
const LOOK_MS = 25;
/** Resource types that stay open by design. */
const STREAMS: ReadonlySet<string> = new Set(['eventsource', 'websocket', 'media', 'ping', 'beacon']);

/** Waits after a dispatch, by the preset of the session. */
export async function settle(act: Act, observation: Observation): Promise<Settled> {
  return new Settling(act, observation, PRESETS[act.context.settings.settle]).run();
}

class Settling {
  readonly #act: Act;
  readonly #seen: Observation;
  readonly #limits: Limits;
  #from: number;
  #navigations: number;
  #read: WatchRead | undefined;
  #restless = 0;
  #wasOpen: ReadonlySet<string> = new Set();
  readonly #answered = new Set<string>();

  constructor(act: Act, observation: Observation, limits: Limits) {
    this.#act = act;
    this.#seen = observation;
    this.#limits = limits;
    this.#from = observation.at;
    this.#navigations = observation.navigationCount;
  }

  async run(): Promise<Settled> {
    let before = '';
    while (!this.#act.tab.closed) {
      if (await this.#followNavigation()) before = '';
      const reads = await this.#quiet();
      if (this.#isMoving()) continue;
      this.#read = reads.at(-1) ?? this.#read;
      const now = this.#fingerprint(reads);
      const waitMs = await this.#pendingMs(reads);
      const isAtRest = now === before || this.#isUntouched(reads);
      const isRestless = !isAtRest && this.#isRestless(reads);
      if (waitMs === 0 && (isAtRest || isRestless) && this.#spent() >= this.#limits.minMs) return this.#result(!isRestless);
      if (this.#spent() >= this.#limits.capMs) return this.#result(false);
      before = now;
      if (waitMs > 0) await this.#pause(Math.min(waitMs, this.#limits.capMs - this.#spent()));
      else if (this.#spent() < this.#limits.minMs) await this.#pause(LOOK_MS);
    }
    return { settled: true, networkSettled: true };
  }

  /** A page that is changed at each look, and does nothing else, may go on like that for ever. */
  #isRestless(reads: readonly WatchRead[]): boolean {
    const { domMs } = this.#limits;
    const isLate = domMs > 0 && this.#spent() >= domMs && reads.some((read) => read.busy);
    this.#restless = isLate ? this.#restless + 1 : 0;
    return this.#restless >= RESTLESS_LOOKS;
  }

  #spent(): number {
    return this.#act.now() - this.#from;
  }
  #isMoving(): boolean {
    return this.#act.tab.navigationPending || this.#act.tab.navigationCount !== this.#navigations;
  }

  /** Sleeps, but wakes for a navigation. */
  async #pause(ms: number): Promise<void> {
    const end = this.#act.now() + ms;
    for (let rest = ms; rest > 0 && !this.#isMoving() && !this.#act.tab.closed; rest = end - this.#act.now())
      await this.#act.pause(Math.min(rest, LOOK_MS));
  }

  /** A document that is replaced answers nothing, so nothing is asked before its successor is there. */
  async #followNavigation(): Promise<boolean> {
    if (!this.#isMoving()) return false;
    const { tab } = this.#act;
    const end = this.#act.now() + this.#act.context.settings.timeouts.navigation;
    while (tab.navigationPending && !tab.closed && this.#act.now() < end) await this.#act.pause(LOOK_MS);
    const hasCommitted = tab.navigationCount !== this.#navigations;
    this.#navigations = tab.navigationCount;
    if (tab.closed || !hasCommitted) return false;
    await waitForDom(this.#act, Math.min(this.#limits.capMs, end - this.#act.now()));
    this.#from = this.#act.now();
    return true;
  }

  /** Two frames and a quiet DOM, given up when a navigation starts. */
  async #quiet(): Promise<readonly WatchRead[]> {
    const rest = Math.max(0, this.#limits.capMs - this.#spent());
    const limit = this.#spent() < this.#limits.domMs ? Math.min(rest, this.#limits.domMs - this.#spent()) : 0;
    const isBusyAnyway = this.#seen.reads().some((read) => read.busyBefore);
    if (this.#seen.hasNavigated) return this.#newDocument();
    const asked = this.#seen.quiet(isBusyAnyway ? 0 : this.#limits.quietMs, limit);
    asked.catch(() => undefined);
    let isDone = false;
    const done = asked.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined);
    while (!isDone) {
      await this.#act.race(Promise.race([done, this.#act.pause(LOOK_MS)]));
      if (!isDone && this.#isMoving()) return [];
    }
    return asked;
  }

  /** After a navigation: the DOM of the new document has to be still for a moment. */
  async #newDocument(): Promise<readonly WatchRead[]> {
    const act = this.#act;
    const world = act.tab.top();
    const rest = Math.max(0, Math.min(this.#limits.domMs, this.#limits.capMs - this.#spent()));
    const read = await ask(act, async () => {
      const { watchId } = await world.call('watchStart', {}, act.options(1_000));
      return world.call('quiet', { watchId, quietMs: this.#limits.quietMs, maxMs: rest }, act.options(rest + 1_000));
    });
    return read ? [read] : [];
  }

  /** Ms until something pending is due; 0 when nothing is. */
  async #pendingMs(reads: readonly WatchRead[]): Promise<number> {
    const { tab } = this.#act;
    const { timerMs } = this.#limits;
    if (tab.windowsPending > 0) return LOOK_MS;
    if (reads.some((read) => read.closing) && this.#spent() < CLOSING_MS) return LOOK_MS;
    if (this.#waitedFor().length > 0 || this.#awaitsMessage()) return LOOK_MS;
    if (this.#seen.hasNavigated) return 0;
    const isBusyAnyway = reads.some((read) => read.busyBefore);
    const animationMs = isBusyAnyway ? 0 : Math.max(0, ...reads.map((read) => read.animationMs));
    if (animationMs > 0 && animationMs <= timerMs && this.#spent() < this.#limits.domMs) return animationMs + 1;
    return this.#timerMs(reads);
  }

  /** Short timers: by the probe where it knows them all, else a bounded wait while some may be pending. */
  async #timerMs(reads: readonly WatchRead[]): Promise<number> {
    const { timerMs, unknownMs } = this.#limits;
    const counted = reads.reduce((sum, read) => sum + read.timersStarted, 0);
    if (timerMs === 0 || counted === 0) return 0;
    const reading = await this.#seen.probe?.read(timerMs);
    if (reading?.dueMs !== undefined) return Math.max(1, reading.dueMs + 1);
    const unknown = counted - (reading?.started ?? 0);
    const mayGoOn = unknown > 0 || (reading?.repeating ?? 0) > 0;
    return mayGoOn && this.#spent() < unknownMs ? Math.min(LOOK_MS * 2, unknownMs - this.#spent()) : 0;
  }

  /** Open requests that are neither streams by their age nor polls: an address asked again after it had answered. */
  #waitedFor(): readonly string[] {
    const open = this.#openRequests().filter(({ ageMs }) => ageMs < this.#limits.requestMs);
    const now = new Set(open.map(({ url }) => withoutQuery(url)));
    for (const url of this.#wasOpen) if (!now.has(url)) this.#answered.add(url);
    const fresh = [...now].filter((url) => !this.#answered.has(url) || this.#spent() < AGAIN_MS);
    this.#wasOpen = now;
    return fresh;
  }

  #openRequests(): readonly { readonly ageMs: number; readonly url: string }[] {
    return this.#act.tab.network.pendingSince(this.#seen.networkMark).filter(({ type }) => !STREAMS.has(type));
  }

  /** A stream just opened, or a socket that has not answered what was sent. */
  #awaitsMessage(): boolean {
    const { network } = this.#act.tab;
    const { messageMs } = this.#limits;
    const young = ({ ageMs }: { readonly ageMs: number }): boolean => ageMs < messageMs;
    const isStream = ({ type }: { readonly type: string }): boolean => type === 'eventsource';
    return network.pendingSince(this.#seen.networkMark).filter(isStream).some(young) || network.unansweredSince(this.#seen.at).some(young);
  }

  /** Changes when anything happened since the last look. */
  #fingerprint(reads: readonly WatchRead[]): string {
    const { tab } = this.#act;
    const counts = reads.map((read) => (read.busyBefore ? '' : `${read.added},${read.removed},${read.changed},${read.timersStarted}`));
    const requests = this.#spent() < AGAIN_MS ? tab.network.startedSince(this.#seen.networkMark) : '';
    return [requests, tab.log.seq, ...counts].join('|');
  }

  /** Nothing happened at all: no second look is needed. */
  #isUntouched(reads: readonly WatchRead[]): boolean {
    const { tab } = this.#act;
    if (this.#seen.hasNavigated || reads.length === 0) return false;
    const isSame = reads.every((read) => read.quietMs < 0 && !read.closing && read.timersStarted === 0 && read.framesStarted <= 1);
    return isSame && tab.network.startedSince(this.#seen.networkMark) === 0 && tab.log.seq === this.#seen.logSeq;
  }

  #result(settled: boolean): Settled {
    return { settled, networkSettled: this.#openRequests().length === 0, read: this.#read };
  }
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '');

/** The DOM of the present document is parsed, or the time is over. */
export async function waitForDom(act: Act, timeoutMs: number): Promise<boolean> {
  if (timeoutMs <= 0) return false;
  const loaded = act.tab.page.waitForLoadState('domcontentloaded', { timeout: timeoutMs });
  try {
    await act.race(loaded);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false;
    throw error;
  }
}
