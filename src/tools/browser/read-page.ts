import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { maxTokensField, pageInput, refField } from '../fields.js';

export const readPage = defineTool({
  name: 'read_page',
  title: 'Read page',
  description:
    'Read the page as a tree of roles, names and states with refs to act on. What does not fit is counted, and the cursor at the end reads on. Take refs from here before you act.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  input: pageInput({
    mode: z
      .enum(['snapshot', 'interactive'])
      .optional()
      .describe('snapshot (default): everything; interactive: controls and what places them.'),
    scope: refField.optional().describe('Ref of the part to read.'),
    cursor: z.string().min(1).max(200).optional().describe('Cursor printed by an earlier read; reads on from there.'),
    maxTokens: maxTokensField,
    boxes: z.boolean().optional().describe('True: positions of all nodes in the data, not only of those in the viewport.'),
  }),
  target: ({ scope }) => (scope === undefined ? {} : { refs: [scope] }),
  async execute({ mode = 'snapshot', scope, cursor, maxTokens, boxes }, context) {
    const options = {
      mode,
      maxTokens: maxTokens ?? context.settings.maxTokens,
      ...(scope === undefined ? {} : { scope }),
      ...(cursor === undefined ? {} : { cursor }),
      ...(boxes === undefined ? {} : { boxes }),
    };
    const data = await context.perception.read(context.tab, options, { signal: context.signal, timeoutMs: context.remaining() });
    return { data, content: [{ type: 'text', text: data.text }] };
  },
});
