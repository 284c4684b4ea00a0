import { hasAttribute, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { isBlank } from './blank.js';
import { contentText } from './content-text.js';
import { foldSpace } from './plain-text.js';
import { NAMED_FROM_CONTENT, NEVER_NAMED } from './role-facts.js';
import { givenText } from './text-alternative.js';
import { tooltip } from './tooltip.js';
import type { Traversal } from './traversal.js';

/**
 * Name of an element, '' when it has none. White space is folded, no-break spaces are kept. An element that is not rendered is named as if it
 * were; aria-hidden on it makes no difference.
 */
export function computeName(element: Element, env: Env, role = env.role(element)): string {
  // accname 1.2, step 1: a role that prohibits naming ends the computation.
  if (NEVER_NAMED.has(role)) return '';
  if ((role === 'generic' || role === 'none') && !mayBeNamed(element)) return '';
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
  return tooltip(element) ?? '';
}

/** What means nothing by itself has a name only where an author gave one. */
function mayBeNamed(element: Element): boolean {
  return (
    hasAttribute(element, 'aria-label') ||
    hasAttribute(element, 'aria-labelledby') ||
    hasAttribute(element, 'title') ||
    tagOf(element).includes('-')
  );
}
