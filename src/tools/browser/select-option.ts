import { z } from 'zod';
import { selectOption as act } from '../../actions/select-option.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, elementField, pageInput, refField } from '../fields.js';

export const selectOption = defineTool({
  name: 'select_option',
  title: 'Select option',
  description:
    'Select options of a list, dropdown or combobox by their visible text or value. With several values all of them are selected. An unknown option changes nothing, and the options that exist are listed.',
  level: 'L1',
  effects: 'write',
  capability: 'fill',
  input: pageInput({
    element: elementField,
    ref: refField,
    values: z.array(z.string().max(1_000)).min(1).max(100).describe('Texts or values of the options.'),
    dialog: dialogField,
  }),
  target: ({ ref, element, values }) => ({ refs: [ref], element, text: values.join(', ') }),
  execute: ({ ref, values, dialog }, context) => act(context, { ref, values, dialog }),
});
