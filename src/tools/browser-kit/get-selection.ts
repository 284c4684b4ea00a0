import { defineTool } from '../../registry/define-tool.js';
import { acted, PATH_HINTS, tabInput, tabOfIds } from './fields.js';

export const getSelection = defineTool({
  name: 'getSelection',
  title: 'Get selection',
  description: 'Read the text that is selected in a tab: in its text, in a field or in a frame. Empty when nothing is.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  hints: PATH_HINTS,
  input: tabInput({}),
  target: tabOfIds,
  async execute(_input, context) {
    const { text } = await context.perception.selection(context.tab, { signal: context.signal, timeoutMs: context.remaining() });
    return acted({ data: { effects: [] } }, { selectedText: text });
  },
});
