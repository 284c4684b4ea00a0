import { z } from 'zod';
import { fillTarget } from '../../actions/any-control.js';
import { defineTool } from '../../registry/define-tool.js';
import { acted, fillSpec, PATH_HINTS, pathField, tabInput, tabOfIds, targetOfPath } from './fields.js';

export const fillTextToElement = defineTool({
  name: 'fillTextToElement',
  title: 'Fill text to element',
  description:
    'Replace the text of a field or editor by its path. Dates, times, colors, numbers and ranges take their exact format (2026-01-31, 09:30, #ff0000); dropdowns the text of an option; file fields paths of files, one a line.',
  level: 'L1',
  effects: 'write',
  capability: 'fill',
  hints: PATH_HINTS,
  input: tabInput({ readablePath: pathField, value: z.string().max(100_000).describe('Text to enter; empty clears.') }),
  target: (input, lookup) => ({
    ...tabOfIds(input, lookup),
    ...fillSpec(targetOfPath(input.readablePath, input.tabId, lookup), input.value),
  }),
  async execute({ readablePath, tabId, value }, context) {
    const { ref, isFile = false } = targetOfPath(readablePath, tabId, context);
    return acted(await fillTarget(context, ref, value, isFile));
  },
});
