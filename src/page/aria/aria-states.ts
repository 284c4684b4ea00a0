/** States given by ARIA attributes. */
import type { StateValue } from '../../shared/snapshot.js';

interface NamedState {
  readonly key: string;
  readonly value: StateValue;
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const LEVELLED = set('heading listitem treeitem row tablist comment');
const CHECKED = set('checkbox menuitemcheckbox menuitemradio option radio switch treeitem');
const RANGED = set('meter progressbar scrollbar separator slider spinbutton');
const REQUIRED = set(
  'checkbox combobox gridcell listbox radiogroup spinbutton textbox searchbox tree treegrid select columnheader rowheader',
);
const SELECTED = set('columnheader gridcell option row rowheader tab treeitem');

type Read = (value: string, role: string) => StateValue | undefined;

const isTrue: Read = (value) => (value === 'true' ? true : undefined);
const truth: Read = (value) => (value === 'true' ? true : value === 'false' ? false : undefined);
const tristate: Read = (value) => (value === 'mixed' ? 'mixed' : truth(value, ''));
const number: Read = (value) => (value !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined);
const text: Read = (value) => value || undefined;
const oneOf = (words: string): Read => {
  const allowed = set(words);
  return (value) => (allowed.has(value) ? value : undefined);
};
/** For these roles only. */
const only =
  (roles: ReadonlySet<string>, read: Read): Read =>
  (value, role) =>
    roles.has(role) ? read(value, role) : undefined;

const STATES = new Map<string, { readonly key: string; readonly read: Read; readonly verbatim?: true }>([
  ['aria-autocomplete', { key: 'autocomplete', read: oneOf('inline list both') }],
  ['aria-busy', { key: 'busy', read: isTrue }],
  [
    'aria-checked',
    {
      key: 'checked',
      read: only(CHECKED, (value, role) =>
        role === 'radio' || role === 'menuitemradio' || role === 'switch' ? truth(value, role) : tristate(value, role),
      ),
    },
  ],
  [
    'aria-current',
    { key: 'current', read: (value) => (value === '' || value === 'false' ? undefined : CURRENT.has(value) ? value : true) },
  ],
  ['aria-expanded', { key: 'expanded', read: truth }],
  ['aria-haspopup', { key: 'haspopup', read: (value) => (value === 'true' ? 'menu' : oneOf('menu listbox tree grid dialog')(value, '')) }],
  [
    'aria-invalid',
    {
      key: 'invalid',
      read: (value) => (value === '' || value === 'false' ? undefined : value === 'grammar' || value === 'spelling' ? value : true),
    },
  ],
  ['aria-level', { key: 'level', read: only(LEVELLED, (value) => (Number(value) >= 1 ? Math.floor(Number(value)) : undefined)) }],
  ['aria-modal', { key: 'modal', read: only(set('dialog alertdialog'), isTrue) }],
  ['aria-multiline', { key: 'multiline', read: only(set('textbox searchbox'), isTrue) }],
  ['aria-multiselectable', { key: 'multiselectable', read: isTrue }],
  ['aria-orientation', { key: 'orientation', read: oneOf('horizontal vertical') }],
  ['aria-placeholder', { key: 'placeholder', read: text, verbatim: true }],
  ['aria-pressed', { key: 'pressed', read: only(set('button'), tristate) }],
  ['aria-readonly', { key: 'readonly', read: isTrue }],
  ['aria-required', { key: 'required', read: only(REQUIRED, isTrue) }],
  ['aria-selected', { key: 'selected', read: only(SELECTED, truth) }],
  ['aria-sort', { key: 'sort', read: only(set('columnheader rowheader'), oneOf('ascending descending other')) }],
  ['aria-valuemax', { key: 'valuemax', read: only(RANGED, number) }],
  ['aria-valuemin', { key: 'valuemin', read: only(RANGED, number) }],
  ['aria-valuenow', { key: 'valuenow', read: only(RANGED, number) }],
  ['aria-valuetext', { key: 'valuetext', read: only(RANGED, text), verbatim: true }],
]);
const CURRENT = set('page step location date time');

/** The state an ARIA attribute gives an element of this role; undefined when the value means nothing there. */
export function ariaState(name: string, value: string, role: string): NamedState | undefined {
  const rule = STATES.get(name);
  if (!rule) return undefined;
  const found = rule.read(rule.verbatim ? value.trim() : value.trim().toLowerCase(), role);
  return found === undefined ? undefined : { key: rule.key, value: found };
}
