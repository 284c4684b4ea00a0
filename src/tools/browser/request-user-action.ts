import { z } from 'zod';
import { interactionOutput } from '../../interaction/outcome.js';
import { defineTool } from '../../registry/define-tool.js';
import { pageInput } from '../fields.js';

/** Ms the user has. */
const TIMEOUT_MS = 1_800_000;

export const requestUserAction = defineTool({
  name: 'request_user_action',
  title: 'Request a user action',
  description:
    'Ask the user to do something in the browser that you must not or cannot do: enter a password, a payment, a verification code, prove to be human. You learn whether it is done, never what was entered.',
  level: 'interaction',
  effects: 'read',
  capability: 'ask',
  provenance: 'user',
  usesTab: true,
  input: pageInput({ instruction: z.string().min(1).max(1_000).describe('What the user should do, and where.') }),
  async execute({ instruction }, context) {
    const { tabId, page } = context.tab;
    const request = {
      kind: 'request_user_action',
      callId: context.callId,
      request: { instruction, url: page.url() },
      timeoutMs: TIMEOUT_MS,
      tabId,
    } as const;
    return interactionOutput(await context.waiting(() => context.interactions.request(request, context.signal)));
  },
});
