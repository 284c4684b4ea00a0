/** Cards: elements that repeat beside each other with the same tag and class. */
import { nextElementOf, previousElementOf, tagOf } from '../dom.js';
import { classNameOf } from './nodes.js';

/** How far a twin may be: something else may stand between two cards. */
export const REACH = 2;

/** Has it a sibling of the same tag and class beside it? */
export function isRepeated(element: Element): boolean {
  const tag = tagOf(element);
  const name = classNameOf(element);
  return name.trim() !== '' && (hasTwin(element, tag, name, nextElementOf) || hasTwin(element, tag, name, previousElementOf));
}

function hasTwin(element: Element, tag: string, name: string, step: (from: Element) => Element | null): boolean {
  let at: Element | null = element;
  for (let i = 0; i < REACH; i++) {
    at = step(at);
    if (!at) return false;
    if (tagOf(at) === tag && classNameOf(at) === name) return true;
  }
  return false;
}
