/** Event log of one tab: a ring of the last entries with sequence numbers that only grow. */
import type { TabEvent, TabLogEntry } from '../shared/events.js';
import type { Clock } from './types.js';

const KEPT = 1000;

export class TabLog {
  readonly #clock: Clock;
  readonly #onEntry: (entry: TabLogEntry) => void;
  #entries: TabLogEntry[] = [];
  #seq = 0;

  constructor(clock: Clock, onEntry: (entry: TabLogEntry) => void) {
    this.#clock = clock;
    this.#onEntry = onEntry;
  }

  /** Sequence number of the newest entry, 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  append(event: TabEvent): void {
    const entry: TabLogEntry = { ...event, seq: ++this.#seq, at: this.#clock.now() };
    this.#entries.push(entry);
    if (this.#entries.length > KEPT * 2) this.#entries = this.#entries.slice(-KEPT);
    this.#onEntry(entry);
  }

  /** Kept entries with a greater sequence number, oldest first. */
  since(seq: number): readonly TabLogEntry[] {
    const kept = this.#entries.slice(-KEPT);
    const missing = this.#seq - seq;
    return missing >= kept.length ? kept : kept.slice(kept.length - Math.max(0, missing));
  }
}
