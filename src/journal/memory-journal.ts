/** The last events of a session, kept in memory; the texts of results, which are long, are left out. */
import type { SessionEvent } from '../shared/events.js';

const CAPACITY = 1_000;

export class MemoryJournal {
  readonly #capacity: number;
  #entries: SessionEvent[] = [];

  /** @param capacity entries kept; the oldest go first */
  constructor(capacity = CAPACITY) {
    this.#capacity = capacity;
  }

  append(event: SessionEvent): void {
    this.#entries.push(event.type === 'call_done' ? withoutText(event) : event);
    if (this.#entries.length > this.#capacity * 2) this.#entries = this.#entries.slice(-this.#capacity);
  }

  /** Entries, oldest first; those of one call with `callId`. */
  entries(callId?: string): readonly SessionEvent[] {
    const kept = this.#entries.slice(-this.#capacity);
    return callId === undefined ? kept : kept.filter((event) => 'callId' in event && event.callId === callId);
  }
}

function withoutText({ text: _text, ...event }: Extract<SessionEvent, { type: 'call_done' }>): SessionEvent {
  return event;
}
