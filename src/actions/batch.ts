/** Several actions as one call: each on the element its ref was issued for, or none of those that follow. */
import { SdkError } from '../shared/errors.js';
import type { ActionData, ActionEvidence, Effect } from '../shared/results.js';
import type { DiffData, ResolvedTarget } from '../snapshot/types.js';
import { Act } from './act.js';
import { addTimings, mergeEffects, notRun, type StepKind, type StepReport, type StopReason, stepLines } from './batch-report.js';
import { type ClickInput, click } from './click.js';
import type { ActionContext } from './context.js';
import { collectEffects } from './effects.js';
import { stepContext } from './held-tab.js';
import { Observation } from './observation.js';
import { type ActionOutcome, type DialogInput, outcomeText } from './outcome.js';
import { answerOf } from './perform.js';
import { type SelectOptionInput, selectOption } from './select-option.js';
import { settle } from './settle.js';
import { type TypeInput, type } from './type.js';

export type BatchStep =
  | { readonly kind: 'click'; readonly input: Omit<ClickInput, 'dialog'> }
  | { readonly kind: 'type'; readonly input: Omit<TypeInput, 'dialog'> }
  | { readonly kind: 'select_option'; readonly input: Omit<SelectOptionInput, 'dialog'> };
export interface BatchInput {
  readonly steps: readonly BatchStep[];
  readonly dialog?: DialogInput | undefined;
}
export type BatchData = ActionData & {
  readonly steps: readonly StepReport[];
  /** Why steps were not run; absent when all were. */
  readonly stopped?: StopReason;
};

const DIFF_TOKENS = 1_500;
/** Most of the page may be asked about in this time. */
const READ_MS = 5_000;
/** Lines that may be gone or changed after a step without ending the batch. */
const FEW_LINES = 5;
/** Controls that may come or go: this many, or this share of all. */
const FEW_CONTROLS = 3;
const CONTROL_SHARE = 0.2;
/** Characters of the diff told with a failure. */
const FAILURE_DIFF = 2_000;

/**
 * Runs the steps one after the other. Before each its ref is resolved again; the batch ends with the first that fails, and after one that
 * navigates, opens a tab or a dialog, or changes much of the page.
 * @throws SdkError the failure of the step that failed, with `details.steps`
 */
export async function batch(context: ActionContext, input: BatchInput): Promise<ActionOutcome<BatchData>> {
  const targets = await resolveAll(context, input.steps);
  const tab = (targets[0] as ResolvedTarget).tab;
  const run = new BatchRun(context, new Act(context, tab), input, targets);
  try {
    return await tab.write(() => run.all(), context.signal);
  } catch (error) {
    throw run.failed(error);
  }
}

async function resolveAll(context: ActionContext, steps: readonly BatchStep[]): Promise<readonly ResolvedTarget[]> {
  const targets: ResolvedTarget[] = [];
  for (const { input } of steps)
    targets.push(await context.perception.resolve(input.ref, { signal: context.signal, timeoutMs: context.remaining() }));
  const tabs = [...new Set(targets.map(({ tab }) => tab.tabId))];
  if (tabs.length === 1) return targets;
  throw new SdkError('invalid_input', `The refs belong to different tabs (${tabs.join(', ')}); a batch works on one.`, {
    phase: 'validate',
    hint: 'Make a batch for each tab.',
  });
}

class BatchRun {
  readonly #context: ActionContext;
  readonly #act: Act;
  readonly #input: BatchInput;
  readonly #targets: readonly ResolvedTarget[];
  readonly #reports: StepReport[] = [];
  readonly #evidence: ActionEvidence[] = [];
  #stopped: StopReason | undefined;
  #failure: SdkError | undefined;

  constructor(context: ActionContext, act: Act, input: BatchInput, targets: readonly ResolvedTarget[]) {
    this.#context = context;
    this.#act = act;
    this.#input = input;
    this.#targets = targets;
  }

