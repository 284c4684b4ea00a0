/** What controls hold: their live values, as text. */
import {
  attribute,
  inputFiles,
  inputType,
  inputValue,
  isHtml,
  optionSelected,
  selectOptions,
  tagOf,
  textareaValue,
  textContentOf,
} from '../dom.js';
import type { Env } from '../env.js';
import { isEditingHost } from './focusable.js';
import { foldSpace, plainText } from './plain-text.js';
import { RANGES } from './role-facts.js';
import { holdsSecret } from './secret-field.js';

const MASK = '••••';
/** Input types whose role says what they are. */
const SAID_BY_ROLE = new Set(['button', 'checkbox', 'hidden', 'image', 'number', 'radio', 'range', 'reset', 'search', 'submit', 'text']);
const WITHOUT_VALUE = new Set(['button', 'checkbox', 'hidden', 'image', 'radio', 'reset', 'submit']);

interface ControlValue {
  value?: string;
  type?: string;
}

/**
 * Live value of a control and, where its role does not say it, its type. Passwords are masked whatever they hold; hidden inputs and controls
 * without a value have neither.
 */
export function computeValue(element: Element, role: string, env: Env): ControlValue {
  if (role === '' || role === 'generic') return isEditingHost(element) ? { value: plainText(element, env) } : {};
  if (isHtml(element)) {
    switch (tagOf(element)) {
      case 'input':
        return inputFacts(element as HTMLInputElement, role, env);
      case 'textarea':
        return { value: masked(element, textareaValue(element as HTMLTextAreaElement), env) };
      case 'select':
        return {
          value: selectedOptions(element as HTMLSelectElement)
            .map(optionWords)
            .join(', '),
        };
      case 'output':
        return {};
      default:
    }
  }
  if (isEditingHost(element)) return { value: plainText(element, env) };
  const text = widgetValue(element, role, env);
  return text === undefined ? {} : { value: text };
}

function inputFacts(element: HTMLInputElement, role: string, env: Env): ControlValue {
  const type = inputType(element);
  const facts: ControlValue = {};
  if (!SAID_BY_ROLE.has(type) && !(role === 'searchbox' && type === 'search')) facts.type = type;
  if (WITHOUT_VALUE.has(type)) return facts;
  if (type === 'file') facts.value = [...(inputFiles(element) ?? [])].map((file) => file.name).join(', ');
  else facts.value = masked(element, inputValue(element), env);
  return facts;
}

/** The value as it may be shown. */
function masked(element: Element, value: string, env: Env): string {
  return value !== '' && holdsSecret(element, env.world) ? MASK : value;
}

export function selectedOptions(select: HTMLSelectElement): HTMLOptionElement[] {
  return [...selectOptions(select)].filter((option) => optionSelected(option));
}

/** What an option shows: its label attribute, else its text. */
export function optionWords(option: HTMLOptionElement): string {
  return foldSpace(attribute(option, 'label') || (textContentOf(option) ?? ''));
}

/** Value of a control that is not one of HTML's, or is a range; undefined when it has none. */
function widgetValue(element: Element, role: string, env: Env): string | undefined {
  if (RANGES.has(role)) return rangeText(element);
  if (role === 'textbox' || role === 'searchbox') return attribute(element, 'aria-valuetext') ?? plainText(element, env);
  if (role === 'combobox') {
    if (attribute(element, 'aria-valuetext') !== null) return attribute(element, 'aria-valuetext') ?? '';
    return undefined;
  }
  return undefined;
}

function rangeText(element: Element): string | undefined {
  const text = attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow');
  if (text !== null) return text;
  const tag = tagOf(element);
  return tag === 'meter' || tag === 'progress' ? (attribute(element, 'value') ?? undefined) : undefined;
}
