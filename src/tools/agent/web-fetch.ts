import { z } from 'zod';
import { fitted } from '../../content/fitted.js';
import { defineTool } from '../../registry/define-tool.js';
import { asJson, maxLengthField, summaryField, urlField } from '../fields.js';

/** Ms a server has. */
const FETCH_MS = 30_000;
/** Characters given to whoever summarises. */
const MAX_SOURCE = 200_000;

export const webFetch = defineTool({
  name: 'web_fetch',
  title: 'Fetch a page',
  description:
    'Get a public URL without the browser: no scripts, no cookies of the user. HTML comes as Markdown of its main text, JSON indented, text as it is.',
  level: 'builtin',
  effects: 'read',
  capability: 'fetch',
  egress: true,
  trust: 'untrusted',
  provenance: 'page',
  timeoutMs: ({ prompt }, { call }) => FETCH_MS + (prompt === undefined ? 0 : call + FETCH_MS),
  input: z.strictObject({ url: urlField, prompt: summaryField, max_length: maxLengthField }),
  target: ({ url }) => ({ url }),
  async execute({ url, prompt, max_length: limit = MAX_SOURCE }, { content, agent, redact, signal, dispatching }) {
    dispatching();
    const fetched = await content.fetch(url, AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]));
    const { finalUrl, contentType, kind, size } = fetched;
    const text = kind === 'other' ? `(${size} bytes of ${contentType || 'an unknown type'}, which is not text.)` : redact(fetched.text);
    const source = text.slice(0, limit);
    const isCut = fetched.isCut || text.length > limit;
    const told = prompt === undefined ? source : await agent.summarise({ text: source, prompt, url: finalUrl }, signal);
    const result = (shown: string, isShortened: boolean) => ({
      url,
      content_type: contentType,
      content: shown,
      truncated: isCut || isShortened,
      final_url: finalUrl,
    });
    return asJson(fitted(told, result));
  },
});
