/** What a call tells: its failure in our terms, how its result is presented, and the events at its start and end. */
import { SdkError } from '../shared/errors.js';
import { failures, type Phase } from '../shared/failures.js';
import type { ActionEvidence, ToolResult } from '../shared/results.js';
import { type Call, ownEvidence } from './call.js';
import { boundText, fenceId } from './fence.js';
import type { PresentOptions } from './present.js';
import { tabOrigin } from './subject.js';
import { translateError } from './translate.js';

/** Largest tool name told, in characters: models make them up. */
const MAX_NAME = 100;

/** The evidence an error carries. */
export const evidenceOf = (error: unknown): ActionEvidence | undefined =>
  SdkError.isInstance(error) ? (error.details?.['evidence'] as ActionEvidence | undefined) : undefined;

/** The error to show: in our terms, with the phase it really broke in, and evidence for every write. */
export function failureOf(call: Call, thrown: unknown): SdkError {
  const error = translateError(thrown, call.host.engine);
  const isStop = error === call.stop?.signal.reason;
  const phases: readonly Phase[] = failures[error.code].phases;
  const phase = (isStop || error.code === 'internal') && phases.includes(call.phase) ? call.phase : error.phase;
  const isWrite = call.tool?.descriptor.effects === 'write';
  const evidence = evidenceOf(error) ?? (isWrite && call.phase !== 'validate' ? ownEvidence(call) : undefined);
  return new SdkError(error.code, error.message, {
    phase,
    hint: hintOf(call, error),
    retryable: error.retryable,
    cause: thrown,
    details: { ...error.details, ...(evidence ? { evidence } : {}) },
  });
}

/** Words that were chosen for this failure stand; the usual ones give way to those of the tool. */
function hintOf({ tool }: Call, { code, hint }: SdkError): string {
  return hint === failures[code].hint ? (tool?.definition.hints?.[code] ?? hint) : hint;
}

export function presentOptions(call: Call, outputTabId?: number): PresentOptions {
  const { host, tool } = call;
  const tab = outputTabId === undefined ? call.tab : (host.router.tabs().find((one) => one.tabId === outputTabId) ?? call.tab);
  return {
    tool: boundText(call.name, MAX_NAME),
    tabId: tab?.tabId,
    trust: tool?.descriptor.trust ?? 'trusted',
    provenance: tool?.descriptor.provenance ?? 'tool',
    origin: tab ? tabOrigin(tab, host.router.openerOf) || tab.page.url().slice(0, 200) : '',
    fenceId: () => fenceId(host.random),
    redactor: call.redactor,
  };
}

/** Tells of the call once: when its target is known, or when it failed before that. */
export function propose(call: Call): void {
  if (call.isProposed) return;
  call.isProposed = true;
  const { text, parts = [] } = call.spec ?? {};
  // Where the target is not known, the text may have been meant for a password field.
  const texts = [text, ...parts.map((part) => part.text)].filter((typed) => typed !== undefined);
  const redactor = call.targets.length === 0 ? call.redactor.with(texts) : call.redactor;
  call.host.events.emit({
    type: 'call_proposed',
    callId: call.callId,
    attemptId: call.attemptId,
    tool: boundText(call.name, MAX_NAME),
    ...(call.tool ? { effects: call.tool.descriptor.effects, recovery: call.tool.descriptor.recovery } : {}),
    input: redactor.value(call.input ?? call.rawInput),
    ...(call.tab ? { tabId: call.tab.tabId } : {}),
  });
}

export function done(call: Call, result: ToolResult): void {
  const text = result.content.map((block) => (block.type === 'text' ? block.text : `[${block.mimeType}]`)).join('\n');
  call.host.events.emit({
    type: 'call_done',
    callId: call.callId,
    attemptId: call.attemptId,
    tool: boundText(call.name, MAX_NAME),
    ok: result.ok,
    ms: call.host.clock.monotonic() - call.startedAt,
    ...(result.ok ? {} : { error: result.error }),
    ...(result.evidence ? { evidence: result.evidence } : {}),
    text,
  });
}
