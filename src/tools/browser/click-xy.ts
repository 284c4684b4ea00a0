import { z } from 'zod';
import { clickXy as act } from '../../actions/click-xy.js';
import { defineTool } from '../../registry/define-tool.js';
import { coordinateField, dialogField, modifiersField, mouseButtonField, pageInput } from '../fields.js';

export const clickXy = defineTool({
  name: 'click_xy',
  title: 'Click at a point',
  description:
    'Click at coordinates, for what has no ref, such as a spot on a canvas. CSS pixels of the viewport, as told with a screenshot. The answer names the element that was hit.',
  level: 'L2',
  effects: 'write',
  capability: 'click',
  input: pageInput({
    x: coordinateField,
    y: coordinateField,
    button: mouseButtonField,
    clickCount: z.int().min(1).max(3).optional().describe('Default 1.'),
    modifiers: modifiersField,
    dialog: dialogField,
  }),
  target: ({ x, y }) => ({ point: { x, y } }),
  execute: ({ x, y, button, clickCount, modifiers, dialog }, context) => act(context, { x, y, button, clickCount, modifiers, dialog }),
});
