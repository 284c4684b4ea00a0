import { clickTarget } from '../../actions/any-control.js';
import { defineTool } from '../../registry/define-tool.js';
import { acted, clickSpec, PATH_HINTS, pathField, tabInput, tabOfIds, targetOfPath } from './fields.js';

export const clickOnElement = defineTool({
  name: 'clickOnElement',
  title: 'Click on element',
  description:
    'Click an element by its path. Options of dropdowns are chosen the same way. A path that does not stand for the same element any more is refused: read the elements again.',
  level: 'L1',
  effects: 'write',
  capability: 'click',
  hints: PATH_HINTS,
  input: tabInput({ readablePath: pathField }),
  target: (input, lookup) => ({ ...tabOfIds(input, lookup), ...clickSpec(targetOfPath(input.readablePath, input.tabId, lookup)) }),
  execute: async ({ readablePath, tabId }, context) => acted(await clickTarget(context, targetOfPath(readablePath, tabId, context))),
});
