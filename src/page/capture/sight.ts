/** What a person can see of a box: windows things are seen through, clipping, places nobody can scroll to. */
import { computedStyle, rectOf } from '../dom.js';

/** A rectangle by its edges, px of the viewport of its own document. */
export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Shares more than an edge, or lies inside when it has no area. */
export function meets(a: Edges, b: Edges): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
    ? true
    : (a.left === a.right || a.top === a.bottom) && a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;
}

export function cut(a: Edges, b: Edges): Edges {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  return { left, top, right: Math.max(left, Math.min(a.right, b.right)), bottom: Math.max(top, Math.min(a.bottom, b.bottom)) };
}

const RECT = /^rect\(\s*(-?[\d.]+)px,?\s+(-?[\d.]+)px,?\s+(-?[\d.]+)px,?\s+(-?[\d.]+)px\s*\)$/;
const NO_PATH = /^(?:inset\((?:[5-9]\d|\d{3,})(?:\.\d+)?%|circle\(0|polygon\((?:0(?:px|%)? 0(?:px|%)?(?:, )?)+\))/;

/** True when `clip` or `clip-path` leaves at most a pixel: the usual ways to keep text for screen readers only. */
export function isClippedAway(style: CSSStyleDeclaration, isOut: boolean): boolean {
  // `clip` holds for what is positioned out of the flow (CSS Masking 1, appendix).
  const clip = isOut ? RECT.exec(style.clip) : null;
  if (clip && (Number(clip[2]) - Number(clip[4]) <= 1 || Number(clip[3]) - Number(clip[1]) <= 1)) return true;
  const path = style.clipPath;
  return path !== 'none' && path !== '' && NO_PATH.test(path);
}

/** Fainter than a person can read. */
const FAINT = 0.03;
export function isTransparent(opacity: string): boolean {
  return opacity !== '1' && Number(opacity) < FAINT;
}

/** Shrunk to nothing by a transform: closed menus and tooltips. */
export function isScaledAway(style: CSSStyleDeclaration): boolean {
  const { transform, scale } = style;
  if (scale !== 'none' && /(?:^| )0(?: |$)/.test(scale)) return true;
  const [a, b, c, d] = /^matrix\((.*)\)$/.exec(transform)?.[1]?.split(',').map(Number) ?? [1, 0, 0, 1];
  return (a ?? 1) * (d ?? 1) - (b ?? 0) * (c ?? 0) === 0;
}

/** Text that has a box but no glyphs on the screen: no font size, or indented out of sight (image replacement). */
export function hasNoGlyphs(style: CSSStyleDeclaration): boolean {
  if (style.fontSize === '0px') return true;
  const indent = style.textIndent;
  return indent !== '0px' && Math.abs(Number.parseFloat(indent)) >= 500 && !indent.endsWith('%');
}

/** Where the document of a frame element begins, px of the viewport the element is in. */
export function contentEdges(frame: Element, box: DOMRect = rectOf(frame)): { readonly left: number; readonly top: number } {
  const style = computedStyle(frame);
  return {
    left: box.left + px(style.borderLeftWidth) + px(style.paddingLeft),
    top: box.top + px(style.borderTopWidth) + px(style.paddingTop),
  };
}
function px(length: string): number {
  return Number.parseFloat(length) || 0;
}
