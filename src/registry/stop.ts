/** Ends a call in time: deadline, host abort and dispose meet in one signal. */
import { setMaxListeners } from 'node:events';
import type { ActionContext } from '../actions/context.js';
import { SdkError } from '../shared/errors.js';

type Clock = ActionContext['clock'];

/** Calls `run` after `ms`; returns what cancels it. */
export function startTimer(clock: Clock, run: () => void, ms: number): () => void {
  if (clock.timer) return clock.timer(run, ms);
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** A deadline that can stand still while somebody is asked. */
export class Deadline {
  readonly #clock: Clock;
  readonly #expire: () => void;
  #leftMs: number;
  #since: number | undefined;
  #cancel: (() => void) | undefined;

  /** Starts to run at once. */
  constructor(clock: Clock, ms: number, expire: () => void) {
    this.#clock = clock;
    this.#leftMs = ms;
    this.#expire = expire;
    this.resume();
  }

  remaining(): number {
    const used = this.#since === undefined ? 0 : this.#clock.monotonic() - this.#since;
    return Math.max(0, this.#leftMs - used);
  }

  pause(): void {
    this.#leftMs = this.remaining();
    this.#since = undefined;
    this.#cancel?.();
  }

  resume(): void {
    if (this.#since !== undefined) return;
    this.#since = this.#clock.monotonic();
    this.#cancel = startTimer(this.#clock, this.#expire, this.#leftMs);
  }
}

/** The signal of one call and what ends it. */
export interface CallStop {
  readonly signal: AbortSignal;
  readonly deadline: Deadline;
  release(): void;
}

/**
 * Joins what may end a call. The signal's reason is an SdkError: timeout, aborted or session_disposed.
 * @param ms the call's deadline
 * @param host the host's signal
 * @param disposed aborts when the session is disposed of
 */
export function startStop(clock: Clock, ms: number, host: AbortSignal | undefined, disposed: AbortSignal): CallStop {
  const controller = new AbortController();
  // A call may wait for many tabs and frames at a time, which is no leak.
  setMaxListeners(0, controller.signal);
  const onHost = () => controller.abort(new SdkError('aborted', 'The host cancelled the call.'));
  const onDispose = () =>
    controller.abort(new SdkError('session_disposed', 'The session was disposed of during the call.', { phase: 'dispatch' }));
  const deadline = new Deadline(clock, ms, () => controller.abort(new SdkError('timeout', `The call did not end within ${ms} ms.`)));
  host?.addEventListener('abort', onHost, { once: true });
  disposed.addEventListener('abort', onDispose, { once: true });
  if (disposed.aborted) onDispose();
  else if (host?.aborted) onHost();
  return {
    signal: controller.signal,
    deadline,
    release() {
      deadline.pause();
      host?.removeEventListener('abort', onHost);
      disposed.removeEventListener('abort', onDispose);
    },
  };
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it aborts. A late rejection of `work` is swallowed. */
export function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    const done = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(
      (value) => {
        done();
        resolve(value);
      },
      (error: unknown) => {
        done();
        reject(error);
      },
    );
  });
}

/** What a handler left behind when it was stopped. */
export type Stopped<T> =
  | { readonly how: 'returned'; readonly value: T }
  | { readonly how: 'threw'; readonly error: unknown }
  | { readonly how: 'ignored' };

/** After an abort a well-behaved handler ends soon and tells what it did; one that does not is left behind after `graceMs`. */
export function lastWord<T>(work: Promise<T>, clock: Clock, graceMs: number): Promise<Stopped<T>> {
  return new Promise((resolve) => {
    const cancel = startTimer(clock, () => resolve({ how: 'ignored' }), graceMs);
    work.then(
      (value) => {
        cancel();
        resolve({ how: 'returned', value });
      },
      (error: unknown) => {
        cancel();
        resolve({ how: 'threw', error });
      },
    );
  });
}
