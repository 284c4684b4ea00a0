/** find -> validate -> resolve -> gate -> re-verify -> run -> present: the way of every call. */
import { SdkError } from '../shared/errors.js';
import { originOf } from '../shared/origins.js';
import { takesPassword } from '../shared/password-fields.js';
import { parseRef } from '../shared/ref.js';
import type { ActionEvidence, ToolResult } from '../shared/results.js';
import {
  type Call,
  type CallOptions,
  contextOf,
  creatorOf,
  lookupOf,
  originsOf,
  type PipelineHost,
  type Resolved,
  startCall,
  subjectOf,
  type Tab,
} from './call.js';
import type { ToolOutput } from './define-tool.js';
import type { RegisteredTool } from './descriptor.js';
import { announce, type Escalation, escalationOf, joined } from './escalate.js';
import { presentFailure, presentSuccess } from './present.js';
import { done, evidenceOf, failureOf, presentOptions, propose } from './report.js';
import { lastWord, raced, startStop, startTimer } from './stop.js';
import { type CallSubject, tabFacts, tabOrigin } from './subject.js';
import { parseInput } from './validate.js';

/** How long a stopped handler has to release keys and tell what it did, ms. */
const GRACE_MS = 1_000;
/** A hook may rewrite an input so many times. */
const MAX_REWRITES = 5;

/**
 * Runs a tool. Never throws for what can happen to a call.
 * @param name of the tool
 * @param rawInput what the model wrote
 */
export async function runCall(host: PipelineHost, name: string, rawInput: unknown, options: CallOptions = {}): Promise<ToolResult> {
  const call = startCall(host, name, rawInput, options);
  let result: ToolResult;
  let escalation: Escalation | undefined;
  try {
    const output = await perform(call);
    result = presentSuccess(output, presentOptions(call, output.tabId));
  } catch (thrown) {
    const failure = failureOf(call, thrown);
    escalation = escalationOf(call, failure);
    result = presentFailure(escalation ? announce(failure, escalation) : failure, presentOptions(call));
  } finally {
    call.stop?.release();
  }
  tell(call, result);
  if (!escalation) return result;
  return joined(call, result, escalation, await runCall(host, escalation.tool, escalation.input, escalation.options));
}

/** A call that could not even be written down was refused for that; its end is told all the same. */
function tell(call: Call, result: ToolResult): void {
  try {
    propose(call);
  } catch {
    // It failed before it was proposed: nothing was sent, so nothing has to be known of it later.
  }
  done(call, result);
}

/**
 * Goes as far as the gate would and tells what it would judge. Runs nothing.
 * @throws SdkError of the first step that fails
 */
export async function prepareCall(host: PipelineHost, name: string, rawInput: unknown): Promise<CallSubject> {
  const call = startCall(host, name, rawInput, {});
  if (host.disposed.aborted) throw disposedError();
  const tool = find(call);
  validate(call, tool, rawInput);
  const stop = startStop(host.clock, host.settings.timeouts.call, undefined, host.disposed);
  call.stop = stop;
  try {
    await resolve(call, tool, stop.signal);
    return subjectOf(call);
  } finally {
    stop.release();
  }
}

const disposedError = (): SdkError =>
  new SdkError('session_disposed', 'The session was disposed of; nothing was run.', { phase: 'validate' });

async function perform(call: Call): Promise<ToolOutput<unknown>> {
  const { host, options } = call;
  if (host.disposed.aborted) throw disposedError();
  const tool = find(call);
  validate(call, tool, call.rawInput);
  const ms = options.timeoutMs ?? tool.definition.timeoutMs?.(call.input ?? {}, host.settings.timeouts) ?? host.settings.timeouts.call;
  call.stop = startStop(host.clock, ms, options.signal, host.disposed);
  const { signal } = call.stop;
  if (signal.aborted) throw signal.reason;
  await resolve(call, tool, signal);
  propose(call);
  await pass(call, tool, signal);
  const output = await run(call, tool, signal);
  checkRefused(call, output.evidence);
  checkContent(call, output);
  return output;
}

function find(call: Call): RegisteredTool {
  call.tool = call.host.registry.find(call.name);
  return call.tool;
}

function validate(call: Call, tool: RegisteredTool, input: unknown): void {
  call.phase = 'validate';
  const parsed: Record<string, unknown> = parseInput(call.name, tool.definition.input, input);
  call.input = parsed;
  call.spec = tool.definition.target?.(parsed, lookupOf(call)) ?? {};
  for (const ref of call.spec.refs ?? []) {
    if (parseRef(ref)) continue;
    const shown = JSON.stringify(ref.slice(0, 80));
    throw new SdkError('invalid_input', `${shown} is not a ref. A ref looks like sk4m9z_1_4 and is printed in [ref=…] by read_page.`, {
      phase: 'validate',
    });
  }
}

