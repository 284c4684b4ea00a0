/** One run of a verb: what it works on, how far it is, and what it can prove. */
import type { CallOptions, PageEngine } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { Phase } from '../shared/failures.js';
import type { WatchRead } from '../shared/page-api.js';
import type { ActionEvidence, Effect, Timings } from '../shared/results.js';
import type { ResolvedTarget } from '../snapshot/types.js';
import type { ActionContext } from './context.js';

type Stage = keyof Timings;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Never asks a page with less time than this. */
const MIN_CALL_MS = 50;

/** Time for the last acknowledgement after a frame has gone. */
const ACKNOWLEDGE_MS = 500;

export class Act {
  readonly context: ActionContext;
  readonly tab: PageEngine;
  phase: Phase = 'resolve';
  target: ResolvedTarget | undefined;
  dispatch: ActionEvidence['dispatch'] = 'not_started';
  effect: ActionEvidence['effect'] = 'none';
  recovered: ActionEvidence['recovered'];
  networkSettled: boolean | undefined;
  /** Where the pointer went and the box of the target, for a user interface. */
  point: { readonly x: number; readonly y: number } | undefined;
  box: readonly number[] | undefined;
  /** What the page said last while it settled. */
  read: WatchRead | undefined;
  effects: readonly Effect[] = [];
  readonly #timings: Mutable<Timings>;

  constructor(context: ActionContext, tab: PageEngine) {
    this.context = context;
    this.tab = tab;
    const { resolveMs, gateMs } = context.spent;
    this.#timings = { resolveMs, gateMs, precheckMs: 0, dispatchMs: 0, settleMs: 0, reportMs: 0 };
  }

  /** Options for a call to the page, within the deadline of the whole call. */
  options(limitMs = Number.POSITIVE_INFINITY): CallOptions {
    return { signal: this.context.signal, timeoutMs: Math.max(MIN_CALL_MS, Math.min(limitMs, this.context.remaining())) };
  }

  now(): number {
    return this.context.clock.monotonic();
  }

  /** From here on the page may have seen something. */
  sending(): void {
    if (this.dispatch === 'not_started') this.dispatch = 'dispatched';
  }

  /** Runs a stage and adds its time. */
  async timed<T>(stage: Stage, run: () => Promise<T>): Promise<T> {
    const start = this.now();
    try {
      return await run();
    } finally {
      this.addTime(stage, this.now() - start);
    }
  }

  addTime(stage: Stage, ms: number): void {
    this.#timings[stage] = Math.round((this.#timings[stage] + ms) * 100) / 100;
  }

  /**
   * Waits for the browser, but not beyond an abort, the end of the tab or of the browser.
   * @throws SdkError with the phase this run is in
   */
  async race<T>(work: Promise<T>): Promise<T> {
    const { signal, engine } = this.context;
    const { page } = this.tab;
    // Nobody may be left waiting for it when something else comes first.
    work.catch(() => undefined);
    if (signal.aborted) throw this.stopped();
    let cleanUp = (): void => undefined;
    const end = new Promise<never>((_resolve, reject) => {
      const onAbort = (): void => reject(this.stopped());
      const onCrash = (): void => reject(new SdkError('tab_crashed', 'The tab crashed during the action.', { phase: this.phase }));
      const onClose = (): void => reject(closedError(engine.browserClosed, this.phase));
      signal.addEventListener('abort', onAbort, { once: true });
      page.on('crash', onCrash);
      page.on('close', onClose);
      cleanUp = () => {
        signal.removeEventListener('abort', onAbort);
        page.off('crash', onCrash);
        page.off('close', onClose);
      };
      if (page.isClosed()) onClose();
      else if (this.tab.crashed) onCrash();
    });
    try {
      return await Promise.race([work, end]);
    } finally {
      cleanUp();
    }
  }

