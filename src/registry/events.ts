/** Typed events of a session. Listeners watch; they never affect a call. */
import { EventEmitter } from 'eventemitter3';
import type { ActionContext } from '../actions/context.js';
import { SdkError } from '../shared/errors.js';
import { EVENT_SCHEMA_VERSION, type SessionEvent, type SessionEventType } from '../shared/events.js';

/** The event of a type. */
export type EventOf<T extends SessionEventType> = Extract<SessionEvent, { readonly type: T }>;
type Distribute<T> = T extends SessionEvent ? Omit<T, 'v' | 'at' | 'seq' | 'sessionId'> : never;
/** An event before it gets its number and time. */
export type EventBody = Distribute<SessionEvent>;
type Listener<T extends SessionEventType | '*'> = (event: T extends SessionEventType ? EventOf<T> : SessionEvent) => void;

/** What a host sees of the events of a session. */
export interface SessionEvents {
  /**
   * Calls `listener` for every event of a type, or for all with `'*'`.
   * @returns a function that takes the listener off
   */
  on<T extends SessionEventType | '*'>(type: T, listener: Listener<T>): () => void;
  off<T extends SessionEventType | '*'>(type: T, listener: Listener<T>): void;
}

/** Events without which a call may not go on. */
const NEEDED: ReadonlySet<SessionEventType> = new Set<SessionEventType>(['call_proposed', 'call_started', 'call_dispatching']);
/** Events that no recovery needs, and there are many of them. */
const UNWRITTEN: ReadonlySet<SessionEventType> = new Set<SessionEventType>(['call_progress', 'snapshot_taken', 'tab_event']);

/** Texts of results are long, and of the page. */
function withoutText({ text: _text, ...event }: EventOf<'call_done'>): SessionEvent {
  return event;
}

/** Numbers and times events and hands them to listeners; a throwing listener is reported once and kept. */
export class EventBus implements SessionEvents {
  readonly #emitter = new EventEmitter<Record<string, (event: SessionEvent) => void>>();
  readonly #wrapped = new Map<string, Map<unknown, (event: SessionEvent) => void>>();
  readonly sessionId: string;
  readonly #clock: Pick<ActionContext['clock'], 'now'>;
  readonly #journal: ((event: SessionEvent) => void) | undefined;
  #seq = 0;

  /** @param journal writes events down before anybody hears of them */
  constructor(sessionId: string, clock: Pick<ActionContext['clock'], 'now'>, journal?: (event: SessionEvent) => void) {
    this.sessionId = sessionId;
    this.#clock = clock;
    this.#journal = journal;
  }

  on<T extends SessionEventType | '*'>(type: T, listener: Listener<T>): () => void {
    const known = this.#wrapped.get(type) ?? new Map<unknown, (event: SessionEvent) => void>();
    this.#wrapped.set(type, known);
    if (!known.has(listener)) {
      const guarded = this.#guard(listener as (event: SessionEvent) => unknown);
      known.set(listener, guarded);
      this.#emitter.on(type, guarded);
    }
    return () => this.off(type, listener);
  }

  off<T extends SessionEventType | '*'>(type: T, listener: Listener<T>): void {
    const guarded = this.#wrapped.get(type)?.get(listener);
    if (!guarded) return;
    this.#emitter.off(type, guarded);
    this.#wrapped.get(type)?.delete(listener);
  }

  /** @throws SdkError internal when the event is one that a call may not go on without, and it cannot be written down */
  emit(body: EventBody): void {
    const event = { v: EVENT_SCHEMA_VERSION, at: this.#clock.now(), seq: ++this.#seq, sessionId: this.sessionId, ...body } as SessionEvent;
    const failure = this.#write(event);
    if (failure && NEEDED.has(event.type)) throw failure;
    this.#emitter.emit(event.type, event);
    this.#emitter.emit('*', event);
  }

  #write(event: SessionEvent): SdkError | undefined {
    if (!this.#journal || UNWRITTEN.has(event.type)) return undefined;
    try {
      this.#journal(event.type === 'call_done' ? withoutText(event) : event);
      return undefined;
    } catch (cause) {
      const message = `The journal cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`;
      return new SdkError('internal', message, { hint: 'The host has to mend its journal. Nothing was sent.', cause });
    }
  }

  /** Takes all listeners off. */
  clear(): void {
    this.#emitter.removeAllListeners();
    this.#wrapped.clear();
  }

  #guard(listener: (event: SessionEvent) => unknown): (event: SessionEvent) => void {
    let isReported = false;
    const report = (error: unknown) => {
      if (isReported) return;
      isReported = true;
      this.emit({ type: 'listener_error', message: error instanceof Error ? error.message : String(error) });
    };
    return (event) => {
      try {
        const returned = listener(event);
        // An async listener that rejects must not become an unhandled rejection of the host.
        if (returned instanceof Promise) returned.catch(report);
      } catch (error) {
        report(error);
      }
    };
  }
}
