import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { blocksOf, showable } from '../../tabs/lists.js';
import { DEFAULT_RESULTS, maxResultsField } from '../fields.js';

/** The last moment a Date can show, Unix ms. */
const END_OF_TIME = 8_640_000_000_000_000;
const timeField = z.int().min(0).max(END_OF_TIME).optional();

export const historySearch = defineTool({
  name: 'history_search',
  title: 'Search history',
  description:
    'Search pages visited before, latest visit first, by words of title or URL and by time. Titles and URLs only, not what the pages said.',
  level: 'L0',
  effects: 'read',
  capability: 'read',
  usesTab: false,
  input: z
    .strictObject({
      query: z.string().max(1_000).optional().describe('Words that must all occur in title or URL; without it all pages.'),
      startTime: timeField.describe('Visits from then on, Unix ms; default 0.'),
      endTime: timeField.describe('Visits before then, Unix ms; default now.'),
      maxResults: maxResultsField(100),
    })
    .refine(
      ({ startTime, endTime }) => startTime === undefined || endTime === undefined || startTime < endTime,
      'needs endTime after startTime',
    ),
  async execute({ query = '', startTime = 0, endTime = END_OF_TIME, maxResults = DEFAULT_RESULTS }, { browser, mayShow, signal }) {
    const found = await browser.history({ query: query.trim(), startTime, endTime }, signal);
    const listed = showable(found, maxResults, mayShow);
    const text = blocksOf(listed, ({ visitedAt }) => `${new Date(visitedAt).toISOString()} · `, 'No page of the history fits.');
    return { data: listed, content: [{ type: 'text', text }] };
  },
});
