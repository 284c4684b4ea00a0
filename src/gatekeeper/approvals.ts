/** Asks the user, and takes silence and anything odd for a no. */
import type { GateRun } from '../registry/gate-port.js';
import { SdkError } from '../shared/errors.js';
import type { ApprovalAnswer, ApprovalRequest, OnApproval } from './types.js';

const DECISIONS: ReadonlySet<unknown> = new Set(['once', 'session', 'site', 'decline', 'cancel']);
const MAX_NOTE = 1_000;

const failed = (message: string, cause?: unknown): SdkError =>
  new SdkError('gate_failed', message, { phase: 'gate', ...(cause === undefined ? {} : { cause }), details: { rule: 'onApproval' } });

function readAnswer(answer: unknown): ApprovalAnswer {
  if (typeof answer === 'object' && answer !== null && Object.hasOwn(answer, 'decision')) {
    const { decision, note, narrow } = answer as { decision: unknown; note?: unknown; narrow?: unknown };
    if (DECISIONS.has(decision) && (note === undefined || typeof note === 'string') && (narrow === undefined || narrow === 'element'))
      return {
        decision: decision as ApprovalAnswer['decision'],
        ...(note === undefined ? {} : { note: note.slice(0, MAX_NOTE) }),
        ...(narrow === undefined ? {} : { narrow }),
      };
  }
  throw failed('onApproval gave an answer whose decision is none of once, session, site, decline, cancel, so the call was refused.');
}

const SILENCE = Symbol('silence');

/**
 * Waits for an answer; the call's deadline stands still meanwhile.
 * @returns the answer, or 'silence' when none came in time
 * @throws SdkError gate_failed when the approver throws or its answer is malformed
 */
export async function askApproval(onApproval: OnApproval, request: ApprovalRequest, run: GateRun): Promise<ApprovalAnswer | 'silence'> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(run.signal.reason);
  run.signal.addEventListener('abort', onAbort, { once: true });
  run.deadline.pause();
  let cancel: (() => void) | undefined;
  try {
    const silence = new Promise<typeof SILENCE>((resolve) => {
      cancel = run.timer(() => resolve(SILENCE), request.timeoutMs);
    });
    const answer = Promise.resolve().then(() => onApproval(request, controller.signal));
    const first = await run.race(Promise.race([answer, silence]));
    return first === SILENCE ? 'silence' : readAnswer(first);
  } catch (error) {
    if (run.signal.aborted || (SdkError.isInstance(error) && error.code === 'gate_failed')) throw error;
    throw failed(`onApproval threw, so the call was refused: ${error instanceof Error ? error.message : String(error)}`, error);
  } finally {
    cancel?.();
    run.deadline.resume();
    run.signal.removeEventListener('abort', onAbort);
    controller.abort(new SdkError('aborted', 'The answer is no longer needed.', { phase: 'gate' }));
  }
}
