/** Disabled controls: by HTML (own attribute, fieldset with its legend, optgroup) and by aria-disabled on an ancestor. */
import {
  attribute,
  closest,
  contains,
  firstElementOf,
  hasAttribute,
  hostOf,
  isElement,
  isHtml,
  isShadowRoot,
  nextElementOf,
  parentOf,
  rootOf,
  tagOf,
} from '../dom.js';

const CAN_BE_DISABLED = new Set(['button', 'fieldset', 'input', 'optgroup', 'option', 'select', 'textarea']);

/** HTML 4.10.18.5: disabled controls, fieldset descendants outside its first legend; 4.10.10: options of a disabled optgroup. */
export function isDisabledByHtml(element: Element): boolean {
  const tag = tagOf(element);
  const custom = !CAN_BE_DISABLED.has(tag);
  if (custom && !(tag.includes('-') && isFormAssociated(element))) return false;
  if (!isHtml(element)) return false;
  if (hasAttribute(element, 'disabled')) return true;
  if (tag === 'option') return isInDisabled(element, 'optgroup') || isInDisabled(element, 'select');
  if (tag === 'optgroup') return isInDisabled(element, 'select');
  for (let set = outerFieldset(element); set; set = outerFieldset(set)) {
    const legend = hasAttribute(set, 'disabled') ? firstLegend(set) : null;
    if (legend !== null && !(legend && contains(legend, element))) return true;
  }
  return false;
}

/** Only form-associated custom elements can match either pseudo-class. */
function isFormAssociated(element: Element): boolean {
  return closest(element, ':disabled,:enabled') === element;
}

function isInDisabled(element: Element, tag: string): boolean {
  const around = closest(element, tag);
  return around !== null && hasAttribute(around, 'disabled');
}

function outerFieldset(element: Element): Element | null {
  const parent = parentOf(element);
  return isElement(parent) ? closest(parent, 'fieldset') : null;
}

function firstLegend(fieldset: Element): Element | undefined {
  for (let child = firstElementOf(fieldset); child; child = nextElementOf(child)) if (tagOf(child) === 'legend') return child;
  return undefined;
}

/** ARIA 1.2, aria-disabled: holds for the element and what it contains, until a nearer one says otherwise. */
export function isDisabledByAria(element: Element): boolean {
  for (let at: Element | undefined = element; at; at = hostAround(at)) {
    const marked = closest(at, '[aria-disabled]');
    if (marked) return attribute(marked, 'aria-disabled')?.trim().toLowerCase() === 'true';
  }
  return false;
}

function hostAround(element: Element): Element | undefined {
  const root = rootOf(element);
  return isShadowRoot(root) ? hostOf(root) : undefined;
}
