/** Escalation: an input that had no effect asks for one more call, by the tool that its failure names. */
import { SdkError } from '../shared/errors.js';
import type { ToolResult } from '../shared/results.js';
import type { Call, CallOptions } from './call.js';

/** A call that stands for another one that had no effect. */
export interface Escalation {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
}

/** Appended to the id of the call it stands for, so that both ids are known before either ran. */
const SUFFIX = '.trusted';

/**
 * What has to be called after this failure, once. Undefined for every failure but an ineffective input that names a tool which this session has.
 */
export function escalationOf(call: Call, error: SdkError): Escalation | undefined {
  const tool = error.details?.['escalationTool'];
  if (error.code !== 'l1_not_effective' || typeof tool !== 'string' || !call.input || call.stop?.signal.aborted) return undefined;
  // A call that already stands for another one asks for no third.
  if (tool === call.name || !call.host.registry.get(tool)) return undefined;
  const { signal, timeoutMs } = call.options;
  return { tool, input: call.input, options: { signal, timeoutMs, callId: `${call.callId}${SUFFIX}` } };
}

/** The failure with what is going to be called, for whoever reads it alone (events, the result when the call is refused). */
export function announce(error: SdkError, { tool, input }: Escalation): SdkError {
  return new SdkError(error.code, error.message, {
    phase: error.phase,
    hint: error.hint,
    retryable: error.retryable,
    cause: error.cause,
    details: { ...error.details, escalation: { tool, input } },
  });
}

/**
 * One result of both calls: that of the second where it got as far as the page, else the first failure with why the second was refused.
 * @param first result of the call that had no effect
 */
export function joined(call: Call, first: ToolResult, { tool, options }: Escalation, second: ToolResult): ToolResult {
  const from = { callId: call.callId, tool: call.name };
  const to = { callId: options.callId, tool, ok: second.ok };
  const isRefused = !second.ok && NOT_SENT.has(second.error.phase);
  if (!isRefused) {
    const told = `${call.name} by events had no effect, so ${tool} was called once (call ${to.callId}).`;
    return {
      ...second,
      content: [...second.content, { type: 'text', text: told }],
      details: { ...second.details, escalatedFrom: from, escalatedTo: to },
    };
  }
  const told = `${tool} was tried and refused: ${second.error.code}. ${second.error.hint}`;
  const why = { ...to, code: second.error.code, message: second.error.message };
  return { ...first, content: [...first.content, { type: 'text', text: told }], details: { ...first.details, escalatedTo: why } };
}

const NOT_SENT: ReadonlySet<string> = new Set(['validate', 'gate']);
