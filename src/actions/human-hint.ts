/** A request to a person, drawn on the page and told to the host. */

import { SdkError } from '../shared/errors.js';
import type { HintTarget, HumanHint } from '../shared/events.js';
import type { ActionContext } from './context.js';

/** How long the highlight stays. */
const HINT_MS = 60_000;
/** Half the side of the box around a point, px. */
const POINT_PX = 24;
const DRAW_MS = 2_000;

interface HintInput {
  readonly action: HumanHint['action'];
  readonly message: string;
  readonly value?: string | undefined;
  readonly readablePath?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
}

/** What the user is told, word for word. */
export function humanMessageOf({ action, message, value = '' }: Pick<HintInput, 'action' | 'message' | 'value'>): string {
  const asked = {
    click: 'Please click the highlighted element.',
    fill: `Please type ${JSON.stringify(value)} into the highlighted field.`,
    'hit-enter': 'Please press Enter on the highlighted element.',
  }[action];
  return `${asked} ${message.trim()}`;
}

export function hintTarget({ readablePath, x = 0, y = 0 }: HintInput, { targets }: Pick<ActionContext, 'targets'>): HintTarget {
  if (readablePath === undefined) return { type: 'coordinates', x, y };
  const label = targets[0]?.facts.name ?? '';
  return { type: 'readablePath', readablePath, ...(label === '' ? {} : { label }) };
}

/** Brings the tab to the front, draws the hint and tells the host. */
export async function showHint(
  context: ActionContext,
  target: HintTarget,
  hint: Pick<HumanHint, 'action' | 'humanMessage' | 'value'>,
): Promise<void> {
  const { tab, signal } = context;
  const options = { signal, timeoutMs: Math.max(1, Math.min(DRAW_MS, context.remaining())) };
  await tab.page.bringToFront();
  await draw(context, target, hint.humanMessage, options);
  context.hint({ ...hint, target, tabId: tab.tabId, expiresInSeconds: HINT_MS / 1_000 });
}

async function draw(
  context: ActionContext,
  target: HintTarget,
  label: string,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<void> {
  const at = target.type === 'coordinates' ? await context.perception.at(context.tab, target, options) : undefined;
  const element = at ?? context.targets[0];
  if (!element) throw new SdkError('internal', 'The element was not looked up.');
  const { world, el } = element;
  if (!at) await world.call('check', { el, checks: ['attached', 'in_view'], attempt: 0 }, options);
  const side = POINT_PX * 2;
  const box = at ? { box: [at.local.x - POINT_PX, at.local.y - POINT_PX, side, side] as const } : {};
  await world.call('highlight', { el, label, ms: HINT_MS, ...box }, options);
}
