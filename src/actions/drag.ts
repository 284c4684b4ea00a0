/** Drag: press, move in steps, release. */
import type { MappedPoint } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { WireBox } from '../shared/page-api.js';
import type { ActionData, Effect } from '../shared/results.js';
import type { Act } from './act.js';
import type { ActionContext } from './context.js';
import { type Aim, aimAt, type DragEnd, dropPoint, endPlace, isRef, type Place, scrolledTo, startPlace } from './drag-place.js';
import { collectEffects } from './effects.js';
import { ask } from './observation.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform } from './perform.js';
import { PressWatch } from './press-watch.js';

export interface DragInput {
  readonly from: DragEnd;
  readonly to: DragEnd;
  readonly dialog?: DialogInput | undefined;
}
export type DragData = ActionData & {
  readonly from: MappedPoint;
  readonly to: MappedPoint;
  /** What was dragged is in another place than before. */
  readonly moved: boolean;
};

/** A person's hand makes many moves; pages look at the first few and at the last. */
const MIN_STEPS = 10;
const MAX_STEPS = 24;
const STEP_PX = 40;
/** Beyond the distance at which a press becomes a drag. */
const PULL_PX = 6;
/** A frame comes within this time, or the tab is not drawn. */
const FRAME_MS = 60;
const MOVED_PX = 3;
const RELEASE_MS = 500;

interface Drag {
  start: Place;
  end: Place;
  /** Undefined where the drop place comes into view only once the drag is under way. */
  drop: MappedPoint | undefined;
  readonly aim: Aim | undefined;
  /** Where the button was released. */
  to: MappedPoint | undefined;
  boxBefore: WireBox | undefined;
  moved: boolean;
}

/**
 * Drags with the mouse: HTML5 drag and drop, pointer-driven sorting, sliders.
 * @throws SdkError as click, for either end; occluded when what was to be dragged slid away under the pointer
 */
export function drag(context: ActionContext, { from, to, dialog }: DragInput): Promise<ActionOutcome<DragData>> {
  const judged = judgedEnds(context, from, to);
  let run: Drag | undefined;
  return perform(context, {
    dialog,
    checks: [],
    prepare: async (act) => {
      run = await findEnds(act, { from, to }, judged);
      act.target = run.start.target;
    },
    dispatch: async (act) => {
      if (run) await move(act, run);
    },
    verify: async (act, seen) => {
      if (!run) return { verified: false };
      run.moved = run.moved || (await hasMoved(act, run));
      return { verified: run.moved || collectEffects(act, seen).some(isOfTarget) };
    },
    done: () => (run ? `Dragged ${run.start.words} to ${run.end.words}.` : 'Nothing was dragged.'),
    extra: () => ({ from: run?.start.point ?? ORIGIN, to: run?.to ?? ORIGIN, moved: run?.moved ?? false }),
  });
}
const ORIGIN: MappedPoint = { x: 0, y: 0 };

/** The value of a slider, or what a state says of it. */
const isOfTarget = ({ kind }: Effect): boolean => kind === 'value' || kind === 'target_state';

/** What the gate judged: refs come first, then points. */
function judgedEnds({ targets }: ActionContext, from: DragEnd, to: DragEnd) {
  const points = targets.slice([from, to].filter(isRef).length);
  return { from: isRef(from) ? undefined : points[0], to: isRef(to) ? undefined : points.at(-1) };
}

async function findEnds(act: Act, { from, to }: Pick<DragInput, 'from' | 'to'>, judged: ReturnType<typeof judgedEnds>): Promise<Drag> {
  // Bringing one end into view may move the other: the start comes last, because the pointer goes there first.
  const isEndFirst = isRef(from) && isRef(to);
  const early = isEndFirst ? await endPlace(act, to, judged.to, true) : undefined;
  const start = await startPlace(act, from, judged.from);
  if (start.isScrolledTo && !isRef(to)) throw outOfView(start);
  const end = early ?? (await endPlace(act, to, judged.to, false));
  if (start.target.tab.tabId !== end.target.tab.tabId)
    throw new SdkError('invalid_input', 'Both ends of a drag have to be on one tab.', { phase: 'validate' });
  const aim = isRef(to) ? await aimAt(act, start, end) : undefined;
  const drop = aim ? await dropPoint(act, end, aim) : end.point;
  return { start, end, drop, aim, to: undefined, boxBefore: await boxOf(act, start), moved: false };
}

