/** The one versioned event schema: events, journal, audit, recording, replay and report all speak it. */
import type { ToolFailure } from './failures.js';
import type { ActionEvidence } from './results.js';

export const EVENT_SCHEMA_VERSION = 1;

/** `message`: what the loop of the host tells; the others are of its calls and its life. */
export type SubAgentEvent =
  | { readonly type: 'started' }
  | { readonly type: 'call_started'; readonly callId: string; readonly tool: string }
  | { readonly type: 'call_done'; readonly callId: string; readonly tool: string; readonly ok: boolean }
  | { readonly type: 'message'; readonly value: unknown }
  | { readonly type: 'done'; readonly outcome: 'finished' | 'timed_out' | 'failed' };

/** What happened in a tab, with a sequence number that only grows in that tab. */
export type TabEvent =
  | { readonly type: 'navigated'; readonly url: string; readonly sameDocument: boolean }
  | { readonly type: 'redirected'; readonly from: string; readonly to: string }
  | { readonly type: 'tab_created'; readonly tabId: number; readonly url: string; readonly title?: string; readonly openerTabId?: number }
  | { readonly type: 'tab_closed'; readonly tabId: number }
  | {
      readonly type: 'dialog';
      readonly dialogType: string;
      readonly message: string;
      readonly answer: 'accepted' | 'dismissed' | 'host';
      readonly promptText?: string;
    }
  | { readonly type: 'download'; readonly url: string; readonly suggestedFilename: string }
  | { readonly type: 'file_chooser'; readonly multiple: boolean }
  | { readonly type: 'console_error'; readonly text: string }
  | { readonly type: 'page_error'; readonly text: string }
  | { readonly type: 'request_failed'; readonly url: string; readonly errorText: string }
  | { readonly type: 'crashed' }
  | { readonly type: 'foreign_input'; readonly kind: string };

export type TabLogEntry = TabEvent & { readonly seq: number; readonly at: number };

/** What a person is asked to do on a page, while it is highlighted there. */
export interface HumanHint {
  readonly tabId: number;
  readonly action: 'click' | 'fill' | 'hit-enter';
  /** What to enter, for `fill`. */
  readonly value?: string;
  /** The whole request in plain words. */
  readonly humanMessage: string;
  readonly target: HintTarget;
  readonly expiresInSeconds: number;
}
export type HintTarget =
  | { readonly type: 'readablePath'; readonly readablePath: string; readonly label?: string }
  | { readonly type: 'coordinates'; readonly x: number; readonly y: number };

interface EventBase {
  readonly v: typeof EVENT_SCHEMA_VERSION;
  /** Milliseconds since the epoch, from the injected clock. */
  readonly at: number;
  /** Grows by one with each event of a session. */
  readonly seq: number;
  readonly sessionId: string;
}
/** Events of a session. Listeners never affect the outcome of a call. */
export type SessionEvent = EventBase &
  (
    | {
        readonly type: 'call_proposed';
        readonly callId: string;
        /** Names this run of the call: ids of calls may come again. */
        readonly attemptId?: string;
        readonly tool: string;
        readonly input: unknown;
        readonly tabId?: number;
        /** Absent where the tool is not known. */
        readonly effects?: 'read' | 'write';
        readonly recovery?: 'retry-safe' | 'inspect-first' | 'never-retry';
      }
    | {
        readonly type: 'gate_decided';
        readonly callId: string;
        readonly tool: string;
        readonly verdict: string;
        readonly rule?: string;
        readonly reason?: string;
      }
    | {
        /** Rules, policy, origins or grants changed while the session ran: approvals given before are void. */
        readonly type: 'authority_changed';
        readonly change: 'rule_added' | 'rule_removed' | 'policy' | 'origins' | 'host_access' | 'grant_revoked';
        readonly revision: number;
        /** The id of the rule or grant, or the policy. */
        readonly what?: string;
      }
    | { readonly type: 'approval_requested'; readonly callId: string; readonly approvalId: string; readonly tool: string }
    | { readonly type: 'approval_answered'; readonly callId: string; readonly approvalId: string; readonly decision: string }
    | { readonly type: 'call_started'; readonly callId: string; readonly tool: string; readonly attemptId: string }
    | { readonly type: 'call_dispatching'; readonly callId: string; readonly tool: string; readonly attemptId: string }
    | { readonly type: 'call_progress'; readonly callId: string; readonly tool: string; readonly progress: unknown }
    | {
        readonly type: 'call_done';
        readonly callId: string;
        readonly attemptId?: string;
        readonly tool: string;
        readonly ok: boolean;
        readonly ms: number;
        readonly error?: ToolFailure;
        readonly evidence?: ActionEvidence;
        readonly text?: string;
      }
    | {
        readonly type: 'snapshot_taken';
        readonly snapshotId: string;
        readonly url: string;
        readonly tokens: number;
        readonly nodes: number;
        readonly pageMs: number;
        readonly totalMs: number;
      }
    | { readonly type: 'tab_event'; readonly tabId: number; readonly event: TabLogEntry }
    | ({ readonly type: 'human_hint'; readonly callId: string; readonly tool: string } & HumanHint)
    | { readonly type: 'call_settled'; readonly attemptId: string; readonly settlement: 'retried' | 'done' | 'abandoned' }
    | { readonly type: 'interaction_requested'; readonly interactionId: string; readonly callId: string; readonly kind: string }
    | { readonly type: 'interaction_resolved'; readonly interactionId: string; readonly callId: string; readonly status: string }
    | {
        /** What a sub-agent does, told to whoever follows the conversation that started it. */
        readonly type: 'sub_agent_event';
        /** The call that started it. */
        readonly callId: string;
        readonly agentId: string;
        readonly agentType: string;
        readonly description: string;
        readonly event: SubAgentEvent;
      }
    | { readonly type: 'listener_error'; readonly message: string }
    | { readonly type: 'session_disposed' }
  );
export type SessionEventType = SessionEvent['type'];
