import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { closedLines, listClosed } from '../../tabs/closed-list.js';
import { DEFAULT_RESULTS, maxResultsField } from '../fields.js';

export const sessionsRecentlyClosed = defineTool({
  name: 'sessions_recently_closed',
  title: 'Recently closed',
  description: 'List closed tabs and windows, the last closed first, with the sessionId that session_restore takes.',
  level: 'L0',
  effects: 'read',
  capability: 'read',
  usesTab: false,
  input: z.strictObject({ maxResults: maxResultsField(25) }),
  async execute({ maxResults = DEFAULT_RESULTS }, { browser, mayShow }) {
    const data = listClosed(browser.closed(), maxResults, mayShow);
    return { data, content: [{ type: 'text', text: closedLines(data) }] };
  },
});
