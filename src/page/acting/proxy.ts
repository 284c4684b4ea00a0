/** What stands on the page for a control that cannot be seen itself: the drawn box over which it lies, or the label that activates it. */
import { inputType, isElement, isHtml, isText, labelsOf, rectOf, tagOf, textContentOf } from '../dom.js';
import { imageOf } from './area.js';
import type { Subject } from './subject.js';

const STYLED_TYPES = new Set(['checkbox', 'radio', 'file', 'range']);
/** A transparent control this large lies over what a person sees. */
const PRESSABLE_PX = 8;

/** Checkboxes, radios, file inputs and sliders that pages hide and draw anew. */
function isStyled(element: Element): boolean {
  return isHtml(element) && tagOf(element) === 'input' && STYLED_TYPES.has(inputType(element as HTMLInputElement));
}

/** The element itself when it can be seen or lies over its drawing, else a visible label of it. */
export function shownFor(subject: Subject): Element | undefined {
  const { element, env, services } = subject;
  if (services.visible(imageOf(element) ?? element, env) || hasVisiblePart(subject)) return element;
  if (!isStyled(element)) return undefined;
  const { width, height } = rectOf(element);
  if (width >= PRESSABLE_PX && height >= PRESSABLE_PX && env.notRendered(element) === undefined) return element;
  return shownLabels(subject)[0];
}

/** Visible labels of a styled control. */
export function shownLabels({ element, env, services }: Subject): Element[] {
  return isStyled(element) ? [...(labelsOf(element) ?? [])].filter((label) => services.visible(label, env)) : [];
}

/** Descendants looked at for an element without a box of its own. */
const MAX_PARTS = 60;

/** An element without a box (display: contents, an inline around a float) is seen by what it holds. */
function hasVisiblePart({ element, env, services }: Subject): boolean {
  const { width, height } = rectOf(element);
  if (width > 0 && height > 0) return false;
  const parts = Array.from(env.flatChildren(element));
  for (let looked = 0; looked < parts.length && looked < MAX_PARTS; looked++) {
    const part = parts[looked] as Node;
    if (isText(part) && env.style(element).display === 'contents' && (textContentOf(part) ?? '').trim() !== '')
      return env.notRendered(element) === undefined;
    if (!isElement(part)) continue;
    if (services.visible(part, env)) return true;
    parts.push(...Array.from(env.flatChildren(part)));
  }
  return false;
}
