/** Controls nobody sees that a person still operates: through a visible label, by pressing where they lie transparent, or by typing. */
import { inputType, isHtml, labelsOf, rectOf, tabIndexOf } from '../dom.js';
import type { Env } from '../env.js';
import type { Collector } from './collector.js';
import { ARIA, AWAY, type Frame } from './frame.js';
import { ask, hasRoom } from './noted.js';

const STANDS_IN = new Set(['checkbox', 'radio', 'file']);
const NOT_TYPED = new Set(['button', 'submit', 'reset', 'image', 'hidden', 'range', 'color']);

/** Is the unseen control of this frame still in reach? */
export function isReachable(frame: Frame, out: Collector): boolean {
  const element = frame.element as Element;
  if (!isHtml(element)) return false;
  const isRendered = frame.style?.display !== 'none';
  if (frame.tag === 'input') {
    const type = inputType(element as HTMLInputElement);
    if (STANDS_IN.has(type))
      return (
        type === 'file' ||
        ask(out.notes, hasVisibleLabel, element, out.env) ||
        (frame.shown && isRendered && isTransparent(frame, element, out))
      );
    if (NOT_TYPED.has(type)) return false;
  } else if (frame.tag !== 'textarea') return false;
  return isRendered && frame.shown && isTyped(frame, element, out);
}

function hasVisibleLabel(element: Element, env: Env): boolean {
  const labels = labelsOf(element);
  if (!labels) return false;
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i];
    if (!label || env.notRendered(label)) continue;
    const box = rectOf(label);
    if (box.width > 1 && box.height > 1 && env.style(label).opacity !== '0') return true;
  }
  return false;
}

/** Has a box of its own that takes the click. */
function isTransparent(frame: Frame, element: Element, out: Collector): boolean {
  if ((frame.flags & AWAY) !== 0) return false;
  return ask(out.notes, hasRoom, element, out.env) && frame.style?.pointerEvents !== 'none';
}

/** The hidden field of an editor or of a row of code boxes takes what is typed; traps for robots lie away or have no size. */
function isTyped(frame: Frame, element: Element, out: Collector): boolean {
  if ((frame.flags & (AWAY | ARIA)) !== 0 || tabIndexOf(element as HTMLElement) < 0) return false;
  return ask(out.notes, hasRoom, element, out.env);
}
