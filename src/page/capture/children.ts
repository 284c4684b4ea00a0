/** Which nodes a frame visits: shadow trees, slots, documents of frames, the summary of closed details, owned elements. */
import {
  assignedNodes,
  checkVisibility,
  childNodesOf,
  documentElementOf,
  firstChildOf,
  firstElementOf,
  hasAttribute,
  isHtml,
  isShadowRoot,
  nextElementOf,
  rootOf,
  tagOf,
} from '../dom.js';
import { ROLE } from './attributes.js';
import type { Collector } from './collector.js';
import { enterDocument } from './context.js';
import { type Frame, INERT } from './frame.js';
import { describeLine } from './line-facts.js';
import { frameContent } from './nodes.js';
import { SKIPS } from './style-reads.js';

/** Their children are not shown, or are listed in another way. */
export const LEAVES = new Set('canvas,video,audio,textarea,meter,progress,embed,select,input,img,hr'.split(','));

export function childrenOf(out: Collector, frame: Frame, bits: number): void {
  const { tag } = frame;
  const element = frame.element as Element;
  if (LEAVES.has(tag) && isHtml(element)) {
    if (tag === 'canvas' && frame.line) out.canvases.push(element);
    if (tag === 'video' && frame.line) out.videos.push(element);
    return;
  }
  if (isFrameElement(out, frame, element)) return;
  // Without scripting it is content; with it, it has no box although its style looks as if it had.
  if (tag === 'noscript' && !checkVisibility(element)) return;
  if ((frame.reads & SKIPS) !== 0 && bits !== 0 && frame.style?.contentVisibility === 'hidden') return;
  if (out.hasOwned) frame.owned = out.ownedBy(element);
  const root = out.env.shadowRoot(element);
  if (root) {
    out.openRoot(root);
    frame.treeReads |= out.readsOf(root);
    frame.next = firstChildOf(root);
    return;
  }
  if (tag === 'slot' && takesAssigned(frame, element)) return;
  if (tag === 'details' && !hasAttribute(element, 'open')) frame.list = summaryOf(element);
  else lightChildren(out, frame, element, bits);
}

function lightChildren(out: Collector, frame: Frame, element: Element, bits: number): void {
  frame.next = firstChildOf(element);
  if (frame.tag.includes('-')) askAbout(out, element, bits);
  else if (frame.next === null) out.mayBeEmptyHost(frame);
}

/** Visits the document of a frame instead of children; true when the element is a frame. */
function isFrameElement(out: Collector, frame: Frame, element: Element): boolean {
  const { tag } = frame;
  if (tag === 'object') return embeddedOf(out, frame, element);
  if (tag !== 'iframe' && tag !== 'frame') return false;
  contentOf(out, frame, element, tag);
  return true;
}

function takesAssigned(frame: Frame, element: Element): boolean {
  const assigned = isShadowRoot(rootOf(element)) ? assignedNodes(element as HTMLSlotElement) : [];
  if (assigned.length > 0) frame.list = assigned;
  return assigned.length > 0;
}

function askAbout(out: Collector, element: Element, bits: number): void {
  out.mayHostClosed(element);
  if ((bits & ROLE) === 0) out.mayHaveInternals(element);
}

/** Only the first summary of closed details is shown (HTML 4.11.1). */
function summaryOf(details: Element): Element[] {
  for (let child = firstElementOf(details); child; child = nextElementOf(child)) if (tagOf(child) === 'summary') return [child];
  return [];
}

function contentOf(out: Collector, frame: Frame, element: Element, tag: string): void {
  const { line } = frame;
  const content = frameContent(element, tag);
  const isVisible = line !== undefined && frame.shown;
  // Its name is wanted by the documents inside, before it is left.
  if (line) describeLine(out, line, (frame.flags & INERT) === 0, frame.bits);
  if (!content) {
    out.noteForeign(element, line, isVisible);
    return;
  }
  if (isVisible) openContent(out, frame, content);
}

function embeddedOf(out: Collector, frame: Frame, element: Element): boolean {
  const content = frameContent(element, 'object');
  if (!content || !documentElementOf(content) || !frame.line) return false;
  openContent(out, frame, content);
  return true;
}

function openContent(out: Collector, frame: Frame, content: Document): void {
  const state = out.mayOpen(content, frame);
  if (!state) return;
  enterDocument(frame, state, out.readsOf(content));
  frame.list = childNodesOf(content);
}
