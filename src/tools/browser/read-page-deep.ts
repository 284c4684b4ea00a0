import { defineTool } from '../../registry/define-tool.js';
import { maxTokensField, pageInput } from '../fields.js';

export const readPageDeep = defineTool({
  name: 'read_page_deep',
  title: 'Read page deep',
  description:
    "Read the browser's own accessibility trees of all frames, closed shadow parts included, and a sample of other elements that scripts listen on. Use it when read_page does not show a control. Its refs work like those of read_page until the document changes.",
  level: 'L2',
  effects: 'read',
  capability: 'read',
  requires: ['cdp'],
  input: pageInput({ maxTokens: maxTokensField }),
  async execute({ maxTokens }, context) {
    const call = { signal: context.signal, timeoutMs: context.remaining() };
    const data = await context.perception.readDeep(context.tab, maxTokens ?? context.settings.maxTokens, call);
    return { data, content: [{ type: 'text', text: data.text }] };
  },
});
