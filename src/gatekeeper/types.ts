/** Words of the Gatekeeper: rules, policies, requests, answers. */
import type { CallSubject, TargetFacts } from '../registry/subject.js';
import type { StateStore } from '../shared/stores.js';

type Tool = CallSubject['tool'];

export type Verdict = 'allow' | 'ask' | 'deny';
/**
 * What is asked about when no rule says so. `always`: everything; `untrusted` (default): whatever writes, because pages are not trusted;
 * `auto`: nothing but forced asks.
 */
export type Policy = 'always' | 'untrusted' | 'auto';

interface RuleBase {
  /** Origin pattern: an origin, `*.domain` (the domain too), `*`. Default `*`. */
  readonly origin?: string;
  readonly verdict: Verdict;
  /** Who made it. Default `host`. */
  readonly source?: 'host' | 'user' | 'approval';
  /** Names the rule in decisions. Default: a number. */
  readonly id?: string;
}
/** Covers a tool (`click`), tools with a common start (`tab_*`), all tools (`*`), or a capability. */
export type Rule = RuleBase &
  ({ readonly tool: string; readonly capability?: undefined } | { readonly capability: Tool['capability']; readonly tool?: undefined });

export type Flag = 'sensitive_payload' | 'escalation_l2' | 'host_access' | 'element_mismatch' | 'page_made_approval';
/** What in the input is sensitive. */
export type PayloadKind = 'card_number' | 'credential' | 'password_field' | 'secret' | 'email';

/** What decided. */
export type DecidedBy =
  | 'boundary'
  | 'interaction'
  | 'sensitive_origin'
  | 'rule'
  | 'shipped_rule'
  | 'hook'
  | 'sensitive_payload'
  | 'grant'
  | 'policy'
  | 'host_access';

export interface Decision {
  readonly verdict: Verdict;
  readonly by: DecidedBy;
  /** The rule that decided: `rule:3`, `shipped:eval_page`, `sensitive_origin:*.gov`, `policy:untrusted`, … */
  readonly rule: string;
  /** Why, one sentence. */
  readonly reason: string;
  readonly flags: readonly Flag[];
  /** The shipped rule that would have decided, had the host not removed it or put a rule of its own in its place. */
  readonly lifted?: string;
}

/** A target as a host sees it. */
export type GateTarget = TargetFacts;

export interface Destination {
  readonly url: string;
  readonly origin: string;
}

/** What we computed about a call. */
export interface GateFacts {
  /** Origins the call acts on: the destination, else those of its targets, else that of its tab. */
  readonly origins: readonly string[];
  /** Top-level origin of the tab. */
  readonly topOrigin: string;
  readonly url: string;
  readonly destination?: Destination;
  readonly targets: readonly GateTarget[];
  readonly payload: readonly PayloadKind[];
  /**
   * Who else than the page of the tab is given something: origins of frames, forms and destinations, or `mcp:` and a server.
   * An e-mail address in the input is sensitive where nobody has approved anything for one of these yet.
   */
  readonly thirdParties: readonly string[];
  /** The model's words for the target. */
  readonly element?: string;
  readonly elementMismatch: boolean;
  readonly pageMadeApproval: boolean;
}

/** What hooks are asked. */
export interface GateRequest {
  readonly callId: string;
  readonly tool: Pick<Tool, 'name' | 'title' | 'level' | 'effects' | 'capability' | 'egress'>;
  /** The whole input; values of configured secrets are masked. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly tabId?: number;
  readonly facts: GateFacts;
  readonly flags: readonly Flag[];
  /** What would happen, in one line. */
  readonly preview: string;
  /** What rules and policy say. */
  readonly decision: Decision;
}

/** What an approver is asked. */
export interface ApprovalRequest extends GateRequest {
  readonly approvalId: string;
  /** Ms the approver has; no answer is a decline. */
  readonly timeoutMs: number;
}

export interface ApprovalAnswer {
  /**
   * `once`: this call; `session`: calls of this tool on this origin until the session ends; `site`: the same, as a kept rule;
   * `decline`; `cancel`: decline, and the user wants the whole task to stop.
   */
  readonly decision: 'once' | 'session' | 'site' | 'decline' | 'cancel';
  /** Told to the model. */
  readonly note?: string;
  /** With `session` and `site`: the grant covers this element alone. */
  readonly narrow?: 'element';
}
/**
 * Asks a person.
 * @param signal aborts when the answer is no longer needed: timeout, abort, dispose
 */
export type OnApproval = (request: ApprovalRequest, signal: AbortSignal) => ApprovalAnswer | Promise<ApprovalAnswer>;

/** `allow` counts like an allow rule, so it silences the policy but neither a forced ask nor a deny; `pass` says nothing. */
export type GateAnswer =
  | 'allow'
  | 'ask'
  | 'deny'
  | 'pass'
  | { readonly verdict: 'allow' | 'ask' | 'deny' | 'pass'; readonly reason?: string }
  | { readonly verdict: 'rewrite'; readonly input: unknown; readonly reason?: string };
export interface GateHooks {
  /** Judges a call before it runs. Throwing, no answer in time and any other value mean deny. */
  gate(request: GateRequest, signal: AbortSignal): GateAnswer | Promise<GateAnswer>;
}

/** Calls of a tool that need no further approval. */
export interface Grant {
  readonly id: string;
  readonly tool: string;
  readonly origin: string;
  readonly scope: 'session' | 'site';
  readonly element?: { readonly role: string; readonly name: string; readonly contextKey: string };
}

export interface GatekeeperOptions {
  readonly policy?: Policy;
  readonly rules?: readonly Rule[];
  /** True: without the shipped rules. */
  readonly removeDefaultRules?: boolean;
  /** Further sensitive origins: patterns, or schemes such as `chrome:`. The shipped ones stay. */
  readonly sensitiveOrigins?: readonly string[];
  /** Only these origins (patterns) may be visited, read and acted on. Default: all. */
  readonly allowedOrigins?: readonly string[];
  /** These may not, whatever else is said. */
  readonly blockedOrigins?: readonly string[];
  /**
   * Origins (patterns) that the host has given this session access to. A call that has to do with another one is asked about, whatever would
   * allow it, with the flag `host_access`. Default: all.
   */
  readonly hostAccess?: readonly string[];
  readonly onApproval?: OnApproval;
  /** Ms an approver has. Default 300,000. */
  readonly approvalTimeoutMs?: number;
  readonly hooks?: GateHooks | readonly GateHooks[];
  /** What the boundary covers at the network: `documents` (default), or `all` requests of a page. */
  readonly networkScope?: 'documents' | 'all';
  /** Keeps `site` grants, and rules whose source is `user` or `approval`. Default: the store of the session. */
  readonly store?: StateStore;
}
