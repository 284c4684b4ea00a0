import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { maxTokensField, pageInput } from '../fields.js';

/** Matches shown unless the input says otherwise. */
const DEFAULT_LIMIT = 20;

export const findInPage = defineTool({
  name: 'find_in_page',
  title: 'Find in page',
  description:
    'Search the whole page, also what is off-screen or was left out of a snapshot. Gives the matching nodes with their ancestors and refs.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  input: pageInput({
    query: z.string().min(1).max(1_000).describe('Text to look for, upper and lower case alike.'),
    limit: z.int().min(1).max(200).optional().describe('Largest number of matches; default 20.'),
    maxTokens: maxTokensField,
  }),
  async execute({ query, limit = DEFAULT_LIMIT, maxTokens }, context) {
    const call = { signal: context.signal, timeoutMs: context.remaining() };
    const data = await context.perception.find(context.tab, query, limit, maxTokens ?? context.settings.maxTokens, call);
    return { data, content: [{ type: 'text', text: data.text }] };
  },
});
