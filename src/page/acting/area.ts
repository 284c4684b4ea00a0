/** Areas of image maps: they have no box of their own, the image has it (HTML 4.8.14). */
import { attribute, computedStyle, isElement, isHtml, parentOf, queryAll, rectOf, rootOf, tagOf } from '../dom.js';
import type { Rect } from './rect.js';

export function isArea(element: Element): boolean {
  return isHtml(element) && tagOf(element) === 'area';
}

/** The image whose map the area belongs to; undefined for all other elements. */
export function imageOf(area: Element): Element | undefined {
  if (!isArea(area)) return undefined;
  const map = parentOf(area);
  const name = map && isElement(map) ? attribute(map, 'name') || attribute(map, 'id') : undefined;
  if (!name) return undefined;
  for (const image of queryAll(rootOf(area), 'img[usemap]')) if (attribute(image, 'usemap') === `#${name}`) return image;
  return undefined;
}

/** Box of the area's shape in px of the viewport, from its coordinates inside the image's content box. */
export function areaBox(area: Element): Rect | undefined {
  const image = imageOf(area);
  if (!image) return undefined;
  const { left, top, right, bottom } = rectOf(image);
  const style = computedStyle(image);
  const px = (value: string): number => Number.parseFloat(value) || 0;
  const x = left + px(style.borderLeftWidth) + px(style.paddingLeft);
  const y = top + px(style.borderTopWidth) + px(style.paddingTop);
  const shape = (attribute(area, 'shape') ?? 'rect').toLowerCase();
  if (shape === 'default') return { left, top, right, bottom };
  const numbers = (attribute(area, 'coords') ?? '').split(/[\s,;]+/).map(Number);
  if (numbers.length < 3 || numbers.some((number) => !Number.isFinite(number))) return undefined;
  const [first = 0, second = 0, third = 0] = numbers;
  if (shape.startsWith('circ'))
    return { left: x + first - third, top: y + second - third, right: x + first + third, bottom: y + second + third };
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  return { left: x + Math.min(...xs), top: y + Math.min(...ys), right: x + Math.max(...xs), bottom: y + Math.max(...ys) };
}
