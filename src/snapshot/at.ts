/** From a point of the top viewport to the element a press there would be on. */
import type { CallOptions, MappedPoint, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { ElementAtReply } from '../shared/page-api.js';
import { describeElement } from './describe.js';
import { frameOf, type ResolverParts } from './resolve.js';
import { unwrap } from './tree.js';
import type { PointTarget } from './types.js';

/** Frames within frames that are entered. */
const MAX_FRAMES = 16;
/** Closed shadow roots within each other that are entered. */
const MAX_ROOTS = 8;

/** A document: a world, and the iframes inside it around the document, innermost first. */
interface Place {
  readonly world: World;
  readonly owners: readonly number[];
}

/** Goes from frame to frame until an element is found that holds no other document. */
export async function elementAtPoint(parts: ResolverParts, tab: PageEngine, point: MappedPoint, call: CallOptions): Promise<PointTarget> {
  let place: Place = { world: tab.top(), owners: [] };
  let local = point;
  let viewport: ElementAtReply['viewport'] | undefined;
  for (let depth = 0; depth < MAX_FRAMES; depth++) {
    const reply = await ask(tab, place, local, call);
    viewport ??= reply.viewport;
    if (depth === 0) refuseOutside(point, viewport);
    if (reply.frame === 'none') return { ...(await targetOf(parts, tab, place.world, reply.el, call)), local, viewport };
    place = await enter(tab, place, reply, call);
    local = await intoFrame(tab, place, point, call);
  }
  throw new SdkError('unsupported_frame', `There are more than ${MAX_FRAMES} frames within each other at the point.`, { phase: 'resolve' });
}

/** Asks again while what lies there turns out to host a closed shadow root. */
async function ask(tab: PageEngine, { world, owners }: Place, { x, y }: MappedPoint, call: CallOptions): Promise<ElementAtReply> {
  const [owner] = owners;
  const request = { ...(owner === undefined ? {} : { owner }), x, y };
  let reply = unwrap(await world.call('elementAt', request, call));
  for (let depth = 0; depth < MAX_ROOTS && (await tab.enrich(world, { closed: [reply.inner], internals: [] }, call)); depth++)
    reply = unwrap(await world.call('elementAt', request, call));
  return reply;
}

function refuseOutside({ x, y }: MappedPoint, { width, height }: ElementAtReply['viewport']): void {
  if (x >= 0 && y >= 0 && x < width && y < height) return;
  throw new SdkError('invalid_input', `The point ${x}, ${y} lies outside the viewport, which is ${width} x ${height} CSS pixels.`, {
    phase: 'validate',
    hint: 'Give CSS pixels of the viewport. A picture with a device pixel ratio of 2 has twice as many: divide by the ratio told with it.',
    details: { point: { x, y }, viewport: { width, height } },
  });
}

async function enter(tab: PageEngine, { world, owners }: Place, { el, frame }: ElementAtReply, call: CallOptions): Promise<Place> {
  if (frame === 'same') return { world, owners: [el, ...owners] };
  const inner = await tab.foreign(world, el, call);
  if (!inner)
    throw new SdkError('frame_unavailable', 'The frame at the point does not answer, so what is there is not known.', { phase: 'resolve' });
  return { world: inner, owners: [] };
}

/** The point in the viewport of a framed document: the inverse of how points of it map to the top. */
async function intoFrame(tab: PageEngine, place: Place, point: MappedPoint, call: CallOptions): Promise<MappedPoint> {
  const { viewport } = await ask(tab, place, { x: 0, y: 0 }, call);
  const options = { ...call, hitTest: false, viewport };
  const [origin, end] = await Promise.all([
    tab.mapPoint(place.world, place.owners, { x: 0, y: 0 }, options),
    tab.mapPoint(place.world, place.owners, { x: viewport.width, y: viewport.height }, options),
  ]);
  return {
    x: ((point.x - origin.x) / (end.x - origin.x)) * viewport.width,
    y: ((point.y - origin.y) / (end.y - origin.y)) * viewport.height,
  };
}

async function targetOf(
  parts: ResolverParts,
  tab: PageEngine,
  world: World,
  el: number,
  call: CallOptions,
): Promise<Omit<PointTarget, 'local' | 'viewport'>> {
  const reply = unwrap(await world.call('describe', { el }, call));
  const { ref } = await describeElement(parts, tab, world, reply, call);
  return { ref, tab, world, el, facts: reply.facts, frame: await frameOf(tab, world, reply.facts, call) };
}
