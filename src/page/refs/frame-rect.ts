/** Where the content of an iframe lies in its document's viewport, by script alone: for the main-world mode, where the browser cannot be asked. */
import type { PageResult, WireBox } from '../../shared/page-api.js';
import { isConnected, rectOf, tagOf } from '../dom.js';
import type { Env } from '../env.js';

export interface FrameRect {
  readonly box: WireBox;
  /** False when a transform or zoom on the frame or an ancestor makes script geometry unreliable. */
  readonly exact: boolean;
}

const FRAMES = new Set(['iframe', 'frame', 'object', 'embed']);
const SIDES = ['Left', 'Top', 'Right', 'Bottom'] as const;

export function frameRectOf(element: Element | undefined, env: Env): PageResult<FrameRect> {
  if (!element || !isConnected(element)) return { ok: false, failure: { code: 'detached', message: 'The frame is not in the document.' } };
  if (!FRAMES.has(tagOf(element))) {
    return { ok: false, failure: { code: 'unsupported', message: `A <${tagOf(element)}> is no frame.` } };
  }
  const style = env.style(element);
  const [left, top, right, bottom] = SIDES.map((side) => px(style[`border${side}Width`]) + px(style[`padding${side}`])) as [
    number,
    number,
    number,
    number,
  ];
  const { x, y, width, height } = rectOf(element);
  const box: WireBox = [x + left, y + top, Math.max(0, width - left - right), Math.max(0, height - top - bottom)];
  return { ok: true, value: { box, exact: isPlain(element, env) } };
}

function px(length: string): number {
  return Number.parseFloat(length) || 0;
}

/** A move in the plane keeps sizes; everything else does not. */
const MOVE = /^matrix\(1, 0, 0, 1, [^)]*\)$/;

function isPlain(element: Element, env: Env): boolean {
  for (let at: Element | undefined = element; at; at = env.flatParent(at)) {
    const { transform, rotate, scale, zoom, offsetPath } = env.style(at) as CSSStyleDeclaration & { readonly zoom?: string };
    if (transform !== 'none' && transform !== '' && !MOVE.test(transform)) return false;
    if (!isNone(rotate) || !isNone(scale) || !isNone(offsetPath) || (zoom !== undefined && zoom !== '1' && zoom !== '')) return false;
  }
  return true;
}

function isNone(value: string | undefined): boolean {
  return value === undefined || value === '' || value === 'none';
}