  /**
   * Waits until the browser acknowledges input. A frame of another process that goes away meanwhile acknowledges nothing.
   * @throws SdkError frame_unavailable, and as `race`
   */
  async input<T>(work: Promise<T>): Promise<T> {
    const { page } = this.tab;
    let timer: NodeJS.Timeout | undefined;
    let onDetached = (): void => undefined;
    const lost = new Promise<never>((_resolve, reject) => {
      onDetached = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          if (!this.#isTargetGone()) return;
          const options = { phase: this.phase, details: { reason: 'frame_replaced', ran: 'maybe' } };
          reject(new SdkError('frame_unavailable', 'The frame of the element was removed while the input was sent.', options));
        }, ACKNOWLEDGE_MS);
      };
      page.on('framedetached', onDetached);
    });
    try {
      return await this.race(Promise.race([work, lost]));
    } finally {
      clearTimeout(timer);
      page.off('framedetached', onDetached);
    }
  }

  #isTargetGone(): boolean {
    const { target } = this;
    return target !== undefined && !this.tab.worlds().some(({ id }) => id === target.world.id);
  }

  /** Sleeps, unless the call ends before. */
  async pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.race(
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, ms);
        }),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  evidence(): ActionEvidence {
    return {
      attemptId: this.context.attemptId,
      dispatch: this.dispatch,
      effect: this.effect,
      effects: this.effects,
      ...(this.recovered ? { recovered: this.recovered } : {}),
      ...(this.networkSettled === undefined ? {} : { networkSettled: this.networkSettled }),
      timings: { ...this.#timings },
    };
  }

  /** The reason of the signal, in the phase this run is in. */
  stopped(): SdkError {
    const reason: unknown = this.context.signal.reason;
    const isOurs = SdkError.isInstance(reason);
    const code = isOurs ? reason.code : 'aborted';
    return new SdkError(code, isOurs ? reason.message : 'The host cancelled the call.', {
      phase: this.phase,
      cause: reason,
      ...(isOurs && reason.details ? { details: reason.details } : {}),
    });
  }

  /** Any thrown thing with the evidence of this run. */
  failed(thrown: unknown): unknown {
    if (!SdkError.isInstance(thrown)) return this.#fromBrowser(thrown);
    const phase = RAISED_ANYWHERE.has(thrown.code) ? this.phase : thrown.phase;
    return this.#withEvidence(thrown, phase);
  }

  #withEvidence(error: SdkError, phase: Phase): SdkError {
    const details = { ...error.details, evidence: this.evidence() };
    return new SdkError(error.code, error.message, {
      phase,
      details,
      hint: error.hint,
      retryable: error.retryable,
      cause: error.cause ?? error,
    });
  }

  /** Playwright's errors, known by their words because the package is the host's. */
  #fromBrowser(thrown: unknown): SdkError {
    const { signal, engine } = this.context;
    if (signal.aborted) return this.#withEvidence(this.stopped(), this.phase);
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    if (this.tab.crashed || /crashed/i.test(text))
      return this.#withEvidence(new SdkError('tab_crashed', 'The tab crashed during the action.', { cause: thrown }), this.phase);
    if (this.tab.closed || /has been closed|target closed|disconnected|session closed/i.test(text))
      return this.#withEvidence(closedError(engine.browserClosed, this.phase, thrown), this.phase);
    return this.#withEvidence(new SdkError('internal', text, { cause: thrown }), this.phase);
  }
}

/** Codes that say where a run was, not what a phase found. */
const RAISED_ANYWHERE: ReadonlySet<string> = new Set([
  'timeout',
  'aborted',
  'session_disposed',
  'tab_closed',
  'tab_crashed',
  'browser_closed',
  'frame_unavailable',
]);

function closedError(isBrowser: boolean, phase: Phase, cause?: unknown): SdkError {
  const options = { phase, ...(cause === undefined ? {} : { cause }) };
  return isBrowser
    ? new SdkError('browser_closed', 'The browser was closed during the action.', options)
    : new SdkError('tab_closed', 'The tab was closed during the action.', options);
}
