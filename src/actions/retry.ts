/** The schedule of prechecks; the only file that knows p-retry. */
import pRetry from 'p-retry';
import { SdkError } from '../shared/errors.js';

const SCHEDULE = { retries: Number.POSITIVE_INFINITY, minTimeout: 20, factor: 2.5, maxTimeout: 500 } as const;
/** A disabled control may be about to be enabled, but mostly waits for something else to be done first. */
const DISABLED_MS = 2_000;

/**
 * Repeats work with growing pauses while it fails with something that may pass by itself.
 * @param maxMs time after which the last failure stands
 * @throws what the last try threw, or the reason of the signal
 */
export async function retryPrecheck<T>(work: (attempt: number) => Promise<T>, maxMs: number, signal: AbortSignal): Promise<T> {
  const start = performance.now();
  return pRetry(work, {
    ...SCHEDULE,
    maxRetryTime: maxMs,
    signal,
    shouldRetry: ({ error }) => mayPass(error, performance.now() - start),
  });
}

function mayPass(error: unknown, spentMs: number): boolean {
  if (!SdkError.isInstance(error)) return false;
  if (error.code === 'disabled') return spentMs < DISABLED_MS;
  return PASSING.has(error.code);
}
const PASSING: ReadonlySet<string> = new Set(['not_visible', 'not_stable', 'occluded', 'detached', 'frame_unavailable']);
