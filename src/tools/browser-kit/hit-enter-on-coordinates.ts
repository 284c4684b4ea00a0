import { enterAtPoint } from '../../actions/any-control.js';
import { defineTool } from '../../registry/define-tool.js';
import { acted, PATH_HINTS, pixelField, tabInput, tabOfIds } from './fields.js';

export const hitEnterOnCoordinates = defineTool({
  name: 'hitEnterOnCoordinates',
  title: 'Hit enter on coordinates',
  description: 'Click a point of the visible part of a tab, then press Enter once, to submit a form. For fields without a path.',
  level: 'L2',
  effects: 'write',
  capability: 'fill',
  hints: PATH_HINTS,
  input: tabInput({ x: pixelField, y: pixelField }),
  target: (input, lookup) => ({ ...tabOfIds(input, lookup), point: { x: input.x, y: input.y }, key: 'Enter', submits: true }),
  execute: async ({ x, y }, context) => acted(await enterAtPoint(context, { x, y })),
});
