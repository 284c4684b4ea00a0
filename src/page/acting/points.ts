/** Points of an element worth trying, best first. */
import { documentOf, isElement, isText, namespaceOf, rectsOf, SVG, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { areaBox, isArea } from './area.js';
import type { Point } from './hit.js';
import type { Rect } from './rect.js';

/** Boxes nobody can press. */
const MIN_SIDE = 0.5;
/** Descendants looked at for an element without a box of its own. */
const MAX_PARTS = 400;
const MAX_RECTS = 12;

const isPressable = ({ left, top, right, bottom }: Rect): boolean => right - left >= MIN_SIDE && bottom - top >= MIN_SIDE;
const area = ({ left, top, right, bottom }: Rect): number => (right - left) * (bottom - top);

/** Boxes of an element: its own, or those of what it holds when it has none (display: contents, an inline around a float or a block). */
export function boxesOf(env: Env, element: Element): Rect[] {
  if (isArea(element)) return [areaBox(element)].flatMap((box) => box ?? []);
  const own = [...rectsOf(element)].filter(isPressable);
  const boxes = own.length > 0 ? own : partBoxes(env, element);
  return boxes.slice(0, MAX_RECTS);
}

function partBoxes(env: Env, element: Element): Rect[] {
  const boxes: Rect[] = [];
  const stack: Node[] = [...Array.from(env.flatChildren(element))].reverse();
  for (let looked = 0; stack.length > 0 && looked < MAX_PARTS && boxes.length < MAX_RECTS; looked++) {
    const node = stack.pop() as Node;
    const found = isElement(node) ? [...rectsOf(node)] : isText(node) ? textBoxes(node) : [];
    const pressable = found.filter(isPressable);
    if (pressable.length > 0) boxes.push(...pressable);
    else if (isElement(node)) stack.push(...Array.from(env.flatChildren(node)).reverse());
  }
  return boxes;
}

function textBoxes(node: Text): Rect[] {
  const range = documentOf(node).createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()];
}

/** Union of the boxes, for reports. */
export function unionOf(boxes: readonly Rect[]): Rect | undefined {
  const first = boxes[0];
  if (!first) return undefined;
  let { left, top, right, bottom } = first;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}

export function within(box: Rect, limit: Rect): Rect | undefined {
  const cut = {
    left: Math.max(box.left, limit.left),
    top: Math.max(box.top, limit.top),
    right: Math.min(box.right, limit.right),
    bottom: Math.min(box.bottom, limit.bottom),
  };
  return isPressable(cut) ? cut : undefined;
}

/**
 * Centres of the parts in the viewport, the largest box first; then points on an outline or a curve; then quarter points, corners and a grid.
 * @param viewport limit, in the same px
 */
export function* pointsOf(env: Env, element: Element, viewport: Rect): Generator<Point> {
  const all = boxesOf(env, element);
  const boxes = all.flatMap((box) => within(box, viewport) ?? []).sort((a, b) => area(b) - area(a));
  for (const [index, box] of boxes.entries()) {
    // The true centre of a box that is cut by the viewport may still be inside.
    const whole = index === 0 && all.length === 1 && all[0] ? centre(all[0]) : undefined;
    if (whole && isInside(whole, viewport)) yield whole;
    yield centre(box);
  }
  yield* curvePoints(element, viewport);
  for (const box of boxes) yield* spread(box, QUARTERS);
  for (const box of boxes) yield* corners(box);
  const largest = boxes[0];
  if (largest) yield* spread(largest, GRID);
}

const centre = ({ left, top, right, bottom }: Rect): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
export const isInside = ({ x, y }: Point, { left, top, right, bottom }: Rect): boolean => x >= left && y >= top && x < right && y < bottom;

const pairs = (steps: readonly number[]): readonly (readonly [number, number])[] => steps.flatMap((y) => steps.map((x) => [x, y] as const));
const QUARTERS = pairs([0.25, 0.75]);
const GRID = pairs([0.1, 0.3, 0.5, 0.7, 0.9]);

function* spread({ left, top, right, bottom }: Rect, parts: readonly (readonly [number, number])[]): Generator<Point> {
  for (const [x, y] of parts) yield { x: left + (right - left) * x, y: top + (bottom - top) * y };
}

function* corners({ left, top, right, bottom }: Rect): Generator<Point> {
  const dx = Math.min(4, (right - left) / 4);
  const dy = Math.min(4, (bottom - top) / 4);
  for (const x of [left + dx, right - dx]) for (const y of [top + dy, bottom - dy]) yield { x, y };
}

/** Points on an SVG shape whose box centre may be empty (a ring, a line). */
function* curvePoints(element: Element, viewport: Rect): Generator<Point> {
  if (namespaceOf(element) !== SVG || !SHAPES.has(tagOf(element))) return;
  const shape = element as SVGGeometryElement;
  const matrix = shape.getScreenCTM();
  if (!matrix) return;
  const length = shape.getTotalLength();
  for (const part of [0.5, 0.25, 0.75, 0.1]) {
    const { x, y } = shape.getPointAtLength(length * part).matrixTransform(matrix);
    if (isInside({ x, y }, viewport)) yield { x, y };
  }
}
const SHAPES = new Set(['path', 'line', 'polyline', 'polygon', 'circle', 'ellipse', 'rect']);
