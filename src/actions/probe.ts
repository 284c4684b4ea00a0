/** Node's side of the timer probe: on before an action, read while it settles, off afterwards. */
import type { JSHandle } from 'playwright-core';
import type { Act } from './act.js';
import { PROBE_SOURCE } from './probe-source.js';

interface Control {
  read(limit: number): readonly [number, number, number];
  off(): void;
}

export interface ProbeReading {
  /** Timers the page started through the wrapped functions. */
  readonly started: number;
  /** Ms until the last short timer is due; undefined when none is pending. */
  readonly dueMs: number | undefined;
  /** Short timers that come again and again: intervals, and timers that start themselves anew. */
  readonly repeating: number;
}

/** The page may be busy, gone or navigating: the probe then has nothing to say. */
const CALL_MS = 250;

export class Probe {
  readonly #handle: JSHandle<Control>;
  readonly #act: Act;

  private constructor(handle: JSHandle<Control>, act: Act) {
    this.#handle = handle;
    this.#act = act;
  }

  /** Undefined when the page does not take it in time. */
  static async install(act: Act): Promise<Probe | undefined> {
    if (!act.context.settings.probe || act.tab.navigationPending) return undefined;
    const asked = act.tab.page.evaluateHandle(PROBE_SOURCE) as Promise<JSHandle<Control>>;
    const handle = await bounded(act, asked);
    if (handle) return new Probe(handle, act);
    // Arriving late it must not stay.
    asked.then((late) => release(late)).catch(() => undefined);
    return undefined;
  }

  async read(limitMs: number): Promise<ProbeReading | undefined> {
    const reply = await bounded(
      this.#act,
      this.#handle.evaluate((control, limit) => control.read(limit), limitMs),
    );
    return reply ? { started: reply[0], dueMs: reply[1] < 0 ? undefined : reply[1], repeating: reply[2] } : undefined;
  }

  /** Does not wait: after a navigation there is nothing to undo. */
  off(): void {
    void release(this.#handle);
  }
}

async function release(handle: JSHandle<Control>): Promise<void> {
  try {
    await handle.evaluate((control) => control.off());
    await handle.dispose();
  } catch {
    // The document is gone, and the probe with it.
  }
}

/** The value, or undefined when it fails or takes too long; ends early with the call. */
async function bounded<T>(act: Act, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), CALL_MS);
  });
  try {
    return await act.race(Promise.race([work.catch(() => undefined), limit]));
  } finally {
    clearTimeout(timer);
  }
}
