/**
 * The markup of one element. Read from a copy in the inert document that templates stand in (HTML 4.12.3): nothing runs there, and no name in the
 * page can stand before what is called on it.
 */
import { holdsSecret } from '../aria/secret-field.js';
import { isHtml, tagOf } from '../dom.js';
import type { Subject } from './subject.js';

const MASK = '\u2022\u2022\u2022\u2022';
const FIELDS = /^(?:input|textarea)$/;

export function markupOf({ element, document, world }: Subject, maxChars: number): { readonly html: string; readonly total: number } {
  const inert = document.createElement('template').content.ownerDocument;
  const copy = inert.importNode(element, true);
  const real = inert.createTreeWalker(element, 1);
  const copied = inert.createTreeWalker(copy, 1);
  do {
    const [field, twin] = [real.currentNode as Element, copied.currentNode as Element];
    if (!isHtml(field) || !FIELDS.test(tagOf(field)) || !holdsSecret(field, world)) continue;
    if (twin.hasAttribute('value')) twin.setAttribute('value', MASK);
    if (twin.textContent) twin.textContent = MASK;
  } while (real.nextNode() && copied.nextNode());
  const box = inert.createElement('div');
  box.append(copy);
  const html = box.innerHTML;
  return { html: html.length > maxChars ? '' : html, total: html.length };
}
