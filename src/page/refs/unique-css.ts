/** A plain CSS selector that matches one element of its tree (document or shadow root) now. */
import { attribute, isElement, matches, parentOf, previousElementOf, query, queryAll, rootOf, tagOf } from '../dom.js';

/** Attributes that authors give for good, best first. */
const STABLE = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'name', 'aria-label'];
/** Longer values make unreadable selectors. */
const VALUE_LIMIT = 80;
/** Steps of a short path before the whole one is written. */
const SHORT = 4;

/**
 * @param element an element of a document or shadow root
 * @returns a selector, valid for `querySelectorAll` on that root and checked there; undefined for an element in no root, or one that no selector of
 *   ours tells from others
 */
export function uniqueCss(element: Element): string | undefined {
  const root = rootOf(element);
  if (isElement(root)) return undefined;
  return byAttribute(element, root) ?? byPath(element, root);
}

function isUnique(selector: string, element: Element, root: Node): boolean {
  // The first match is found fast; only if it is the right one, the others are looked for.
  if (query(root, selector) !== element) return false;
  return queryAll(root, selector).length === 1;
}

function byAttribute(element: Element, root: Node): string | undefined {
  const id = attribute(element, 'id');
  if (id && id.length <= VALUE_LIMIT && isUnique(`#${CSS.escape(id)}`, element, root)) return `#${CSS.escape(id)}`;
  const tag = CSS.escape(tagOf(element));
  for (const name of STABLE) {
    const value = attribute(element, name);
    if (!value || value.length > VALUE_LIMIT) continue;
    const selector = `${tag}[${name}=${cssString(value)}]`;
    if (isUnique(selector, element, root)) return selector;
  }
  return undefined;
}

/** The way down from the nearest ancestor that a stable attribute names, or from the top. */
function byPath(element: Element, root: Node): string | undefined {
  const steps: string[] = [];
  let anchor: string | undefined;
  for (let at: Element | undefined = element; at && anchor === undefined; at = parentElementOf(at)) {
    steps.unshift(stepOf(at));
    if (steps.length <= SHORT) {
      const short = steps.join(' > ');
      if (isUnique(short, element, root)) return short;
    }
    const parent = parentElementOf(at);
    anchor = parent && byAttribute(parent, root);
  }
  const path = steps.join(' > ');
  if (anchor !== undefined) return checked(`${anchor} > ${path}`, element, root);
  return checked(path, element, root) ?? checked(`:root > ${path.replace(/^[^>]*> /, '')}`, element, root);
}

function checked(selector: string, element: Element, root: Node): string | undefined {
  return isUnique(selector, element, root) ? selector : undefined;
}

function parentElementOf(element: Element): Element | undefined {
  const parent = parentOf(element);
  return isElement(parent) ? parent : undefined;
}

/** Tag and place among the siblings it could be taken for. */
function stepOf(element: Element): string {
  const tag = CSS.escape(tagOf(element));
  let place = 1;
  for (let at = previousElementOf(element); at; at = previousElementOf(at)) if (matches(at, tag)) place++;
  return `${tag}:nth-of-type(${place})`;
}

/** A CSS string (CSSOM, "serialize a string"). */
function cssString(value: string): string {
  let text = '"';
  for (const char of value) {
    if (char === '"' || char === '\\') text += `\\${char}`;
    else if (char < ' ' || char === '\u007f') text += `\\${char.charCodeAt(0).toString(16)} `;
    else text += char;
  }
  return `${text}"`;
}