function outOfView({ words }: Place): SdkError {
  return new SdkError(
    'not_visible',
    `${words} was out of view; scrolling to it has moved what lay at the drop point. Nothing was dragged.`,
    {
      phase: 'precheck',
      hint: 'Take a fresh picture of the page as it is scrolled now, and give the drop point anew.',
    },
  );
}

async function boxOf(act: Act, { target }: Place): Promise<WireBox | undefined> {
  const found = await ask(act, () => target.world.call('check', { el: target.el, checks: ['attached'], attempt: 0 }, act.options()));
  return found?.ok ? found.value.box : undefined;
}

/** It lies elsewhere, or the page drew it anew. Where the page was scrolled for the drop, its box says nothing. */
async function hasMoved(act: Act, { start, boxBefore, drop }: Drag): Promise<boolean> {
  if (act.tab.navigationPending || !boxBefore || !drop) return false;
  const now = await boxOf(act, start);
  return !now || Math.abs(now[0] - boxBefore[0]) > MOVED_PX || Math.abs(now[1] - boxBefore[1]) > MOVED_PX;
}

async function move(act: Act, run: Drag): Promise<void> {
  const { mouse } = act.tab.page;
  const { start } = run;
  const watch = await PressWatch.arm(act, start.target, 1);
  let isDown = false;
  try {
    act.sending();
    act.point = start.point;
    await act.input(mouse.move(start.point.x, start.point.y));
    act.tab.expectInput();
    isDown = true;
    await act.input(mouse.down());
    if (await watch.hasMissed()) throw slippedAway(act, run);
    const to = await pull(act, run);
    await act.input(mouse.move(to.x, to.y));
    await frame(act);
    run.to = to;
    isDown = false;
    await act.input(mouse.up());
  } catch (error) {
    if (isDown) await putBack(act, start.point);
    throw error;
  } finally {
    watch.disarm();
  }
}

/** From the press to just above the drop place. */
async function pull(act: Act, run: Drag): Promise<MappedPoint> {
  const { point } = run.start;
  const first = run.drop ?? { x: point.x, y: point.y + PULL_PX };
  await moveTo(act, towards(point, first, PULL_PX));
  await moveTo(act, towards(point, first, PULL_PX * 2));
  const to = run.drop ?? (await scrolledTo(act, run.end, run.aim ?? { x: 0.5, y: 0.5 }));
  const distance = Math.hypot(to.x - point.x, to.y - point.y);
  const steps = Math.min(MAX_STEPS, Math.max(MIN_STEPS, Math.ceil(distance / STEP_PX)));
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    await moveTo(act, { x: point.x + (to.x - point.x) * part, y: point.y + (to.y - point.y) * part });
  }
  return to;
}

function towards(from: MappedPoint, to: MappedPoint, px: number): MappedPoint {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const part = distance === 0 ? 0 : Math.min(1, px / distance);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

async function moveTo(act: Act, { x, y }: MappedPoint): Promise<void> {
  await act.input(act.tab.page.mouse.move(x, y));
  await frame(act);
}

/** Lets the page draw, so that what follows the pointer is where a person would see it. */
async function frame(act: Act): Promise<void> {
  if (act.tab.navigationPending) return;
  await ask(act, () => act.tab.top().call('quiet', { watchId: 0, quietMs: 0, maxMs: 0 }, act.options(FRAME_MS * 5)));
}

/** A drag that ends early is put back where it began, and the button is released in any case. */
async function putBack(act: Act, { x, y }: MappedPoint): Promise<void> {
  const { mouse } = act.tab.page;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, RELEASE_MS);
  });
  const released = mouse
    .move(x, y)
    .catch(() => undefined)
    .then(() => mouse.up())
    .catch(() => undefined);
  await Promise.race([released, limit]);
  clearTimeout(timer);
}

function slippedAway(act: Act, { start }: Drag): SdkError {
  act.dispatch = 'dispatched';
  return new SdkError('occluded', `When the pointer came down, ${start.words} was not there any more. Nothing was dragged.`, {
    phase: 'precheck',
    hint: 'Look at the page again; something moves there.',
  });
}
