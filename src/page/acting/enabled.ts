/** Whether a control takes input, and whether it takes text. */
import type { PageFailure } from '../../shared/page-api.js';
import { attribute, hasAttribute, inputType, isContentEditable, isHtml, labelControl, matches, queryAll, tagOf } from '../dom.js';
import { failure, flatPath, type Subject } from './subject.js';

type Refusal = { readonly ok: false; readonly failure: PageFailure } | undefined;

/** Native disabledness (fieldsets and option groups included), `inert`, and `aria-disabled`, which also holds for what is inside (ARIA 1.2, 6.6.4). */
export function refuseDisabled(subject: Subject): Refusal {
  const { element, env } = subject;
  if (matches(element, ':disabled'))
    return failure('disabled', 'The control is disabled.', {
      reason: hasAttribute(element, 'disabled') ? 'disabled' : 'disabled ancestor',
    });
  const inert = refuseInert(subject);
  if (inert) return inert;
  let aria: string | undefined;
  for (const at of flatPath(env, element)) aria ??= explicitAriaDisabled(at);
  return aria === 'true'
    ? failure('disabled', 'The element is marked as disabled (aria-disabled).', { reason: 'aria-disabled' })
    : undefined;
}

/** For a pointer that only passes over it: it reaches what is disabled, but nothing that is inert. */
export function refuseInert({ element, env }: Subject): Refusal {
  for (const at of flatPath(env, element))
    if (hasAttribute(at, 'inert')) return failure('disabled', 'The element is inert.', { reason: 'inert' });
  return undefined;
}

function explicitAriaDisabled(element: Element): string | undefined {
  const value = attribute(element, 'aria-disabled')?.trim().toLowerCase();
  return value === 'true' || value === 'false' ? value : undefined;
}

/** For input that needs no pointer: what lies outside an open modal dialog cannot be reached. */
export function refuseOutsideModal(subject: Subject): Refusal {
  return subject.env.inert(subject.element)
    ? failure('disabled', 'The element is inert: it lies outside an open modal dialog.', { reason: 'outside modal dialog' })
    : undefined;
}

/** Types of input whose text is edited in place (HTML 4.10.5.1). */
const TEXT_TYPES = new Set(['text', 'search', 'url', 'tel', 'email', 'password']);
/** Types with one exact format, set like a picker does. */
export const EXACT_TYPES: ReadonlySet<string> = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range', 'number']);

export type Field =
  | { readonly kind: 'input' | 'textarea'; readonly element: Element; readonly type: string }
  | { readonly kind: 'contenteditable'; readonly element: Element; readonly type: '' };

/** What is typed into when this element is named: itself, the control of a label, or the only editable part of a composite. */
export function fieldOf(subject: Subject): Field | undefined {
  const own = ownField(subject.element);
  if (own) return own;
  if (isHtml(subject.element) && tagOf(subject.element) === 'label') {
    const control = labelControl(subject.element as HTMLLabelElement);
    return control ? ownField(control) : undefined;
  }
  const inner = innerFields(subject);
  return inner.length === 1 ? inner[0] : undefined;
}

function ownField(element: Element): Field | undefined {
  if (!isHtml(element)) return undefined;
  const tag = tagOf(element);
  if (tag === 'textarea') return { kind: 'textarea', element, type: 'textarea' };
  if (tag === 'input') {
    const type = inputType(element as HTMLInputElement);
    return TEXT_TYPES.has(type) || EXACT_TYPES.has(type) ? { kind: 'input', element, type } : undefined;
  }
  return isEditable(element) ? { kind: 'contenteditable', element, type: '' } : undefined;
}

function isEditable(element: Element): boolean {
  return isContentEditable(element as HTMLElement);
}

const FIELDS = 'input,textarea,[contenteditable]:not([contenteditable="false" i])';

/** Text fields inside a composite widget or the shadow tree of a custom element, the visible ones. */
function innerFields(subject: Subject): Field[] {
  const { element, env, services } = subject;
  const role = services.view(element, env).role;
  const isComposite = /^(textbox|searchbox|combobox|spinbutton)$/.test(role) || tagOf(element).includes('-');
  if (!isComposite) return [];
  const root = env.shadowRoot(element);
  const found = [...queryAll(element, FIELDS), ...(root ? queryAll(root, FIELDS) : [])];
  return found.flatMap((inner) => (services.visible(inner, env) ? (ownField(inner) ?? []) : []));
}

/** Refuses what takes no text now. The field is the one to type into. */
export function editableField(
  subject: Subject,
): { readonly ok: true; readonly value: Field } | { readonly ok: false; readonly failure: PageFailure } {
  const field = fieldOf(subject);
  if (!field)
    return failure('not_editable', `A <${tagOf(subject.element)}> takes no text.`, {
      reason: 'not a text control',
      tag: tagOf(subject.element),
    });
  const disabled = field.element === subject.element ? undefined : refuseDisabled({ ...subject, element: field.element });
  if (disabled) return disabled;
  if (field.kind !== 'contenteditable' && hasAttribute(field.element, 'readonly') && !isReadonlyIgnored(field.type))
    return failure('not_editable', 'The control is read-only.', { reason: 'readonly' });
  if (attribute(field.element, 'aria-readonly')?.trim().toLowerCase() === 'true')
    return failure('not_editable', 'The control is marked as read-only (aria-readonly).', { reason: 'aria-readonly' });
  return { ok: true, value: field };
}

/** `readonly` does not apply to these (HTML 4.10.5.3.3). */
function isReadonlyIgnored(type: string): boolean {
  return type === 'range' || type === 'color';
}

/** The outermost editable element around one: what gets the focus. */
export function editingHost(element: Element, parentOf: (at: Element) => Element | undefined): Element {
  let host = element;
  for (let at = parentOf(element); at && isHtml(at) && isEditable(at); at = parentOf(at)) host = at;
  return host;
}
