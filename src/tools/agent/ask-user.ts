import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import type { InteractionData } from '../../shared/interactions.js';
import { asJson } from '../fields.js';

/** Ms the user has. */
const TIMEOUT_MS = 300_000;
const ID = 'answer';

export const askUser = defineTool({
  name: 'ask_user',
  title: 'Ask the user',
  description:
    'Ask the user a question, open or with options; they may always write something else. For decisions only they can make; never for passwords, codes or card numbers.',
  level: 'interaction',
  effects: 'read',
  capability: 'ask',
  provenance: 'user',
  input: z.strictObject({
    question: z.string().min(1).max(2_000).describe('The question.'),
    options: z.array(z.string().min(1).max(200)).min(1).max(20).optional().describe('Choices.'),
    multiple: z.boolean().optional().describe('True: several choices may be taken; default false.'),
  }),
  async execute({ question, options, multiple = false }, context) {
    const choices = options === undefined ? {} : { options: options.map((option) => ({ value: option, label: option })) };
    const request = {
      kind: 'ask_user',
      callId: context.callId,
      request: { questions: [{ id: ID, question, ...choices, multiple }] },
      timeoutMs: TIMEOUT_MS,
    } as const;
    return asJson(told(await context.waiting(() => context.interactions.request(request, context.signal))));
  },
});

/** The answer as text; a list is given beside it. */
function told(data: InteractionData) {
  switch (data.status) {
    case 'waiting_interaction':
      return { ...data, note: 'Stop here. The host goes on with you when it has ended; do not make further calls meanwhile.' };
    case 'timed_out':
      return { answer: null, reason: 'timeout' };
    case 'cancelled': {
      const { note } = data.value;
      return { answer: null, reason: 'cancelled', ...(typeof note === 'string' ? { note } : {}) };
    }
    default: {
      const { [ID]: answer = '' } = data.value['answers'] as Readonly<Record<string, string | readonly string[]>>;
      return typeof answer === 'string' ? { answer } : { answer: answer.join(', '), selected: answer };
    }
  }
}
