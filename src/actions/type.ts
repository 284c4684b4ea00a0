/** Type. */
import { SdkError } from '../shared/errors.js';
import type { TypePlan } from '../shared/page-api.js';
import type { ActionData, Effect } from '../shared/results.js';
import type { Act } from './act.js';
import type { ActionContext } from './context.js';
import { insertText, pressCombo, typeKeys } from './keyboard.js';
import { ask, type Observation } from './observation.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform, type Verdict } from './perform.js';
import { clickAt, PLAIN_PRESS } from './pointer.js';
import { describeTarget, type Located, unwrap } from './precheck.js';

export interface TypeInput {
  readonly ref: string;
  /** Empty text in replace mode clears the field. */
  readonly text: string;
  /** Default replace. */
  readonly mode?: 'replace' | 'append' | undefined;
  /** Press Enter once afterwards. */
  readonly submit?: boolean | undefined;
  /** Key by key, with a short pause between. */
  readonly slowly?: boolean | undefined;
  readonly dialog?: DialogInput | undefined;
  /** Overrides the session's input mode. */
  readonly input?: 'trusted' | 'synthetic' | undefined;
}
export type TypeData = ActionData & { readonly value: { readonly asked: string; readonly now: string } };

const MASK = '••••';
const ENTER = { modifiers: [], key: 'Enter' } as const;
/** A line break that no editor takes for "send". */
const SOFT_BREAK = { modifiers: ['Shift'], key: 'Enter' } as const;
const TYPE_CHECKS = ['attached', 'visible', 'enabled', 'editable', 'in_view', 'stable', 'receives_events'] as const;

interface Entry {
  readonly plan: TypePlan;
  readonly asked: string;
  readonly mode: 'replace' | 'append';
  now: string | undefined;
}

/**
 * Enters text the way a person would, and reads back what the control holds.
 * @throws SdkError not_editable and invalid_value (nothing was changed), l1_not_effective (the control did not take it), and as click
 */
export function type(context: ActionContext, input: TypeInput): Promise<ActionOutcome<TypeData>> {
  const { ref, text, mode = 'replace', submit = false, slowly = false, dialog } = input;
  const isSynthetic = (input.input ?? context.settings.input) === 'synthetic';
  let entry: Entry | undefined;
  return perform(context, {
    ref,
    dialog,
    checks: TYPE_CHECKS,
    presses: isSynthetic ? undefined : 1,
    prepare: async (act, at) => {
      if (at) entry = { plan: await planFor(act, at, { text, mode }), asked: text, mode, now: undefined };
    },
    dispatch: async (act, at, seen) => {
      if (!at || !entry) return;
      if (entry.plan.how === 'set' || isSynthetic) entry.now = await setNatively(act, at, { text, mode });
      else if (!(await enter(act, at, seen, { text, mode, slowly }))) return;
      if (!submit) return;
      entry.now = await readBack(act, at, entry.plan);
      await pressCombo(act, ENTER);
    },
    verify: async (act) => judge(act, entry, submit, isSynthetic),
    done: (act) => doneText(act, entry, submit),
    extra: () => ({ value: toldValue(entry) }),
  });
}

type Wish = Pick<Required<TypeInput>, 'text'> & { readonly mode: 'replace' | 'append' };

async function planFor(act: Act, { target }: Located, wish: Wish): Promise<TypePlan> {
  return unwrap(act, await target.world.call('planType', { el: target.el, ...wish }, act.options()), `${describeTarget(target)}: `);
}

async function setNatively(act: Act, { target }: Located, wish: Wish): Promise<string> {
  act.sending();
  return unwrap(act, await target.world.call('setValue', { el: target.el, ...wish }, act.options())).value;
}

/** Focus by a click as a person does it, select what is replaced, then keys. False when the click met something else. */
async function enter(act: Act, at: Located, seen: Observation, { slowly, ...wish }: Wish & { readonly slowly: boolean }): Promise<boolean> {
  const { target } = at;
  const { focused } = unwrap(act, await target.world.call('readValue', { el: target.el }, act.options()));
  if (!focused) {
    if (await seen.wouldMiss(at.point)) return false;
    await clickAt(act, at.point, PLAIN_PRESS);
    if (await seen.hasMissed()) return false;
  }
  act.sending();
  const plan = unwrap(
    act,
    await target.world.call('planType', { el: target.el, ...wish, prepare: true }, act.options()),
    `${describeTarget(target)}: `,
  );
  const isRich = plan.kind === 'contenteditable';
  // Editors learn of the selection from an event of the next frame.
  if (isRich) await ask(act, () => target.world.call('quiet', { watchId: 0, quietMs: 0, maxMs: 60 }, act.options()));
  if (plan.insert === '') {
    if (wish.mode === 'replace' && plan.before !== '') await pressCombo(act, { modifiers: [], key: 'Delete' });
  } else if (plan.boxes) await typeKeys(act, plan.insert, ENTER);
  else if (slowly) await typeKeys(act, plan.insert, isRich ? SOFT_BREAK : ENTER);
  else if (isRich) await insertLines(act, plan.insert);
  else await insertText(act, plan.insert);
  return true;
}

