import { z } from 'zod';
import { click as act } from '../../actions/click.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, elementField, pageInput, refField } from '../fields.js';

export const click = defineTool({
  name: 'click',
  title: 'Click',
  description:
    'Click an element. It is scrolled into view and must be visible, enabled and not covered. The answer tells what changed on the page and gives fresh refs.',
  level: 'L1',
  effects: 'write',
  capability: 'click',
  input: pageInput({
    element: elementField,
    ref: refField,
    button: z.enum(['left', 'right', 'middle']).optional().describe('Mouse button; default left.'),
    doubleClick: z.boolean().optional().describe('True for a double click.'),
    modifiers: z
      .array(z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']))
      .max(4)
      .optional()
      .describe('Keys held down meanwhile.'),
    dialog: dialogField,
  }),
  target: ({ ref, element }) => ({ refs: [ref], element }),
  execute: ({ ref, button, doubleClick, modifiers, dialog }, context) => act(context, { ref, button, doubleClick, modifiers, dialog }),
});
