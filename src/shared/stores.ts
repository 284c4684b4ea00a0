/** Where a session keeps what has to outlive it. A host may bring stores of its own. */
import type { AttachmentStore } from './content.js';
import type { SessionEvent } from './events.js';

/** Named JSON values. What cannot be read or written throws: nobody goes on with half of it. */
export interface StateStore {
  /** @returns undefined when nothing was saved under that name */
  load(name: string): Promise<unknown>;
  save(name: string, value: unknown): Promise<void>;
}

/** An append-only list of events. */
export interface JournalStore {
  /**
   * Writes one event down before it returns: a call goes on only after that.
   * @throws anything when it cannot be written; the call is then refused
   */
  append(event: SessionEvent): void;
  /** Everything written so far, by earlier processes too, oldest first. Lines that cannot be read are counted, never an error. */
  read(): Promise<JournalRead>;
}
export interface JournalRead {
  readonly events: readonly SessionEvent[];
  /** Lines that are no events, such as the half line of a process that died while writing. */
  readonly damaged: number;
}

/** What a session keeps where. */
export interface SessionStore {
  readonly state: StateStore;
  readonly journal: JournalStore;
  /** Default in memory. */
  readonly attachments?: AttachmentStore;
  /**
   * Called before a session reads anything; what it returns is called when the session is disposed of.
   * @throws when somebody else uses the store; the session is then not attached
   */
  readonly hold?: () => Promise<() => Promise<void>>;
}
