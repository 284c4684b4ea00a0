import { z } from 'zod';
import { type as act } from '../../actions/type.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, elementField, pageInput, refField } from '../fields.js';

export const type = defineTool({
  name: 'type',
  title: 'Type',
  description:
    'Enter text into a field or editor. Replaces what is there; an empty text clears it. Dates, times, months, weeks, colors, numbers and ranges take the exact format of the field. Give either text or secret.',
  level: 'L1',
  effects: 'write',
  capability: 'fill',
  input: pageInput({
    element: elementField,
    ref: refField,
    text: z.string().max(100_000).optional().describe('Text to enter.'),
    secret: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Name of a secret that the host configured; its value is entered and never shown.'),
    mode: z.enum(['replace', 'append']).optional().describe('Replace (default) what is there, or append to it.'),
    submit: z.boolean().optional().describe('True: press Enter once afterwards.'),
    slowly: z.boolean().optional().describe('True: key by key, for fields that react to every key.'),
    dialog: dialogField,
  }).refine(({ text, secret }) => (text === undefined) !== (secret === undefined), 'needs either text or secret'),
  target: ({ ref, element, text, secret, submit }) => ({
    refs: [ref],
    element,
    submits: submit === true,
    ...(text === undefined ? {} : { text }),
    ...(secret === undefined ? {} : { secret }),
  }),
  execute: ({ ref, text, secret, mode, submit, slowly, dialog }, context) =>
    act(context, { ref, text: secret === undefined ? (text ?? '') : context.secret(secret), mode, submit, slowly, dialog }),
});
