/** Wait. */
import { SdkError } from '../shared/errors.js';
import { Act } from './act.js';
import type { ActionContext } from './context.js';
import { ask } from './observation.js';
import type { ActionOutcome } from './outcome.js';

export interface WaitForInput {
  readonly text?: string | undefined;
  readonly textGone?: string | undefined;
  /** Substring of the URL, or a pattern with `*`. */
  readonly url?: string | undefined;
  readonly ref?: string | undefined;
  /** With `ref`: what to wait for. Default visible. */
  readonly state?: 'visible' | 'hidden' | 'enabled' | 'disabled' | 'gone' | undefined;
  /** Alone: a plain timer. With a condition: its limit in ms; default `timeouts.waitFor`. */
  readonly timeMs?: number | undefined;
}
export interface WaitForData {
  readonly url: string;
  readonly tabId: number;
  /** The condition that holds now. */
  readonly condition: 'text' | 'text_gone' | 'url' | 'ref' | 'time';
  readonly waitedMs: number;
}

/** First pause between looks; it grows, because what takes long may take longer. */
const LOOK_MS = 50;
const SLOWEST_LOOK_MS = 250;

interface Condition {
  readonly name: WaitForData['condition'];
  /** What is waited for, in words. */
  readonly words: string;
  readonly holds: () => Promise<boolean>;
}

/**
 * Waits until a condition holds. Does not hold the page's write queue.
 * @throws SdkError invalid_input without a condition, timeout when it does not hold in time
 */
export async function waitFor(context: ActionContext, input: WaitForInput): Promise<ActionOutcome<WaitForData>> {
  const act = new Act(context, (input.ref === undefined ? undefined : context.perception.tabOf(input.ref)) ?? context.tab);
  act.phase = 'settle';
  const start = act.now();
  try {
    const condition = conditionOf(act, input);
    const limitMs = input.timeMs ?? context.settings.timeouts.waitFor;
    await until(act, condition, limitMs);
    const waitedMs = Math.round(act.now() - start);
    const data: WaitForData = { url: act.tab.page.url(), tabId: act.tab.tabId, condition: condition.name, waitedMs };
    return {
      data,
      content: [{ type: 'text', text: `Waited ${waitedMs} ms: ${condition.words}.` }],
      evidence: act.evidence(),
      tabId: act.tab.tabId,
    };
  } catch (error) {
    throw act.failed(error);
  }
}

function conditionOf(act: Act, { text, textGone, url, ref, state = 'visible', timeMs }: WaitForInput): Condition {
  if (text !== undefined) return { name: 'text', words: `the text ${JSON.stringify(text)} is shown`, holds: () => hasText(act, text) };
  if (textGone !== undefined)
    return {
      name: 'text_gone',
      words: `the text ${JSON.stringify(textGone)} is gone`,
      holds: async () => !act.tab.navigationPending && !(await hasText(act, textGone)),
    };
  if (url !== undefined)
    return { name: 'url', words: `the URL matches ${JSON.stringify(url)}`, holds: async () => matchesUrl(act.tab.page.url(), url) };
  if (ref !== undefined) return { name: 'ref', words: `${ref} is ${state}`, holds: () => hasState(act, ref, state) };
  if (timeMs !== undefined) return { name: 'time', words: 'the time is over', holds: async () => false };
  throw new SdkError('invalid_input', 'Give one of text, textGone, url, ref or timeMs.', { phase: 'validate' });
}

async function until(act: Act, condition: Condition, limitMs: number): Promise<void> {
  const end = act.now() + limitMs;
  for (let pause = LOOK_MS; ; pause = Math.min(SLOWEST_LOOK_MS, pause * 1.5)) {
    if (await condition.holds()) return;
    const rest = end - act.now();
    if (rest <= 0 && condition.name === 'time') return;
    if (rest <= 0)
      throw new SdkError('timeout', `After ${limitMs} ms this still does not hold: ${condition.words}.`, {
        phase: 'settle',
        hint: 'Read the page to see what is there instead.',
      });
    await act.pause(Math.min(condition.name === 'time' ? rest : pause, rest));
  }
}

/** In the top world and all known foreign frames; a page that is loading has no text yet. */
async function hasText(act: Act, text: string): Promise<boolean> {
  if (act.tab.navigationPending) return false;
  const worlds = new Set([act.tab.top(), ...act.tab.worlds()]);
  const found = await Promise.all([...worlds].map((world) => ask(act, () => world.call('hasText', { text }, act.options(LOOK_MS * 40)))));
  return found.includes(true);
}

function matchesUrl(now: string, wanted: string): boolean {
  if (!wanted.includes('*')) return now.includes(wanted);
  const pattern = wanted.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(now) || (!/^[a-z]+:/i.test(wanted) && new RegExp(pattern.join('.*')).test(now));
}

const GONE: ReadonlySet<string> = new Set(['removed', 'navigated', 'frame_replaced']);

async function hasState(act: Act, ref: string, state: NonNullable<WaitForInput['state']>): Promise<boolean> {
  const resolved = await act.context.perception.resolve(ref, act.options()).catch((error: unknown) => {
    const reason = SdkError.isInstance(error) && error.code === 'stale_ref' ? error.details?.['reason'] : undefined;
    if (typeof reason === 'string' && GONE.has(reason) && (state === 'gone' || state === 'hidden')) return undefined;
    throw error;
  });
  if (!resolved) return true;
  if (state === 'gone') return false;
  const checks = state === 'visible' || state === 'hidden' ? (['attached', 'visible'] as const) : (['attached', 'enabled'] as const);
  const reply = await resolved.world.call('check', { el: resolved.el, checks, attempt: 0 }, act.options());
  return (state === 'visible' || state === 'enabled') === reply.ok;
}
