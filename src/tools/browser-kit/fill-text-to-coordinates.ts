import { z } from 'zod';
import { fillPoint } from '../../actions/any-control.js';
import { defineTool } from '../../registry/define-tool.js';
import { acted, PATH_HINTS, pixelField, tabInput, tabOfIds } from './fields.js';

export const fillTextToCoordinates = defineTool({
  name: 'fillTextToCoordinates',
  title: 'Fill text to coordinates',
  description: 'Click the field at a point of the visible part of a tab and replace its text. For fields without a path.',
  level: 'L2',
  effects: 'write',
  capability: 'fill',
  hints: PATH_HINTS,
  input: tabInput({ x: pixelField, y: pixelField, value: z.string().max(100_000).describe('Text to enter.') }),
  target: (input, lookup) => ({ ...tabOfIds(input, lookup), point: { x: input.x, y: input.y }, text: input.value }),
  execute: async ({ x, y, value }, context) => acted(await fillPoint(context, { x, y }, value)),
});
