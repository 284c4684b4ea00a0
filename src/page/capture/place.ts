/** Where an element lies and what of it can be seen: flags, box and windows of its frame. */
import {
  attribute,
  clientHeightOf,
  clientWidthOf,
  isHtml,
  matches,
  offsetParentOf,
  rectOf,
  scrollHeightOf,
  scrollWidthOf,
} from '../dom.js';
import { ARIA_HIDDEN, INERT as INERT_ATTRIBUTE, POPOVER } from './attributes.js';
import { ARIA, AWAY, type Frame, INERT, PRUNED, SCROLLED, TOP, UNSEEN } from './frame.js';
import { measuredOf } from './geometry.js';
import { DIALOG } from './kinds.js';
import { viewportOf } from './nodes.js';
import type { Notes } from './noted.js';
import { cut, isClippedAway, isScaledAway, isTransparent, meets } from './sight.js';
import { CLIPS, OPACITY, OVERFLOW, POSITION } from './style-reads.js';

/**
 * Reads flags and box of the element of a frame; `parent` is the frame it inherited from.
 * @param notes takes what was measured
 */
export function place(frame: Frame, parent: Frame, display: string, notes?: Notes): void {
  const { bits } = frame;
  const style = frame.style as CSSStyleDeclaration;
  const element = frame.element as Element;
  const { reads } = frame;
  if ((reads & OPACITY) !== 0 && isTransparent(style.opacity)) frame.flags |= UNSEEN;
  if (bits !== 0) placeByAttributes(frame, element);
  if (frame.document.modal === element) frame.flags &= ~INERT;
  // What flows inline is in view where its block is; frames are windows of their own.
  if (frame.level === INLINE && frame.tag !== 'iframe') return;
  const position = (reads & POSITION) === 0 ? 'static' : style.position;
  const isOut = position === 'absolute' || position === 'fixed';
  // Off-screen, what clips is only told by elements that an author touched.
  const mayClip = (reads & OVERFLOW) !== 0 && frame.level === BLOCK && ((frame.flags & PRUNED) === 0 || bits !== 0);
  const overflow = mayClip ? style.overflowY : 'visible';
  const clips = overflow !== 'visible' && frame.tag !== 'body' && frame.tag !== 'html';
  if (isOut) {
    frame.window = position === 'fixed' ? frame.document.window : parent.absolute;
    frame.absolute = frame.window;
  } else if ((frame.flags & PRUNED) !== 0 && !clips) return;
  measure(frame, element, display);
  if ((frame.flags & UNSEEN) === 0) hideAway(frame, element, position, isOut);
  const { window } = frame;
  if (clips) clip(frame, element, overflow, position !== 'static');
  notes?.measured.push(measuredOf(frame, window, clips, position === 'fixed'));
}

function placeByAttributes(frame: Frame, element: Element): void {
  const { bits } = frame;
  if ((bits & ARIA_HIDDEN) !== 0 && attribute(element, 'aria-hidden')?.toLowerCase() === 'true') frame.flags |= ARIA;
  if ((bits & INERT_ATTRIBUTE) !== 0) frame.flags |= INERT;
  if ((bits & POPOVER) !== 0 && matches(element, ':popover-open')) frame.flags |= TOP;
}

function measure(frame: Frame, element: Element, display: string): void {
  const box = rectOf(element);
  frame.box = box;
  const { document } = frame;
  frame.inView = meets(box, frame.window);
  const hasArea = box.width > 0 && box.height > 0;
  if (frame.inView || !hasArea || display === 'contents') frame.flags &= ~PRUNED;
  else frame.flags |= PRUNED;
  if (!hasArea) {
    if (isScaledAway(frame.style as CSSStyleDeclaration)) frame.flags |= UNSEEN;
    return;
  }
  if ((frame.flags & SCROLLED) !== 0) return;
  if (!frame.inView && box.left + document.scrollX >= document.maxX) frame.flags |= UNSEEN | AWAY;
  if (box.right + document.scrollX <= document.minX || box.bottom + document.scrollY <= 0) frame.flags |= UNSEEN | AWAY;
}

function hideAway(frame: Frame, element: Element, position: string, isOut: boolean): void {
  if ((frame.reads & CLIPS) !== 0 && isClippedAway(frame.style as CSSStyleDeclaration, isOut)) frame.flags |= UNSEEN;
  if (position === 'fixed' && isBeyondViewport(frame, element)) frame.flags |= UNSEEN | AWAY;
}

/** Fixed to the viewport beyond its edges, as closed drawers are: no scrolling brings it in. */
function isBeyondViewport({ box, inView, document }: Frame, element: Element): boolean {
  if (!box || inView || box.width === 0 || box.height === 0) return false;
  // Fixed to a transformed ancestor, it scrolls with it (CSS Transforms 1, section 3).
  if (isHtml(element) && offsetParentOf(element as HTMLElement) !== null) return false;
  const { width, height } = viewportOf(document.document);
  return box.left >= width || box.top >= height;
}

/** What overflows is cut off, or scrolls. */
function clip(frame: Frame, element: Element, overflow: string, isContainer: boolean): void {
  const box = frame.box as DOMRect;
  // One pixel is how text is kept for screen readers; none is a closed panel.
  if (box.width <= 1 || box.height <= 1) {
    frame.flags |= UNSEEN;
    return;
  }
  frame.window = cut(frame.window, box);
  if (isContainer) frame.absolute = frame.window;
  const style = frame.style as CSSStyleDeclaration;
  if (overflow !== 'auto' && overflow !== 'scroll' && style.overflowX !== 'auto' && style.overflowX !== 'scroll') return;
  if (frame.tag === 'textarea' || frame.tag === 'input' || frame.tag === 'select') return;
  const down = (overflow === 'auto' || overflow === 'scroll') && scrollHeightOf(element) > clientHeightOf(element) + 1;
  const across = (style.overflowX === 'auto' || style.overflowX === 'scroll') && scrollWidthOf(element) > clientWidthOf(element) + 1;
  if (!down && !across) return;
  frame.scrolls = true;
  frame.flags |= SCROLLED;
}

/** Dialogs that are open stand on top, with what is in them. */
export function raise(frame: Frame, kind: number): void {
  if ((kind & DIALOG) !== 0 && (frame.flags & INERT) === 0) frame.flags |= TOP;
}

export const INLINE = 0;
/** Inline, with a box of its own. */
export const ATOMIC = 1;
export const BLOCK = 2;

export function levelOf(display: string): number {
  if (display === 'block') return BLOCK;
  if (display === 'inline' || display === 'contents') return INLINE;
  return display.startsWith('inline') || display.startsWith('ruby') ? ATOMIC : BLOCK;
}
