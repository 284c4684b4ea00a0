/** Quads of frames: axis-aligned rectangles are mapped exactly, everything else is refused. */
import { SdkError } from '../shared/errors.js';
import type { FramePlace } from './frame-place.js';
import type { MappedPoint } from './types.js';

interface FrameRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Px within which corners count as aligned: layout works in 1/64 px, and scale multiplies its rounding. */
const TOLERANCE = 0.05;

/** Why a quad cannot be mapped; undefined for an upright rectangle. Corners clockwise from the top left of the content. */
function faultOf([x1, y1, x2, y2, x3, y3, x4, y4]: readonly number[]): string | undefined {
  const corners = [x1, y1, x2, y2, x3, y3, x4, y4];
  if (corners.some((value) => value === undefined || !Number.isFinite(value))) return '3d';
  const [ax, ay, bx, by, cx, cy, dx, dy] = corners as [number, number, number, number, number, number, number, number];
  const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE;
  if (!isNear(ax + cx, bx + dx) || !isNear(ay + cy, by + dy)) return '3d';
  const across = { x: bx - ax, y: by - ay };
  const down = { x: dx - ax, y: dy - ay };
  const isUpright = isNear(across.y, 0) && isNear(down.x, 0);
  const area = across.x * down.y - across.y * down.x;
  if (isUpright) {
    if (across.x < 0 && down.y < 0) return 'rotation';
    if (across.x < 0 || down.y < 0) return 'mirrored';
    return area > 0 ? undefined : 'no size';
  }
  if (area < 0) return 'mirrored';
  const cosine = (across.x * down.x + across.y * down.y) / (Math.hypot(across.x, across.y) * Math.hypot(down.x, down.y) || 1);
  return Math.abs(cosine) < 0.01 ? 'rotation' : 'skew';
}

/** @throws SdkError unsupported_frame with the reason: rotation, skew, mirrored, 3d */
export function rectOfQuad(quad: readonly number[]): FrameRect {
  const reason = faultOf(quad);
  if (reason === 'no size')
    throw new SdkError('occluded', 'The frame of the element has no size.', { phase: 'precheck', details: { reason } });
  if (reason) {
    throw new SdkError('unsupported_frame', `A frame around the element is transformed (${reason}), so no exact point can be computed.`, {
      details: { reason },
    });
  }
  const [x, y, right, , , bottom] = quad as [number, number, number, number, number, number];
  return { x, y, width: right - x, height: bottom - y };
}

/** From px of the document inside to px outside. */
export function mapOutOf(place: FramePlace, point: MappedPoint): MappedPoint {
  return { x: place.x + point.x * place.scaleX, y: place.y + point.y * place.scaleY };
}

/** From px outside to px of the document inside. */
export function mapInto(place: FramePlace, point: MappedPoint): MappedPoint {
  return { x: (point.x - place.x) / place.scaleX, y: (point.y - place.y) / place.scaleY };
}
