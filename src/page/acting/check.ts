/** The precheck: may a careful person act on this element now, and at which point? */
import type { CheckName, CheckReply, CheckRequest, PageFailure, PageResult } from '../../shared/page-api.js';
import { computedStyle, isConnected, rectOf } from '../dom.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import type { Activity } from './activity.js';
import type { Clockwork } from './clockwork.js';
import { editableField, refuseDisabled, refuseInert, refuseOutsideModal } from './enabled.js';
import { deepestAt, judgeHit, occluded, type Point } from './hit.js';
import { bringIntoView, isInView, viewportOf } from './in-view.js';
import { boxesOf, isInside, pointsOf, unionOf, within } from './points.js';
import { shownFor, shownLabels } from './proxy.js';
import type { Rect } from './rect.js';
import { framesToRest, waitForRest } from './stable.js';
import { failure, isWithin, ownersOf, type Subject, subjectOf, success } from './subject.js';

export interface CheckTools {
  readonly world: PageWorld;
  readonly services: CaptureServices;
  readonly activity: Activity;
  readonly clockwork: Clockwork;
}
type Failed = { readonly ok: false; readonly failure: PageFailure };

/** Runs the named checks in their order; the first that fails is told. */
export async function check(tools: CheckTools, request: CheckRequest): Promise<PageResult<CheckReply>> {
  const found = subjectOf(tools.world, tools.services, request.el);
  if (!found.ok) return found;
  const wants = new Set<CheckName>(request.checks);
  const subject = found.value;
  const state = checkState(subject, wants);
  if (!state.ok) return state;
  const shown = state.value;
  const scrolled = wants.has('in_view') && scrollIfNeeded(subject, shown, request.attempt);
  const rest = wants.has('stable') ? await restingBox(tools, subject, shown, scrolled) : { ok: true as const, value: undefined };
  if (!rest.ok) return rest;
  const point = wants.has('receives_events')
    ? hitPoint(tools, subject, shown, request.position, rest.value)
    : wants.has('in_view') && isOutOfReach(subject, shown)
      ? occluded(subject, undefined)
      : success(middle(subject, shown));
  if (!point.ok) return point;
  return success(reply(subject, shown, point.value, scrolled));
}

/** Everything that needs no geometry. The value is what can be seen for the element: itself or its label. */
function checkState(subject: Subject, wants: ReadonlySet<CheckName>): PageResult<Element> {
  const shown = shownFor(subject);
  if (wants.has('visible') && !shown) return failure('not_visible', 'The element cannot be seen.', { reason: 'not visible' });
  if (wants.has('enabled')) {
    const refused = refuseDisabled(subject) ?? (wants.has('receives_events') ? undefined : refuseOutsideModal(subject));
    if (refused) return refused;
  } else if (wants.has('receives_events')) {
    const refused = refuseInert(subject);
    if (refused) return refused;
  }
  if (wants.has('editable')) {
    const field = editableField(subject);
    if (!field.ok) return field;
    return success(
      shown === subject.element && subject.services.visible(field.value.element, subject.env)
        ? field.value.element
        : (shown ?? subject.element),
    );
  }
  return success(shown ?? subject.element);
}

function scrollIfNeeded(subject: Subject, shown: Element, attempt: number): boolean {
  if (attempt === 0 && isInView(subject, shown)) return false;
  bringIntoView(subject, shown, attempt);
  return true;
}

async function restingBox(tools: CheckTools, subject: Subject, shown: Element, scrolled: boolean): Promise<PageResult<Rect | undefined>> {
  // What has just been scrolled to may still glide, and lazy content above it come in.
  const frames = scrolled ? 2 : framesToRest(subject, shown, tools.activity);
  if (frames === 0) return success(undefined);
  const box = await waitForRest(shown, frames, tools.clockwork);
  if (!isConnected(shown) || !isConnected(subject.element)) return failure('detached', 'The element left the document.');
  return box ? success(box) : failure('not_stable', 'The element keeps moving.');
}

