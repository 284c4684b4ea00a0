/** Click. */
import type { Effect } from '../shared/results.js';
import type { Act } from './act.js';
import type { ActionContext } from './context.js';
import { collectEffects } from './effects.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform, type Verdict } from './perform.js';
import { clickAt } from './pointer.js';
import { describeTarget, type Located, unwrap } from './precheck.js';

export interface ClickInput {
  readonly ref: string;
  /** Default left. */
  readonly button?: 'left' | 'right' | 'middle' | undefined;
  readonly doubleClick?: boolean | undefined;
  /** Keys held down meanwhile. */
  readonly modifiers?: readonly ('Alt' | 'Control' | 'Meta' | 'Shift' | 'ControlOrMeta')[] | undefined;
  /** Answer to dialogs that open meanwhile. Default dismiss. */
  readonly dialog?: DialogInput | undefined;
  /** Overrides the session's input mode. */
  readonly input?: 'trusted' | 'synthetic' | undefined;
}

/** What a pointer needs of its target. */
export const POINTER_CHECKS = ['attached', 'visible', 'enabled', 'in_view', 'stable', 'receives_events'] as const;

/**
 * Clicks an element at a point where the event reaches it.
 * @throws SdkError stale_ref, ambiguous_target, detached, not_visible, disabled, not_stable, occluded, unsupported_frame, and what ends any call;
 * `details.evidence` tells how far it came
 */
export function click(context: ActionContext, input: ClickInput): Promise<ActionOutcome> {
  const { ref, button = 'left', doubleClick = false, modifiers = [], dialog } = input;
  const press = { button, count: doubleClick ? 2 : 1, modifiers };
  const isSynthetic = (input.input ?? context.settings.input) === 'synthetic';
  return perform(context, {
    ref,
    dialog,
    checks: POINTER_CHECKS,
    opensFiles: true,
    presses: isSynthetic ? undefined : press.count,
    dispatch: async (act, at, seen) => {
      if (!at) return;
      if (isSynthetic) await clickByEvents(act, at, press);
      else if (!(await seen.wouldMiss(at.point))) await clickAt(act, at.point, press);
    },
    verify: async (act, seen) => ({ verified: provesClick(act, collectEffects(act, seen)) }),
    done: (act) => `${verbOf(press)} ${act.target ? describeTarget(act.target) : ref}.`,
    extra: () => ({}),
  });
}

type Press = Parameters<typeof clickAt>[2];

async function clickByEvents(act: Act, { target, reply }: Located, { button, count, modifiers }: Press): Promise<void> {
  act.sending();
  const { x, y } = reply.point;
  const held = modifiers.map((key) => (key === 'ControlOrMeta' ? 'Control' : key));
  unwrap(act, await target.world.call('click', { el: target.el, x, y, button, count, modifiers: held }, act.options()));
}

function verbOf({ button, count }: Press): string {
  if (count === 2) return 'Double-clicked';
  return button === 'left' ? 'Clicked' : `Clicked (${button} button)`;
}

const TOGGLED: ReadonlySet<unknown> = new Set(['checked', 'expanded', 'pressed', 'selected']);

/** A toggle that toggled, or a link whose address was reached. */
function provesClick(act: Act, effects: readonly Effect[]): Verdict['verified'] {
  const href = act.target?.facts.href;
  return effects.some((effect) => {
    if (effect.kind === 'target_state') return TOGGLED.has(effect['state']);
    if (href === undefined) return false;
    return (effect.kind === 'url' && effect['to'] === href) || (effect.kind === 'tab_created' && effect['url'] === href);
  });
}
