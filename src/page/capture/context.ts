/** What an element inherits from around it, so that a walk can start there and see it as a walk of the whole page does. */
import { computeName } from '../aria/name.js';
import { documentOf, frameDocument, tagOf } from '../dom.js';
import { roleOf } from './aria-facts.js';
import { attributeBits, LABEL, ROLE } from './attributes.js';
import { EDITOR, isRegion, POINTS, reasonsOf } from './clickable.js';
import type { Collector } from './collector.js';
import { type DocumentState, EDIT, Frame, INERT, OPERABLE, POINTER, PRUNED, SCROLLED } from './frame.js';
import { ACT, kindOf, PLAIN } from './kinds.js';
import { hasAttributes } from './nodes.js';
import type { Notes } from './noted.js';
import { levelOf, place, raise } from './place.js';
import { CURSOR, GLYPHS, readsOf, VISIBILITY } from './style-reads.js';

/** A frame whose only child is the element, inside the frames its document stands in. */
export function contextAround(out: Collector, element: Element): Frame {
  const owners: Element[] = [];
  for (let owner = out.ownerOf(documentOf(element)); owner; owner = out.ownerOf(documentOf(owner))) owners.unshift(owner);
  let frame = outermost(out, documentOf(owners[0] ?? element));
  for (const owner of owners) {
    const around = frameWithin(out, ancestorsOf(out, frame, owner), owner);
    const content = frameDocument(owner);
    if (content) enterDocument(around, out.openDocument(content, computeName(owner, out.env, 'iframe'), around), out.readsOf(content));
    frame = around;
  }
  frame = ancestorsOf(out, frame, element);
  out.openAround(element);
  frame.list = [element];
  frame.next = null;
  return frame;
}

/** The frame of a document that stands in no other. */
export function outermost(out: Collector, document: Document): Frame {
  const frame = new Frame();
  frame.inView = true;
  const known = out.states.find((state) => state.document === document && state.level === 0);
  enterDocument(frame, known ?? out.openDocument(document, '', undefined), out.readsOf(document));
  return frame;
}

/** What is inherited across the border of a document, and what is not. */
export function enterDocument(frame: Frame, state: DocumentState, reads: number): void {
  frame.document = state;
  frame.treeReads = reads;
  frame.glyphs = 1;
  frame.window = state.window;
  frame.absolute = state.window;
  frame.flags &= ~(PRUNED | SCROLLED | POINTER);
  if (state.modal) frame.flags |= INERT;
  frame.label = undefined;
}

function ancestorsOf(out: Collector, around: Frame, element: Element): Frame {
  const path: Element[] = [];
  for (let at = out.env.flatParent(element); at; at = out.env.flatParent(at)) path.push(at);
  let frame = around;
  for (let k = path.length - 1; k >= 0; k--) {
    out.openAround(path[k] as Element);
    frame = frameWithin(out, frame, path[k] as Element);
  }
  return frame;
}

/** What is known of an element before its role: attributes, style as far as it has to be read, place. */
export function beginFrame(
  frame: Frame,
  parent: Frame,
  element: Element,
  tag: string,
  style: CSSStyleDeclaration,
  display: string,
  notes?: Notes,
): void {
  frame.element = element;
  frame.tag = tag;
  frame.style = style;
  frame.bits = hasAttributes(element) ? attributeBits(element) : 0;
  frame.level = levelOf(display);
  frame.reads = readsOf(element, tag, frame.bits, frame.treeReads);
  frame.shown = (frame.reads & VISIBILITY) === 0 ? parent.shown : style.visibility === 'visible';
  if ((frame.reads & GLYPHS) !== 0) frame.glyphs = 0;
  place(frame, parent, display, notes);
}

/** The frame of an element, without its line. */
export function frameWithin(out: Collector, parent: Frame, element: Element): Frame {
  const frame = new Frame();
  frame.inherit(parent);
  const style = out.env.style(element);
  const { display } = style;
  const tag = tagOf(element);
  beginFrame(frame, parent, element, tag, style, display);
  const role = PLAIN.has(tag) && (frame.bits & (ROLE | LABEL)) === 0 ? 'generic' : roleOf(element, tag, out.env);
  const kind = kindOf(role);
  const pointer = (frame.reads & CURSOR) === 0 ? inheritsPointer(parent) : style.cursor === 'pointer';
  const region = pointer && isRegion(tag, role);
  const listens = out.listens(element);
  const reasons = reasonsOf(element, { tag, kind, bits: frame.bits, flags: parent.flags, pointer, region, listens });
  frame.isRegion = region;
  frame.kind = kind;
  frame.reasons = reasons;
  raise(frame, kind);
  inheritOperable(frame, kind, reasons, pointer && !region);
  if (tag === 'label') frame.label = element;
  const root = out.env.shadowRoot(element);
  if (root) frame.treeReads |= out.readsOf(root);
  return frame;
}

/** The pointer cursor of the parent, also where it means the children. */
export function inheritsPointer(parent: Frame): boolean {
  return (parent.flags & POINTER) !== 0 || parent.isRegion;
}

/** Flags that an element with this kind and these reasons hands on. */
export function inheritOperable(frame: Frame, kind: number, reasons: number, points: boolean): void {
  if ((kind & ACT) !== 0 || (reasons & POINTS) !== 0) frame.flags |= OPERABLE;
  if ((reasons & EDITOR) !== 0) frame.flags |= EDIT;
  if (points) frame.flags |= POINTER;
  else frame.flags &= ~POINTER;
}