/** A point where an event reaches the element. A point on a control inside it is the last choice. */
function hitPoint(
  tools: CheckTools,
  subject: Subject,
  shown: Element,
  position: Point | undefined,
  rest: Rect | undefined,
): PageResult<Point> {
  const env = tools.services.env();
  const fresh = { ...subject, env };
  const viewport = viewportOf(subject);
  let nested: Point | undefined;
  let first: Element | undefined;
  let isNestedOnly = false;
  for (const point of candidates(fresh, shown, viewport, position, rest)) {
    if (!isInside(point, viewport)) continue;
    const hit = deepestAt(env, subject.document, point);
    const verdict = judgeHit(env, subject.element, hit);
    if (verdict === 'clean') return success(point);
    if (verdict === 'nested') {
      isNestedOnly ||= first === undefined;
      nested ??= point;
    }
    first ??= hit;
  }
  if (nested && (isNestedOnly || shown === subject.element)) return success(nested);
  return first && isCutOff(fresh, shown, first) ? CUT_OFF : occluded(fresh, first);
}

const CUT_OFF = failure('not_visible', 'The element is cut off by what is around it.', { reason: 'cut off' });

/** Scrolling has not brought its box into the viewport. */
function isOutOfReach(subject: Subject, shown: Element): boolean {
  const box = unionOf(boxesOf(subject.env, shown));
  return box !== undefined && within(box, viewportOf(subject)) === undefined;
}

/** Where it should be, only what holds it is hit: nothing lies over it, it is not drawn there. */
function isCutOff({ env, element }: Subject, shown: Element, hit: Element): boolean {
  return isWithin(env, element, hit) && hit !== element && computedStyle(shown).pointerEvents !== 'none';
}

function* candidates(
  subject: Subject,
  shown: Element,
  viewport: Rect,
  position: Point | undefined,
  rest: Rect | undefined,
): Generator<Point> {
  if (position) {
    const { left, top } = rectOf(shown);
    yield { x: left + position.x, y: top + position.y };
    return;
  }
  const now = rectOf(shown);
  const isWobbling = rest && (Math.abs(rest.left - now.left) > 1 || Math.abs(rest.top - now.top) > 1);
  if (isWobbling) yield { x: (rest.left + rest.right) / 2, y: (rest.top + rest.bottom) / 2 };
  yield* pointsOf(subject.env, shown, viewport);
  for (const label of shownLabels(subject)) if (label !== shown) yield* pointsOf(subject.env, label, viewport);
}

function middle(subject: Subject, shown: Element): Point {
  const { left, top, right, bottom } = unionOf(boxesOf(subject.env, shown)) ?? rectOf(shown);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function reply(subject: Subject, shown: Element, point: Point, scrolled: boolean): CheckReply {
  const box = unionOf(boxesOf(subject.env, shown)) ?? rectOf(shown);
  const { innerWidth: width, innerHeight: height } = subject.view;
  return {
    point,
    box: [box.left, box.top, box.right - box.left, box.bottom - box.top],
    owners: ownersOf(subject, subject.document),
    viewport: { width, height },
    scrolled,
  };
}

/** Asked of a parent document: does an event at this point reach the iframe? */
export function frameHit(
  tools: Pick<CheckTools, 'world' | 'services'>,
  request: { readonly owner: number; readonly x: number; readonly y: number },
): PageResult<null> {
  const found = subjectOf(tools.world, tools.services, request.owner);
  if (!found.ok) return found;
  const subject = found.value;
  if (!isInside(request, viewportOf(subject)))
    return failure('not_visible', 'The point lies outside the viewport of the frame around it.', { reason: 'outside viewport' });
  const hit = deepestAt(subject.env, subject.document, request);
  const verdict: Failed | undefined = hit === subject.element ? undefined : occluded(subject, hit);
  return verdict ?? success(null);
}
