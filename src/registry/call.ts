/** One call in the making: what is known of it so far, and the context its handler gets. */
import type { ActionContext } from '../actions/context.js';
import { SdkError } from '../shared/errors.js';
import type { Phase } from '../shared/failures.js';
import { originOf } from '../shared/origins.js';
import type { ActionEvidence } from '../shared/results.js';
import type { TargetLookup, TargetSpec } from './define-tool.js';
import type { RegisteredTool } from './descriptor.js';
import type { EventBus } from './events.js';
import type { Clearance, GatePort, NetworkPort } from './gate-port.js';
import type { Redactor } from './redact.js';
import type { ToolRegistry } from './registry.js';
import type { SecretFields } from './secret-fields.js';
import type { SecretStore } from './secrets.js';
import type { CallStop } from './stop.js';
import { type CallSubject, type TabFacts, tabFacts, tabOrigin, targetFacts } from './subject.js';

export type Tab = ActionContext['tab'];
export type Resolved = NonNullable<Parameters<ActionContext['recheck']>[0]>;

/** Routes calls to tabs. */
export interface Router {
  /** Remembers the default tab of the turn, if it does not have one yet. */
  capture(): void;
  /**
   * The tab of a call.
   * @throws SdkError tab_closed
   */
  target(tabId: number | undefined): Tab;
  defaultTabId(): number | undefined;
  followPopup(from: Tab, to: Tab): void;
  tabs(): readonly Tab[];
  openerOf(tab: Tab): Tab | undefined;
}

/** What the pipeline works with; a session composes it. */
export interface PipelineHost {
  readonly registry: ToolRegistry;
  readonly gate: GatePort;
  /** Absent where the session has no boundary. */
  readonly network: NetworkPort | undefined;
  readonly router: Router;
  readonly events: Pick<EventBus, 'emit' | 'sessionId'>;
  readonly redactor: Redactor;
  readonly secrets: SecretStore;
  readonly secretFields: SecretFields;
  readonly engine: ActionContext['engine'];
  readonly perception: ActionContext['perception'];
  readonly browser: ActionContext['browser'];
  readonly interactions: ActionContext['interactions'];
  readonly settings: ActionContext['settings'];
  readonly clock: ActionContext['clock'];
  readonly random: ActionContext['random'];
  readonly content: ActionContext['content'];
  readonly agent: ActionContext['agent'];
  /** The tab that is meant by the visible one; absent: the visible one of the context. */
  readonly ownTabId?: number;
  /** Throws for a tab that others may not write to now. */
  readonly mayWrite?: (tabId: number) => void;
  /** Aborts when the session is disposed of. */
  readonly disposed: AbortSignal;
}

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline in ms instead of the session's; waiting for an approval does not count. */
  readonly timeoutMs?: number | undefined;
  /** Names the call in events and journals. Default: a random one. */
  readonly callId?: string | undefined;
}

/** Fields are filled in step by step; a later step relies on the earlier ones. */
export interface Call {
  readonly host: PipelineHost;
  readonly name: string;
  readonly rawInput: unknown;
  readonly options: CallOptions;
  readonly callId: string;
  readonly attemptId: string;
  /** Monotonic ms. */
  readonly startedAt: number;
  phase: Phase;
  redactor: Redactor;
  tool?: RegisteredTool;
  input?: Record<string, unknown>;
  spec?: TargetSpec;
  stop?: CallStop;
  tab?: Tab | undefined;
  targets: readonly Resolved[];
  /** Origins opaque documents go back to, by ref. */
  creators: ReadonlyMap<string, string>;
  clearance?: Clearance;
  /** What the network had refused when the handler began. */
  networkMark?: number;
  isProposed: boolean;
  isDispatched: boolean;
  resolveMs: number;
  gateMs: number;
}

export function startCall(host: PipelineHost, name: string, rawInput: unknown, options: CallOptions): Call {
  return {
    host,
    name,
    rawInput,
    options,
    callId: options.callId ?? `call_${host.random(10)}`,
    attemptId: `at_${host.random(10)}`,
    startedAt: host.clock.monotonic(),
    phase: 'validate',
    redactor: host.redactor,
    targets: [],
    creators: new Map(),
    isProposed: false,
    isDispatched: false,
    resolveMs: 0,
    gateMs: 0,
  };
}

const OPAQUE: ReadonlySet<string> = new Set(['', 'null']);

/** The origin an opaque document goes back to: its URL's, else the nearest ancestor frame's that has one. */
export async function creatorOf(target: Resolved, topOrigin: string, options: { signal: AbortSignal; timeoutMs: number }): Promise<string> {
  if (!OPAQUE.has(target.facts.origin) || originOf(target.facts.url) !== '') return '';
  for (let world = target.world.parent; world; world = world.parent) {
    const { url } = await world.call('ping', {}, options);
    const origin = originOf(url);
    if (origin !== '') return origin;
  }
  return topOrigin;
}