// ---------------------------------------------------------------- resolve

async function resolve(call: Call, tool: RegisteredTool, signal: AbortSignal): Promise<void> {
  call.phase = 'resolve';
  const start = call.host.clock.monotonic();
  call.host.router.capture();
  call.targets = [];
  call.creators = new Map();
  call.tab = tool.descriptor.usesTab && call.spec?.tab !== 'none' ? route(call) : undefined;
  if (call.tab && (call.spec?.judgedAs ?? tool.descriptor).effects === 'write') call.host.mayWrite?.(call.tab.tabId);
  call.targets = await resolveTargets(call, signal);
  call.creators = await findCreators(call, signal);
  maskTyped(call);
  for (const { secret } of [call.spec ?? {}, ...(call.spec?.parts ?? [])])
    if (secret !== undefined) call.host.secrets.reveal(secret, originsOf(call));
  call.resolveMs += call.host.clock.monotonic() - start;
}

/** The tab of the input wins; else that of the ref; else the default of the turn. */
function route(call: Call): Tab {
  const { router, perception } = call.host;
  const named = call.spec?.tab ?? call.spec?.tabId ?? call.input?.['tabId'];
  const asked = named === 'active' ? (call.host.ownTabId ?? call.host.engine.activeTabId()) : named;
  const tabId = typeof asked === 'number' ? asked : undefined;
  for (const ref of call.spec?.refs ?? []) {
    const owner = perception.tabOf(ref);
    if (!owner) continue;
    if (tabId === undefined) return router.target(owner.tabId);
    if (owner.tabId !== tabId)
      throw new SdkError('invalid_input', `Ref ${ref} belongs to tab ${owner.tabId}, not to tab ${tabId}.`, {
        phase: 'validate',
        hint: 'Leave tabId out, or use a ref of that tab.',
      });
  }
  return router.target(tabId);
}

/** What the refs of the call stand for, then what lies at its points. */
async function resolveTargets(call: Call, signal: AbortSignal): Promise<readonly Resolved[]> {
  const { refs = [], point, dropPoint } = call.spec ?? {};
  const { perception } = call.host;
  const resolved: Resolved[] = [];
  for (const ref of refs) resolved.push(await raced(perception.resolve(ref, timeLeft(call, signal)), signal));
  for (const place of [point, dropPoint])
    if (place && call.tab) resolved.push(await raced(perception.at(call.tab, place, timeLeft(call, signal)), signal));
  return resolved;
}

async function findCreators(call: Call, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const creators = new Map<string, string>();
  for (const target of call.targets) {
    const top = tabOrigin(target.tab, call.host.router.openerOf);
    creators.set(target.ref, await raced(creatorOf(target, top, timeLeft(call, signal)), signal));
  }
  return creators;
}

const timeLeft = (call: Call, signal: AbortSignal) => ({ signal, timeoutMs: Math.max(1, call.stop?.deadline.remaining() ?? 1) });

/** Text that goes into a password field is a secret of this call. */
function maskTyped(call: Call): void {
  const { text, key, parts } = call.spec ?? {};
  const passwords = new Set(call.targets.filter(({ facts }) => takesPassword(facts)).map((target) => target.ref));
  const typed = parts
    ? parts.flatMap((part) => (passwords.has(part.ref) ? (part.text ?? []) : []))
    : passwords.size > 0
      ? [text ?? key ?? '']
      : [];
  if (typed.length > 0) call.redactor = call.redactor.with(typed);
}

// ---------------------------------------------------------------- gate

async function pass(call: Call, tool: RegisteredTool, signal: AbortSignal): Promise<void> {
  let hooksDone = 0;
  for (let i = 0; i <= MAX_REWRITES; i++) {
    const clearance = await judge(call, signal, hooksDone);
    if (!clearance.rewrite) {
      if (clearance.approved) await reverify(call, signal);
      return;
    }
    hooksDone = clearance.rewrite.hooksDone;
    validate(call, tool, clearance.rewrite.input);
    await resolve(call, tool, signal);
  }
  throw new SdkError('gate_failed', `The hooks rewrote the input more than ${MAX_REWRITES} times.`, { phase: 'gate' });
}

