/** Looks at pages again and again, ever more seldom, one look at a time. It never holds a page: a look is a read. */
import type { Interaction } from '../shared/interactions.js';

export interface WatcherDeps {
  timer(run: () => void, ms: number): () => void;
  look(interaction: Interaction, signal: AbortSignal): Promise<Readonly<Record<string, unknown>> | undefined>;
  found(id: string, value: Readonly<Record<string, unknown>>): void;
}

/** Ms until the second look; each pause is half as long again as the one before. */
const FIRST_MS = 250;
const SLOWEST_MS = 5_000;
const GROWTH = 1.5;

interface Watch {
  readonly stop: AbortController;
  cancel: () => void;
}

export class Watcher {
  readonly #deps: WatcherDeps;
  readonly #watches = new Map<string, Watch>();

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
  }

  watch(interaction: Interaction): void {
    if (this.#watches.has(interaction.id)) return;
    const watch: Watch = { stop: new AbortController(), cancel: () => undefined };
    this.#watches.set(interaction.id, watch);
    void this.#look(interaction, watch, FIRST_MS);
  }

  forget(id: string): void {
    const watch = this.#watches.get(id);
    this.#watches.delete(id);
    watch?.cancel();
    watch?.stop.abort();
  }

  stop(): void {
    for (const id of [...this.#watches.keys()]) this.forget(id);
  }

  async #look(interaction: Interaction, watch: Watch, pauseMs: number): Promise<void> {
    let value: Readonly<Record<string, unknown>> | undefined;
    try {
      value = await this.#deps.look(interaction, watch.stop.signal);
    } catch {
      // A page that is gone or does not answer may be back later; the deadline ends the watch.
    }
    if (watch.stop.signal.aborted) return;
    if (value) return this.#deps.found(interaction.id, value);
    watch.cancel = this.#deps.timer(() => void this.#look(interaction, watch, Math.min(SLOWEST_MS, pauseMs * GROWTH)), pauseMs);
  }
}
