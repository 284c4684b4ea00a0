/** Turns what a tool gave, or how it failed, into a result: redacted, bounded, fenced. */
import { SdkError } from '../shared/errors.js';
import type { FailureCode, Phase, ToolFailure } from '../shared/failures.js';
import type { ActionEvidence, ContentBlock, Provenance, ToolFailed, ToolSuccess, Trust } from '../shared/results.js';
import type { ToolOutput } from './define-tool.js';
import { boundContent, boundText, fenceText } from './fence.js';
import type { Redactor } from './redact.js';

/** Largest message of a failure, and largest details told to a model, in characters. */
const MAX_MESSAGE = 4_000;
const MAX_DETAILS = 3_000;
/** Details a model can use to do better. */
const TOLD_DETAILS = ['reason', 'was', 'now', 'candidates', 'blocker', 'options', 'rule', 'flags', 'note', 'dialog', 'escalationTool'];

export interface PresentOptions {
  readonly tool: string;
  readonly tabId: number | undefined;
  readonly trust: Trust;
  readonly provenance: Provenance;
  /** Origin the text comes from; '' when there is none. */
  readonly origin: string;
  readonly fenceId: () => string;
  readonly redactor: Redactor;
}

const needsFence = ({ trust, provenance }: PresentOptions): boolean =>
  trust === 'untrusted' || provenance === 'page' || provenance === 'mcp' || provenance === 'import';

function fence(text: string, options: PresentOptions): string {
  return needsFence(options)
    ? fenceText(text, { id: options.fenceId(), origin: options.origin || `${options.provenance}:`, tool: options.tool })
    : text;
}

/** Puts our own words before the first text block, or in a block of their own. */
function prepend(words: string, blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  if (words === '') return blocks;
  const [first, ...rest] = blocks;
  return first?.type === 'text' ? [{ type: 'text', text: `${words}\n${first.text}` }, ...rest] : [{ type: 'text', text: words }, ...blocks];
}

const tabPrefix = (tabId: number | undefined): string => (tabId === undefined ? '' : `[tabId=${tabId}]`);

/** The result of a call that went well. */
export function presentSuccess<D>(output: ToolOutput<D>, options: PresentOptions): ToolSuccess<D> {
  const { redactor } = options;
  const tabId = output.tabId ?? options.tabId;
  const bounded = boundContent(redactor.content(output.content));
  const fenced = bounded.map((block): ContentBlock => (block.type === 'text' ? { type: 'text', text: fence(block.text, options) } : block));
  return {
    ok: true,
    content: prepend(tabPrefix(tabId), fenced),
    data: redactor.value(output.data),
    ...(output.details === undefined ? {} : { details: redactor.value(output.details) }),
    ...(tabId === undefined ? {} : { tabId }),
    trust: options.trust,
    provenance: options.provenance,
    ...(output.evidence === undefined ? {} : { evidence: redactor.value(output.evidence) }),
  };
}

/** Any thrown thing as an SdkError. */
export function asSdkError(thrown: unknown): SdkError {
  if (SdkError.isInstance(thrown)) return thrown;
  const message = wordsOf(thrown);
  return new SdkError('internal', message === '' ? 'Something was thrown that says nothing.' : message, { cause: thrown });
}

/** What a thrown thing says; one that cannot even say that says nothing. */
function wordsOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    return '';
  }
}

/** The failure of an error without what belongs elsewhere in a result. */
function splitFailure(error: SdkError): { readonly failure: ToolFailure; readonly evidence: ActionEvidence | undefined } {
  const { evidence, ...details } = error.details ?? {};
  const { details: _all, ...failure } = error.toFailure();
  const hasDetails = Object.keys(details).length > 0;
  return { failure: hasDetails ? { ...failure, details } : failure, evidence: evidence as ActionEvidence | undefined };
}

function toldDetails(failure: ToolFailure): string {
  const told = Object.entries(failure.details ?? {}).filter(([key, value]) => TOLD_DETAILS.includes(key) && value !== undefined);
  if (told.length === 0) return '';
  try {
    return `\ndetails: ${boundText(JSON.stringify(Object.fromEntries(told)), MAX_DETAILS)}`;
  } catch {
    return ''; // Details of a tool of the host may be no JSON; the message stands without them.
  }
}

/** Phases whose messages hold nothing of a page. */
const OWN_WORDS: ReadonlySet<Phase> = new Set<Phase>(['validate']);
/** Failures whose messages hold nothing of a page, whatever the phase. */
const OWN_CODES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'aborted',
  'session_disposed',
  'tab_closed',
  'browser_closed',
  'timeout',
]);

function failureText(failure: ToolFailure, options: PresentOptions): string {
  const head = `Failed: ${failure.code} (${failure.phase}).`;
  const hint = `Hint: ${failure.hint}`;
  const details = toldDetails(failure);
  const isOwn = details === '' && (OWN_WORDS.has(failure.phase) || OWN_CODES.has(failure.code));
  return isOwn ? `${head} ${failure.message}\n${hint}` : `${head}\n${hint}\n${fence(failure.message + details, options)}`;
}

/** The result of a call that failed: code, phase and hint are ours; what may stem from a page is fenced like a good result. */
export function presentFailure(thrown: unknown, options: PresentOptions): ToolFailed {
  const { redactor } = options;
  const split = splitFailure(asSdkError(thrown));
  const redacted = redactor.value(split.failure);
  const failure = { ...redacted, message: boundText(redacted.message, MAX_MESSAGE) };
  return {
    ok: false,
    content: prepend(tabPrefix(options.tabId), [{ type: 'text', text: failureText(failure, options) }]),
    error: failure,
    ...(options.tabId === undefined ? {} : { tabId: options.tabId }),
    trust: options.trust,
    provenance: options.provenance,
    ...(split.evidence === undefined ? {} : { evidence: redactor.value(split.evidence) }),
  };
}