/** What the call is about, as facts. */
export function subjectOf(call: Call): CallSubject {
  const { tool, tab, host } = call;
  if (!tool || !call.input) throw new SdkError('internal', 'The call was judged before it was validated.');
  const openerOf = host.router.openerOf;
  return {
    callId: call.callId,
    tool: call.spec?.judgedAs ? { ...tool.descriptor, ...call.spec.judgedAs } : tool.descriptor,
    input: call.input,
    spec: call.spec ?? {},
    tab: tab && tabFacts(tab, openerOf),
    targets: call.targets.map((target) => targetFacts(target, tabOrigin(target.tab, openerOf), call.creators.get(target.ref) ?? '')),
  };
}

function recheck(call: Call, target: Resolved | undefined): void {
  checkTool(call);
  const openerOf = call.host.router.openerOf;
  const creator = target && (call.creators.get(target.ref) ?? tabOrigin(target.tab, openerOf));
  call.clearance?.recheck({
    tab: call.tab && !call.tab.closed ? tabFacts(call.tab, openerOf) : undefined,
    target: target && targetFacts(target, tabOrigin(target.tab, openerOf), creator ?? ''),
  });
}

/** What was approved is one tool, not whatever bears its name by now. */
function checkTool({ host, clearance, tool, name }: Call): void {
  if (!clearance?.approved || host.registry.registered(name) === tool) return;
  throw new SdkError('approval_stale', `The tool ${name} changed after the approval, so it does not hold any more.`, {
    phase: 'gate',
    details: { reason: 'tool' },
  });
}

function isInside({ host: { gate } }: Call, tab: TabFacts): boolean {
  try {
    gate.checkContent(tab);
    return true;
  } catch (error) {
    if (SdkError.isInstance(error) && error.code === 'blocked_origin') return false;
    throw error;
  }
}

/** What a tool may look up before it runs. */
export const lookupOf = (call: Call): TargetLookup => ({
  browser: call.host.browser,
  sessionId: call.host.events.sessionId,
  content: call.host.content,
  agent: call.host.agent,
  mayShow: (url) => isInside(call, { tabId: 0, url, origin: originOf(url), navigation: 0 }),
});

function noteDispatch(call: Call): void {
  if (call.isDispatched) return;
  // First written down, then done: what is not in the journal was not sent.
  call.host.events.emit({ type: 'call_dispatching', callId: call.callId, tool: call.name, attemptId: call.attemptId });
  call.isDispatched = true;
}

/** The context a handler runs in. */
export function contextOf(call: Call, signal: AbortSignal, tab: Tab | undefined = call.tab): ActionContext {
  const { host } = call;
  return {
    callId: call.callId,
    attemptId: call.attemptId,
    engine: host.engine,
    get tab() {
      return tab ?? host.router.target(undefined);
    },
    perception: host.perception,
    settings: host.settings,
    clock: host.clock,
    random: host.random,
    signal,
    remaining: () => call.stop?.deadline.remaining() ?? 0,
    progress: (progress) =>
      host.events.emit({ type: 'call_progress', callId: call.callId, tool: call.name, progress: call.redactor.value(progress) }),
    targets: call.targets,
    recheck: (target) => recheck(call, target),
    dispatching: () => noteDispatch(call),
    spent: { resolveMs: call.resolveMs, gateMs: call.gateMs },
    followPopup: (from, to) => host.router.followPopup(from, to),
    tabs: () => host.router.tabs(),
    defaultTabId: () => host.router.defaultTabId(),
    mayRead: (other) => isInside(call, tabFacts(other, host.router.openerOf)),
    ...lookupOf(call),
    on: (other) => contextOf(call, signal, other),
    interactions: host.interactions,
    waiting: (work) => waiting(call, work),
    redact: (text) => call.redactor.text(text),
    hint: (hint) => host.events.emit({ type: 'human_hint', callId: call.callId, tool: call.name, ...call.redactor.value(hint) }),
    secret: (name) => {
      const value = host.secrets.reveal(name, originsOf(call));
      host.secretFields.note(call.targets);
      return value;
    },
    secretFields: (of) => host.secretFields.of(of),
    showsSecret: (text) => host.secretFields.wereUsed && call.redactor.text(text) !== text,
    secretsWereUsed: () => host.secretFields.wereUsed,
  };
}

async function waiting<T>({ stop }: Call, work: () => Promise<T>): Promise<T> {
  stop?.deadline.pause();
  try {
    return await work();
  } finally {
    stop?.deadline.resume();
  }
}

/** Origins of the documents a call would type into. */
export function originsOf(call: Call): readonly string[] {
  const { targets, tab } = subjectOf(call);
  if (targets.length > 0) return [...new Set(targets.map((target) => target.origin))];
  return tab ? [tab.origin] : [];
}

/** Evidence of a write whose handler could not tell any itself. */
export function ownEvidence(call: Call): ActionEvidence {
  return {
    attemptId: call.attemptId,
    dispatch: call.isDispatched ? 'dispatched' : 'not_started',
    effect: 'none',
    effects: [],
    timings: { resolveMs: call.resolveMs, gateMs: call.gateMs, precheckMs: 0, dispatchMs: 0, settleMs: 0, reportMs: 0 },
  };
}
