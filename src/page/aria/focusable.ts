/** Can an element take the focus? (HTML 6.6.2, and `aria-activedescendant` left aside.) */
import { attribute, HTML, hasAttribute, isContentEditable, isHtml, matches, namespaceOf, tagOf } from '../dom.js';
import { isDisabledByHtml } from './disabled.js';

const FOCUSABLE_TAGS = new Set(['button', 'iframe', 'select', 'textarea']);

/** Whether it could take the focus when shown; its being rendered is not asked. */
export function isFocusable(element: Element): boolean {
  if (isDisabledByHtml(element)) return false;
  const tabIndex = attribute(element, 'tabindex');
  if (tabIndex !== null && /^\s*[+-]?\d/.test(tabIndex)) return true;
  const namespace = namespaceOf(element);
  const tag = tagOf(element);
  if (tag === 'a' || tag === 'area') return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href');
  if (namespace !== HTML) return false;
  if (tag === 'input') return attribute(element, 'type')?.toLowerCase() !== 'hidden';
  if (tag === 'summary') return isSummary(element);
  if (tag === 'audio' || tag === 'video') return hasAttribute(element, 'controls');
  if (FOCUSABLE_TAGS.has(tag)) return true;
  return isEditingHost(element);
}

/** The summary that opens and closes its details: the first one among its children. */
export function isSummary(element: Element): boolean {
  return tagOf(element) === 'summary' && isHtml(element) && matches(element, 'details > summary:first-of-type');
}

/** An element whose content a person can edit, itself the outermost such element. */
export function isEditingHost(element: Element): boolean {
  const value = attribute(element, 'contenteditable');
  return value !== null && value.toLowerCase() !== 'false' && isHtml(element) && isContentEditable(element as HTMLElement);
}
