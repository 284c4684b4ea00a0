/** Services of one capture or one question: styles, flat tree, visibility, generated content, with caches for its duration; made by `env/create-env.ts`. */
import type { InternalsFacts, PageWorld } from './world.js';

/** Why an element is not shown to a person, or undefined when it is rendered. */
export type NotRendered = 'display' | 'visibility' | 'content-visibility' | 'details' | 'unslotted' | 'not-in-tree';

/** Answers about elements that roles, names and states share while an env lives. */
export interface Memo {
  readonly roles: Map<Element, string>;
  readonly names: Map<Element, string>;
  /** Elements that an aria-owns gives away, with their owner; undefined until a tree was asked. */
  readonly owners: Map<Node, Map<Element, Element>>;
  /** Labels by control, for each tree. */
  readonly labels: Map<Node, Map<Element, Element[]>>;
  /** What has the focus in each document, through shadow roots. */
  readonly focus: Map<Document, Element | null>;
}

export interface Env {
  readonly world: PageWorld;
  readonly memo: Memo;
  /** Computed style through the node's own view. Cached. */
  style(element: Element): CSSStyleDeclaration;
  /** Open root, or a closed one handed over by Node. */
  shadowRoot(element: Element): ShadowRoot | null;
  /** Children in the flat tree: the shadow tree of a host, the assigned nodes of a slot (its fallback when none), else child nodes. */
  flatChildren(element: Element): ArrayLike<Node>;
  /** Parent in the flat tree; the host for a shadow root; undefined at the document. Does not cross frames. */
  flatParent(node: Node): Element | undefined;
  /** Element with an id in the same tree scope. */
  byId(scopeOf: Element, id: string): Element | undefined;
  notRendered(element: Element): NotRendered | undefined;
  /** Generated content that belongs to a name (CSS content, alternative text honoured), '' where no rule can match. */
  pseudoText(element: Element, which: '::before' | '::after'): string;
  /** aria-hidden on it or a flat ancestor. */
  ariaHidden(element: Element): boolean;
  /** inert on it or a flat ancestor, or outside an open modal dialog. */
  inert(element: Element): boolean;
  internals(element: Element): InternalsFacts | undefined;
  /** Its role (`computeRole`), remembered. */
  role(element: Element): string;
}
