/** The one implementation of `Env`. */
import { computeRole } from '../aria/roles.js';
import { computedStyle, elementById, rootOf } from '../dom.js';
import type { Env, Memo, NotRendered } from '../env.js';
import type { InternalsFacts, PageWorld } from '../world.js';
import { Exclusion } from './exclusion.js';
import { FlatTree } from './flat-tree.js';
import { GeneratedContent, type ReadRules } from './generated-content.js';
import { whyNotRendered } from './rendering.js';
import { readSheet } from './sheet-rules.js';

class DomEnv implements Env {
  readonly world: PageWorld;
  readonly memo: Memo = { roles: new Map(), names: new Map(), owners: new Map(), labels: new Map(), focus: new Map() };
  readonly #tree: FlatTree;
  readonly #exclusion: Exclusion;
  readonly #generated: GeneratedContent;
  readonly #rendering = new Map<Element, NotRendered | null>();
  #styled: Element | undefined;
  #style: CSSStyleDeclaration | undefined;

  constructor(world: PageWorld, readRules: ReadRules) {
    this.world = world;
    this.#tree = new FlatTree(world);
    this.#exclusion = new Exclusion(this);
    this.#generated = new GeneratedContent(this, readRules);
  }

  style(element: Element): CSSStyleDeclaration {
    if (this.#styled === element && this.#style) return this.#style;
    this.#styled = element;
    this.#style = computedStyle(element);
    return this.#style;
  }

  shadowRoot(element: Element): ShadowRoot | null {
    return this.#tree.shadowRoot(element);
  }
  flatChildren(element: Element): ArrayLike<Node> {
    return this.#tree.children(element);
  }
  flatParent(node: Node): Element | undefined {
    return this.#tree.parent(node);
  }

  byId(scopeOf: Element, id: string): Element | undefined {
    return elementById(rootOf(scopeOf), id) ?? undefined;
  }

  notRendered(element: Element): NotRendered | undefined {
    const known = this.#rendering.get(element);
    if (known !== undefined) return known ?? undefined;
    const reason = whyNotRendered(element, this);
    this.#rendering.set(element, reason ?? null);
    return reason;
  }

  pseudoText(element: Element, which: '::before' | '::after'): string {
    return this.#generated.text(element, which);
  }

  ariaHidden(element: Element): boolean {
    return this.#exclusion.ariaHidden(element);
  }
  inert(element: Element): boolean {
    return this.#exclusion.inert(element);
  }

  internals(element: Element): InternalsFacts | undefined {
    return this.world.internals(element) ?? undefined;
  }

  role(element: Element): string {
    return computeRole(element, this);
  }
}

/**
 * Fresh caches over a world; to be dropped when the page may have changed.
 * @param readRules of somebody who knows what sheets say already
 */
export function createEnv(world: PageWorld, readRules: ReadRules = readSheet): Env {
  return new DomEnv(world, readRules);
}
