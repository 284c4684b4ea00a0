/** Bringing an element into view, and telling whether it is. */
import { computedStyle, isElement, rectsOf, rootOf } from '../dom.js';
import { imageOf } from './area.js';
import { liesAt } from './hit.js';
import { scrollToShow } from './native.js';
import { boxesOf, pointsOf, unionOf, within } from './points.js';
import type { Rect } from './rect.js';
import type { Subject } from './subject.js';

/** Points looked at before an element counts as out of view. */
const LOOKED_AT = 12;

export function viewportOf({ view }: Pick<Subject, 'view'>): Rect {
  return { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight };
}

/** True when some point of it is in the viewport and not cut off by a scroller, covered or not. */
export function isInView(subject: Subject, shown: Element): boolean {
  const viewport = viewportOf(subject);
  const drawn = imageOf(shown) ?? shown;
  const root = rootOf(shown) as Document | ShadowRoot;
  let looked = 0;
  for (const point of pointsOf(subject.env, shown, viewport)) {
    if (liesAt(subject.env, drawn, root, point)) return true;
    if (++looked >= LOOKED_AT) break;
  }
  return looked > 0 && passesEvents(shown) && within(unionOf(boxesOf(subject.env, shown)) ?? viewport, viewport) !== undefined;
}

/** What lets events through is never found by a hit test. */
function passesEvents(shown: Element): boolean {
  return computedStyle(shown).pointerEvents === 'none';
}

const ALIGNMENTS = ['center', 'start', 'end'] as const;

/**
 * Scrolls every scroller around it, frames included.
 * @param attempt 0 and 1 centre, 2 start, 3 end, then again from 1
 */
export function bringIntoView(subject: Subject, shown: Element, attempt: number): void {
  const block = ALIGNMENTS[Math.max(0, attempt - 1) % ALIGNMENTS.length] ?? 'center';
  scrollToShow(boxed(subject, shown), { block, inline: block === 'center' ? 'center' : 'nearest', behavior: 'instant' });
}

/** An element without a box of its own cannot be scrolled to; its first part can. */
function boxed({ env }: Subject, shown: Element): Element {
  let at = imageOf(shown) ?? shown;
  for (let depth = 0; depth < 50 && rectsOf(at).length === 0; depth++) {
    const child = Array.from(env.flatChildren(at)).find(isElement);
    if (!child) break;
    at = child;
  }
  return at;
}
