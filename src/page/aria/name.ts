import { HTML, hasAttribute, isElement, namespaceOf, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { isBlank } from './blank.js';
import { contentText } from './content-text.js';
import { foldSpace } from './plain-text.js';
import { NAMED_FROM_CONTENT, NEVER_NAMED } from './role-facts.js';
import { givenText, textOf } from './text-alternative.js';
import { tooltip } from './tooltip.js';
import type { Traversal } from './traversal.js';

/**
 * Name of an element, '' when it has none. White space is folded, no-break spaces are kept. An element that is not rendered is named as if it
 * were; aria-hidden on it makes no difference.
 */
export function computeName(element: Element, env: Env, role = env.role(element)): string {
  // accname 1.2, step 1: a role that prohibits naming ends the computation.
  if (NEVER_NAMED.has(role)) return '';
  if (!NAMED_FROM_CONTENT.has(role) && !NAMED_FROM_HEADING.has(role) && !mayBeNamed(element)) return '';
  const known = env.memo.names.get(element);
  if (known !== undefined) return known;
  const name = foldSpace(rawName(element, env, role));
  env.memo.names.set(element, name);
  return name;
}

function rawName(element: Element, env: Env, role: string): string {
  const traversal: Traversal = {
    env,
    root: element,
    visited: new Set([element]),
    hidden: env.notRendered(element) ? 'own' : 'skip',
    referenced: false,
    embedded: false,
  };
  const given = givenText(element, traversal);
  if (given !== undefined) return given;
  const declared = env.internals(element)?.name;
  if (declared) return declared;
  if (NAMED_FROM_CONTENT.has(role)) {
    const content = contentText(element, traversal, givenText);
    if (!isBlank(content)) return content.trim();
  }
  return tooltip(element) ?? (NAMED_FROM_HEADING.has(role) ? headingText(element, traversal) : '');
}

/** accname, name from heading: a dialog without a name is called by its first heading, the least deep one. */
const NAMED_FROM_HEADING = new Set(['alertdialog', 'dialog']);
const HEADING_SEARCH_LIMIT = 200;

function headingText(dialog: Element, traversal: Traversal): string {
  const { env } = traversal;
  const pending = [dialog];
  for (let looked = 0; looked < pending.length; looked++) {
    const element = pending[looked] as Element;
    if (env.role(element) === 'heading') return textOf(element, traversal);
    for (const child of Array.from(env.flatChildren(element))) {
      if (isElement(child) && pending.length < HEADING_SEARCH_LIMIT && (traversal.hidden !== 'skip' || !env.notRendered(child)))
        pending.push(child);
    }
  }
  return '';
}

/** Elements that markup can name without an attribute. */
const NAMED_BY_MARKUP = new Set('area button fieldset img input meter optgroup option output progress select table textarea'.split(' '));

/** Cheap probes: most elements that take no name from content have none. */
function mayBeNamed(element: Element): boolean {
  const tag = tagOf(element);
  if (NAMED_BY_MARKUP.has(tag) || namespaceOf(element) !== HTML) return true;
  return (
    hasAttribute(element, 'aria-label') || hasAttribute(element, 'aria-labelledby') || hasAttribute(element, 'title') || tag.includes('-')
  );
}
