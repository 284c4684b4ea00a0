import { z } from 'zod';
import { drag as act } from '../../actions/drag.js';
import { defineTool } from '../../registry/define-tool.js';
import { coordinateField, dialogField, pageInput, shortRefField } from '../fields.js';

const endField = z.union([
  z.strictObject({ ref: shortRefField }),
  z.strictObject({ x: coordinateField.describe('CSS pixels.'), y: coordinateField.describe('CSS pixels.') }),
]);

export const drag = defineTool({
  name: 'drag',
  title: 'Drag',
  description:
    'Drag with the mouse from one element or point to another: sort a list, move a card, set a slider, draw. An item dropped on an item of its list takes its place.',
  level: 'L2',
  effects: 'write',
  capability: 'click',
  input: pageInput({
    from: endField.describe('Where the button is pressed: a ref, or CSS pixels of the viewport.'),
    to: endField.describe('Where it is released.'),
    dialog: dialogField,
  }),
  target: ({ from, to }) => ({
    refs: [from, to].flatMap((end) => ('ref' in end ? [end.ref] : [])),
    ...('ref' in from ? {} : { point: from }),
    ...('ref' in to ? {} : { dropPoint: to }),
  }),
  execute: ({ from, to, dialog }, context) => act(context, { from, to, dialog }),
});
