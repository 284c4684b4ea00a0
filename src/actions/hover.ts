/** Hover. */
import type { ActionContext } from './context.js';
import type { ActionOutcome } from './outcome.js';
import { perform } from './perform.js';
import { moveTo } from './pointer.js';
import { describeTarget } from './precheck.js';

/** Not `enabled`: what a disabled control says why is read by hovering over it. */
const HOVER_CHECKS = ['attached', 'visible', 'in_view', 'stable', 'receives_events'] as const;

/**
 * Moves the pointer over an element and leaves it there. Always trusted input, so that `:hover` applies.
 * @throws SdkError as click, but for disabled
 */
export function hover(context: ActionContext, { ref }: { readonly ref: string }): Promise<ActionOutcome> {
  return perform(context, {
    ref,
    checks: HOVER_CHECKS,
    dispatch: async (act, at) => {
      if (at) await moveTo(act, at.point);
    },
    verify: async (_act, seen) => ({ verified: seen.reads().some((read) => read.state?.hovered === true) }),
    done: (act) => `Hovered over ${act.target ? describeTarget(act.target) : ref}.`,
    extra: () => ({}),
  });
}
