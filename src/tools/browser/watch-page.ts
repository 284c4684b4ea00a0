import { z } from 'zod';
import { interactionOutput } from '../../interaction/outcome.js';
import { defineTool } from '../../registry/define-tool.js';
import { originOf } from '../../shared/origins.js';
import { pageInput } from '../fields.js';

const DEFAULT_S = 300;

export const watchPage = defineTool({
  name: 'watch_page',
  title: 'Watch a page',
  description:
    'Wait long for a page: until a text appears (text), is gone (text_gone), or the URL contains something (url). For seconds use wait_for.',
  level: 'interaction',
  // Watching goes on after the turn: it is asked about like a write.
  effects: 'write',
  capability: 'interact',
  recovery: 'inspect-first',
  trust: 'untrusted',
  provenance: 'page',
  usesTab: true,
  input: pageInput({
    condition: z.enum(['text', 'text_gone', 'url']).describe('What to wait for.'),
    value: z.string().min(1).max(1_000).describe('The text, or the part of the URL.'),
    timeoutSeconds: z.int().min(10).max(86_400).optional().describe('Default 300.'),
  }),
  async execute({ condition, value, timeoutSeconds = DEFAULT_S }, context) {
    context.recheck(undefined);
    const { tabId, page } = context.tab;
    const request = {
      kind: 'watch_page',
      callId: context.callId,
      request: { condition, value },
      timeoutMs: timeoutSeconds * 1_000,
      tabId,
      origin: originOf(page.url()),
    } as const;
    return interactionOutput(await context.waiting(() => context.interactions.request(request, context.signal)));
  },
});
