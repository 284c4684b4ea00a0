/** aria-owns: children that stand elsewhere in the document (ARIA 1.2, section 6.7, and core-AAM's rules for when it is ignored). */
import { hasAttribute, queryAll, rootOf } from '../dom.js';
import type { Env } from '../env.js';
import { referenced } from './references.js';

/** The element that owns another one by aria-owns. */
export function ownerOf(element: Element, env: Env): Element | undefined {
  const owners = ownersIn(rootOf(element), env);
  return owners.size > 0 ? owners.get(element) : undefined;
}

/** Elements that an element owns by aria-owns, in the order it gives; they follow its other children. */
export function ownedBy(element: Element, env: Env): Element[] {
  if (!hasAttribute(element, 'aria-owns')) return [];
  const owners = ownersIn(rootOf(element), env);
  return (referenced(element, 'aria-owns', env) ?? []).filter((child) => owners.get(child) === element);
}

function ownersIn(root: Node, env: Env): ReadonlyMap<Element, Element> {
  const known = env.memo.owners.get(root);
  if (known) return known;
  const owners = new Map<Element, Element>();
  env.memo.owners.set(root, owners);
  for (const owner of queryAll(root, '[aria-owns]')) {
    if (env.notRendered(owner) || env.ariaHidden(owner)) continue;
    for (const child of referenced(owner, 'aria-owns', env) ?? []) {
      // The first owner wins; nothing hidden from everybody is moved, and nothing into itself.
      if (!owners.has(child) && !env.notRendered(child) && !isInside(owner, child, owners, env)) owners.set(child, owner);
    }
  }
  return owners;
}

/** Is the element in what would be moved, through the flat tree and earlier moves? */
function isInside(element: Element, ancestor: Element, owners: ReadonlyMap<Element, Element>, env: Env): boolean {
  const seen = new Set<Element>();
  for (let at: Element | undefined = element; at && !seen.has(at); at = owners.get(at) ?? env.flatParent(at)) {
    if (at === ancestor) return true;
    seen.add(at);
  }
  return false;
}

/** Parent in the accessibility tree before roles are looked at: the owner, else the flat parent. */
export function treeParent(element: Element, env: Env): Element | undefined {
  return ownerOf(element, env) ?? env.flatParent(element);
}
