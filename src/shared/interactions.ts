/** Requests that wait: for the user, for a page, for a time. */

export type InteractionKind = 'ask_user' | 'request_user_action' | 'watch_page' | 'schedule_resume';
export type InteractionStatus = 'waiting' | 'submitted' | 'timed_out' | 'cancelled';

/** A request that waits, or waited. Plain JSON: it is saved as it is. */
export interface Interaction {
  readonly id: string;
  readonly kind: InteractionKind;
  /** The call that made it. */
  readonly callId: string;
  readonly status: InteractionStatus;
  /** Ms since the epoch. */
  readonly createdAt: number;
  /** When it ends by itself, ms since the epoch. */
  readonly deadlineAt: number;
  /** What the tool was given. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Where it belongs, of those about a page. */
  readonly tabId?: number;
  readonly origin?: string;
  /** What came of it, once it ended. */
  readonly value?: Readonly<Record<string, unknown>>;
}

/** What a tool asks for. */
export interface InteractionRequest {
  readonly kind: InteractionKind;
  readonly callId: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** Ms until it ends by itself. */
  readonly timeoutMs: number;
  readonly tabId?: number;
  readonly origin?: string;
}

/** What a tool that waits gives back. */
export type InteractionData =
  | { readonly status: 'waiting_interaction'; readonly interactionId: string }
  | {
      readonly status: Exclude<InteractionStatus, 'waiting'>;
      readonly interactionId: string;
      readonly value: Readonly<Record<string, unknown>>;
    };
