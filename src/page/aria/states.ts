/** States and properties of an element, with the keys of `States` in `shared/snapshot.ts` (ARIA 1.2, section 6; HTML-AAM 3.6). */
import type { StateValue } from '../../shared/snapshot.js';
import { attribute, attributeNames, HTML, namespaceOf, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { ariaState } from './aria-states.js';
import { isDisabledByAria, isDisabledByHtml } from './disabled.js';
import { isEditingHost } from './focusable.js';
import { focusedIn } from './focused.js';
import { hasHtmlStates, htmlStates } from './html-states.js';

/** Roles whose checked state is required (ARIA 1.2, section 5.2.3): absent means false. */
const CHECKABLE = new Set(['checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch']);
/** Roles that support aria-disabled, and so inherit it. */
const CAN_BE_DISABLED = new Set(
  `application button checkbox columnheader combobox composite grid gridcell group input link listbox menu menubar menuitem menuitemcheckbox
  menuitemradio option radio radiogroup row rowheader scrollbar searchbox select separator slider spinbutton switch tab tablist textbox toolbar
  tree treegrid treeitem`.split(/\s+/),
);

/** Only states that hold for the role or that were set; undefined when there are none. */
export function computeStates(element: Element, role: string, env: Env): Record<string, StateValue> | undefined {
  const states: Record<string, StateValue> = {};
  const html = namespaceOf(element) === HTML;
  const tag = tagOf(element);
  if (html && hasHtmlStates(tag)) htmlStates(element, tag, role, env, states);
  const known = new Set(html ? Object.keys(states) : []);
  let explicitlyEditable = false;
  for (const name of attributeNames(element)) {
    if (name === 'contenteditable') explicitlyEditable = true;
    if (!name.startsWith('aria-')) continue;
    const state = ariaState(name, attribute(element, name) ?? '', role);
    // HTML-AAM 3.6.1: what the host language says wins.
    if (state && !(known.has(state.key) && wins(state.key))) states[state.key] = state.value;
  }
  if (states['checked'] === undefined && CHECKABLE.has(role)) states['checked'] = false;
  if (role === 'heading' && states['level'] === undefined) states['level'] = 2;
  if (explicitlyEditable && attribute(element, 'aria-multiline')?.toLowerCase() !== 'false' && isEditingHost(element))
    states['multiline'] = true;
  if (isDisabled(element, role, html)) states['disabled'] = true;
  if (focusedIn(element, env)) states['active'] = true;
  return hasAny(states) ? states : undefined;
}

/** States where the native value overrules the ARIA attribute; the others may be given either way. */
function wins(key: string): boolean {
  return key === 'checked' || key === 'valuenow' || key === 'multiselectable';
}

function isDisabled(element: Element, role: string, html: boolean): boolean {
  if (html && isDisabledByHtml(element)) return true;
  return CAN_BE_DISABLED.has(role) && isDisabledByAria(element);
}

function hasAny(states: Record<string, StateValue>): boolean {
  for (const _ in states) return true;
  return false;
}
