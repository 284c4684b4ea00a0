/** Select. */
import { SdkError } from '../shared/errors.js';
import type { OptionInfo } from '../shared/page-api.js';
import type { ActionData } from '../shared/results.js';
import type { Act } from './act.js';
import { POINTER_CHECKS } from './click.js';
import type { ActionContext } from './context.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform } from './perform.js';
import { describeTarget, type Located, pageError, unwrap } from './precheck.js';
import { chooseInWidget, pressByEvents, pressTrusted } from './widget.js';

export interface SelectOptionInput {
  readonly ref: string;
  /** Texts or values of options, or `group > text`. A multiple select holds exactly these afterwards. */
  readonly values: readonly string[];
  readonly dialog?: DialogInput | undefined;
  /** Overrides the session's input mode. */
  readonly input?: 'trusted' | 'synthetic' | undefined;
}
export type SelectData = ActionData & { readonly selected: readonly OptionInfo[]; readonly changed: boolean };

interface Choice {
  readonly selected: readonly OptionInfo[];
  readonly changed: boolean;
  readonly verified: boolean;
}

/**
 * Chooses options of a native select, or of a listbox, combobox or menu by opening and clicking.
 * @throws SdkError no_option (all options in details; nothing was changed), not_editable for what is no list, and as click
 */
export function selectOption(context: ActionContext, input: SelectOptionInput): Promise<ActionOutcome<SelectData>> {
  const { ref, values, dialog } = input;
  const press = (input.input ?? context.settings.input) === 'synthetic' ? pressByEvents : pressTrusted;
  let isNative = false;
  let choice: Choice = { selected: [], changed: false, verified: false };
  return perform(context, {
    ref,
    dialog,
    checks: POINTER_CHECKS,
    prepare: async (act, at) => {
      if (at) isNative = await isNativeSelect(act, at, values);
    },
    dispatch: async (act, at) => {
      if (at) choice = isNative ? await chooseNative(act, at, values) : await chooseInWidget(act, at, values, press);
    },
    verify: async () => ({
      verified: choice.verified,
      effects: choice.changed ? [{ kind: 'selection', now: choice.selected.map(({ text }) => text).join(', ') }] : [],
    }),
    done: (act) => {
      const told = choice.selected.map(({ text }) => JSON.stringify(text)).join(', ') || 'nothing';
      const where = act.target ? describeTarget(act.target) : ref;
      return choice.changed ? `Selected ${told} in ${where}.` : `${where} has ${told} selected already; nothing was changed.`;
    },
    extra: () => ({ selected: choice.selected.map(withoutId), changed: choice.changed }),
  });
}

function withoutId({ el: _el, ...option }: OptionInfo): OptionInfo {
  return option;
}

/** Judges the wish before anything is sent; false for what is no native select. */
async function isNativeSelect(act: Act, { target }: Located, values: readonly string[]): Promise<boolean> {
  const reply = await target.world.call('select', { el: target.el, values, dry: true }, act.options());
  if (reply.ok) return true;
  if (reply.failure.detail?.['reason'] === 'not a select') return false;
  throw optionError(act, reply.failure, `${describeTarget(target)}: `);
}

async function chooseNative(act: Act, { target }: Located, values: readonly string[]): Promise<Choice> {
  act.sending();
  const { selected, changed } = unwrap(act, await target.world.call('select', { el: target.el, values }, act.options()));
  const isKept = values.every((value) => selected.some((option) => matches(option, value)));
  return { selected, changed, verified: isKept };
}

function matches(option: OptionInfo, value: string): boolean {
  const wanted = value.replace(/\s+/g, ' ').trim();
  return option.text === wanted || option.value === value || `${option.group ?? ''} > ${option.text}` === wanted;
}

/** The list of options belongs into the message: a model chooses from it. */
export function optionError(act: Pick<Act, 'phase'>, failure: Parameters<typeof pageError>[1], lead: string): SdkError {
  const error = pageError(act, failure, lead);
  const options = (failure.detail?.['options'] as readonly OptionInfo[] | undefined)?.map(withoutId);
  if (!options) return error;
  const details = { ...failure.detail, options };
  return new SdkError(error.code, `${error.message} Options: ${optionList(options)}.`, { phase: error.phase, details });
}

const LISTED = 60;
export function optionList(options: readonly OptionInfo[]): string {
  const told = options.slice(0, LISTED).map(({ text, value, group, disabled }) => {
    const path = group ? `${group} > ${text}` : text;
    return `${JSON.stringify(path)}${value !== '' && value !== text ? ` (value ${JSON.stringify(value)})` : ''}${disabled ? ' [disabled]' : ''}`;
  });
  return options.length === 0 ? 'none' : `${told.join(', ')}${options.length > LISTED ? `, and ${options.length - LISTED} more` : ''}`;
}
