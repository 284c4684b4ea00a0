/** Which elements take a click of their own, so that a point on them is not a point on what holds them. */
import { attribute, hasAttribute, inputType, isHtml, tagOf } from '../dom.js';

const ROLES = new Set([
  'button',
  'link',
  'checkbox',
  'radio',
  'switch',
  'tab',
  'option',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'textbox',
  'searchbox',
  'combobox',
  'slider',
  'spinbutton',
  'treeitem',
]);
const TAGS = new Set(['button', 'select', 'textarea', 'summary', 'label', 'iframe', 'audio', 'video', 'embed', 'object']);

/** Interactive content of HTML 3.2.5.2.7, and widget roles. */
export function isInteractive(element: Element): boolean {
  const role = attribute(element, 'role')?.trim().split(/\s+/)[0]?.toLowerCase();
  if (role && ROLES.has(role)) return true;
  if (!isHtml(element)) return tagOf(element) === 'a';
  const tag = tagOf(element);
  if (tag === 'a' || tag === 'area') return hasAttribute(element, 'href');
  if (tag === 'input') return inputType(element as HTMLInputElement) !== 'hidden';
  return TAGS.has(tag);
}
