import { z } from 'zod';
import { waitFor as act } from '../../actions/wait-for.js';
import { defineTool } from '../../registry/define-tool.js';
import { pageInput, refField } from '../fields.js';

/** Ms for the report after the wait itself. */
const SLACK_MS = 3_000;

export const waitFor = defineTool({
  name: 'wait_for',
  title: 'Wait for',
  description:
    'Wait until a text appears or is gone, the URL matches, or an element has a state. Give one of text, textGone, url or ref; timeMs limits the wait (default 30,000), or alone is a plain timer.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  timeoutMs: ({ timeMs }, { waitFor: limit }) => Math.max(timeMs ?? 0, limit) + SLACK_MS,
  input: pageInput({
    text: z.string().min(1).max(1_000).optional().describe('Visible text to wait for.'),
    textGone: z
      .union([z.string().min(1).max(1_000), z.boolean()])
      .optional()
      .describe('Text that has to be gone; or true, together with text.'),
    url: z.string().min(1).max(2_000).optional().describe('Part of the URL, or a pattern with *.'),
    ref: refField.optional().describe('Ref of an element to watch.'),
    state: z
      .enum(['visible', 'hidden', 'enabled', 'disabled', 'gone'])
      .optional()
      .describe('State the element has to have; default visible.'),
    timeMs: z.int().min(0).max(30_000).optional().describe('Milliseconds.'),
  })
    .refine((input) => countConditions(input) <= 1, 'takes one condition: text, textGone, url or ref')
    .refine(
      (input) => countConditions(input) === 1 || input.timeMs !== undefined,
      'needs a condition (text, textGone, url or ref) or timeMs',
    )
    .refine(({ textGone, text }) => textGone !== true || text !== undefined, 'needs text when textGone is true')
    .refine(({ state, ref }) => state === undefined || ref !== undefined, 'needs ref when state is given'),
  execute: ({ text, textGone, url, ref, state, timeMs }, context) => {
    const gone = textGone === true ? text : textGone === false ? undefined : textGone;
    return act(context, { text: textGone === true ? undefined : text, textGone: gone, url, ref, state, timeMs });
  },
});

interface Conditions {
  readonly text?: string | undefined;
  readonly textGone?: string | boolean | undefined;
  readonly url?: string | undefined;
  readonly ref?: string | undefined;
}
function countConditions({ text, textGone, url, ref }: Conditions): number {
  const isGone = typeof textGone === 'string';
  return [text !== undefined, isGone, url !== undefined, ref !== undefined].filter(Boolean).length;
}
