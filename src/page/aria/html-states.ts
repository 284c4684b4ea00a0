/** States that HTML elements have by their own attributes and live properties (HTML-AAM 3.6). */
import type { StateValue } from '../../shared/snapshot.js';
import {
  attribute,
  hasAttribute,
  inputChecked,
  inputIndeterminate,
  inputType,
  inputValue,
  matches,
  optionSelected,
  parentOf,
  selectIsMultiple,
  tagOf,
} from '../dom.js';
import type { Env } from '../env.js';
import { isSummary } from './focusable.js';

type States = Record<string, StateValue>;
type Read = (element: Element, role: string, states: States, env: Env) => void;

const TAKES_READONLY = new Set([
  'date',
  'datetime-local',
  'email',
  'month',
  'number',
  'password',
  'search',
  'tel',
  'text',
  'time',
  'url',
  'week',
]);

const READERS = new Map<string, Read>([
  ['a', (element, _, states, env) => popoverState(element, states, env)],
  ['button', (element, _, states, env) => popoverState(element, states, env)],
  ['details', (element, _, states) => setState(states, 'expanded', hasAttribute(element, 'open'))],
  [
    'dialog',
    (element, _, states) => {
      if (matches(element, ':modal')) states['modal'] = true;
    },
  ],
  ['input', inputStates],
  ['meter', rangeStates],
  [
    'option',
    (element, _, states) => {
      if (optionSelected(element as HTMLOptionElement)) states['selected'] = true;
    },
  ],
  ['progress', rangeStates],
  ['select', selectStates],
  ['summary', summaryStates],
  ['textarea', textareaStates],
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((tag): [string, Read] => [
    tag,
    (_, role, states) => {
      if (role === 'heading') states['level'] = Number(tag[1]);
    },
  ]),
]);

export function hasHtmlStates(tag: string): boolean {
  return READERS.has(tag);
}

/** Writes the native states of an element into `states`. */
export function htmlStates(element: Element, tag: string, role: string, env: Env, states: States): void {
  READERS.get(tag)?.(element, role, states, env);
}

function setState(states: States, key: string, value: StateValue): void {
  states[key] = value;
}

function inputStates(element: Element, role: string, states: States, env: Env): void {
  const input = element as HTMLInputElement;
  const type = inputType(input);
  if (type === 'checkbox' || type === 'radio') {
    if (role === type || role === 'switch' || role.startsWith('menuitem') || role === 'option') {
      states['checked'] = type === 'checkbox' && inputIndeterminate(input) ? 'mixed' : inputChecked(input);
    }
  } else if (type === 'range') {
    states['valuemin'] = numberOr(attribute(element, 'min'), 0);
    states['valuemax'] = numberOr(attribute(element, 'max'), 100);
    states['valuenow'] = Number(inputValue(input));
  } else if (type === 'number') {
    for (const [name, key] of [
      ['min', 'valuemin'],
      ['max', 'valuemax'],
    ] as const) {
      const limit = numberOr(attribute(element, name), undefined);
      if (limit !== undefined) states[key] = limit;
    }
  }
  if (TAKES_READONLY.has(type) && hasAttribute(element, 'readonly')) states['readonly'] = true;
  if (role === 'combobox' && hasAttribute(element, 'list')) states['autocomplete'] = 'list';
  fieldStates(element, states);
  popoverState(element, states, env);
}

function textareaStates(element: Element, _: string, states: States): void {
  states['multiline'] = true;
  if (hasAttribute(element, 'readonly')) states['readonly'] = true;
  fieldStates(element, states);
}

function selectStates(element: Element, _: string, states: States): void {
  if (selectIsMultiple(element as HTMLSelectElement)) states['multiselectable'] = true;
  fieldStates(element, states);
}

/** What all fields may be; a field is shown as invalid once a person or a submission has tried it. */
function fieldStates(element: Element, states: States): void {
  if (hasAttribute(element, 'required')) states['required'] = true;
  if (matches(element, ':user-invalid')) states['invalid'] = true;
  const placeholder = attribute(element, 'placeholder');
  if (placeholder?.trim()) states['placeholder'] = placeholder.trim();
}

function summaryStates(element: Element, _: string, states: States): void {
  if (isSummary(element)) states['expanded'] = hasAttribute(parentOf(element) as Element, 'open');
}

function rangeStates(element: Element, _: string, states: States): void {
  const now = numberOr(attribute(element, 'value'), undefined);
  if (now === undefined && tagOf(element) === 'progress') return;
  states['valuemin'] = tagOf(element) === 'meter' ? numberOr(attribute(element, 'min'), 0) : 0;
  states['valuemax'] = numberOr(attribute(element, 'max'), 1);
  states['valuenow'] = now ?? 0;
}

/** HTML-AAM, popovertarget: an invoker says whether its popover is open; commandfor does the same for popover commands. */
function popoverState(element: Element, states: States, env: Env): void {
  const target =
    attribute(element, 'popovertarget') ?? (attribute(element, 'command')?.includes('popover') ? attribute(element, 'commandfor') : null);
  const popover = target ? env.byId(element, target) : undefined;
  if (popover && hasAttribute(popover, 'popover')) states['expanded'] = matches(popover, ':popover-open');
}

function numberOr<F>(text: string | null, fallback: F): number | F {
  return text !== null && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : fallback;
}
