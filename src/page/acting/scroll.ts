/** Scrolling without a wheel. */
import type { PageResult, ScrollReply, ScrollRequest } from '../../shared/page-api.js';
import {
  bodyOf,
  clientHeightOf,
  clientWidthOf,
  computedStyle,
  documentElementOf,
  documentOf,
  scrollHeightOf,
  scrollLeftOf,
  scrollTopOf,
  scrollWidthOf,
  viewOf,
} from '../dom.js';
import type { Clockwork } from './clockwork.js';
import { bringIntoView } from './in-view.js';
import { scrollElement, scrollingElementOf } from './native.js';
import { flatPath, type Subject, success } from './subject.js';

/** Share of the visible size that one page is. */
const PAGE = 0.85;
const NEAR_PX = 1;

/** Scrolling box of a document; in quirks mode the body (CSSOM View, scrollingElement). */
function documentScroller(document: Document): Element | undefined {
  return scrollingElementOf(document) ?? documentElementOf(document) ?? undefined;
}

const SCROLLS = /^(auto|scroll|overlay)$/;
function canScroll(element: Element, isHorizontal: boolean): boolean {
  const { overflowX, overflowY } = computedStyle(element);
  return SCROLLS.test(isHorizontal ? overflowX : overflowY) && overflows(element, isHorizontal);
}

function overflows(element: Element, isHorizontal: boolean): boolean {
  return isHorizontal ? scrollWidthOf(element) > clientWidthOf(element) : scrollHeightOf(element) > clientHeightOf(element);
}

/** The overflow of html, or else of body, is the viewport's and not the element's own (CSS Overflow 3.3). */
function isViewportPart(element: Element): boolean {
  const document = documentOf(element);
  const root = documentElementOf(document);
  if (element === root) return true;
  return (
    element === bodyOf(document) &&
    root !== null &&
    computedStyle(root).overflowX === 'visible' &&
    computedStyle(root).overflowY === 'visible'
  );
}

/** The element or its nearest ancestor that scrolls in the direction, through frames of this world; the document's scroller at last, unless only boxes within the page are meant. */
function scrollerOf(subject: Subject, isHorizontal: boolean, within: boolean): Element | undefined {
  for (let at: Element | undefined = subject.element; at; at = subject.services.ownerOf(documentOf(at))) {
    for (const element of flatPath(subject.env, at)) if (!isViewportPart(element) && canScroll(element, isHorizontal)) return element;
    const root = documentScroller(documentOf(at));
    const view = viewOf(documentOf(at));
    if (within && view?.parent === view) return undefined;
    if (root && overflows(root, isHorizontal)) return root;
  }
  return within ? undefined : documentScroller(subject.document);
}

/** Without an element: the page, or, when the page itself does not scroll, the largest box on it that does. */
function pageScroller(subject: Subject, isHorizontal: boolean): Element | undefined {
  const root = documentScroller(subject.document);
  return root && overflows(root, isHorizontal) ? root : (largestScroller(subject, isHorizontal) ?? root);
}

function largestScroller({ document, view, services, env }: Subject, isHorizontal: boolean): Element | undefined {
  let best: Element | undefined;
  let bestArea = 0;
  const walker = document.createTreeWalker(document, 1);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node as Element;
    const area = clientWidthOf(element) * clientHeightOf(element);
    if (
      area <= bestArea ||
      area < (view.innerWidth * view.innerHeight) / 10 ||
      !canScroll(element, isHorizontal) ||
      !services.visible(element, env)
    )
      continue;
    best = element;
    bestArea = area;
  }
  return best;
}

interface Position {
  readonly x: number;
  readonly y: number;
}
const positionOf = (element: Element): Position => ({ x: scrollLeftOf(element), y: scrollTopOf(element) });
function extentOf(element: Element): Position {
  return {
    x: Math.max(0, scrollWidthOf(element) - clientWidthOf(element)),
    y: Math.max(0, scrollHeightOf(element) - clientHeightOf(element)),
  };
}

/** Scrolls, waits until scroll listeners and virtual lists had their turn, and tells where it came to. */
export async function scroll(
  subject: Subject,
  hasTarget: boolean,
  request: ScrollRequest,
  clockwork: Clockwork,
): Promise<PageResult<ScrollReply>> {
  const isHorizontal = request.direction === 'left' || request.direction === 'right';
  const scroller = hasTarget ? scrollerOf(subject, isHorizontal, request.within === true) : pageScroller(subject, isHorizontal);
  if (!scroller) return success({ before: ORIGIN, after: ORIGIN, max: ORIGIN, atEdge: true, scroller: '' });
  const before = positionOf(scroller);
  if (request.amount === 'into_view') bringIntoView(subject, subject.element, 1);
  else moveBy(scroller, before, request, isHorizontal);
  await clockwork.flush(subject.view, 2);
  const after = positionOf(scroller);
  const max = extentOf(scroller);
  return success({ before, after, max, atEdge: isAtEdge(after, max, request.direction), scroller: nameOf(subject, scroller) });
}
const ORIGIN: Position = { x: 0, y: 0 };

function moveBy(scroller: Element, before: Position, { amount, direction, share = PAGE }: ScrollRequest, isHorizontal: boolean): void {
  const size = isHorizontal ? clientWidthOf(scroller) : clientHeightOf(scroller);
  const extent = extentOf(scroller);
  const far = isHorizontal ? scrollWidthOf(scroller) : scrollHeightOf(scroller);
  const px = amount === 'page' ? size * share : amount === 'end' ? far : Number(amount);
  const by = direction === 'up' || direction === 'left' ? -px : px;
  // A document laid out from right to left scrolls to negative positions.
  const isRtl = isHorizontal && computedStyle(scroller).direction === 'rtl';
  const [low, high] = isRtl ? [-extent.x, 0] : [0, isHorizontal ? extent.x : extent.y];
  const to = Math.min(high, Math.max(low, (isHorizontal ? before.x : before.y) + by));
  scrollElement(scroller, isHorizontal ? to : before.x, isHorizontal ? before.y : to);
}

function isAtEdge(at: Position, max: Position, direction: ScrollRequest['direction']): boolean {
  if (direction === 'up') return at.y <= NEAR_PX;
  if (direction === 'down') return at.y >= max.y - NEAR_PX;
  const isRtl = at.x < 0;
  if (direction === 'left') return isRtl ? at.x <= -max.x + NEAR_PX : at.x <= NEAR_PX;
  return isRtl ? at.x >= -NEAR_PX : at.x >= max.x - NEAR_PX;
}

function nameOf({ services, env }: Subject, scroller: Element): string {
  if (scroller === documentScroller(documentOf(scroller))) return '';
  const { role, name } = services.view(scroller, env);
  return name ? `${role} ${JSON.stringify(name)}` : role;
}