async function judge(call: Call, signal: AbortSignal, hooksDone: number) {
  call.phase = 'gate';
  const { clock, gate } = call.host;
  const { deadline } = call.stop ?? {};
  if (!deadline) throw new SdkError('internal', 'The call has no deadline.');
  const start = clock.monotonic();
  const redact = <T>(value: T): T => call.redactor.value(value);
  const timer = (run: () => void, ms: number) => startTimer(clock, run, ms);
  const race = <T>(work: Promise<T>) => raced(work, signal);
  const clearance = await race(gate.decide(subjectOf(call), { signal, deadline, timer, race, redact, hooksDone }));
  call.clearance = clearance;
  call.gateMs += clock.monotonic() - start;
  return clearance;
}

/** While somebody was asked the page went on: everything judged is looked up again. */
async function reverify(call: Call, signal: AbortSignal): Promise<void> {
  const context = contextOf(call, signal);
  context.recheck(undefined);
  let fresh: readonly Resolved[];
  try {
    fresh = await resolveTargets(call, signal);
  } catch (cause) {
    if (signal.aborted || !SdkError.isInstance(cause)) throw cause;
    throw new SdkError('approval_stale', `What was approved is not there any more: ${cause.message}`, {
      phase: 'gate',
      cause,
      details: { ...cause.details, cause: cause.code },
    });
  }
  // What lies at a point has a new ref each time it is looked up; it is known by the one it was judged by.
  const known = fresh.map((target, index) => ({ ...target, ref: call.targets[index]?.ref ?? target.ref }));
  for (const target of known) context.recheck(target);
  call.targets = known;
}

// ---------------------------------------------------------------- run

async function run(call: Call, tool: RegisteredTool, signal: AbortSignal): Promise<ToolOutput<unknown>> {
  call.phase = 'dispatch';
  const { host } = call;
  const { network } = host;
  if (network) call.networkMark = network.mark();
  host.events.emit({ type: 'call_started', callId: call.callId, tool: call.name, attemptId: call.attemptId });
  const context = contextOf(call, signal);
  const work = Promise.resolve().then(() => tool.definition.execute(call.input ?? {}, context));
  try {
    return await raced(work, signal);
  } catch (error) {
    checkRefused(call, evidenceOf(error));
    if (!signal.aborted) throw error;
    const last = await lastWord(work, call.host.clock, GRACE_MS);
    throw stopped(signal, last.how === 'returned' ? last.value.evidence : last.how === 'threw' ? evidenceOf(last.error) : undefined, last);
  }
}

/** The reason a call was stopped, with what its handler still had to say. */
function stopped(
  signal: AbortSignal,
  evidence: ActionEvidence | undefined,
  last: { readonly how: string; readonly error?: unknown },
): unknown {
  const reason: unknown = signal.reason;
  if (!SdkError.isInstance(reason)) return reason;
  const said = SdkError.isInstance(last.error) && last.error.code === reason.code ? last.error : undefined;
  return new SdkError(reason.code, said?.message ?? reason.message, {
    ...(said ? { phase: said.phase } : {}),
    details: { ...said?.details, ...(evidence ? { evidence } : {}) },
  });
}

/** A write that led outside was stopped at the network, whatever its handler made of that. */
function checkRefused(call: Call, evidence: ActionEvidence | undefined): void {
  const { host, tool, networkMark } = call;
  if (networkMark === undefined || tool?.descriptor.effects !== 'write') return;
  const refused = host.network?.refusedSince(networkMark).find((one) => one.isMainFrame);
  if (!refused) return;
  const origin = originOf(refused.url);
  throw new SdkError('blocked_origin', `The call led to ${origin}, which is outside the boundary of this session, and was stopped there.`, {
    phase: 'settle',
    details: { rule: 'network', origin, ...(evidence ? { evidence } : {}) },
  });
}

/** What a page outside the boundary shows is not given out, wherever the call ended up. */
function checkContent(call: Call, output: ToolOutput<unknown>): void {
  const { router, gate } = call.host;
  const tab = output.tabId === undefined ? call.tab : (router.tabs().find((one) => one.tabId === output.tabId) ?? call.tab);
  if (!tab || call.tool?.descriptor.provenance !== 'page' || call.tool.descriptor.capability === 'organize') return;
  try {
    gate.checkContent(tabFacts(tab, router.openerOf));
  } catch (error) {
    if (!SdkError.isInstance(error)) throw error;
    const { evidence } = output;
    throw new SdkError(error.code, error.message, { phase: 'settle', details: { ...error.details, ...(evidence ? { evidence } : {}) } });
  }
}