async function insertLines(act: Act, text: string): Promise<void> {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) await pressCombo(act, SOFT_BREAK);
    if (line !== '') await insertText(act, line);
  }
}

/** What the control holds; undefined once it is gone. */
async function readBack(act: Act, { target }: Pick<Located, 'target'>, { boxes }: TypePlan): Promise<string | undefined> {
  const read = (el: number) => ask(act, () => target.world.call('readValue', { el }, act.options()));
  const replies = await Promise.all((boxes ?? [target.el]).map(read));
  return replies.every((reply) => reply?.ok) ? replies.map((reply) => (reply?.ok ? reply.value.value : '')).join('') : undefined;
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** True when the control holds what was asked. */
function holds({ plan, asked, mode }: Entry, now: string): boolean {
  if (plan.expected !== undefined) return now === plan.expected;
  return mode === 'replace' ? fold(now) === fold(asked) : fold(now).endsWith(fold(asked));
}

async function judge(act: Act, entry: Entry | undefined, submitted: boolean, isSynthetic: boolean): Promise<Verdict> {
  const { target } = act;
  if (!entry || !target) return { verified: false };
  if (!submitted) entry.now = await readBack(act, { target }, entry.plan);
  const { now, plan } = entry;
  // The control went away with its document or was replaced: what it held last is not known.
  if (now === undefined) return { verified: false };
  if (holds(entry, now)) return { verified: true, effects: valueEffects(entry, now) };
  if (fold(now) === fold(plan.before) && !(await isTakenUp(act, entry.asked))) throw notKept(entry, now, isSynthetic);
  return { verified: false, effects: valueEffects(entry, now) };
}

/** A control that hands its text on (chips, code editors) and is empty again. */
async function isTakenUp(act: Act, asked: string): Promise<boolean> {
  const { target } = act;
  if (!target || fold(asked) === '') return false;
  return (await ask(act, () => target.world.call('hasText', { text: asked }, act.options()))) === true;
}

function valueEffects({ plan, asked }: Entry, now: string): readonly Effect[] {
  if (plan.masked) return [{ kind: 'value', was: plan.before === '' ? '' : MASK, now: now === '' ? '' : MASK, masked: true }];
  const isAsAsked = now === (plan.expected ?? now) && asked === now;
  return [{ kind: 'value', was: plan.before, now, ...(isAsAsked ? {} : { asked }) }];
}

function notKept({ plan, asked }: Entry, now: string, isSynthetic: boolean): SdkError {
  const shown = plan.masked ? MASK : JSON.stringify(now);
  return new SdkError(
    'l1_not_effective',
    `The text was entered, but the control still holds ${shown}${plan.masked ? '' : `, not ${JSON.stringify(asked.slice(0, 200))}`}.`,
    {
      phase: 'verify',
      details: isSynthetic ? { escalationTool: 'type_trusted' } : { value: plan.masked ? MASK : now },
      ...(isSynthetic ? {} : { hint: 'The page refuses this text. Read the page for a message, and give what the field accepts.' }),
    },
  );
}

function toldValue(entry: Entry | undefined): { readonly asked: string; readonly now: string } {
  if (!entry) return { asked: '', now: '' };
  if (entry.plan.masked) return { asked: MASK, now: entry.now === undefined || entry.now === '' ? '' : MASK };
  return { asked: entry.asked, now: entry.now ?? '' };
}

function doneText(act: Act, entry: Entry | undefined, submitted: boolean): string {
  const where = act.target ? describeTarget(act.target) : 'the field';
  const after = submitted ? ' Pressed Enter.' : '';
  if (!entry || entry.now === undefined) return `Typed into ${where}; it is gone now, so what it held is not known.${after}`;
  const { asked, now } = toldValue(entry);
  if (entry.plan.masked) return `Typed into ${where}.${after}`;
  if (holds(entry, entry.now) && entry.plan.expected === asked) return `Set ${where} to ${JSON.stringify(now.slice(0, 200))}.${after}`;
  if (asked === now || (entry.plan.expected === undefined && holds(entry, entry.now))) return `Typed into ${where}.${after}`;
  return `Set ${where} to ${JSON.stringify(now.slice(0, 200))}, asked ${JSON.stringify(asked.slice(0, 200))}.${after}`;
}
