/** States and properties of an element, with the keys of `States` in `shared/snapshot.ts` (ARIA 1.2, section 6; HTML-AAM 3.6). */
import type { StateValue } from '../../shared/snapshot.js';
import { attribute, attributeNames, HTML, namespaceOf, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { ariaState } from './aria-states.js';
import { isDisabledByAria, isDisabledByHtml } from './disabled.js';
import { isEditingHost } from './focusable.js';
import { focusedIn } from './focused.js';
import { hasHtmlStates, htmlStates } from './html-states.js';

type States = Record<string, StateValue>;
const NONE: Readonly<States> = {};

/** Roles whose checked state is required (ARIA 1.2, section 5.2.3): absent means false. */
const CHECKABLE = new Set(['checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch']);
/** Roles that support aria-disabled, and so inherit it. */
const CAN_BE_DISABLED = new Set(
  `application button checkbox columnheader combobox composite grid gridcell group input link listbox menu menubar menuitem menuitemcheckbox
  menuitemradio option radio radiogroup row rowheader scrollbar searchbox select separator slider spinbutton switch tab tablist textbox toolbar
  tree treegrid treeitem`.split(/\s+/),
);

/** Only states that hold for the role or that were set; undefined when there are none. */
export function computeStates(element: Element, role: string, env: Env): States | undefined {
  const states: States = {};
  const html = namespaceOf(element) === HTML;
  const tag = tagOf(element);
  let native: Readonly<States> = NONE;
  if (html && hasHtmlStates(tag)) {
    htmlStates(element, tag, role, env, states);
    native = { ...states };
  }
  for (const name of attributeNames(element)) {
    if (name.startsWith('aria-')) addAriaState(element, name, role, native, states);
    else if (name === 'contenteditable' && isMultilineEditor(element)) states['multiline'] = true;
  }
  if (states['checked'] === undefined && CHECKABLE.has(role)) states['checked'] = false;
  if (role === 'heading' && states['level'] === undefined) states['level'] = 2;
  if (isDisabled(element, role, html)) states['disabled'] = true;
  if (focusedIn(element, env)) states['active'] = true;
  return hasAny(states) ? states : undefined;
}

/** HTML-AAM 3.6.1: where both say something, HTML's checkedness, selectedness and value win. */
const NATIVE_WINS = new Set(['checked', 'selected', 'valuenow', 'multiselectable', 'expanded']);

function addAriaState(element: Element, name: string, role: string, native: Readonly<States>, states: States): void {
  const state = ariaState(name, attribute(element, name) ?? '', role);
  if (state && !(NATIVE_WINS.has(state.key) && state.key in native)) states[state.key] = state.value;
}

/** An editor takes several lines unless it says otherwise. */
function isMultilineEditor(element: Element): boolean {
  return isEditingHost(element) && attribute(element, 'aria-multiline')?.trim().toLowerCase() !== 'false';
}

function isDisabled(element: Element, role: string, html: boolean): boolean {
  if (html && isDisabledByHtml(element)) return true;
  return CAN_BE_DISABLED.has(role) && isDisabledByAria(element);
}

function hasAny(states: States): boolean {
  for (const _ in states) return true;
  return false;
}
