/** Evidence of what was done to a tab itself, which the browser confirms by its answer. */
import type { ActionEvidence, Effect } from '../shared/results.js';

/**
 * @param spent ms the call took before it ran
 * @param dispatchMs ms the browser took
 */
export function tabEvidence(
  attemptId: string,
  effects: readonly Effect[],
  spent: { readonly resolveMs: number; readonly gateMs: number },
  dispatchMs: number,
): ActionEvidence {
  return {
    attemptId,
    dispatch: 'confirmed',
    effect: 'verified',
    effects,
    timings: { ...spent, precheckMs: 0, dispatchMs, settleMs: 0, reportMs: 0 },
  };
}
