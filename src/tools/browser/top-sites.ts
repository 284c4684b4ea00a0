import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { blocksOf, showable } from '../../tabs/lists.js';
import { DEFAULT_RESULTS, maxResultsField } from '../fields.js';

export const topSites = defineTool({
  name: 'top_sites',
  title: 'Top sites',
  description: 'List the pages that are visited most often, the most frequent first.',
  level: 'L0',
  effects: 'read',
  capability: 'read',
  usesTab: false,
  input: z.strictObject({ maxResults: maxResultsField(100) }),
  async execute({ maxResults = DEFAULT_RESULTS }, { browser, mayShow, signal }) {
    const listed = showable(await browser.topSites(signal), maxResults, mayShow);
    return { data: listed, content: [{ type: 'text', text: blocksOf(listed, () => '', 'No page was visited yet.') }] };
  },
});
