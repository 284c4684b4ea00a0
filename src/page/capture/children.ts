/** Which nodes a frame visits: shadow trees, slots, documents of frames, the summary of closed details, owned elements. */
import { assignedNodes, childNodesOf, documentElementOf, firstChildOf, firstElementOf, hasAttribute, isHtml, isShadowRoot, nextElementOf, rootOf, tagOf } from '../dom.js';
import { CLASS, HIDDEN, KEY, ROLE, STYLE } from './attributes.js';
import type { Collector } from './collector.js';
import { type Frame, INERT, POINTER, PRUNED, SCROLLED } from './frame.js';
import { describeLine } from './line-facts.js';
import { frameContent } from './nodes.js';

/** Their children are not shown, or are listed in another way. */
const LEAVES = new Set('canvas,video,audio,textarea,meter,progress,embed,select,input,img,hr'.split(','));

export function childrenOf(out: Collector, frame: Frame, bits: number): void {
  const { tag } = frame;
  const element = frame.element as Element;
  if (LEAVES.has(tag) && isHtml(element)) {
    if (tag === 'canvas' && frame.line) out.canvas++;
    if (tag === 'video' && frame.line) out.video++;
    return;
  }
  if (tag === 'iframe' || tag === 'frame') return contentOf(out, frame, element, tag);
  if (tag === 'object' && embeddedOf(out, frame, element)) return;
  if ((bits & (CLASS | STYLE | HIDDEN | KEY)) !== 0 && frame.style?.contentVisibility === 'hidden') return;
  if (out.hasOwned) frame.owned = out.ownedBy(element);
  const root = out.env.shadowRoot(element);
  if (root) {
    out.openRoot(root);
    frame.next = firstChildOf(root);
    return;
  }
  if (tag === 'slot' && isShadowRoot(rootOf(element))) {
    const assigned = assignedNodes(element as HTMLSlotElement);
    if (assigned.length > 0) {
      frame.list = assigned;
      return;
    }
  }
  if (tag === 'details' && !hasAttribute(element, 'open')) {
    frame.list = summaryOf(element);
    return;
  }
  frame.next = firstChildOf(element);
  if (tag.includes('-')) askAbout(out, element, bits);
  else if (frame.next === null) out.mayBeEmptyHost(frame);
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
  if (isVisible) enterDocument(out, frame, content);
}

function embeddedOf(out: Collector, frame: Frame, element: Element): boolean {
  const content = frameContent(element, 'object');
  if (!content || !documentElementOf(content) || !frame.line) return false;
  enterDocument(out, frame, content);
  return true;
}

function enterDocument(out: Collector, frame: Frame, content: Document): void {
  const state = out.mayOpen(content, frame);
  if (!state) return;
  frame.document = state;
  frame.window = state.window;
  frame.absolute = state.window;
  frame.flags &= ~(PRUNED | SCROLLED | POINTER);
  if (state.modal) frame.flags |= INERT;
  frame.label = undefined;
  frame.list = childNodesOf(content);
}
