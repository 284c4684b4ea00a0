import { z } from 'zod';
import { batch as act, type BatchStep } from '../../actions/batch.js';
import { defineTool, type PartSpec } from '../../registry/define-tool.js';
import { dialogField, modifiersField, mouseButtonField, pageInput, shortElementField, shortRefField } from '../fields.js';

const place = { element: shortElementField, ref: shortRefField };
const clickParams = z.strictObject({
  ...place,
  button: mouseButtonField,
  doubleClick: z.boolean().optional().describe('As in click.'),
  modifiers: modifiersField,
});
const typeParams = z
  .strictObject({
    ...place,
    text: z.string().max(100_000).optional().describe('Text, or give secret.'),
    secret: z.string().min(1).max(200).optional().describe('Name of a secret.'),
    mode: z.enum(['replace', 'append']).optional().describe('Default replace.'),
    submit: z.boolean().optional().describe('Press Enter afterwards.'),
    slowly: z.boolean().optional().describe('Key by key.'),
  })
  .refine(({ text, secret }) => (text === undefined) !== (secret === undefined), 'needs either text or secret');
const selectParams = z.strictObject({ ...place, values: z.array(z.string().max(1_000)).min(1).max(100).describe('Options.') });

const stepField = z.union([
  z.strictObject({ kind: z.literal('click').describe('Click.'), params: clickParams.describe('As in click.') }),
  z.strictObject({ kind: z.literal('type').describe('Type.'), params: typeParams.describe('As in type.') }),
  z.strictObject({ kind: z.literal('select_option').describe('Select.'), params: selectParams.describe('As in select_option.') }),
]);
type Step = z.output<typeof stepField>;

export const batchActions = defineTool({
  name: 'batch_actions',
  title: 'Batch of actions',
  description:
    'Up to four click, type or select_option actions in one call, such as a form and its button. Stops at a failure, a new page, tab or dialog, or when much of the page changed; tells for each step whether it ran.',
  level: 'L1',
  effects: 'write',
  capability: 'click',
  input: pageInput({
    actions: z.array(stepField).min(1).max(4).describe('Steps, in order.'),
    dialog: dialogField,
  }),
  target: ({ actions }) => {
    const parts = actions.map(partOf);
    const texts = parts.flatMap(({ text }) => text ?? []);
    const secret = parts.find((part) => part.secret !== undefined)?.secret;
    return {
      refs: actions.map(({ params }) => params.ref),
      parts,
      submits: actions.some(({ kind, params }) => kind === 'type' && params.submit === true),
      ...(texts.length > 0 ? { text: texts.join(', ') } : {}),
      ...(secret === undefined ? {} : { secret }),
    };
  },
  execute: ({ actions, dialog }, context) => act(context, { steps: actions.map((step) => toStep(step, context)), dialog }),
});

function partOf({ kind, params }: Step): PartSpec {
  const base = { tool: kind, capability: kind === 'click' ? 'click' : 'fill', ref: params.ref, element: params.element } as const;
  if (kind === 'select_option') return { ...base, text: params.values.join(', ') };
  if (kind === 'click') return base;
  const { text, secret } = params;
  return { ...base, ...(text === undefined ? {} : { text }), ...(secret === undefined ? {} : { secret }) };
}

function toStep(step: Step, context: { secret(name: string): string }): BatchStep {
  if (step.kind === 'click') {
    const { ref, button, doubleClick, modifiers } = step.params;
    return { kind: 'click', input: { ref, button, doubleClick, modifiers } };
  }
  if (step.kind === 'select_option') return { kind: 'select_option', input: { ref: step.params.ref, values: step.params.values } };
  const { ref, text, secret, mode, submit, slowly } = step.params;
  return { kind: 'type', input: { ref, text: secret === undefined ? (text ?? '') : context.secret(secret), mode, submit, slowly } };
}
