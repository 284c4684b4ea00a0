/** Pieces for whoever owns the loop: each watches one thing that loops do wrong, and says so. None of them stops anything by itself. */
import type { ToolResult } from '../shared/results.js';

/** What a guard says; undefined while all is well. */
export type GuardAdvice =
  | { readonly action: 'remind'; readonly reason: string }
  /** Withdraw the tools and let the model answer once. */
  | { readonly action: 'finish'; readonly reason: string };

/** A call and its result, as guards see them. */
export interface GuardedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly result: Pick<ToolResult, 'ok'> & { readonly error?: { readonly code: string } };
}

export interface LoopGuard {
  /** Tells the guard of a call that has ended. */
  afterCall(call: GuardedCall): GuardAdvice | undefined;
}

/** JSON with sorted keys: the same input, however it was written. */
function normal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(normal).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${normal(inner)}`).join(',')}}`;
}

/**
 * The same call again and again: `times` identical ones among the last `window` that went well.
 * @param options default 3 of 6
 */
export function repeatedCalls({ times = 3, window = 6 }: { readonly times?: number; readonly window?: number } = {}): LoopGuard {
  const last: string[] = [];
  return {
    afterCall({ tool, input, result }) {
      if (!result.ok) return undefined;
      const key = `${tool} ${normal(input)}`;
      last.push(key);
      if (last.length > window) last.shift();
      const count = last.filter((one) => one === key).length;
      if (count < times) return undefined;
      return {
        action: 'remind',
        reason: `${tool} was called ${count} times with the same input. Try something else, or say what is in the way.`,
      };
    },
  };
}

/** Failures that are decisions of people or policies: they say nothing about the model. */
const DECISIONS: ReadonlySet<string> = new Set(['denied', 'approval_declined', 'blocked_origin', 'aborted', 'session_disposed']);

/**
 * Failures in a row; any success starts anew. Refusals of people and policies do not count.
 * @param options default: a reminder after 3, an end after 5
 */
export function failuresInARow({
  remindAfter = 3,
  finishAfter = 5,
}: {
  readonly remindAfter?: number;
  readonly finishAfter?: number;
} = {}): LoopGuard {
  let count = 0;
  return {
    afterCall({ result }) {
      if (result.ok) count = 0;
      else if (!DECISIONS.has(result.error?.code ?? '')) count++;
      else return undefined;
      if (count >= finishAfter) return { action: 'finish', reason: `${count} calls in a row have failed.` };
      if (count !== remindAfter) return undefined;
      return { action: 'remind', reason: `${count} calls in a row have failed. Read the page anew and think again.` };
    },
  };
}

/**
 * A number of calls.
 * @param steps at least 1
 * @throws RangeError
 */
export function stepBudget(steps: number): LoopGuard {
  if (!(Number.isInteger(steps) && steps > 0)) throw new RangeError('stepBudget: steps must be a positive integer.');
  let used = 0;
  return {
    afterCall() {
      return ++used < steps ? undefined : { action: 'finish', reason: `The budget of ${steps} calls is used up.` };
    },
  };
}

export interface TokenBudget extends LoopGuard {
  /** Adds what the provider says a request used. */
  use(tokens: number): void;
  readonly used: number;
}

/**
 * A number of tokens, as the host counts them.
 * @param tokens above 0
 * @throws RangeError
 */
export function tokenBudget(tokens: number): TokenBudget {
  if (!(tokens > 0)) throw new RangeError('tokenBudget: tokens must be above 0.');
  let used = 0;
  return {
    get used() {
      return used;
    },
    use(more) {
      if (!(more >= 0)) throw new RangeError('tokenBudget: a request uses 0 tokens or more.');
      used += more;
    },
    afterCall() {
      return used < tokens ? undefined : { action: 'finish', reason: `The budget of ${tokens} tokens is used up.` };
    },
  };
}

/** Several guards as one: the strictest advice counts. */
export function allGuards(...guards: readonly LoopGuard[]): LoopGuard {
  return {
    afterCall(call) {
      const advice = guards.flatMap((guard) => guard.afterCall(call) ?? []);
      return advice.find(({ action }) => action === 'finish') ?? advice[0];
    },
  };
}
