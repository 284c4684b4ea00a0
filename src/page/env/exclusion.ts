/** What takes an element away from assistive technology or from input without hiding it: aria-hidden, inert, an open modal dialog. */
import { attribute, contains, documentOf, elementAt, focusOf, hasAttribute, isHtml, queryAll, rectOf, tagOf } from '../dom.js';
import type { Env } from '../env.js';

const HIDDEN = 1;
const INERT = 2;
const MODAL = 4;

export class Exclusion {
  readonly #env: Env;
  readonly #flags = new Map<Element, number>();
  readonly #modals = new Map<Document, Element | null>();

  constructor(env: Env) {
    this.#env = env;
  }

  ariaHidden(element: Element): boolean {
    return (this.#flagsOf(element) & HIDDEN) !== 0;
  }

  inert(element: Element): boolean {
    const flags = this.#flagsOf(element);
    if ((flags & INERT) !== 0) return true;
    if (this.#modal(documentOf(element)) && (flags & MODAL) === 0) return true;
    // `interactivity` is how Chromium computes inertness (CSS UI 4); it is absent elsewhere.
    return (this.#env.style(element) as { interactivity?: string }).interactivity === 'inert';
  }

  #flagsOf(element: Element): number {
    const path: Element[] = [];
    let flags = 0;
    for (let at: Element | undefined = element; at; at = this.#env.flatParent(at)) {
      const known = this.#flags.get(at);
      if (known !== undefined) {
        flags = known;
        break;
      }
      path.push(at);
    }
    for (let i = path.length - 1; i >= 0; i--) {
      const at = path[i] as Element;
      flags = this.#ownFlags(at, flags);
      this.#flags.set(at, flags);
    }
    return flags;
  }

  #ownFlags(element: Element, inherited: number): number {
    let flags = inherited;
    if (attribute(element, 'aria-hidden')?.toLowerCase() === 'true') flags |= HIDDEN;
    // A modal dialog escapes the inertness of what it stands in (HTML 6.3.1).
    if (tagOf(element) === 'dialog' && this.#modal(documentOf(element)) === element) flags = (flags & ~INERT) | MODAL;
    if (hasAttribute(element, 'inert') && isHtml(element)) flags |= INERT;
    return flags;
  }

  /** The modal dialog that blocks its document: the topmost of the open ones. */
  #modal(document: Document): Element | null {
    const known = this.#modals.get(document);
    if (known !== undefined) return known;
    const modal = topmost(openModals(document, this.#env), document);
    this.#modals.set(document, modal);
    return modal;
  }
}

/** Open modal dialogs of a document; those in shadow trees are looked for under the point their backdrop covers, and under the focus. */
function openModals(document: Document, env: Env): Element[] {
  const found = [...queryAll(document, 'dialog:modal')];
  const hit = elementAt(document, 1, 1);
  for (const start of [hit, focusOf(document)]) {
    for (let root = start && env.shadowRoot(start); root; ) {
      found.push(...queryAll(root, 'dialog:modal'));
      const inner: Element | null = focusOf(root);
      root = inner && env.shadowRoot(inner);
    }
  }
  return found;
}

/** Other modals are inert, so a hit test at their centre never finds them. */
function topmost(modals: readonly Element[], document: Document): Element | null {
  if (modals.length < 2) return modals[0] ?? null;
  const reached = modals.filter((modal) => {
    const box = rectOf(modal);
    const hit = elementAt(document, box.x + box.width / 2, box.y + box.height / 2);
    return hit !== null && contains(modal, hit);
  });
  return reached.at(-1) ?? modals.at(-1) ?? null;
}
