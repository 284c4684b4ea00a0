/** Boxes that decided about views, and whether they still do: a sweep that measures far less than a walk. */
import { clientHeightOf, clientWidthOf, contains, isConnected, parentOf, rectOf, scrollHeightOf, scrollWidthOf } from '../dom.js';
import { AWAY, type DocumentState, type Frame, SCROLLED, UNSEEN } from './frame.js';
import { type Edges, meets } from './sight.js';

/** Siblings in a row of which only some are measured. */
const STRIP = 12;
const SAMPLES = 5;

/** An element the walk measured, and what it found. */
export interface Measured {
  readonly element: Element;
  readonly document: DocumentState;
  readonly window: Edges;
  /** In view, off-screen, out of reach: see `verdictOf`. */
  readonly verdict: number;
  /** In the flow: siblings lie below each other. */
  readonly flows: boolean;
  /** Inside something that scrolls by itself. */
  readonly scrolled: boolean;
  readonly box: Edges;
  /** Its own box is a window for others, or is a frame: any move counts. */
  readonly isWindow: boolean;
  /** Lies inside its window with all of itself. */
  readonly isSmall: boolean;
  /** Scrolls by itself: how far, as text. */
  readonly scroll: string;
  readonly side: number;
}

const IN_VIEW = 1;
const HAS_AREA = 2;
const OUT_OF_REACH = 4;
const THIN = 8;

function verdictOf(box: Edges, window: Edges, { scrollX, scrollY, minX, maxX }: DocumentState, scrolled: boolean): number {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  let verdict = meets(box, window) ? IN_VIEW : 0;
  if (width > 0 && height > 0) verdict |= HAS_AREA;
  if ((verdict & HAS_AREA) !== 0 && !scrolled && (box.right + scrollX <= minX || box.left + scrollX >= maxX || box.bottom + scrollY <= 0))
    verdict |= OUT_OF_REACH;
  if (width <= 1 || height <= 1) verdict |= THIN;
  return verdict;
}

/** Where a box lies that is not in view: 1 below, -1 above, 0 elsewhere. */
function sideOf(box: Edges, window: Edges): number {
  return box.top >= window.bottom ? 1 : box.bottom <= window.top ? -1 : 0;
}

/** What is remembered of a frame that was measured. */
export function measuredOf(frame: Frame, window: Edges, position: string, isWindow: boolean): Measured {
  const box = frame.box as DOMRect;
  const scrolled = (frame.flags & SCROLLED) !== 0;
  return {
    element: frame.element as Element,
    document: frame.document,
    window,
    verdict: verdictOf(box, window, frame.document, scrolled),
    flows: position === 'static' && (frame.flags & (AWAY | UNSEEN)) === 0,
    scrolled,
    box,
    isSmall: box.left >= window.left && box.right <= window.right && box.top >= window.top && box.bottom <= window.bottom,
    isWindow: isWindow || frame.tag === 'iframe' || frame.tag === 'frame',
    scroll: isWindow ? scrollOf(frame.element as Element) : '',
    side: sideOf(box, window),
  };
}

/** Whether it can scroll, in which direction. How far it is scrolled is said by its line. */
function scrollOf(element: Element): string {
  return `${scrollHeightOf(element) > clientHeightOf(element) + 1}${scrollWidthOf(element) > clientWidthOf(element) + 1}`;
}

/** Elements whose boxes would be judged otherwise now. */
export function movedElements(measured: readonly Measured[], scroll: { readonly x: number; readonly y: number }): Element[] {
  const moved: Element[] = [];
  for (let k = 0; k < measured.length; ) {
    const end = stripEnd(measured, k);
    if (end - k >= STRIP && isStripSame(measured, k, end)) {
      k = end;
      continue;
    }
    const one = measured[k++] as Measured;
    if (!isConnected(one.element)) continue;
    const box = rectOf(one.element);
    if (!isSameNow(one, box, scroll)) moved.push(one.element);
    else if (one.flows && isStill(one.box, box)) while (k < measured.length && isVouchedFor(one, measured[k] as Measured)) k++;
  }
  return moved;
}

/** A box that lies where it lay and is as large as it was speaks for what flows in it. */
function isVouchedFor(outer: Measured, inner: Measured): boolean {
  return inner.flows && !inner.isWindow && inner.window === outer.window && outer.isSmall && contains(outer.element, inner.element);
}

function isStill(then: Edges, now: Edges): boolean {
  return now.left === then.left && now.top === then.top && now.right === then.right && now.bottom === then.bottom;
}

function isSameNow(one: Measured, box: Edges, scroll: { readonly x: number; readonly y: number }): boolean {
  const document = one.document.level === 0 ? { ...one.document, scrollX: scroll.x, scrollY: scroll.y } : one.document;
  if (verdictOf(box, one.window, document, one.scrolled) !== one.verdict) return false;
  return !one.isWindow || (isStill(one.box, box) && (one.scroll === '' || scrollOf(one.element) === one.scroll));
}

/** The end of a stretch of siblings in the flow that all lie off-screen on one side. */
function stripEnd(measured: readonly Measured[], from: number): number {
  const first = measured[from] as Measured;
  if (!first.flows || first.side === 0 || first.isWindow) return from;
  const parent = parentOf(first.element);
  let to = from + 1;
  while (to < measured.length) {
    const one = measured[to] as Measured;
    if (!one.flows || one.side !== first.side || one.isWindow || parentOf(one.element) !== parent) break;
    to++;
  }
  return to;
}

/** Siblings in the flow follow each other downwards, so that the ends and a few between them speak for all. */
function isStripSame(measured: readonly Measured[], from: number, to: number): boolean {
  const { side } = measured[from] as Measured;
  let last = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < SAMPLES; k++) {
    const one = measured[from + Math.round(((to - 1 - from) * k) / (SAMPLES - 1))] as Measured;
    if (!isConnected(one.element)) return false;
    const box = rectOf(one.element);
    if (sideOf(box, one.window) !== side || box.width === 0 || box.height === 0 || box.top < last) return false;
    last = box.top;
  }
  return true;
}
