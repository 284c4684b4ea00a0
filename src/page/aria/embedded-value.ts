/** Controls inside a label or other content stand there with their value (accname 1.2, step 2C). */
import { attribute, inputValue, isHtml, nodeTypeOf, optionSelected, tagOf, textareaValue } from '../dom.js';
import type { Env } from '../env.js';
import { ownedBy } from './owns.js';
import { plainText } from './plain-text.js';
import { referenced } from './references.js';
import { RANGES } from './role-facts.js';
import { holdsSecret } from './secret-field.js';
import { optionWords, selectedOptions } from './value.js';

const TEXT_ROLES = new Set(['textbox', 'searchbox']);

/** Text a control contributes; undefined for elements that are no such control. */
export function embeddedValue(element: Element, role: string, env: Env): string | undefined {
  if (TEXT_ROLES.has(role)) return fieldText(element, env);
  if (role === 'combobox' || role === 'listbox') return chosenText(element, role, env);
  if (RANGES.has(role)) return rangeValue(element, role);
  return undefined;
}

function fieldText(element: Element, env: Env): string {
  if (isHtml(element)) {
    const tag = tagOf(element);
    if (tag === 'input') return holdsSecret(element, env.world) ? '' : inputValue(element as HTMLInputElement);
    if (tag === 'textarea') return holdsSecret(element, env.world) ? '' : textareaValue(element as HTMLTextAreaElement);
  }
  return plainText(element, env);
}

function chosenText(element: Element, role: string, env: Env): string {
  const tag = isHtml(element) ? tagOf(element) : '';
  if (tag === 'select')
    return selectedOptions(element as HTMLSelectElement)
      .map(optionWords)
      .join(' ');
  if (tag === 'input') return inputValue(element as HTMLInputElement);
  if (role === 'listbox') return chosenIn(element, env);
  const list = findListBox(element, env);
  const chosen = list && chosenIn(list, env);
  if (chosen) return chosen;
  const field = within(element, env, (one) => TEXT_ROLES.has(env.role(one)))[0];
  if (field) return fieldText(field, env);
  return list ? '' : plainText(element, env);
}

function chosenIn(list: Element, env: Env): string {
  return within(list, env, (one) => env.role(one) === 'option')
    .filter(isChosen)
    .map((option) => plainText(option, env))
    .join(' ');
}

function isChosen(option: Element): boolean {
  const selected = attribute(option, 'aria-selected');
  if (selected !== null) return selected.toLowerCase() === 'true';
  return tagOf(option) === 'option' && isHtml(option) && optionSelected(option as HTMLOptionElement);
}

/** List box of an ARIA combobox: inside it, owned or controlled by it. */
function findListBox(element: Element, env: Env): Element | undefined {
  const near = [...ownedBy(element, env), ...(referenced(element, 'aria-controls', env) ?? [])];
  return near.find((one) => env.role(one) === 'listbox') ?? within(element, env, (one) => env.role(one) === 'listbox')[0];
}

/** Flat descendants, owned ones included, that satisfy a test; nothing inside a found one is looked at. */
function within(root: Element, env: Env, test: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  const seen = new Set<Node>();
  const pending: Node[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (nodeTypeOf(node) !== 1 || seen.has(node)) continue;
    seen.add(node);
    const element = node as Element;
    if (element !== root && test(element)) {
      found.push(element);
      continue;
    }
    const children = [...Array.from(env.flatChildren(element)), ...ownedBy(element, env)];
    for (let i = children.length - 1; i >= 0; i--) pending.push(children[i] as Node);
  }
  return found;
}

function rangeValue(element: Element, role: string): string | undefined {
  const text = attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow');
  if (text !== null) return text;
  if (isHtml(element)) {
    const tag = tagOf(element);
    if (tag === 'input') return inputValue(element as HTMLInputElement);
    if (tag === 'meter' || tag === 'progress') return attribute(element, 'value') ?? undefined;
  }
  return role === 'spinbutton' || role === 'slider' ? '' : undefined;
}
