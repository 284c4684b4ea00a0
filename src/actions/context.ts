/** What a tool may use while it runs. Only what tools use stands here. */

import type { AgentPort } from '../bridge/agent-port.js';
import type { BrowserData } from '../bridge/browser-data.js';
import type { Clock, Engine, PageEngine, RandomId } from '../bridge/types.js';
import type { ContentPort, FetchedText } from '../shared/content.js';
import type { HumanHint } from '../shared/events.js';
import type { InteractionData, InteractionRequest } from '../shared/interactions.js';
import type { Perception, ResolvedTarget } from '../snapshot/types.js';

export type SettlePreset = 'fast' | 'balanced' | 'patient';

export interface Timeouts {
  /** Whole call, ms. Default 15,000. */
  readonly call: number;
  /** Precheck within it. Default 5,000. */
  readonly precheck: number;
  /** Navigation. Default 15,000. */
  readonly navigation: number;
  /** wait_for. Default 30,000. */
  readonly waitFor: number;
}

export interface SessionSettings {
  readonly input: 'trusted' | 'synthetic';
  readonly world: 'isolated' | 'main';
  readonly settle: SettlePreset;
  readonly visualize: boolean;
  readonly maxTokens: number;
  readonly timeouts: Timeouts;
  /** False: no main-world timer probe during a call. */
  readonly probe: boolean;
  /** Folders upload_file may take paths from. */
  readonly roots: readonly string[];
}

/** What tools see of interactions. */
export interface InteractionPort {
  /**
   * Saves the request, then waits for its end, or answers at once in mode `suspend`.
   * @param signal of the call; an abort cancels the request
   * @throws the signal's reason; what the store throws
   */
  request(request: InteractionRequest, signal: AbortSignal): Promise<InteractionData>;
}

export interface ActionContext {
  readonly callId: string;
  readonly attemptId: string;
  readonly sessionId: string;
  readonly engine: Engine;
  /** Target tab of the call. Reading it throws SdkError tab_closed when there is none. */
  readonly tab: PageEngine;
  readonly perception: Perception;
  readonly settings: SessionSettings;
  readonly clock: Clock;
  readonly random: RandomId;
  /** Aborts on host abort, dispose, and deadline; `reason` is an SdkError (aborted, session_disposed or timeout). */
  readonly signal: AbortSignal;
  /** Ms left of the call's deadline. */
  remaining(): number;
  /** Tells listeners how far a long call is. */
  progress(value: unknown): void;
  /** Tells the host what a person is asked to do on a page. */
  hint(hint: HumanHint): void;
  /** What the gate judged, in order: the refs of the call, then its points. */
  readonly targets: readonly ResolvedTarget[];
  /** Called by the action pipeline right before dispatch, inside the page's write queue: throws approval_stale when what was judged is no longer so. */
  recheck(target: ResolvedTarget | undefined): void;
  /** Called by the pipeline when input is about to be sent. */
  dispatching(): void;
  /** Milliseconds spent on gate and resolve before `execute` ran. */
  readonly spent: { readonly resolveMs: number; readonly gateMs: number };
  /** Makes a popup the default tab of the turn when `from` was the default. */
  followPopup(from: PageEngine, to: PageEngine): void;
  /** Tabs this session may use. */
  tabs(): readonly PageEngine[];
  /** Default tab of the turn, if it is open. */
  defaultTabId(): number | undefined;
  /** False for a tab outside the origins of the session: nothing it shows is given out. */
  mayRead(tab: PageEngine): boolean;
  /** False for a URL outside the origins of the session: it is not given out, and not opened. */
  mayShow(url: string): boolean;
  /** History, bookmarks, closed tabs, order and groups. */
  readonly browser: BrowserData;
  /** The same call on another tab, for tools that open one. */
  on(tab: PageEngine): ActionContext;
  /** Requests that wait for the user, a page or a time. */
  readonly interactions: InteractionPort;
  /** Runs something that takes as long as it takes: the deadline of the call stands still meanwhile. */
  waiting<T>(work: () => Promise<T>): Promise<T>;
  /**
   * The value of a configured secret, checked against the origins it is bound to.
   * The targets of the call count from then on as fields that hold it.
   * @throws SdkError not_found, denied
   */
  secret(name: string): string;
  /** Masks secret values, for text that is cut before it leaves: a piece of a value is not known as one. */
  redact(text: string): string;
  /** What the session keeps beside pages. */
  readonly content: ContentPort & {
    /** @throws SdkError invalid_url, blocked_origin, http_error, too_large, timeout, aborted */
    fetch(url: string, signal: AbortSignal): Promise<FetchedText>;
  };
  /** Searching, summarising, tasks, sub-agents, files of the workspace. */
  readonly agent: AgentPort;
  /** Fields of a tab that a secret was typed into. */
  secretFields(tab: PageEngine): readonly Pick<ResolvedTarget, 'world' | 'el'>[];
  /** A secret was typed in this session. */
  secretsWereUsed(): boolean;
  /** The text holds a secret that was typed. */
  showsSecret(text: string): boolean;
}
