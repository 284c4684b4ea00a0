/** What the pipeline needs of a gatekeeper. */
import type { CallSubject, TabFacts, TargetFacts } from './subject.js';

export interface GateRun {
  readonly signal: AbortSignal;
  /** Stops the call's deadline while somebody is asked. */
  readonly deadline: { pause(): void; resume(): void };
  /** Calls `run` after `ms`; returns what cancels it. */
  timer(run: () => void, ms: number): () => void;
  /** Settles as `work` does, or rejects as soon as the call ends. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Masks secrets in what leaves to hooks and approvers. */
  redact<T>(value: T): T;
  /** Hooks that already had their say about this call (it was rewritten after the last one). */
  readonly hooksDone: number;
}

/** What is there when input is about to be sent. */
export interface Presence {
  readonly tab: TabFacts | undefined;
  readonly target: TargetFacts | undefined;
}

/** Leave to run, as long as nothing changes. */
export interface Clearance {
  /** A hook changed the input: it has to be validated, resolved and judged again. */
  readonly rewrite?: { readonly input: unknown; readonly hooksDone: number };
  /** True when somebody was asked. */
  readonly approved: boolean;
  /** @throws SdkError approval_stale when what was judged is no longer there */
  recheck(now: Presence): void;
}

export interface GatePort {
  /**
   * Judges a call, asks hooks and, where needed, the user.
   * @throws SdkError denied, approval_declined, gate_failed, blocked_origin, invalid_url, or the signal's reason
   */
  decide(subject: CallSubject, run: GateRun): Promise<Clearance>;
  /** @throws SdkError blocked_origin when content of this origin must not be given out */
  checkContent(tab: TabFacts): void;
}

/** What the network refused. */
export interface NetworkPort {
  mark(): number;
  refusedSince(mark: number): readonly { readonly url: string; readonly isMainFrame: boolean }[];
}
