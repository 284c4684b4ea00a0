/** Writes of one page, one at a time, in order of asking. */
import { abortError } from './lifeline.js';

export class WriteQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /**
   * Runs when all earlier writes are over, whether they failed or not. Aborted while queued: rejects at once and never runs.
   * @throws SdkError aborted (or the reason of the signal), and what `run` throws
   */
  write<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    if (signal?.aborted) return Promise.reject(abortError(signal));
    const before = this.#tail;
    const result = new Promise<T>((resolve, reject) => {
      const onAbort = () => signal && reject(abortError(signal));
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#tail = before.then(async () => {
        signal?.removeEventListener('abort', onAbort);
        if (signal?.aborted) return;
        try {
          resolve(await run());
        } catch (error) {
          reject(error);
        }
      });
    });
    return result;
  }
}
