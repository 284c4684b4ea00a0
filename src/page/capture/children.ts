/** Which nodes a frame visits: shadow trees, slots, documents of frames, the summary of closed details, owned elements. */
import {
  assignedNodes,
  attribute,
  bodyOf,
  checkVisibility,
  childNodesOf,
  firstChildOf,
  firstElementOf,
  frameDocument,
  hasAttribute,
  isFrameOwner,
  isHtml,
  isShadowRoot,
  nextElementOf,
  rootOf,
  tagOf,
} from '../dom.js';
import { ROLE } from './attributes.js';
import { type Collector, canHost } from './collector.js';
import { enterDocument } from './context.js';
import { type Frame, INERT } from './frame.js';
import { LEAVES } from './leaves.js';
import { describeLine } from './line-facts.js';
import { urlOf } from './nodes.js';
import { SKIPS } from './style-reads.js';

/** Addresses that load nothing. */
const SAME_DOCUMENT = /^\s*(?:about|javascript):/i;

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
  if (entersRoot(out, frame, element, bits)) return;
  if (tag === 'slot' && takesAssigned(out, frame, element)) return;
  if (tag === 'details' && !hasAttribute(element, 'open')) frame.list = summaryOf(element);
  else lightChildren(out, frame, element, bits);
}

/** Visits the shadow tree of a host instead of its children. */
function entersRoot(out: Collector, frame: Frame, element: Element, bits: number): boolean {
  const root = out.env.shadowRoot(element);
  if (!root) return false;
  out.openRoot(root);
  if (frame.tag.includes('-') && (bits & ROLE) === 0) out.mayHaveInternals(element);
  frame.treeReads |= out.readsOf(root);
  frame.next = firstChildOf(root);
  return true;
}

function lightChildren(out: Collector, frame: Frame, element: Element, bits: number): void {
  if (out.notes && canHost(frame.tag)) out.notes.hosts.push(element);
  frame.next = firstChildOf(element);
  if (frame.tag.includes('-')) askAbout(out, element, bits);
  else if (frame.next === null) out.mayBeEmptyHost(frame);
}

/** Visits the document of a frame instead of children; true when the element is a frame. */
function isFrameElement(out: Collector, frame: Frame, element: Element): boolean {
  const { tag } = frame;
  if (tag !== 'iframe' && tag !== 'frame' && tag !== 'embed' && tag !== 'object') return false;
  if (!isFrameOwner(element)) return false;
  contentOf(out, frame, element);
  return true;
}

function takesAssigned(out: Collector, frame: Frame, element: Element): boolean {
  if (!isShadowRoot(rootOf(element))) return false;
  const assigned = assignedNodes(element as HTMLSlotElement);
  out.notes?.slots.push({ slot: element as HTMLSlotElement, nodes: assigned });
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

function contentOf(out: Collector, frame: Frame, element: Element): void {
  const { line } = frame;
  const content = frameDocument(element);
  const isVisible = line !== undefined && frame.shown;
  // Its name is wanted by the documents inside, before it is left.
  if (line) describeLine(out, line, (frame.flags & INERT) === 0, frame.bits);
  if (!content || isPending(element, content)) {
    out.noteForeign(element, line, isVisible, content !== null);
    return;
  }
  if (isVisible) openContent(out, frame, content);
}

/** Still shows its first, empty document (HTML 7.3.1) although it has an address: what it shows is not there yet. */
function isPending(element: Element, content: Document): boolean {
  if (urlOf(content) !== 'about:blank' || hasAttribute(element, 'srcdoc')) return false;
  const address = attribute(element, 'src') ?? attribute(element, 'data') ?? '';
  const body = bodyOf(content);
  return address.trim() !== '' && !SAME_DOCUMENT.test(address) && (!body || firstChildOf(body) === null);
}

function openContent(out: Collector, frame: Frame, content: Document): void {
  const state = out.mayOpen(content, frame);
  if (!state) return;
  enterDocument(frame, state, out.readsOf(content));
  frame.list = childNodesOf(content);
}
