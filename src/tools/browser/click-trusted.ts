import { z } from 'zod';
import { click } from '../../actions/click.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, elementField, modifiersField, mouseButtonField, pageInput, refField } from '../fields.js';

export const clickTrusted = defineTool({
  name: 'click_trusted',
  title: 'Click with the mouse',
  description: 'Click an element by the mouse of the browser, whatever the input mode of the session. Otherwise as click.',
  level: 'L2',
  effects: 'write',
  capability: 'click',
  input: pageInput({
    element: elementField,
    ref: refField,
    button: mouseButtonField,
    doubleClick: z.boolean().optional().describe('As in click.'),
    modifiers: modifiersField,
    dialog: dialogField,
  }),
  target: ({ ref, element }) => ({ refs: [ref], element }),
  execute: ({ ref, button, doubleClick, modifiers, dialog }, context) =>
    click(context, { ref, button, doubleClick, modifiers, dialog, input: 'trusted' }),
});
