/** Takes over a node that Node handed in by its number in the browser. */
import { documentOf, hostOf, isConnected, isElement, isShadowRoot, rootOf, shadowRootOf } from './dom.js';
import type { PageWorld } from './world.js';

/**
 * Makes the closed roots around a node known, as if Node had looked behind their hosts.
 * @param documents those this world serves
 * @returns its element id; 0 for a node that is not an element, not connected, or of another world's document
 */
export function adopt(world: PageWorld, documents: readonly Document[], node: Node): number {
  if (!isElement(node) || !isConnected(node) || !documents.includes(documentOf(node))) return 0;
  for (let root = rootOf(node); isShadowRoot(root); root = rootOf(hostOf(root))) {
    const host = hostOf(root);
    if (!shadowRootOf(host)) world.setClosedRoot(host, root);
  }
  return world.id(node);
}
