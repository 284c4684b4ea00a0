/** Global states and properties (ARIA 1.2, section 6.5), whose presence overrules a presentational role. */
import { attribute, attributeNames } from '../dom.js';

const GLOBAL = new Set([
  'aria-atomic',
  'aria-braillelabel',
  'aria-brailleroledescription',
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-description',
  'aria-details',
  'aria-dropeffect',
  'aria-flowto',
  'aria-grabbed',
  'aria-keyshortcuts',
  'aria-label',
  'aria-labelledby',
  'aria-live',
  'aria-owns',
  'aria-relevant',
  'aria-roledescription',
]);

/** Has the element a global ARIA attribute? Empty names do not count, and neither does aria-hidden, which takes the element away itself. */
export function hasGlobalAttribute(element: Element): boolean {
  for (const name of attributeNames(element)) {
    if (name.startsWith('aria-') && GLOBAL.has(name) && (attribute(element, name) ?? '').trim() !== '') return true;
  }
  return false;
}
