/** Text alternative computation (accname 1.2, section 4.3.2). Steps are named as there. */
import { attribute, dataOf, hasAttribute, isElement, isHtml, isText, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { isBlank } from './blank.js';
import { embeddedValue } from './embedded-value.js';
import { nativeText } from './native-text.js';
import { ownedBy, ownerOf } from './owns.js';
import { foldSpace, isBoxOfItsOwn } from './plain-text.js';
import { referenced } from './references.js';
import { tooltip } from './tooltip.js';

/**
 * How hidden parts are treated. `skip`: left out. `own`: only what hides itself is left out, because the whole stands in something hidden.
 * `keep`: all is read, because a reference points at something hidden.
 */
export type Hidden = 'skip' | 'own' | 'keep';

/** One computation and what it has passed through. */
export interface Traversal {
  readonly env: Env;
  /** The element whose name or description is computed. */
  readonly root: Element;
  /** Elements already used; each counts once. */
  readonly visited: Set<Element>;
  readonly hidden: Hidden;
  /** Inside an aria-labelledby or aria-describedby, which are not followed a second time. */
  readonly referenced: boolean;
  /** The element being named stands outside what is read: its label, or a referenced element. */
  readonly embedded: boolean;
}

/** Text of the elements an attribute refers to; undefined when it refers to none. */
export function referencedText(element: Element, name: string, env: Env, visited = new Set<Element>([element])): string | undefined {
  const targets = referenced(element, name, env);
  if (!targets) return undefined;
  const parts: string[] = [];
  for (const target of targets) {
    // Each element counts once, but one that refers to itself among others is read (accname 1.2, step 2B).
    if (visited.has(target) && target !== element) continue;
    const hidden = env.notRendered(target) ? 'keep' : 'skip';
    const text = foldSpace(textOf(target, { env, root: element, visited, hidden, referenced: true, embedded: true }));
    if (text) parts.push(text);
  }
  return parts.join(' ');
}

/** Text alternative of an element that is referenced, a label, a legend or a caption: steps 2B to 2I, content always allowed. */
export function textOf(element: Element, traversal: Traversal): string {
  traversal.visited.add(element);
  const given = givenText(element, traversal);
  if (given !== undefined) return given;
  const content = contentOf(element, traversal);
  return isBlank(content) ? (tooltip(element) ?? '') : content.trim();
}

/** Text of the labels, legends or captions of an element, hidden ones left out (HTML-AAM 4.1); undefined when there are none. */
export function labelText(labels: Iterable<Element>, traversal: Traversal): string | undefined {
  const parts: string[] = [];
  let any = false;
  for (const label of labels) {
    if (traversal.env.notRendered(label) && traversal.hidden === 'skip') continue;
    if (traversal.visited.has(label)) continue;
    any = true;
    const text = foldSpace(textOf(label, { ...traversal, embedded: true }));
    if (text) parts.push(text);
  }
  return any ? parts.join(' ') : undefined;
}

/** Steps 2B to 2E: text that stands for an element without looking at its content; undefined when there is none. */
export function givenText(element: Element, traversal: Traversal): string | undefined {
  const { env } = traversal;
  if (!traversal.referenced && hasAttribute(element, 'aria-labelledby')) {
    const text = referencedText(element, 'aria-labelledby', env, traversal.visited);
    if (text) return text;
  }
  if (traversal.embedded && element !== traversal.root) {
    const value = embeddedValue(element, env.role(element), env);
    if (value !== undefined) return value;
  }
  const label = attribute(element, 'aria-label');
  if (label !== null && !isBlank(label)) return label;
  return nativeText(element, env, (labels) => labelText(labels, traversal));
}

/** How to pronounce what stands before it; the words are the base text. */
const RUBY_ANNOTATION = new Set(['rp', 'rt', 'rtc']);

interface Frame {
  readonly element: Element;
  readonly nodes: ArrayLike<Node>;
  next: number;
  readonly owned: readonly Element[];
  /** Length of the text where this element began. */
  readonly start: number;
  /** Its own text is invisible, though descendants may be visible. */
  readonly muted: boolean;
}

/** Steps 2F to 2H: text of the descendants, generated content included. Works without recursion over depth. */
export function contentOf(root: Element, traversal: Traversal): string {
  const reader = new ContentReader(traversal);
  return reader.read(root);
}

class ContentReader {
  readonly #env: Env;
  readonly #traversal: Traversal;
  readonly #stack: Frame[] = [];
  /** Elements whose edges were passed since the last character that is no white space. */
  #edges: Element[] = [];
  #text = '';

  constructor(traversal: Traversal) {
    this.#traversal = traversal;
    this.#env = traversal.env;
  }

  read(root: Element): string {
    this.#enter(root, false);
    for (let frame = this.#stack.at(-1); frame; frame = this.#stack.at(-1)) {
      const node = frame.next < frame.nodes.length ? frame.nodes[frame.next] : frame.owned[frame.next - frame.nodes.length];
      const isOwned = frame.next >= frame.nodes.length;
      frame.next++;
      if (!node) this.#leave(frame, root);
      else if (isText(node)) {
        if (!frame.muted) this.#append(dataOf(node));
      } else if (isElement(node)) this.#visit(node, frame, isOwned);
    }
    return this.#text;
  }

  #visit(element: Element, frame: Frame, isOwned: boolean): void {
    const { visited } = this.#traversal;
    const env = this.#env;
    if (visited.has(element)) {
      // Its box still stands between what is before and after it.
      if (!this.#env.notRendered(element)) this.#edges.push(element);
      return;
    }
    const hidden = this.#isHidden(element);
    if (hidden === 'all') return;
    const owner = isOwned ? undefined : ownerOf(element, env);
    if (owner && owner !== frame.element) return;
    visited.add(element);
    const tag = tagOf(element);
    if (tag === 'br') {
      this.#append(' ');
      return;
    }
    if (RUBY_ANNOTATION.has(tag) && isHtml(element)) return;
    if (isPopupOfItem(element, frame.element, env)) return;
    this.#edges.push(element);
    if (hidden === 'text' || (tag === 'slot' && isHtml(element))) {
      this.#enter(element, hidden === 'text');
      return;
    }
    const traversal = this.#traversal.embedded ? this.#traversal : { ...this.#traversal, embedded: true };
    const given = givenText(element, traversal);
    if (given === undefined) {
      this.#enter(element, false);
      return;
    }
    this.#append(isBlank(given) ? this.#tooltip(element) : given);
    this.#edges.push(element);
  }

  #enter(element: Element, muted: boolean): void {
    const start = this.#text.length;
    if (!muted) this.#append(this.#env.pseudoText(element, '::before'));
    this.#stack.push({ element, nodes: this.#env.flatChildren(element), next: 0, owned: ownedBy(element, this.#env), start, muted });
  }

  #leave(frame: Frame, root: Element): void {
    if (!frame.muted) this.#append(this.#env.pseudoText(frame.element, '::after'));
    this.#stack.pop();
    if (frame.element === root) return;
    if (!frame.muted && isBlank(this.#text.slice(frame.start))) this.#append(this.#tooltip(frame.element));
    this.#edges.push(frame.element);
  }

  /** Joins text; where no white space stands between, boxes of their own are kept apart. */
  #append(text: string): void {
    if (text === '') return;
    if (this.#edges.length > 0) {
      if (
        !startsWithSpace(text) &&
        this.#text !== '' &&
        !endsWithSpace(this.#text) &&
        this.#edges.some((edge) => isBoxOfItsOwn(edge, this.#env))
      ) {
        this.#text += ' ';
      }
      if (!isBlank(text)) this.#edges = [];
    }
    this.#text += text;
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

/** Menus and groups of items that a menu item or tree item opens are no part of its name. */
function isPopupOfItem(element: Element, parent: Element, env: Env): boolean {
  if (!hasAttribute(element, 'role')) return false;
  const role = env.role(element);
  if (role === 'menu') return true;
  return role === 'group' && env.role(parent) === 'treeitem';
}

function startsWithSpace(text: string): boolean {
  return isBlank(text.charAt(0));
}
function endsWithSpace(text: string): boolean {
  return isBlank(text.charAt(text.length - 1));
}
