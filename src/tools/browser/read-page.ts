import { z } from 'zod';
import { isArticleCursor, readArticle } from '../../content/read-article.js';
import { defineTool } from '../../registry/define-tool.js';
import { maxTokensField, pageInput, refField } from '../fields.js';

export const readPage = defineTool({
  name: 'read_page',
  title: 'Read page',
  description:
    'Read the page as a tree of roles, names and states with refs to act on. What does not fit is counted, and the cursor at the end reads on. Take refs from here before you act.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  input: pageInput({
    mode: z
      .enum(['snapshot', 'article', 'interactive'])
      .optional()
      .describe(
        'snapshot (default): everything; interactive: controls and what places them; article: the main text as Markdown, without refs.',
      ),
    scope: refField.optional().describe('Ref of the part to read.'),
    cursor: z.string().min(1).max(200).optional().describe('Cursor printed by an earlier read; reads on from there.'),
    maxTokens: maxTokensField,
    boxes: z.boolean().optional().describe('True: positions of all nodes in the data, not only of those in the viewport.'),
  }),
  target: ({ scope }) => (scope === undefined ? {} : { refs: [scope] }),
  async execute({ mode = 'snapshot', maxTokens: asked, boxes, ...place }, context) {
    const maxTokens = asked ?? context.settings.maxTokens;
    const call = { signal: context.signal, timeoutMs: context.remaining() };
    const { scope, cursor } = place;
    const isArticle = cursor === undefined ? mode === 'article' : isArticleCursor(cursor);
    const options = {
      // A cursor of a snapshot goes on in the mode of its capture.
      mode: mode === 'article' ? ('snapshot' as const) : mode,
      maxTokens,
      ...(scope === undefined ? {} : { scope }),
      ...(cursor === undefined ? {} : { cursor }),
      ...(boxes === undefined ? {} : { boxes }),
    };
    const data = isArticle
      ? await readArticle(context, context.tab, { scope, cursor, maxTokens }, call)
      : await context.perception.read(context.tab, options, call);
    return { data, content: [{ type: 'text', text: data.text }] };
  },
});
