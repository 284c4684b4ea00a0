/** Boxes that decided about views, and whether they still do: measured again at every capture. */
import { clientHeightOf, clientWidthOf, isConnected, rectOf, scrollHeightOf, scrollWidthOf } from '../dom.js';
import { type DocumentState, type Frame, SCROLLED } from './frame.js';
import { type Edges, meets } from './sight.js';

/** An element the walk measured, and what it found. */
export interface Measured {
  readonly element: Element;
  readonly document: DocumentState;
  readonly window: Edges;
  /** In view, off-screen, out of reach: see `verdictOf`. */
  readonly verdict: number;
  /** Inside something that scrolls by itself. */
  readonly scrolled: boolean;
  /** Fixed to the viewport, which no scrolling brings it into. */
  readonly isFixed: boolean;
  readonly box: Edges;
  /** Its own box is a window for others, or is a frame: any move counts. */
  readonly isWindow: boolean;
  /** Scrolls by itself: how far, as text. */
  readonly scroll: string;
}

const IN_VIEW = 1;
const HAS_AREA = 2;
const OUT_OF_REACH = 4;
const THIN = 8;
const BEYOND = 16;

type Placed = Pick<Measured, 'window' | 'scrolled' | 'isFixed'>;

function verdictOf(box: Edges, { window, scrolled, isFixed }: Placed, { scrollX, scrollY, minX, maxX }: DocumentState): number {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  let verdict = meets(box, window) ? IN_VIEW : 0;
  if (width > 0 && height > 0) verdict |= HAS_AREA;
  if ((verdict & HAS_AREA) !== 0 && !scrolled && (box.right + scrollX <= minX || box.left + scrollX >= maxX || box.bottom + scrollY <= 0))
    verdict |= OUT_OF_REACH;
  if (width <= 1 || height <= 1) verdict |= THIN;
  if (isFixed && (box.left >= window.right || box.top >= window.bottom)) verdict |= BEYOND;
  return verdict;
}

/** What is remembered of a frame that was measured. */
export function measuredOf(frame: Frame, window: Edges, isWindow: boolean, isFixed: boolean): Measured {
  const box = frame.box as DOMRect;
  const scrolled = (frame.flags & SCROLLED) !== 0;
  return {
    element: frame.element as Element,
    document: frame.document,
    window,
    verdict: verdictOf(box, { window, scrolled, isFixed }, frame.document),
    scrolled,
    isFixed,
    box,
    isWindow: isWindow || frame.tag === 'iframe' || frame.tag === 'frame',
    scroll: isWindow ? scrollOf(frame.element as Element) : '',
  };
}

/** Whether it can scroll, in which direction. How far it is scrolled is said by its line. */
function scrollOf(element: Element): string {
  return `${scrollHeightOf(element) > clientHeightOf(element) + 1}${scrollWidthOf(element) > clientWidthOf(element) + 1}`;
}

/** Elements whose boxes would be judged otherwise now. */
export function movedElements(measured: readonly Measured[], scroll: { readonly x: number; readonly y: number }): Element[] {
  const moved: Element[] = [];
  let from: DocumentState | undefined;
  let at: DocumentState | undefined;
  for (let k = 0; k < measured.length; k++) {
    const one = measured[k] as Measured;
    if (!isConnected(one.element)) continue;
    if (one.document !== from || !at) {
      from = one.document;
      at = from.level === 0 ? { ...from, scrollX: scroll.x, scrollY: scroll.y } : from;
    }
    if (!isSameNow(one, rectOf(one.element), at)) moved.push(one.element);
  }
  return moved;
}

function isStill(then: Edges, now: Edges): boolean {
  return now.left === then.left && now.top === then.top && now.right === then.right && now.bottom === then.bottom;
}

function isSameNow(one: Measured, box: Edges, document: DocumentState): boolean {
  if (verdictOf(box, one, document) !== one.verdict) return false;
  return !one.isWindow || (isStill(one.box, box) && (one.scroll === '' || scrollOf(one.element) === one.scroll));
}
