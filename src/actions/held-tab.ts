/** Several writes as one: for the length of a batch its steps use the tab through this, because the queue of the tab is theirs already. */
import type { PageEngine } from '../bridge/types.js';
import type { DiffData, ResolvedTarget } from '../snapshot/types.js';
import type { ActionContext } from './context.js';

/** The same tab, whose writes run at once. */
function heldTab(tab: PageEngine): PageEngine {
  return new Proxy(tab, {
    get(target, key) {
      if (key === 'write') return <T>(run: () => Promise<T>): Promise<T> => run();
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const NO_DIFF: DiffData = { snapshotId: '', text: '', tokens: 0, refs: [], changed: false };

/**
 * The context of one step: settles fast and prints no diff, which the batch does once at its end.
 * @param judged what the step's target was when the batch began
 */
export function stepContext(context: ActionContext, judged: ResolvedTarget): ActionContext {
  const { perception, settings } = context;
  const tab = heldTab(judged.tab);
  return {
    ...context,
    tab,
    settings: { ...settings, settle: 'fast', probe: false },
    perception: {
      ...perception,
      resolve: async (ref, call) => ({ ...(await perception.resolve(ref, call)), tab }),
      before: async () => undefined,
      diff: async () => NO_DIFF,
    },
    recheck: (target) => context.recheck(target && asJudged(target, judged)),
  };
}

/**
 * Text around a target that earlier steps of the same batch changed (a message in the form) does not void the approval of the batch; the ref
 * itself was checked against its fingerprint.
 */
function asJudged(target: ResolvedTarget, judged: ResolvedTarget): ResolvedTarget {
  const [was, now] = [judged.facts.context, target.facts.context];
  if (!was || !now || was.kind !== now.kind || was.key !== now.key) return target;
  return { ...target, facts: { ...target.facts, context: was } };
}
