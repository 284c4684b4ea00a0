import { elementsCapture } from '../../content/readable.js';
import { defineTool } from '../../registry/define-tool.js';
import { firstPage, PATH_HINTS, readInput, tabOfIds } from './fields.js';

export const getReadableElements = defineTool({
  name: 'getReadableElements',
  title: 'Get readable elements',
  description:
    'List what can be acted on in a tab as tuples of path, role, text and value, in pages of 8,192 characters. Paths are for the element tools. What a person cannot reach is left out.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  hints: PATH_HINTS,
  input: readInput({}),
  target: tabOfIds,
  async execute(_input, context) {
    const call = { signal: context.signal, timeoutMs: context.remaining() };
    return firstPage(context, await elementsCapture(context, context.tab, call));
  },
});
