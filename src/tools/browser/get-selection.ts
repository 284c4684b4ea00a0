import { defineTool } from '../../registry/define-tool.js';
import { selectionText } from '../../snapshot/selection-text.js';
import { pageInput } from '../fields.js';

export const getSelection = defineTool({
  name: 'get_selection',
  title: 'Get selection',
  description: 'Read the text that is selected on the page: in its text, in a text field or in a frame. Says so when nothing is selected.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  input: pageInput({}),
  async execute(_input, context) {
    const data = await context.perception.selection(context.tab, { signal: context.signal, timeoutMs: context.remaining() });
    return { data, content: [{ type: 'text', text: selectionText(data) }] };
  },
});
