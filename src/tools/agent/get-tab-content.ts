import { z } from 'zod';
import { fitted } from '../../content/fitted.js';
import { tabContent } from '../../content/tab-content.js';
import { defineTool } from '../../registry/define-tool.js';
import { agentTabField, asJson, maxLengthField, summaryField } from '../fields.js';

const MAX_SOURCE = 200_000;
/** Ms a model may take for a summary. */
const SUMMARY_MS = 30_000;

export const getTabContent = defineTool({
  name: 'get_tab_content',
  title: 'Read a tab',
  description:
    'Get what a tab shows now as Markdown, values of fields included. Headings, links and controls are followed by <!-- a CSS selector --> that only they match.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  timeoutMs: ({ prompt }, { call }) => call + (prompt === undefined ? 0 : SUMMARY_MS),
  input: z.strictObject({
    tab_id: agentTabField,
    selector: z.string().min(1).max(2_000).optional().describe('CSS selector of the part to get.'),
    prompt: summaryField,
    max_length: maxLengthField,
  }),
  target: ({ tab_id: tab }) => ({ tab }),
  async execute({ tab_id: tabId, selector, prompt, max_length: maxChars = MAX_SOURCE }, context) {
    const call = { signal: context.signal, timeoutMs: context.remaining() };
    const { url, title, content, isCut } = await tabContent(context, context.tab, { selector, maxChars }, call);
    const told = prompt === undefined ? content : await context.agent.summarise({ text: content, prompt, url }, context.signal);
    const result = (shown: string, isShortened: boolean) => ({
      tab_id: tabId,
      url,
      title,
      content: shown,
      truncated: isCut || isShortened,
      used_selector: selector ?? null,
    });
    return asJson(fitted(told, result));
  },
});
