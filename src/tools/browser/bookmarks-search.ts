import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { blocksOf, showable } from '../../tabs/lists.js';
import { DEFAULT_RESULTS, maxResultsField } from '../fields.js';

export const bookmarksSearch = defineTool({
  name: 'bookmarks_search',
  title: 'Search bookmarks',
  description: "Search the user's bookmarks by words of title or URL. Folders are not listed.",
  level: 'L0',
  effects: 'read',
  capability: 'read',
  usesTab: false,
  requires: ['bookmarks'],
  input: z.strictObject({
    query: z.string().min(1).max(1_000).describe('Words that must all occur in title or URL.'),
    maxResults: maxResultsField(100),
  }),
  async execute({ query, maxResults = DEFAULT_RESULTS }, { browser, mayShow, signal }) {
    const listed = showable(await browser.bookmarks(query.trim(), signal), maxResults, mayShow);
    const text = blocksOf(listed, ({ id }) => `[${id}] `, 'No bookmark fits.');
    return { data: listed, content: [{ type: 'text', text }] };
  },
});
