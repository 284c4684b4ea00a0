/** What an element inherits from around it, so that a walk can start there and see it as a walk of the whole page does. */
import { documentOf, tagOf } from '../dom.js';
import { roleOf } from './aria-facts.js';
import { attributeBits, LABEL, ROLE } from './attributes.js';
import { EDITOR, isRegion, POINTS, reasonsOf } from './clickable.js';
import type { Collector } from './collector.js';
import { EDIT, Frame, INERT, OPERABLE, POINTER } from './frame.js';
import { ACT, kindOf, PLAIN } from './kinds.js';
import { hasAttributes } from './nodes.js';
import { levelOf, place, raise } from './place.js';

/** A frame whose only child is the element. Its document is the first one of the collector. */
export function contextAround(out: Collector, element: Element): Frame {
  const { env } = out;
  const path: Element[] = [];
  for (let at = env.flatParent(element); at; at = env.flatParent(at)) path.push(at);
  let frame = new Frame();
  const state = out.openDocument(documentOf(element), undefined, undefined);
  frame.document = state;
  frame.window = state.window;
  frame.absolute = state.window;
  frame.inView = true;
  if (state.modal) frame.flags |= INERT;
  for (let k = path.length - 1; k >= 0; k--) frame = frameWithin(out, frame, path[k] as Element);
  frame.list = [element];
  return frame;
}

/** The frame of an element, without its line. */
export function frameWithin(out: Collector, parent: Frame, element: Element): Frame {
  const frame = new Frame();
  frame.inherit(parent);
  const style = out.env.style(element);
  const { display } = style;
  const tag = tagOf(element);
  frame.element = element;
  frame.tag = tag;
  frame.style = style;
  frame.bits = hasAttributes(element) ? attributeBits(element) : 0;
  frame.level = levelOf(display);
  frame.shown = style.visibility === 'visible';
  place(frame, parent, display);
  const role = PLAIN.has(tag) && (frame.bits & (ROLE | LABEL)) === 0 ? 'generic' : roleOf(element, tag, out.env);
  const kind = kindOf(role);
  const pointer = style.cursor === 'pointer';
  const region = pointer && isRegion(tag, role);
  const listens = out.listens(element);
  const reasons = reasonsOf(element, { tag, kind, bits: frame.bits, flags: parent.flags, pointer, region, listens });
  raise(frame, kind);
  inheritOperable(frame, kind, reasons, pointer && !region);
  if (tag === 'label') frame.label = element;
  return frame;
}

/** Flags that an element with this kind and these reasons hands on. */
export function inheritOperable(frame: Frame, kind: number, reasons: number, points: boolean): void {
  if ((kind & ACT) !== 0 || (reasons & POINTS) !== 0) frame.flags |= OPERABLE;
  if ((reasons & EDITOR) !== 0) frame.flags |= EDIT;
  if (points) frame.flags |= POINTER;
  else frame.flags &= ~POINTER;
}
