import { z } from 'zod';
import { type } from '../../actions/type.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, elementField, pageInput, refField } from '../fields.js';

export const typeTrusted = defineTool({
  name: 'type_trusted',
  title: 'Type with the keyboard',
  description: 'Enter text by the keyboard of the browser, whatever the input mode of the session. Otherwise as type.',
  level: 'L2',
  effects: 'write',
  capability: 'fill',
  input: pageInput({
    element: elementField,
    ref: refField,
    text: z.string().max(100_000).optional().describe('Text to enter.'),
    secret: z.string().min(1).max(200).optional().describe('Name of a secret, instead of text.'),
    mode: z.enum(['replace', 'append']).optional().describe('Default replace.'),
    submit: z.boolean().optional().describe('True: press Enter once afterwards.'),
    slowly: z.boolean().optional().describe('True: key by key.'),
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
    type(context, {
      ref,
      text: secret === undefined ? (text ?? '') : context.secret(secret),
      mode,
      submit,
      slowly,
      dialog,
      input: 'trusted',
    }),
});
