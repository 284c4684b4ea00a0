/** Roles that mean something only inside others (ARIA 1.2, section 5.2.7). */
import { tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { treeParent } from './owns.js';
import { firstToken } from './role-token.js';

const LISTS = new Set(['dir', 'menu', 'ol', 'ul']);
const LIST = new Set(['list']);

/**
 * Where core-AAM's rule of the computed role is kept: a token outside its context is passed over, as Chromium does. Orphans of the other roles
 * (tab, menuitem, row, …) keep them, because pages are careless and the role still says what a person meets.
 */
const CONTEXTS = new Map<string, ReadonlySet<string>>([
  ['listitem', LIST],
  ['option', new Set(['listbox', 'group'])],
  ['treeitem', new Set(['tree', 'treeitem', 'group'])],
]);

/** Can this token of the role attribute be used where the element stands? */
export function hasContext(element: Element, token: string, env: Env): boolean {
  const context = CONTEXTS.get(token);
  return context === undefined || isInside(element, token, context, env);
}

/** Is it an accessibility child of a list (HTML-AAM, li)? */
export function isInList(element: Element, env: Env): boolean {
  return isInside(element, 'listitem', LIST, env);
}

/** Looks up through elements that mean nothing. */
function isInside(element: Element, token: string, context: ReadonlySet<string>, env: Env): boolean {
  for (let at = treeParent(element, env); at; at = treeParent(at, env)) {
    // An item of the kind around it stands between it and its context, whatever becomes of that item.
    if (firstToken(at) === token) return context.has(token);
    const role = env.role(at);
    if (context.has(role)) return true;
    if (role !== 'generic' && role !== '' && role !== 'none') return false;
    // A presentational list takes the meaning of its items with it (ARIA 1.2, presentation).
    if (role === 'none' && LISTS.has(tagOf(at))) return false;
  }
  return false;
}
