/** What a process that died left unfinished, and what may be done about it. Nothing is ever repeated by itself. */
import type { SessionEvent } from '../shared/events.js';
import type { JournalRead } from '../shared/stores.js';

/** How far a call had come. */
export type CallState = 'proposed' | 'approved' | 'started' | 'dispatching';

/** A call without an end. */
export interface UnfinishedCall {
  /** Names this run of the call; give it to `settleRecovered`. */
  readonly attemptId: string;
  readonly callId: string;
  readonly sessionId: string;
  readonly tool: string;
  /** Secrets masked: a call with one has to be made anew. */
  readonly input: unknown;
  readonly tabId?: number;
  readonly state: CallState;
  readonly effects: 'read' | 'write';
  readonly recovery: 'retry-safe' | 'inspect-first' | 'never-retry';
  /** When it was proposed, ms since the epoch. */
  readonly at: number;
  /** What the advice rests on, one sentence. */
  readonly reason: string;
}

export interface RecoveryReport {
  /** Nothing was sent, or it reads only: the same call may be made again. Approvals do not carry over. */
  readonly retry: readonly UnfinishedCall[];
  /** It had begun, and may have had an effect: look first. */
  readonly inspect: readonly UnfinishedCall[];
  /** Something was sent and nobody knows what came of it: never repeat it without a person. */
  readonly uncertain: readonly UnfinishedCall[];
  /** Lines of the journal that could not be read. */
  readonly damagedLines: number;
}

/** What was done about an unfinished call. */
export type Settlement = 'retried' | 'done' | 'abandoned';

type Advice = 'retry' | 'inspect' | 'uncertain';
type Open = Omit<UnfinishedCall, 'reason' | 'state'> & { state: CallState };

/** Follows the calls of a journal, in order. */
function openCalls(events: readonly SessionEvent[], live: ReadonlySet<string>): readonly Open[] {
  const open = new Map<string, Open>();
  /** The attempt that a call id stands for at this point: ids of providers may come again. */
  const current = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'call_settled') settle(open, event.attemptId);
    if (live.has(event.sessionId) || !('callId' in event)) continue;
    const name = `${event.sessionId} ${event.callId}`;
    if (event.type === 'call_proposed') {
      const call = begun(event);
      if (call) open.set(keyOf(call), call);
      if (call) current.set(name, call.attemptId);
      continue;
    }
    const attemptId = ('attemptId' in event ? event.attemptId : undefined) ?? current.get(name);
    const call = attemptId === undefined ? undefined : open.get(keyOf({ sessionId: event.sessionId, attemptId }));
    if (call) follow(open, call, event);
  }
  return [...open.values()];
}

const keyOf = ({ sessionId, attemptId }: Pick<Open, 'sessionId' | 'attemptId'>): string => `${sessionId} ${attemptId}`;

function settle(open: Map<string, Open>, attemptId: string): void {
  for (const [key, call] of open) if (call.attemptId === attemptId) open.delete(key);
}

function begun(event: Extract<SessionEvent, { type: 'call_proposed' }>): Open | undefined {
  const { attemptId, callId, sessionId, tool, input, tabId, effects = 'write', recovery = 'never-retry', at } = event;
  if (attemptId === undefined) return undefined;
  const tab = tabId === undefined ? {} : { tabId };
  return { attemptId, callId, sessionId, tool, input, ...tab, state: 'proposed', effects, recovery, at };
}

const YES: ReadonlySet<string> = new Set(['once', 'session', 'site']);

function follow(open: Map<string, Open>, call: Open, event: SessionEvent): void {
  if (event.type === 'gate_decided' && event.verdict === 'allow') call.state = 'approved';
  if (event.type === 'approval_answered' && YES.has(event.decision)) call.state = 'approved';
  if (event.type === 'call_started') call.state = 'started';
  if (event.type === 'call_dispatching') call.state = 'dispatching';
  if (event.type === 'call_done') open.delete(keyOf(call));
}

function adviceOf({ state, effects, recovery }: Open): readonly [Advice, string] {
  if (state === 'proposed') return ['retry', 'It was not decided yet; nothing was sent.'];
  if (state === 'approved') return ['retry', 'It was allowed but had not begun; nothing was sent.'];
  if (recovery === 'retry-safe' && effects === 'read') return ['retry', 'It only reads.'];
  if (recovery === 'retry-safe') return ['retry', 'The tool may be repeated without harm.'];
  if (recovery === 'inspect-first') return ['inspect', 'It had begun; the tool says that its effect can be looked up.'];
  if (state === 'started') return ['inspect', 'It had begun, and no input is known to have been sent.'];
  return ['uncertain', 'Input was being sent; what came of it is not known.'];
}

/**
 * What is unfinished in a journal.
 * @param live sessions of this process, whose calls may still be running
 */
export function recoveryOf({ events, damaged }: JournalRead, live: ReadonlySet<string>): RecoveryReport {
  const lists: Record<Advice, UnfinishedCall[]> = { retry: [], inspect: [], uncertain: [] };
  for (const call of openCalls(events, live)) {
    const [advice, reason] = adviceOf(call);
    lists[advice].push({ ...call, reason });
  }
  return { ...lists, damagedLines: damaged };
}
