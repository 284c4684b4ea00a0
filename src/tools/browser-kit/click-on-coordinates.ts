import { clickXy } from '../../actions/click-xy.js';
import { defineTool } from '../../registry/define-tool.js';
import { acted, PATH_HINTS, pixelField, tabInput, tabOfIds } from './fields.js';

export const clickOnCoordinates = defineTool({
  name: 'clickOnCoordinates',
  title: 'Click on coordinates',
  description: 'Click a point of the visible part of a tab, for what has no path. Take the point from a fresh picture of captureTab.',
  level: 'L2',
  effects: 'write',
  capability: 'click',
  hints: PATH_HINTS,
  input: tabInput({ x: pixelField, y: pixelField }),
  target: (input, lookup) => ({ ...tabOfIds(input, lookup), point: { x: input.x, y: input.y } }),
  execute: async ({ x, y }, context) => acted(await clickXy(context, { x, y })),
});
