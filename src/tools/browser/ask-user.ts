import { z } from 'zod';
import { interactionOutput } from '../../interaction/outcome.js';
import { defineTool } from '../../registry/define-tool.js';

/** Ms the user has. */
const TIMEOUT_MS = 300_000;
const short = z.string().min(1).max(80);

export const askUser = defineTool({
  name: 'ask_user',
  title: 'Ask the user',
  description:
    'Ask the user one to three questions, with two or three options each or open. For decisions only they can make; never ask for passwords, codes or card numbers: use request_user_action for those.',
  level: 'interaction',
  effects: 'read',
  capability: 'ask',
  provenance: 'user',
  input: z.strictObject({
    questions: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(64).describe('Names the answer.'),
          question: z.string().min(1).max(500).describe('The question.'),
          options: z
            .array(
              z.strictObject({
                value: short.describe('What is answered.'),
                label: short.describe('What the user sees.'),
                description: z.string().max(240).optional().describe('More words.'),
              }),
            )
            .min(2)
            .max(3)
            .optional()
            .describe('Choices; the user may always write something else.'),
        }),
      )
      .min(1)
      .max(3)
      .refine((questions) => new Set(questions.map(({ id }) => id)).size === questions.length, 'needs ids that differ')
      .describe('The questions.'),
  }),
  async execute({ questions }, context) {
    const request = { kind: 'ask_user', callId: context.callId, request: { questions }, timeoutMs: TIMEOUT_MS } as const;
    return interactionOutput(await context.waiting(() => context.interactions.request(request, context.signal)));
  },
});
