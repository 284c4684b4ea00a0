/** What a batch tells: each step, and the proof of all of them together. */
import type { ActionEvidence, Effect, Timings } from '../shared/results.js';

export type StepKind = 'click' | 'type' | 'select_option';
/** Why the steps after this one were not run. */
export type StopReason = 'navigation' | 'new_context' | 'dialog' | 'tab_closed' | 'significant_change' | 'failed_step';

export interface StepReport {
  /** From 1. */
  readonly step: number;
  readonly kind: StepKind;
  readonly ref: string;
  readonly status: 'ran' | 'failed' | 'not_run';
  /** What was done, what went wrong, or why it was not run. */
  readonly text: string;
  /** Failure code; `stopped` for a step that was not run. */
  readonly code?: string;
  readonly reason?: StopReason;
  readonly dispatch?: ActionEvidence['dispatch'];
  readonly effect?: ActionEvidence['effect'];
  readonly effects?: readonly Effect[];
  /** Facts of a failure: reason, was, now, candidates, blocker, options. */
  readonly details?: Readonly<Record<string, unknown>>;
}

const WORDS: Readonly<Record<StopReason, string>> = {
  navigation: 'the step before led to another page or address',
  new_context: 'the step before opened a new tab',
  dialog: 'a dialog opened during the step before',
  tab_closed: 'the step before closed the tab',
  significant_change: 'the step before changed much of the page',
  failed_step: 'the step before failed',
};

export function notRun(step: number, kind: StepKind, ref: string, reason: StopReason): StepReport {
  return { step, kind, ref, status: 'not_run', code: 'stopped', reason, text: `Not run, because ${WORDS[reason]}.` };
}

/** One line a step. */
export function stepLines(steps: readonly StepReport[]): string {
  return steps
    .map(({ step, kind, status, code, text }) => `${step}. ${kind}: ${status === 'failed' ? `failed (${code}). ` : ''}${text}`)
    .join('\n');
}

const ADDED_UP: ReadonlySet<string> = new Set(['nodes', 'request']);

/** Effects of all steps in order; counts are added up, and of the focus only where it is at last. */
export function mergeEffects(lists: readonly (readonly Effect[])[]): readonly Effect[] {
  const merged: Effect[] = [];
  for (const effect of lists.flat()) {
    const at = merged.findIndex(({ kind }) => kind === effect.kind);
    const known = merged[at];
    if (known && ADDED_UP.has(effect.kind)) merged[at] = addUp(known, effect);
    else if (known && effect.kind === 'focus') merged[at] = effect;
    else merged.push(effect);
  }
  return merged;
}

function addUp(a: Effect, b: Effect): Effect {
  const sums = Object.entries(b).map(([key, value]) => [key, typeof value === 'number' ? Number(a[key] ?? 0) + value : value]);
  return { ...a, ...Object.fromEntries(sums), kind: a.kind };
}

const STAGES = ['resolveMs', 'gateMs', 'precheckMs', 'dispatchMs', 'settleMs', 'reportMs'] as const;

/** Time of the batch itself and of its steps; gate and first resolve were spent once. */
export function addTimings(
  own: Timings,
  steps: readonly Timings[],
  spent: { readonly resolveMs: number; readonly gateMs: number },
): Timings {
  const sum = { ...own };
  for (const timings of steps)
    for (const stage of STAGES) sum[stage] += timings[stage] - (stage === 'resolveMs' || stage === 'gateMs' ? spent[stage] : 0);
  for (const stage of STAGES) sum[stage] = Math.round(sum[stage] * 100) / 100;
  return sum;
}
