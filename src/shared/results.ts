/** What a call gives back. */
import type { ToolFailure } from './failures.js';

export type Trust = 'trusted' | 'untrusted';
export type Provenance = 'user' | 'page' | 'mcp' | 'tool' | 'import' | 'plugin';

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** For a user interface only (coordinates, pictures, highlight boxes): never enters `content`. */
export type Details = Readonly<Record<string, unknown>>;

/**
 * One thing an action did or that happened meanwhile.
 * `kind`: url, tab_created, tab_closed, dialog, download, file_chooser, focus, value, selection, target_state, nodes, request,
 * console_error, scroll, redirect.
 */
export interface Effect {
  readonly kind: string;
  readonly [key: string]: unknown;
}

export interface Timings {
  readonly resolveMs: number;
  readonly gateMs: number;
  readonly precheckMs: number;
  readonly dispatchMs: number;
  readonly settleMs: number;
  readonly reportMs: number;
}

export interface ActionEvidence {
  readonly attemptId: string;
  /** `confirmed`: the browser acknowledged the input. */
  readonly dispatch: 'not_started' | 'dispatched' | 'confirmed';
  /** `verified` only by a positive check, never by an empty list. */
  readonly effect: 'none' | 'observed' | 'verified';
  readonly effects: readonly Effect[];
  readonly recovered?: 'same_node' | 'unique_match';
  readonly networkSettled?: boolean;
  readonly timings: Timings;
}

/** Data of every tool that acts on a page. */
export interface ActionData {
  readonly url: string;
  readonly tabId: number;
  readonly effects: readonly Effect[];
  /** Line diff against the snapshot before, then the current interactive refs, within the budget. */
  readonly diff: string;
  readonly refs: readonly string[];
  readonly snapshotId: string;
  readonly tokens: number;
  readonly settled: boolean;
}

interface ResultBase {
  readonly content: readonly ContentBlock[];
  readonly details?: Details;
  readonly tabId?: number;
  readonly trust: Trust;
  readonly provenance: Provenance;
  readonly evidence?: ActionEvidence;
}
export type ToolSuccess<D> = ResultBase & { readonly ok: true; readonly data: D };
export type ToolFailed = ResultBase & { readonly ok: false; readonly error: ToolFailure };
export type ToolResult<D = unknown> = ToolSuccess<D> | ToolFailed;
