import { pressKey } from '../../actions/press-key.js';
import { defineTool } from '../../registry/define-tool.js';
import { acted, PATH_HINTS, pathField, tabInput, tabOfIds, targetOfPath } from './fields.js';

export const hitEnterOnElement = defineTool({
  name: 'hitEnterOnElement',
  title: 'Hit enter on element',
  description: 'Focus an element by its path and press Enter once, to submit a form that has no submit button.',
  level: 'L1',
  effects: 'write',
  capability: 'fill',
  hints: PATH_HINTS,
  input: tabInput({ readablePath: pathField }),
  target: (input, lookup) => ({
    ...tabOfIds(input, lookup),
    refs: [targetOfPath(input.readablePath, input.tabId, lookup).ref],
    key: 'Enter',
    submits: true,
  }),
  execute: async ({ readablePath, tabId }, context) =>
    acted(await pressKey(context, { key: 'Enter', ref: targetOfPath(readablePath, tabId, context).ref })),
});
