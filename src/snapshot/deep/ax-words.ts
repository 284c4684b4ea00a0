/** What a node of Chromium's accessibility tree says, in the words of a snapshot. */
import type { States, StateValue } from '../../shared/snapshot.js';

interface AxValue {
  readonly type: string;
  readonly value?: unknown;
}
export interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly description?: AxValue;
  readonly value?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
  readonly parentId?: string;
  readonly childIds?: readonly string[];
  readonly backendDOMNodeId?: number;
}

/** Chromium's own words for what ARIA or this library names otherwise. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['image', 'img'],
  ['Iframe', 'iframe'],
  ['IframePresentational', 'iframe'],
  ['StaticText', 'text'],
  ['ListBox', 'listbox'],
  ['ListBoxOption', 'option'],
  ['MenuListPopup', 'listbox'],
  ['MenuListOption', 'option'],
  ['ComboBoxSelect', 'combobox'],
  ['DisclosureTriangle', 'button'],
  ['DisclosureTriangleGrouped', 'button'],
  ['Details', 'group'],
  ['ColorWell', 'button'],
  ['Date', 'textbox'],
  ['DateTime', 'textbox'],
  ['InputTime', 'textbox'],
  ['ToggleButton', 'button'],
  ['PopUpButton', 'button'],
  ['Canvas', 'canvas'],
  ['Video', 'video'],
  ['Audio', 'audio'],
  ['SvgRoot', 'img'],
  ['PluginObject', 'embed'],
  ['EmbeddedObject', 'embed'],
  ['DescriptionListTerm', 'term'],
  ['DescriptionListDetail', 'definition'],
]);
/** Nothing of their own to say: what stands in them is read in their place. */
const PLAIN: ReadonlySet<string> = new Set([
  '',
  'generic',
  'none',
  'presentation',
  'paragraph',
  'strong',
  'emphasis',
  'code',
  'superscript',
  'subscript',
  'mark',
  'time',
  'insertion',
  'deletion',
]);
const INTERACTIVE: ReadonlySet<string> = new Set(
  'button,link,textbox,searchbox,combobox,checkbox,radio,switch,slider,spinbutton,menuitem,menuitemcheckbox,menuitemradio,tab,option,treeitem,gridcell,listbox'.split(
    ',',
  ),
);
/** Their name says what text stands in them (ARIA 1.2, 5.2.8.5). */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set(
  'button,link,checkbox,radio,switch,menuitem,menuitemcheckbox,menuitemradio,tab,option,treeitem,heading,cell,gridcell,columnheader,rowheader,tooltip'.split(
    ',',
  ),
);
const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/** Chromium's property, our state. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['level', 'level'],
  ['disabled', 'disabled'],
  ['expanded', 'expanded'],
  ['selected', 'selected'],
  ['checked', 'checked'],
  ['pressed', 'pressed'],
  ['invalid', 'invalid'],
  ['required', 'required'],
  ['readonly', 'readonly'],
  ['focused', 'active'],
  ['modal', 'modal'],
  ['multiselectable', 'multiselectable'],
  ['orientation', 'orientation'],
  ['valuemin', 'valuemin'],
  ['valuemax', 'valuemax'],
  ['valuetext', 'valuetext'],
  ['hasPopup', 'haspopup'],
]);

/** '' for what has no line of its own. */
export function roleOf({ role, ignored }: AxNode): string {
  if (ignored || typeof role?.value !== 'string') return '';
  const known = ROLES.get(role.value);
  if (known !== undefined) return known;
  return PLAIN.has(role.value) || /^[A-Z]/.test(role.value) ? '' : role.value;
}

/** True for what is left out with everything in it: pieces of a text, marks of a list. */
export function isPiece({ role }: AxNode): boolean {
  return role?.value === 'InlineTextBox' || role?.value === 'LineBreak' || role?.value === 'ListMarker';
}

const textOf = (value: AxValue | undefined): string =>
  typeof value?.value === 'string' ? value.value : typeof value?.value === 'number' ? String(value.value) : '';

export function nameOf(node: AxNode): string {
  return textOf(node.name).replace(/\s+/g, ' ').trim();
}
export function descriptionOf(node: AxNode): string {
  return textOf(node.description).replace(/\s+/g, ' ').trim();
}

/** Value of a control. What a password field shows is a row of bullets, whose number tells too much. */
export function shownValue(node: AxNode): string | undefined {
  const text = textOf(node.value);
  if (text === '') return undefined;
  return /^•+$/.test(text) ? '••••' : text;
}

export function statesOf(node: AxNode, role: string): States {
  const states: Record<string, StateValue> = {};
  for (const { name, value } of node.properties ?? []) {
    const key = STATES.get(name);
    const state = key === undefined ? undefined : stateOf(value.value);
    if (key === undefined || state === undefined || (key === 'readonly' && !FIELDS.has(role))) continue;
    // Chromium gives each range and field all its properties: only those that say something are kept.
    if (state !== '' && (state !== false || key === 'expanded' || key === 'pressed' || key === 'checked')) states[key] = state;
  }
  return states;
}

function stateOf(value: unknown): StateValue | undefined {
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value !== 'string' || value === 'none') return undefined;
  return value === 'true' ? true : value === 'false' ? false : value;
}

export function isNamedByContent(role: string): boolean {
  return NAMED_BY_CONTENT.has(role);
}
export function isField(role: string): boolean {
  return FIELDS.has(role);
}

/** Something to act on. */
export function isTarget(node: AxNode, role: string): boolean {
  if (role === 'text' || role === 'iframe' || node.backendDOMNodeId === undefined) return false;
  return INTERACTIVE.has(role) || (node.properties ?? []).some(({ name, value }) => name === 'focusable' && value.value === true);
}
