/** Choosing in an ARIA listbox, combobox or menu: open it, read it, click. */
import { SdkError } from '../shared/errors.js';
import type { OptionInfo } from '../shared/page-api.js';
import type { Act } from './act.js';
import { insertText, pressCombo } from './keyboard.js';
import { clickAt, PLAIN_PRESS } from './pointer.js';
import { type Located, unwrap } from './precheck.js';

interface Choice {
  readonly selected: readonly OptionInfo[];
  readonly changed: boolean;
  readonly verified: boolean;
}

/** Presses an element of the target's world, the target itself or one of its options. */
type Press = (act: Act, at: Located & { readonly el: number }) => Promise<void>;
/** By the mouse. */
export const pressTrusted: Press = (act, { point }) => clickAt(act, point, PLAIN_PRESS);
/** By events. */
export const pressByEvents: Press = async (act, { target, reply, el }) => {
  act.sending();
  unwrap(act, await target.world.call('click', { el, ...reply.point, button: 'left', count: 1, modifiers: [] }, act.options()));
};

/** Time for a list to appear after each way of opening it. */
const OPEN_MS = 1_500;
const LOOK_MS = 50;
/** Pages a list is scrolled. */
const MAX_PAGES = 80;
/** Roles that are or open a list of options. */
const LIST_ROLES: ReadonlySet<string> = new Set([
  'combobox',
  'listbox',
  'menu',
  'menubar',
  'menuitem',
  'tree',
  'grid',
  'radiogroup',
  'button',
  'textbox',
  'searchbox',
]);
const OPTION_CHECKS = ['attached', 'visible', 'enabled', 'in_view', 'stable', 'receives_events'] as const;

/**
 * @throws SdkError not_editable for what opens no list; no_option with the options after closing the list again
 */
export async function chooseInWidget(act: Act, at: Located, values: readonly string[], press: Press): Promise<Choice> {
  const { role } = act.target?.facts ?? { role: '' };
  if (!LIST_ROLES.has(role))
    throw new SdkError('not_editable', `A ${role || 'generic element'} is no list to select from.`, { phase: 'precheck' });
  const selected: OptionInfo[] = [];
  let changed = false;
  for (const value of values) {
    const { options, isOpened } = await openedOptions(act, at, value, press);
    const all = matching(options, value).length > 0 ? options : await scrolledOptions(act, at, options, value);
    const option = await wished(act, all, value, isOpened);
    selected.push(option);
    if (option.selected) {
      if (isOpened) await close(act);
      continue;
    }
    changed = true;
    await clickOption(act, at, option, press);
  }
  return { selected, changed, verified: !changed || (await isShown(act, at, selected)) };
}

async function optionsOf(act: Act, { target }: Located): Promise<readonly OptionInfo[]> {
  return unwrap(act, await target.world.call('listOptions', { el: target.el }, act.options()));
}

/** The options there are now, else after a click, the arrow key, or typing the wish to filter. */
async function openedOptions(
  act: Act,
  at: Located,
  value: string,
  press: Press,
): Promise<{ readonly options: readonly OptionInfo[]; readonly isOpened: boolean }> {
  const isClosed = act.target?.facts.states['expanded'] === false;
  const there = isClosed ? [] : await optionsOf(act, at);
  if (there.length > 0) return { options: there, isOpened: false };
  const ways: readonly (() => Promise<void>)[] = [
    () => press(act, { ...at, el: at.target.el }),
    () => pressCombo(act, { modifiers: [], key: 'ArrowDown' }),
    ...(act.target?.facts.editable ? [() => insertText(act, value)] : []),
  ];
  for (const open of ways) {
    await open();
    const options = await appearing(act, at);
    if (options.length > 0) return { options, isOpened: true };
  }
  throw new SdkError('not_editable', 'It was opened, but no list of options appeared.', { phase: 'precheck' });
}

async function appearing(act: Act, at: Located): Promise<readonly OptionInfo[]> {
  const end = act.now() + OPEN_MS;
  for (;;) {
    const options = await optionsOf(act, at);
    if (options.length > 0 || act.now() >= end) return options;
    await act.pause(LOOK_MS);
  }
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();

function matching(options: readonly OptionInfo[], value: string): readonly OptionInfo[] {
  const wanted = fold(value);
  const exact = options.filter((option) => option.text === wanted);
  return exact.length > 0 ? exact : options.filter((option) => option.value === value && value !== '');
}

/** A list that draws only the options in view is scrolled from its top until the wish is there, or to its end: everything it has shown. */
async function scrolledOptions(act: Act, at: Located, first: readonly OptionInfo[], value: string): Promise<readonly OptionInfo[]> {
  const seen = new Map(first.map((option) => [option.text, option]));
  const { world } = at.target;
  let amount: 'end' | 'page' = 'end';
  let options = first;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const el = options.find((option) => option.el !== undefined)?.el;
    if (el === undefined) break;
    act.sending();
    const moved = await world.call('scroll', { el, direction: amount === 'end' ? 'up' : 'down', amount }, act.options());
    options = await optionsOf(act, at);
    for (const option of options) seen.set(option.text, option);
    if (matching(options, value).length > 0) return options;
    if (!moved.ok || (amount === 'page' && moved.value.atEdge)) break;
    amount = 'page';
  }
  return [...seen.values()];
}

async function wished(act: Act, options: readonly OptionInfo[], value: string, isOpened: boolean): Promise<OptionInfo> {
  const found = matching(options, value);
  const enabled = found.filter((option) => !option.disabled);
  const only = enabled[0];
  if (only && enabled.length === 1) return only;
  if (isOpened) await close(act);
  const why =
    found.length === 0
      ? `There is no option ${JSON.stringify(value)}`
      : only
        ? `${enabled.length} options are called ${JSON.stringify(value)}`
        : `The option ${JSON.stringify(value)} is disabled`;
  const told = options.map(({ el: _el, ...option }) => option);
  throw new SdkError(
    'no_option',
    `${why}. Options: ${told.map(({ text, disabled }) => `${JSON.stringify(text)}${disabled ? ' [disabled]' : ''}`).join(', ')}.`,
    {
      phase: 'precheck',
      details: { asked: value, options: told },
    },
  );
}

async function close(act: Act): Promise<void> {
  await pressCombo(act, { modifiers: [], key: 'Escape' });
}

async function clickOption(act: Act, { target }: Located, option: OptionInfo, press: Press): Promise<void> {
  const el = option.el ?? 0;
  const reply = unwrap(act, await target.world.call('check', { el, checks: OPTION_CHECKS, attempt: 0 }, act.options()));
  const point = await act.tab.mapPoint(target.world, reply.owners, reply.point, {
    ...act.options(),
    hitTest: true,
    viewport: reply.viewport,
  });
  await press(act, { target, reply, point, el });
}

/** The widget shows the choice, or its option is marked. */
async function isShown(act: Act, at: Located, selected: readonly OptionInfo[]): Promise<boolean> {
  const end = act.now() + OPEN_MS / 3;
  for (;;) {
    const { world, el } = at.target;
    const value = await world.call('readValue', { el }, act.options());
    const text = value.ok ? fold(value.value.value) : '';
    const options = await optionsOf(act, at);
    const isDone = selected.every(
      (option) => text.includes(option.text) || options.some((now) => now.text === option.text && now.selected),
    );
    if (isDone || act.now() >= end) return isDone;
    await act.pause(LOOK_MS);
  }
}
