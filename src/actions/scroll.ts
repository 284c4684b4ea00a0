/** Scroll. */
import type { ScrollReply } from '../shared/page-api.js';
import type { ActionData } from '../shared/results.js';
import type { ActionContext } from './context.js';
import type { ActionOutcome } from './outcome.js';
import { perform } from './perform.js';
import { unwrap } from './precheck.js';

export interface ScrollInput {
  /** Ref of what to scroll (or its nearest scrollable ancestor); absent: the page. */
  readonly target?: string | undefined;
  readonly direction: 'up' | 'down' | 'left' | 'right';
  /** `page` (default) is 0.85 of the visible size; a number is px. */
  readonly amount?: 'page' | 'end' | 'into_view' | number | undefined;
  /** Share of the visible size that `page` is. */
  readonly share?: number | undefined;
  /** True: the page itself is never scrolled in place of the target. */
  readonly within?: boolean | undefined;
}
export type ScrollData = ActionData & ScrollReply;

/**
 * Scrolls and tells the position before and after and whether the edge is reached.
 * @throws SdkError stale_ref, ambiguous_target, detached
 */
export function scroll(
  context: ActionContext,
  { target: ref, direction, amount = 'page', share, within }: ScrollInput,
): Promise<ActionOutcome<ScrollData>> {
  let reply: ScrollReply = { before: ORIGIN, after: ORIGIN, max: ORIGIN, atEdge: true, scroller: '' };
  const hasMoved = (): boolean => reply.before.x !== reply.after.x || reply.before.y !== reply.after.y;
  return perform(context, {
    ref,
    checks: ['attached'],
    dispatch: async (act, at) => {
      act.sending();
      const world = at?.target.world ?? act.tab.top();
      const request = {
        ...(at ? { el: at.target.el } : {}),
        direction,
        amount,
        ...(share === undefined ? {} : { share }),
        ...(within === undefined ? {} : { within }),
      };
      reply = unwrap(act, await world.call('scroll', request, act.options()));
    },
    verify: async () => ({
      verified: hasMoved(),
      effects: hasMoved() ? [{ kind: 'scroll', x: Math.round(reply.after.x), y: Math.round(reply.after.y) }] : [],
    }),
    done: () => `${toldMove(reply, hasMoved())}${reply.atEdge ? ` The ${EDGES[direction]} is reached.` : ''}`,
    extra: () => reply,
  });
}

const ORIGIN = { x: 0, y: 0 } as const;
const EDGES = { up: 'top', down: 'bottom', left: 'left edge', right: 'right edge' } as const;

function toldMove({ before, after, max, scroller }: ScrollReply, hasMoved: boolean): string {
  const what = scroller || 'the page';
  if (!hasMoved) return `Nothing moved: ${what} is at ${place(after)} of ${place(max)}.`;
  return `Scrolled ${what} from ${place(before)} to ${place(after)} of ${place(max)}.`;
}
function place({ x, y }: { readonly x: number; readonly y: number }): string {
  return `x ${Math.round(x)}, y ${Math.round(y)}`;
}
