/** Code of the caller in the page's own world. */
import { SdkError } from '../shared/errors.js';
import type { ActionData } from '../shared/results.js';
import type { Act } from './act.js';
import type { ActionContext } from './context.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform } from './perform.js';
import { type ScriptReply, scriptSource } from './run-javascript-source.js';

export interface RunJavascriptInput {
  /** One expression, or the body of an async function with `return`. */
  readonly code: string;
  /** Longest run in ms. Default: what the call has left. */
  readonly timeoutMs?: number | undefined;
  readonly dialog?: DialogInput | undefined;
}
export type RunJavascriptData = ActionData & {
  /** The value as JSON has it; null for undefined; where it was cut the first part of its JSON, as a string. */
  readonly value: unknown;
  /** `undefined`, `null`, `boolean`, `number`, `string`, `Array`, `Object`, … */
  readonly kind: string;
  readonly truncated: boolean;
  /** What is to be known about the value. */
  readonly note?: string;
};

/** Characters of JSON given back. */
const MAX_JSON = 20_000;
/** Time the call keeps for settling and its report. */
const REPORT_MS = 2_000;
/** A page that does not answer within this time is stuck in the script. */
const STUCK_MS = 300;

/**
 * Runs code in the main world of the top frame. Debugger evaluation is not subject to the page's content security policy.
 * @throws SdkError script_error, csp_blocked (only without the debugging protocol), timeout with `effectMayHaveOccurred`; a script that does not
 * end by itself is ended then, so that the tab goes on
 */
export function runJavascript(
  context: ActionContext,
  { code, timeoutMs, dialog }: RunJavascriptInput,
): Promise<ActionOutcome<RunJavascriptData>> {
  let reply: ScriptReply | undefined;
  return perform(context, {
    dialog,
    checks: [],
    opensFiles: true,
    dispatch: async (act) => {
      reply = await runBounded(act, scriptSource(code, MAX_JSON), timeoutMs);
      if (reply?.ok === false) throw scriptError(reply.name, reply.message);
    },
    done: () => wordsOf(toldValue(reply)),
    extra: () => toldValue(reply),
  });
}

type Told = Pick<RunJavascriptData, 'value' | 'kind' | 'truncated' | 'note'>;

function toldValue(reply: ScriptReply | undefined): Told {
  if (!reply?.ok) return { value: null, kind: 'undefined', truncated: false, note: 'The page was left before the script gave its value.' };
  const { json, kind, cut } = reply;
  if (cut) return { value: json, kind, truncated: true, note: `Cut after ${MAX_JSON.toLocaleString('en-US')} characters of JSON.` };
  const note = kind === 'undefined' ? 'The script gave no value; statements need a return.' : undefined;
  return { value: readJson(json), kind, truncated: false, ...(note ? { note } : {}) };
}

/** The page wrote it, and may have replaced what writes JSON. */
function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function wordsOf({ value, truncated, note }: Told): string {
  const text = truncated ? `${String(value)} […]` : JSON.stringify(value);
  return `The script gave: ${text}${note ? `\nNote: ${note}` : ''}`;
}

/** The reply; undefined when the page was left meanwhile, which is an outcome. */
async function runBounded(act: Act, source: string, timeoutMs: number | undefined): Promise<ScriptReply | undefined> {
  const left = Math.max(1, act.context.remaining() - REPORT_MS);
  const limit = Math.min(timeoutMs ?? left, left);
  act.sending();
  const running = evaluate(act, source);
  let isDone = false;
  const ended = running.finally(() => {
    isDone = true;
  });
  ended.catch(() => undefined);
  try {
    const first = await act.race(Promise.race([running, delay(act, limit)]));
    if (first !== 'late') return first;
    throw new SdkError('timeout', `The script did not end within ${limit} ms.`, {
      phase: 'dispatch',
      retryable: false,
      hint: 'It may have had effects: read the page before anything is repeated.',
      details: { effectMayHaveOccurred: true, terminated: await endIfStuck(act) },
    });
  } catch (error) {
    if (!isDone && act.context.signal.aborted) await endIfStuck(act);
    throw error;
  }
}

/** `late` after the time, unless the call ends before. */
async function delay(act: Act, ms: number): Promise<'late'> {
  await act.pause(ms);
  return 'late';
}

const isScriptReply = (value: unknown): value is ScriptReply => typeof value === 'object' && value !== null && 'ok' in value;
/** The document was replaced or closed under the script. */
const LEFT = /navigat|context was destroyed|cannot find context|target (page|closed)|promise was collected|has been closed|detached/i;

async function evaluate(act: Act, source: string): Promise<ScriptReply | undefined> {
  try {
    const reply: unknown = await (act.tab.cdp ? byDebugger(act.tab.cdp, source) : act.tab.page.evaluate(source));
    if (isScriptReply(reply)) return reply;
    throw new SdkError('script_error', 'The script gave nothing that could be read.');
  } catch (error) {
    if (SdkError.isInstance(error)) throw error;
    const text = error instanceof Error ? error.message : String(error);
    if (act.tab.closed || act.tab.page.isClosed() || act.tab.crashed) throw error;
    if (LEFT.test(text)) return undefined;
    throw scriptError('', text);
  }
}

type Debugger = NonNullable<Act['tab']['cdp']>;

async function byDebugger(cdp: Debugger, source: string): Promise<unknown> {
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression: source,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  });
  if (!exceptionDetails) return result.value;
  const { exception, text } = exceptionDetails;
  const words = exception?.description?.split('\n    at ', 1)[0] ?? text;
  throw scriptError(exception?.className ?? '', words);
}

const POLICY = /content security policy|unsafe-eval|trusted ?(type|script|html)|EvalError/i;

/** Name and message of what the page threw, each once. */
function scriptError(name: string, message: string): SdkError {
  const text = name !== '' && !message.startsWith(`${name}:`) ? `${name}: ${message}` : message;
  if (POLICY.test(text))
    return new SdkError('csp_blocked', `The page forbids what the script does: ${text}`, { phase: 'dispatch', details: { name, message } });
  return new SdkError('script_error', text, { phase: 'dispatch', details: { name, message } });
}

/** Ends a script that keeps the page from answering; one that only waits for something is left alone. */
async function endIfStuck(act: Act): Promise<boolean> {
  const { cdp } = act.tab;
  if (!cdp || act.tab.closed || act.tab.crashed || act.tab.navigationPending) return false;
  const isAlive = await act.tab
    .top()
    .call('ping', {}, { timeoutMs: STUCK_MS })
    .then(
      () => true,
      () => false,
    );
  if (isAlive) return false;
  await cdp.send('Runtime.terminateExecution').catch(() => undefined);
  return true;
}
