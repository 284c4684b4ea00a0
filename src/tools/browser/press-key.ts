import { z } from 'zod';
import { pressKey as act } from '../../actions/press-key.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, pageInput, refField } from '../fields.js';

export const pressKey = defineTool({
  name: 'press_key',
  title: 'Press key',
  description:
    'Press a key or a combination, such as Enter, ArrowDown, Control+A or Shift+Tab. With a ref that element gets the focus first; without one the key goes to what has the focus.',
  level: 'L2',
  effects: 'write',
  capability: 'fill',
  input: pageInput({
    key: z.string().min(1).max(60).describe('Key name or character, with modifiers before it: Control+Shift+K.'),
    ref: refField.optional().describe('Ref of the element that gets the key.'),
    dialog: dialogField,
  }),
  target: ({ key, ref }) => ({ key, submits: /^(enter|numpadenter)$/i.test(key), ...(ref === undefined ? {} : { refs: [ref] }) }),
  execute: ({ key, ref, dialog }, context) => act(context, { key, ref, dialog }),
});
