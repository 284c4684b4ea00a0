/** Asks the hooks of a host, and takes anything odd for a refusal. */
import type { GateRun } from '../registry/gate-port.js';
import { SdkError } from '../shared/errors.js';
import type { HookVerdict } from './decide.js';
import type { GateHooks, GateRequest } from './types.js';

/** Ms a hook has. */
const HOOK_TIMEOUT_MS = 10_000;

interface Answer {
  readonly verdict: 'allow' | 'ask' | 'deny' | 'pass' | 'rewrite';
  readonly reason: string;
  readonly input?: unknown;
}
export type HookOutcome =
  | { readonly verdict: HookVerdict | undefined }
  | { readonly rewrite: { readonly input: unknown; readonly hooksDone: number } };

const VERDICTS: ReadonlySet<unknown> = new Set(['allow', 'ask', 'deny', 'pass']);

const failed = (message: string, cause?: unknown): SdkError =>
  new SdkError('gate_failed', message, { phase: 'gate', ...(cause === undefined ? {} : { cause }), details: { rule: 'hook' } });

/** Reads what a hook returned, own fields only. */
function readAnswer(answer: unknown): Answer {
  if (VERDICTS.has(answer)) return { verdict: answer as Answer['verdict'], reason: `A hook of the host says ${String(answer)}.` };
  if (typeof answer === 'object' && answer !== null && Object.hasOwn(answer, 'verdict')) {
    const { verdict, reason, input } = answer as { verdict: unknown; reason?: unknown; input?: unknown };
    const isReasonGood = reason === undefined || typeof reason === 'string';
    const isRewrite = verdict === 'rewrite' && Object.hasOwn(answer, 'input');
    if (isReasonGood && (VERDICTS.has(verdict) || isRewrite))
      return {
        verdict: verdict as Answer['verdict'],
        reason: (reason ?? `A hook of the host says ${String(verdict)}.`).slice(0, 500),
        input,
      };
  }
  throw failed('A gate hook gave an answer that is none of allow, ask, deny, pass, rewrite, so the call was refused.');
}

async function askHook(hook: GateHooks, request: GateRequest, run: GateRun): Promise<Answer> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(run.signal.reason);
  run.signal.addEventListener('abort', onAbort, { once: true });
  let cancel: (() => void) | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      cancel = run.timer(
        () => reject(failed(`A gate hook did not answer within ${HOOK_TIMEOUT_MS} ms, so the call was refused.`)),
        HOOK_TIMEOUT_MS,
      );
    });
    const answer = Promise.resolve().then(() => hook.gate(request, controller.signal));
    return readAnswer(await run.race(Promise.race([answer, late])));
  } catch (error) {
    if (run.signal.aborted || (SdkError.isInstance(error) && error.code === 'gate_failed')) throw error;
    throw failed(`A gate hook threw, so the call was refused: ${error instanceof Error ? error.message : String(error)}`, error);
  } finally {
    cancel?.();
    run.signal.removeEventListener('abort', onAbort);
    controller.abort(new SdkError('aborted', 'The answer is no longer needed.', { phase: 'gate' }));
  }
}

const STRICTNESS = { deny: 2, ask: 1, allow: 0 } as const;

/**
 * Asks hooks in order; the strictest verdict counts, the first rewrite ends the round.
 * @param done hooks that had their say before a rewrite
 * @throws SdkError gate_failed
 */
export async function askHooks(hooks: readonly GateHooks[], request: GateRequest, run: GateRun): Promise<HookOutcome> {
  let strictest: HookVerdict | undefined;
  for (const [index, hook] of hooks.entries()) {
    if (index < run.hooksDone) continue;
    const { verdict, reason, input } = await askHook(hook, request, run);
    if (verdict === 'rewrite') return { rewrite: { input, hooksDone: index + 1 } };
    if (verdict === 'pass') continue;
    if (!strictest || STRICTNESS[verdict] > STRICTNESS[strictest.verdict]) strictest = { verdict, reason };
  }
  return { verdict: strictest };
}
