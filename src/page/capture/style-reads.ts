/**
 * Which properties of computed styles have to be read: only those that some rule, attribute or animation of the page sets. Where nothing sets one,
 * the answer is known (inherited, or the initial value), and most pages of plain markup are read several times faster.
 */

import { namespaceOf, SVG } from '../dom.js';
import { HIDDEN, OTHER, POPOVER, STYLE } from './attributes.js';
import { hasShadow } from './nodes.js';

export const VISIBILITY = 1;
export const CURSOR = 2;
export const OPACITY = 4;
export const POSITION = 8;
export const OVERFLOW = 16;
/** font-size and text-indent. */
export const GLYPHS = 32;
export const SKIPS = 64;
/** clip and clip-path. */
export const CLIPS = 128;
export const EVERYTHING = 255;

const NAMES = new Map<string, number>([
  ['visibility', VISIBILITY],
  ['cursor', CURSOR],
  ['opacity', OPACITY],
  ['position', POSITION],
  ['overflow', OVERFLOW],
  ['overflow-x', OVERFLOW],
  ['overflow-y', OVERFLOW],
  ['overflow-block', OVERFLOW],
  ['overflow-inline', OVERFLOW],
  ['font-size', GLYPHS],
  ['font', GLYPHS],
  ['text-indent', GLYPHS],
  ['content-visibility', SKIPS],
  ['clip', CLIPS],
  ['clip-path', CLIPS],
  ['all', EVERYTHING],
]);
/** The browser's own style sheet sets some of them on these. */
const SPECIAL = new Set(['dialog', 'marquee', 'svg', 'foreignObject', 'fieldset', 'noscript', 'frameset', 'frame']);

/** Bits of a property that a rule declares. */
export function readsOfProperty(name: string): number {
  return NAMES.get(name) ?? 0;
}

/** What to read of one element: what its tree asks for, or everything where the element itself may differ. */
export function readsOf(element: Element, tag: string, bits: number, ofTree: number): number {
  if (ofTree === EVERYTHING || (bits & (STYLE | POPOVER | HIDDEN)) !== 0 || SPECIAL.has(tag)) return EVERYTHING;
  // Attributes of SVG are style; `:host` rules stand in the tree inside.
  if ((bits & OTHER) !== 0 && namespaceOf(element) === SVG) return EVERYTHING;
  return hasShadow(element) ? EVERYTHING : ofTree;
}
