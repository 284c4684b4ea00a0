/** Name from content (accname 1.2, steps 2F to 2H): text of the descendants, generated content included. */
import { attribute, dataOf, firstChildOf, hasAttribute, isElement, isHtml, isText, nextSiblingOf, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { isBlank, isSpaceAt } from './blank.js';
import { ownedBy, ownerOf } from './owns.js';
import { isBoxOfItsOwn } from './plain-text.js';
import { tooltip } from './tooltip.js';
import type { Hidden, Traversal } from './traversal.js';

/** Text that stands for an element without looking into it; undefined when it has to be looked into. */
type GivenText = (element: Element, traversal: Traversal) => string | undefined;

/** How to pronounce what stands before it; the words are the base text. */
const RUBY_ANNOTATION = new Set(['rp', 'rt', 'rtc']);

interface Frame {
  readonly element: Element;
  readonly nodes: ArrayLike<Node>;
  next: number;
  /** Children that aria-owns adds. */
  readonly owned: readonly Element[];
  /** How many words had been read where this element began. */
  readonly start: number;
  /** Its own text is invisible, though descendants may be visible. */
  readonly muted: boolean;
}

/** Text of the content of an element. Depth costs no stack. */
export function contentText(root: Element, traversal: Traversal, given: GivenText): string {
  const only = firstChildOf(root);
  if (only && isText(only) && !nextSiblingOf(only) && !hasAttribute(root, 'aria-owns') && !traversal.env.shadowRoot(root)) {
    const { env } = traversal;
    return env.pseudoText(root, '::before') + dataOf(only) + env.pseudoText(root, '::after');
  }
  return new ContentReader(traversal, given).read(root);
}

class ContentReader {
  readonly #env: Env;
  readonly #traversal: Traversal;
  readonly #given: GivenText;
  readonly #stack: Frame[] = [];
  /** Elements whose edges were passed since the last word. */
  #edges: Element[] = [];
  #text = '';
  #words = 0;
  #endsInSpace = true;

  constructor(traversal: Traversal, given: GivenText) {
    this.#traversal = traversal.embedded ? traversal : { ...traversal, embedded: true };
    this.#env = traversal.env;
    this.#given = given;
  }

  read(root: Element): string {
    this.#enter(root, false);
    for (let frame = this.#stack.at(-1); frame; frame = this.#stack.at(-1)) {
      const index = frame.next++;
      const isOwned = index >= frame.nodes.length;
      const node = isOwned ? frame.owned[index - frame.nodes.length] : frame.nodes[index];
      if (!node) this.#leave(frame);
      else if (isElement(node)) this.#visit(node, frame, isOwned);
      else if (!frame.muted && isText(node)) this.#append(dataOf(node));
    }
    return this.#text;
  }

  #visit(element: Element, frame: Frame, isOwned: boolean): void {
    const { visited } = this.#traversal;
    if (visited.has(element)) {
      // Its box still stands between what is before and after it.
      if (!this.#env.notRendered(element)) this.#edges.push(element);
      return;
    }
    const hidden = this.#isHidden(element);
    if (hidden === 'all' || (!isOwned && this.#isElsewhere(element, frame.element))) return;
    visited.add(element);
    const tag = tagOf(element);
    if (tag === 'br') {
      this.#append(' ');
      return;
    }
    if ((RUBY_ANNOTATION.has(tag) && isHtml(element)) || isPopupOfItem(element, frame.element, this.#env)) return;
    this.#edges.push(element);
    const muted = hidden === 'text' || skipsOwnText(element, tag, this.#traversal.hidden);
    const given = hidden === 'text' || (tag === 'slot' && isHtml(element)) ? undefined : this.#given(element, this.#traversal);
    if (given === undefined) {
      this.#enter(element, muted);
      return;
    }
    this.#append(isBlank(given) ? this.#tooltip(element) : given);
    this.#edges.push(element);
  }

  /** Does an aria-owns take it to another place? */
  #isElsewhere(element: Element, parent: Element): boolean {
    const owner = ownerOf(element, this.#env);
    return owner !== undefined && owner !== parent;
  }

  #enter(element: Element, muted: boolean): void {
    const start = this.#words;
    if (!muted) this.#append(this.#env.pseudoText(element, '::before'));
    this.#stack.push({ element, nodes: this.#env.flatChildren(element), next: 0, owned: ownedBy(element, this.#env), start, muted });
  }

  #leave(frame: Frame): void {
    if (!frame.muted) this.#append(this.#env.pseudoText(frame.element, '::after'));
    this.#stack.pop();
    if (this.#stack.length === 0) return;
    if (!frame.muted && this.#words === frame.start) this.#append(this.#tooltip(frame.element));
    this.#edges.push(frame.element);
  }

  /** Joins text; where no white space stands between, boxes of their own are kept apart. */
  #append(text: string): void {
    if (text === '') return;
    const blank = isBlank(text);
    if (!this.#endsInSpace && this.#edges.length > 0 && !isSpaceAt(text, 0) && this.#edges.some((edge) => isBoxOfItsOwn(edge, this.#env))) {
      this.#text += ' ';
    }
    this.#text += text;
    this.#endsInSpace = isSpaceAt(text, text.length - 1);
    if (blank) return;
    this.#edges = [];
    this.#words++;
  }

  /** Step 2I. */
  #tooltip(element: Element): string {
    return this.#env.role(element) === 'none' ? '' : (tooltip(element) ?? '');
  }

  /** Step 2A: is all of it hidden, or only its own text (CSS visibility, which descendants can undo)? */
  #isHidden(element: Element): 'all' | 'text' | undefined {
    const { hidden } = this.#traversal;
    if (hidden === 'keep') return undefined;
    const env = this.#env;
    if (attribute(element, 'aria-hidden')?.toLowerCase() === 'true') return 'all';
    if (hidden === 'own') return env.style(element).display === 'none' ? 'all' : undefined;
    const reason = env.notRendered(element);
    return reason === 'visibility' ? 'text' : reason && 'all';
  }
}

/**
 * Elements that show themselves but not their text: closed details and skipped content (CSS Contain 2, section 4). Content skipped by a style
 * rule is noticed through its child elements alone.
 */
function skipsOwnText(element: Element, tag: string, hidden: Hidden): boolean {
  if (hidden !== 'skip') return false;
  if (tag === 'details') return !hasAttribute(element, 'open');
  return hasAttribute(element, 'hidden') || /content-visibility:\s*hidden/.test(attribute(element, 'style') ?? '');
}

/** Menus and groups of items that a menu item or tree item opens are no part of its name. */
function isPopupOfItem(element: Element, parent: Element, env: Env): boolean {
  if (!hasAttribute(element, 'role')) return false;
  const role = env.role(element);
  return role === 'menu' || (role === 'group' && env.role(parent) === 'treeitem');
}
