/** Click at coordinates. */
import { SdkError } from '../shared/errors.js';
import type { ActionData } from '../shared/results.js';
import type { PointTarget } from '../snapshot/types.js';
import type { Act } from './act.js';
import type { ActionContext } from './context.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform } from './perform.js';
import { clickAt } from './pointer.js';
import { describeTarget } from './precheck.js';
import { hitAgain, PressWatch } from './press-watch.js';

export interface ClickXyInput {
  /** CSS px of the viewport. */
  readonly x: number;
  readonly y: number;
  /** Default left. */
  readonly button?: 'left' | 'right' | 'middle' | undefined;
  /** Default 1. */
  readonly clickCount?: number | undefined;
  readonly modifiers?: readonly ('Alt' | 'Control' | 'Meta' | 'Shift' | 'ControlOrMeta')[] | undefined;
  readonly dialog?: DialogInput | undefined;
}
export type ClickXyData = ActionData & {
  /** What lay at the point when it was pressed. */
  readonly hit: { readonly ref: string; readonly role: string; readonly name: string };
  readonly viewport: { readonly width: number; readonly height: number };
};

type Press = Parameters<typeof clickAt>[2];

/**
 * Clicks a point of the viewport, always by trusted input. What lies there is looked up before and named in the result.
 * @throws SdkError invalid_input (outside the viewport), approval_stale, occluded (something else slid under the pointer; nothing was pressed),
 * unsupported_frame, frame_unavailable
 */
export function clickXy(context: ActionContext, input: ClickXyInput): Promise<ActionOutcome<ClickXyData>> {
  const { x, y, button = 'left', clickCount = 1, modifiers = [], dialog } = input;
  const [judged] = context.targets;
  let hit: PointTarget | undefined;
  return perform(context, {
    dialog,
    checks: [],
    opensFiles: true,
    prepare: async (act) => {
      hit = await hitAgain(act, { x, y }, judged);
      act.target = hit;
    },
    dispatch: async (act) => {
      if (hit) await press(act, hit, { x, y }, { button, count: clickCount, modifiers });
    },
    done: () => `${wordsOf(button, clickCount)} at ${x}, ${y}: ${hit ? `${describeTarget(hit)} [ref=${hit.ref}]` : 'nothing known'}.`,
    extra: () => ({
      hit: { ref: hit?.ref ?? '', role: hit?.facts.role ?? '', name: hit?.facts.name ?? '' },
      viewport: hit?.viewport ?? { width: 0, height: 0 },
    }),
  });
}

async function press(act: Act, hit: PointTarget, point: { readonly x: number; readonly y: number }, how: Press): Promise<void> {
  const watch = await PressWatch.arm(act, hit, how.count);
  try {
    await clickAt(act, point, how);
    if (await watch.hasMissed()) throw slippedAway(act, hit, point);
  } finally {
    watch.disarm();
  }
}

function slippedAway(act: Act, hit: PointTarget, { x, y }: { readonly x: number; readonly y: number }): SdkError {
  act.dispatch = 'dispatched';
  return new SdkError(
    'occluded',
    `When the pointer came down at ${x}, ${y}, ${describeTarget(hit)} was not there any more. No element was pressed.`,
    {
      phase: 'precheck',
      hint: 'Look at the page again; something moves there.',
    },
  );
}

const TIMES = ['', 'Clicked', 'Double-clicked', 'Triple-clicked'];
function wordsOf(button: string, count: number): string {
  return `${TIMES[count] ?? 'Clicked'}${button === 'left' ? '' : ` (${button} button)`}`;
}