  async all(): Promise<ActionOutcome<BatchData>> {
    const { dialogs } = this.#act.tab;
    const earlier = dialogs.takeUnreported();
    const guard = dialogs.guard(answerOf(this.#input.dialog));
    try {
      const before = await this.#act.timed('reportMs', () => this.#mark());
      for (let index = 0; index < this.#input.steps.length && !this.#stopped; index++) await this.#step(index);
      const diff = await this.#act.timed('reportMs', () => this.#diff(before));
      if (this.#failure) throw this.#told(this.#failure, diff);
      const notes = earlier.map(
        ({ type: kind, message, answer }) => `Before this call a ${kind} dialog ${JSON.stringify(message)} was ${answer}.`,
      );
      return this.#outcome(diff, notes);
    } finally {
      guard.release();
    }
  }

  /** What ended the whole call, with what the steps did until then. */
  failed(error: unknown): unknown {
    if (error === this.#failure || (SdkError.isInstance(error) && error.details?.['steps'])) return error;
    this.#skipRest('failed_step');
    const failed = this.#act.failed(error);
    if (!SdkError.isInstance(failed)) return failed;
    return this.#withSteps(failed, failed.message);
  }

  async #step(index: number): Promise<void> {
    const isLast = index === this.#input.steps.length - 1;
    const before = isLast ? undefined : await this.#act.timed('reportMs', () => this.#mark());
    const seen = await Observation.start(this.#act);
    try {
      if (!(await this.#runStep(index))) return;
      this.#stopped = this.#ended() ?? (isLast ? undefined : await this.#changedMuch(before));
      if (this.#stopped === 'significant_change' && (await this.#lostNext(index + 1))) return;
      if (isLast || this.#stopped) await this.#settleFully(seen);
    } finally {
      seen.stop();
      if (this.#stopped) this.#skipRest(this.#stopped);
    }
  }

  /** False when it failed. */
  async #runStep(index: number): Promise<boolean> {
    const step = this.#input.steps[index] as BatchStep;
    const context = stepContext(this.#context, this.#targets[index] as ResolvedTarget);
    try {
      const outcome = await act(context, step, this.#input.dialog);
      const { effect, dispatch, effects } = outcome.evidence;
      this.#evidence.push(outcome.evidence);
      this.#reports.push({ ...this.#base(index), status: 'ran', text: firstLine(outcome), dispatch, effect, effects });
      return true;
    } catch (error) {
      this.#fail(index, error);
      return false;
    }
  }

  /** @throws what ends the whole call, whichever step it came in */
  #fail(index: number, error: unknown): void {
    if (!SdkError.isInstance(error)) throw error;
    const { evidence, ...details } = (error.details ?? {}) as { readonly evidence?: ActionEvidence };
    if (evidence) this.#evidence.push(evidence);
    const { code, message: text } = error;
    const told = Object.keys(details).length > 0 ? { details } : {};
    this.#reports.push({
      ...this.#base(index),
      status: 'failed',
      text,
      code,
      ...(evidence ? { dispatch: evidence.dispatch } : {}),
      ...told,
    });
    this.#failure = error;
    this.#stopped = 'failed_step';
  }

  /** After a large change the next step fails where its element is lost, and is not run where it still is there. */
  async #lostNext(index: number): Promise<boolean> {
    const { ref } = (this.#input.steps[index] as BatchStep).input;
    try {
      await this.#context.perception.resolve(ref, this.#act.options(READ_MS));
      return false;
    } catch (error) {
      this.#fail(index, error);
      return true;
    }
  }

  #ended(): StopReason | undefined {
    const { tab } = this.#act;
    const effects = this.#evidence.at(-1)?.effects ?? [];
    if (tab.closed || tab.page.isClosed()) return 'tab_closed';
    if (tab.navigationPending || effects.some(leads)) return 'navigation';
    if (effects.some(({ kind }) => kind === 'tab_created') || tab.windowsPending > 0) return 'new_context';
    return effects.some(({ kind }) => kind === 'dialog') ? 'dialog' : undefined;
  }

  async #changedMuch(before: unknown): Promise<StopReason | undefined> {
    const { perception } = this.#context;
    const { compared, lost, controls } = await this.#act.timed('reportMs', () =>
      perception.changes(this.#act.tab, before, this.#act.options(READ_MS)),
    );
    const most = Math.max(FEW_CONTROLS, controls.before * CONTROL_SHARE);
    const isMuch = !compared || lost > FEW_LINES || Math.max(controls.added, controls.removed) > most;
    return isMuch ? 'significant_change' : undefined;
  }

  /** The wait of a single action, and what came to light in it. */
  async #settleFully(seen: Observation): Promise<void> {
    if (this.#act.tab.closed || this.#act.tab.page.isClosed()) return;
    const settled = await this.#act.timed('settleMs', () => settle(this.#act, seen));
    this.#act.networkSettled = settled.networkSettled;
    const last = this.#evidence.pop();
    if (!last) return;
    const own = last.effects.filter(({ kind }) => OWN_EFFECTS.has(kind));
    const late = collectEffects(this.#act, seen).filter(({ kind }) => !OWN_EFFECTS.has(kind));
    this.#evidence.push({ ...last, effects: [...own, ...late] });
    const tab = late.find(({ kind }) => kind === 'tab_created');
    const popup = tab && this.#context.engine.byTabId(Number(tab['tabId']));
    if (popup && !popup.closed) this.#context.followPopup(this.#act.tab, popup);
  }

  #skipRest(reason: StopReason): void {
    for (let index = this.#reports.length; index < this.#input.steps.length; index++) {
      const { step, kind, ref } = this.#base(index);
      this.#reports.push(notRun(step, kind, ref, reason));
    }
  }

  #base(index: number): { readonly step: number; readonly kind: StepKind; readonly ref: string } {
    const { kind, input } = this.#input.steps[index] as BatchStep;
    return { step: index + 1, kind, ref: input.ref };
  }

  async #mark(): Promise<unknown> {
    return this.#read(() => this.#context.perception.before(this.#act.tab, this.#act.options(READ_MS)));
  }

  async #diff(before: unknown): Promise<DiffData | undefined> {
    const { perception, settings } = this.#context;
    const { tab } = this.#act;
    if (tab.closed || tab.page.isClosed() || this.#context.signal.aborted) return undefined;
    return this.#read(() => perception.diff(tab, before, Math.min(DIFF_TOKENS, settings.maxTokens), this.#act.options(READ_MS)));
  }

  /** Undefined for a page that cannot be read now: what the steps did is told all the same. */
  async #read<T>(run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      if (this.#context.signal.aborted || this.#act.tab.crashed || this.#context.engine.browserClosed) throw error;
      return undefined;
    }
  }

  #proof(): ActionEvidence {
    const own = this.#act.evidence();
    const isSent = this.#evidence.some(({ dispatch }) => dispatch !== 'not_started');
    const isOpen = this.#evidence.some(({ dispatch }) => dispatch === 'dispatched');
    const effects = mergeEffects(this.#evidence.map((one) => one.effects));
    const isVerified = this.#reports.length > 0 && this.#reports.every(({ status, effect }) => status === 'ran' && effect === 'verified');
    const recovered = this.#evidence.find((one) => one.recovered)?.recovered;
    return {
      ...own,
      dispatch: isOpen ? 'dispatched' : isSent ? 'confirmed' : 'not_started',
      effect: isVerified ? 'verified' : effects.length > 0 ? 'observed' : 'none',
      effects,
      ...(recovered ? { recovered } : {}),
      timings: addTimings(
        own.timings,
        this.#evidence.map(({ timings }) => timings),
        this.#context.spent,
      ),
    };
  }

  #outcome(diff: DiffData | undefined, notes: readonly string[]): ActionOutcome<BatchData> {
    const { tab } = this.#act;
    const evidence = this.#proof();
    const core: ActionData = {
      url: tab.page.url(),
      tabId: tab.tabId,
      effects: evidence.effects,
      diff: diff?.text ?? '',
      refs: diff?.refs ?? [],
      snapshotId: diff?.snapshotId ?? '',
      tokens: diff?.tokens ?? 0,
      settled: this.#act.networkSettled !== false,
    };
    const text = outcomeText([stepLines(this.#reports), ...notes].join('\n'), core);
    return {
      data: { ...core, steps: this.#reports, ...(this.#stopped ? { stopped: this.#stopped } : {}) },
      content: [{ type: 'text', text }],
      evidence,
      tabId: tab.tabId,
    };
  }

  #told(error: SdkError, diff: DiffData | undefined): SdkError {
    const isSent = this.#evidence.some(({ dispatch }) => dispatch !== 'not_started');
    const changes = isSent && diff?.changed ? `\n${diff.text.slice(0, FAILURE_DIFF)}` : '';
    return this.#withSteps(error, `${stepLines(this.#reports)}${changes}`);
  }

  #withSteps(error: SdkError, message: string): SdkError {
    const { escalationTool: _tool, ...details } = error.details ?? {};
    return new SdkError(error.code, message, {
      phase: error.phase,
      hint: error.hint,
      retryable: error.retryable,
      cause: error,
      details: { ...details, steps: this.#reports, evidence: this.#proof() },
    });
  }
}

/** Effects a verb tells of its own target, which a later look does not know better. */
const OWN_EFFECTS: ReadonlySet<string> = new Set(['value', 'selection', 'target_state']);

/** Another document or address; a fragment of the same page leads nowhere. */
function leads(effect: Effect): boolean {
  if (effect.kind !== 'url') return false;
  const bare = (url: unknown): string => String(url).replace(/#.*$/, '');
  return effect['sameDocument'] !== true || bare(effect['from']) !== bare(effect['to']);
}

function act(context: ActionContext, step: BatchStep, dialog: DialogInput | undefined): Promise<ActionOutcome> {
  if (step.kind === 'click') return click(context, { ...step.input, dialog });
  if (step.kind === 'type') return type(context, { ...step.input, dialog });
  return selectOption(context, { ...step.input, dialog });
}

function firstLine({ content: [block] }: ActionOutcome): string {
  return block?.type === 'text' ? (block.text.split('\n', 1)[0] ?? '') : '';
}
