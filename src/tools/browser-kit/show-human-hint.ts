import { z } from 'zod';
import { hintTarget, humanMessageOf, showHint } from '../../actions/human-hint.js';
import { defineTool } from '../../registry/define-tool.js';
import { describeTab } from '../../tabs/table.js';
import { answer, PATH_HINTS, pathField, pixelField, tabInput, tabOfIds, targetOfPath } from './fields.js';

export const showHumanHint = defineTool({
  name: 'showHumanHint',
  title: 'Show human hint',
  description:
    'Highlight an element and ask a person to act on it: a captcha, a code, a payment. Give either readablePath or x and y. Relay humanMessage to the user as it is.',
  level: 'L1',
  effects: 'read',
  capability: 'ask',
  hints: PATH_HINTS,
  input: tabInput({
    action: z.enum(['click', 'fill', 'hit-enter']).describe('What the person should do.'),
    message: z.string().min(1).max(1_000).describe('Why, and what to mind.'),
    value: z.string().max(1_000).optional().describe('What to enter; needed for fill.'),
    readablePath: pathField.optional(),
    x: pixelField.optional(),
    y: pixelField.optional(),
  })
    .refine(({ action, value }) => action !== 'fill' || (value ?? '').trim() !== '', 'fill action requires value')
    .refine(
      ({ readablePath, x, y }) => readablePath === undefined || (x === undefined && y === undefined),
      'provide readablePath or x and y, not both',
    )
    .refine(
      ({ readablePath, x, y }) => readablePath !== undefined || (x !== undefined && y !== undefined),
      'provide readablePath or x and y',
    ),
  target: (input, lookup) => {
    const { readablePath, x, y } = input;
    const where =
      readablePath === undefined ? { point: { x: x ?? 0, y: y ?? 0 } } : { refs: [targetOfPath(readablePath, input.tabId, lookup).ref] };
    return { ...tabOfIds(input, lookup), ...where };
  },
  async execute(input, context) {
    const { action, message, value } = input;
    const target = hintTarget(input, context);
    const humanMessage = humanMessageOf(input);
    await showHint(context, target, { action, humanMessage, ...(value === undefined ? {} : { value }) });
    return answer({
      ok: true as const,
      action,
      target,
      ...(value === undefined ? {} : { value }),
      message: message.trim(),
      humanMessage,
      tab: await describeTab(context.tab, context.mayRead(context.tab), context.signal),
      expiresInSeconds: 60,
    });
  },
});
