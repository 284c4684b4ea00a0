/** The flat tree of CSS Scoping 1, section 3.1: light children seen through shadow roots and slots, closed roots included. */
import {
  assignedNodes,
  assignedSlot,
  childNodesOf,
  hostOf,
  isElement,
  isShadowRoot,
  nodeTypeOf,
  parentOf,
  queryAll,
  rootOf,
  shadowRootOf,
  tagOf,
} from '../dom.js';
import type { PageWorld } from '../world.js';

export class FlatTree {
  readonly #world: PageWorld;
  /** Slot of each assigned node, for roots that hide `assignedSlot`. */
  readonly #slots = new Map<ShadowRoot, Map<Node, Element>>();

  constructor(world: PageWorld) {
    this.#world = world;
  }

  shadowRoot(element: Element): ShadowRoot | null {
    return shadowRootOf(element) ?? this.#world.closedRoot(element) ?? null;
  }

  children(element: Element): ArrayLike<Node> {
    const root = this.shadowRoot(element);
    if (root) return childNodesOf(root);
    if (tagOf(element) === 'slot' && isShadowRoot(rootOf(element))) {
      const assigned = assignedNodes(element as HTMLSlotElement);
      if (assigned.length > 0) return assigned;
    }
    return childNodesOf(element);
  }

  parent(node: Node): Element | undefined {
    const parent = parentOf(node);
    if (!parent) return isShadowRoot(node) ? hostOf(node) : undefined;
    const type = nodeTypeOf(parent);
    if (type === 11) return hostOf(parent as ShadowRoot) ?? undefined;
    if (!isElement(parent)) return undefined;
    const root = this.shadowRoot(parent);
    return root ? this.#slotOf(node, root) : parent;
  }

  #slotOf(node: Node, root: ShadowRoot): Element | undefined {
    const open = assignedSlot(node);
    if (open) return open;
    let slots = this.#slots.get(root);
    if (!slots) {
      slots = new Map();
      for (const slot of queryAll(root, 'slot')) for (const assigned of assignedNodes(slot as HTMLSlotElement)) slots.set(assigned, slot);
      this.#slots.set(root, slots);
    }
    return slots.get(node);
  }
}
