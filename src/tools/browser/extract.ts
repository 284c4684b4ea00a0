import { z } from 'zod';
import { extract as act, extractText } from '../../content/extract.js';
import { defineTool } from '../../registry/define-tool.js';
import { pageInput, refField } from '../fields.js';

export const extract = defineTool({
  name: 'extract',
  title: 'Extract',
  description:
    'Get the page, or one part of it, as Markdown: what a person can read, with links, tables, code and values of fields. Long texts come in windows of 8,000 characters of one unchanging capture.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  input: pageInput({
    mode: z
      .enum(['page', 'article'])
      .optional()
      .describe('page (default): everything that is shown; article: the main text without navigation and the like.'),
    scope: refField.optional().describe('Ref of the part to extract.'),
    captureId: z.string().min(1).max(60).optional().describe('Capture to read on in, as given by an earlier call.'),
    fromChar: z.int().min(0).max(10_000_000).optional().describe('Where the window begins; default 0.'),
    maxChars: z.int().min(2).max(8_000).optional().describe('Size of the window; default 8,000.'),
    selectors: z.boolean().optional().describe('True: links, controls and headings are followed by their ref and CSS selector.'),
  }),
  target: ({ scope }) => (scope === undefined ? {} : { refs: [scope] }),
  async execute({ mode = 'page', selectors = false, ...options }, context) {
    const call = { signal: context.signal, timeoutMs: context.remaining() };
    const data = await act(context, context.tab, { ...options, mode, selectors }, call);
    const capture = context.content.captures.get(data.captureId);
    const text = extractText(data, capture ?? { isCut: false, lostFrames: 0 });
    return {
      data,
      content: [{ type: 'text', text }],
      ...(data.attachmentId === undefined ? {} : { details: { extractionAttachmentId: data.attachmentId } }),
    };
  },
});
