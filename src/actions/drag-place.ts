/** Where a drag starts and ends. */
import type { MappedPoint } from '../bridge/types.js';
import type { CheckName } from '../shared/page-api.js';
import type { PointTarget, ResolvedTarget } from '../snapshot/types.js';
import type { Act } from './act.js';
import { describeTarget, type Located, locate, unwrap } from './precheck.js';
import { hitAgain } from './press-watch.js';

/** A ref, or a point of the viewport in CSS px. */
export type DragEnd = { readonly ref: string } | { readonly x: number; readonly y: number };

export interface Place {
  /** In px of the top viewport. */
  readonly point: MappedPoint;
  /** What is there, with the point in px of its own document. */
  readonly target: PointTarget;
  readonly words: string;
  readonly isScrolledTo: boolean;
}

const START_CHECKS: readonly CheckName[] = ['attached', 'visible', 'enabled', 'in_view', 'stable', 'receives_events'];
const END_CHECKS: readonly CheckName[] = ['attached', 'visible', 'in_view', 'stable', 'receives_events'];
const SHOWN_CHECKS: readonly CheckName[] = ['attached', 'visible'];
/** Asked without scrolling. */
const STILL_CHECKS: readonly CheckName[] = ['attached', 'visible', 'receives_events'];
/** How far into the target a drop goes that has to pass its middle, as a share of its size. */
const PAST_MIDDLE = 0.75;

export const isRef = (end: DragEnd): end is { readonly ref: string } => 'ref' in end;

/** The place to start from; a ref is scrolled into view. */
export async function startPlace(act: Act, from: DragEnd, judged: ResolvedTarget | undefined): Promise<Place> {
  return isRef(from) ? fromLocated(await locate(act, from.ref, START_CHECKS)) : atPoint(act, from, judged);
}

/**
 * The place to drop at.
 * @param mayScroll false where the start is a point: scrolling would take away what lies there
 */
export async function endPlace(act: Act, to: DragEnd, judged: ResolvedTarget | undefined, mayScroll: boolean): Promise<Place> {
  if (!isRef(to)) return atPoint(act, to, judged);
  return fromLocated(await locate(act, to.ref, mayScroll ? END_CHECKS : SHOWN_CHECKS));
}

async function atPoint(act: Act, end: { readonly x: number; readonly y: number }, judged: ResolvedTarget | undefined): Promise<Place> {
  const target = await hitAgain(act, end, judged);
  return { point: { x: end.x, y: end.y }, target, words: `${end.x}, ${end.y} (${describeTarget(target)})`, isScrolledTo: false };
}

function fromLocated({ target, reply, point }: Located): Place {
  return {
    point,
    target: { ...target, local: reply.point, viewport: reply.viewport },
    words: describeTarget(target),
    isScrolledTo: reply.scrolled,
  };
}

/** How far into the target a drop goes, as shares of its width and height. */
export interface Aim {
  readonly x: number;
  readonly y: number;
}
const MIDDLE: Aim = { x: 0.5, y: 0.5 };

/**
 * An item dropped on an item of its kind has to change places with it, so it goes past the middle in the direction of travel; on anything else
 * the middle is right.
 */
export async function aimAt(act: Act, from: Place, to: Place): Promise<Aim> {
  if (!isSameKind(from.target, to.target)) return MIDDLE;
  const middle = await mapped(act, to.target, unwrap(act, await ask(act, to.target, ['attached'])).point);
  const travel = { x: middle.x - from.point.x, y: middle.y - from.point.y };
  const share = (along: number): number => (along >= 0 ? PAST_MIDDLE : 1 - PAST_MIDDLE);
  return Math.abs(travel.x) > Math.abs(travel.y) ? { x: share(travel.x), y: 0.5 } : { x: 0.5, y: share(travel.y) };
}

function isSameKind(a: ResolvedTarget, b: ResolvedTarget): boolean {
  return a.world.id === b.world.id && a.el !== b.el && a.facts.role === b.facts.role && a.facts.tag === b.facts.tag;
}

/** The drop place as it lies now, without scrolling; undefined when it is out of view. */
export async function dropPoint(act: Act, { target }: Place, aim: Aim): Promise<MappedPoint | undefined> {
  const anywhere = await ask(act, target, STILL_CHECKS);
  if (!anywhere.ok) return undefined;
  const { box, point } = anywhere.value;
  const aimed = aim === MIDDLE ? undefined : await ask(act, target, STILL_CHECKS, { x: box[2] * aim.x, y: box[3] * aim.y });
  return mapped(act, target, aimed?.ok ? aimed.value.point : point, true);
}

/** The drop place brought into view while the button is down: what is being dragged may lie over it, so no hit is tested. */
export async function scrolledTo(act: Act, { target }: Place, aim: Aim): Promise<MappedPoint> {
  const [x, y, width, height] = unwrap(act, await ask(act, target, ['attached', 'in_view'])).box;
  return mapped(act, target, { x: x + width * aim.x, y: y + height * aim.y });
}

/** @param position in px from the corner of the target's box; absent: wherever an event reaches it */
function ask(act: Act, target: ResolvedTarget, checks: readonly CheckName[], position?: MappedPoint) {
  return target.world.call('check', { el: target.el, checks, attempt: 0, ...(position ? { position } : {}) }, act.options());
}

async function mapped(act: Act, { world, facts }: ResolvedTarget, point: MappedPoint, hitTest = false): Promise<MappedPoint> {
  const { viewport } = unwrap(act, await world.call('check', { el: facts.el, checks: ['attached'], attempt: 0 }, act.options()));
  return act.tab.mapPoint(world, facts.owners, point, { ...act.options(), hitTest, viewport });
}
