import { textCapture } from '../../content/readable.js';
import { defineTool } from '../../registry/define-tool.js';
import { firstPage, PATH_HINTS, readInput, tabOfIds } from './fields.js';

export const getReadableText = defineTool({
  name: 'getReadableText',
  title: 'Get readable text',
  description: 'Read the text that a person can see in a tab, its frames included, a line a block, in pages of 8,192 characters.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  hints: PATH_HINTS,
  input: readInput({}),
  target: tabOfIds,
  async execute(_input, context) {
    const call = { signal: context.signal, timeoutMs: context.remaining() };
    return firstPage(context, await textCapture(context, context.tab, call));
  },
});
