/** What can end a wait on a page: deadline, abort, crash, close, disconnect. Every call to a page is raced here. */
import { SdkError } from '../shared/errors.js';
import type { CallOptions } from './types.js';

/** What an aborted call rejects with: the reason itself when it is one of ours. */
export function abortError(signal: AbortSignal): SdkError {
  const reason: unknown = signal.reason;
  return SdkError.isInstance(reason) ? reason : new SdkError('aborted', 'The host cancelled the call.', { cause: reason });
}

/** Tells a piece of work that nobody waits for it any more. */
export interface Attempt {
  readonly over: boolean;
}

const RANK: readonly string[] = ['session_disposed', 'tab_crashed', 'tab_closed', 'browser_closed'];

export class Lifeline {
  #error: SdkError | undefined;
  readonly #waiting = new Set<(error: SdkError) => void>();

  /** Why the page is over; undefined while it lives. */
  get error(): SdkError | undefined {
    return this.#error;
  }

  /** Ends every wait, now and later. A later reason replaces an earlier one only where it says more: crash, closed tab, closed browser. */
  end(error: SdkError): void {
    if (this.#error && RANK.indexOf(error.code) <= RANK.indexOf(this.#error.code)) return;
    this.#error = error;
    for (const reject of [...this.#waiting]) reject(error);
    this.#waiting.clear();
  }

  /**
   * Runs work and gives up waiting when the deadline, the signal or the end of the page comes first. Work that goes on in several steps
   * looks at `attempt.over` before each.
   * @param what names the work in the message of a timeout
   * @throws SdkError timeout, aborted, tab_closed, tab_crashed, browser_closed, and what the work throws
   */
  race<T>(what: string, options: CallOptions, work: (attempt: Attempt) => Promise<T>): Promise<T> {
    if (this.#error) return Promise.reject(this.#error);
    const { signal, timeoutMs } = options;
    if (signal?.aborted) return Promise.reject(abortError(signal));
    const attempt = { over: false };
    return new Promise<T>((resolve, reject) => {
      const finish = (settle: () => void) => {
        if (attempt.over) return;
        attempt.over = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.delete(fail);
        settle();
      };
      const fail = (error: unknown) => finish(() => reject(error));
      const onAbort = () => signal && fail(abortError(signal));
      const timer = setTimeout(
        () => fail(new SdkError('timeout', `${what} took longer than ${Math.round(timeoutMs)} ms.`, { phase: 'dispatch' })),
        Math.max(0, timeoutMs),
      );
      signal?.addEventListener('abort', onAbort);
      this.#waiting.add(fail);
      work(attempt).then((value) => finish(() => resolve(value)), fail);
    });
  }

  /** Number of waits under way, for tests of leaks. */
  get waits(): number {
    return this.#waiting.size;
  }
}

/** The value of a promise, or undefined when it fails or takes longer. Leaves no timer behind. */
export async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([promise.catch(() => undefined), limit]);
  } finally {
    clearTimeout(timer);
  }
}
