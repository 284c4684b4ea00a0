import { z } from 'zod';
import { fetchUrl as act, fetchedText } from '../../content/fetch-url.js';
import { defineTool } from '../../registry/define-tool.js';
import { urlField } from '../fields.js';

/** Ms a slow server may take beyond the usual time of a call. */
const TRANSFER_MS = 15_000;

export const fetchUrl = defineTool({
  name: 'fetch_url',
  title: 'Fetch page',
  description:
    'Get a public URL without the browser: no scripts, no cookies of the user. HTML comes as Markdown of its main text, JSON and text as they are, other types by name and size.',
  level: 'builtin',
  effects: 'read',
  capability: 'fetch',
  egress: true,
  trust: 'untrusted',
  provenance: 'page',
  timeoutMs: (_, { call }) => call + TRANSFER_MS,
  input: z.strictObject({
    url: urlField,
    captureId: z
      .string()
      .min(1)
      .max(60)
      .optional()
      .describe('Text to read on in, as given by an earlier call; the URL is not fetched again.'),
    fromChar: z.int().min(0).max(10_000_000).optional().describe('Where the window of 8,000 characters begins; default 0.'),
  }),
  target: ({ url }) => ({ url }),
  async execute(input, context) {
    const data = await act(context, input, context.signal);
    return { data, content: [{ type: 'text', text: fetchedText(data) }] };
  },
});
