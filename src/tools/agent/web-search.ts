import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { asJson } from '../fields.js';

/** Ms an engine has, with what comes after. */
const SEARCH_MS = 20_000;
const DEFAULT_HITS = 5;

export const webSearch = defineTool({
  name: 'web_search',
  title: 'Search the web',
  description: 'Search the web: titles, addresses and short texts, best first. Read a result with web_fetch.',
  level: 'builtin',
  effects: 'read',
  capability: 'fetch',
  egress: true,
  trust: 'untrusted',
  provenance: 'page',
  timeoutMs: () => SEARCH_MS,
  input: z.strictObject({
    query: z.string().min(1).max(500).regex(/\S/, 'is blank').describe('Words to search for.'),
    max_results: z.int().min(1).max(10).optional().describe('Most results; default 5.'),
  }),
  target({ query }, { agent }) {
    const url = agent.search.url(query);
    return url === undefined ? {} : { url };
  },
  async execute({ query, max_results: most = DEFAULT_HITS }, { agent, signal, dispatching }) {
    dispatching();
    return asJson(await agent.search.search(query, most, signal));
  },
});
