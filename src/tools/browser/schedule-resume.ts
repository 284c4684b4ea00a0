import { z } from 'zod';
import { interactionOutput } from '../../interaction/outcome.js';
import { defineTool } from '../../registry/define-tool.js';

export const scheduleResume = defineTool({
  name: 'schedule_resume',
  title: 'Schedule a resume',
  description: 'Rest for a time, from ten seconds to seven days, when there is nothing to do before then.',
  level: 'interaction',
  effects: 'read',
  capability: 'ask',
  input: z.strictObject({
    delaySeconds: z.int().min(10).max(604_800).describe('Seconds.'),
    reason: z.string().min(1).max(500).describe('Why, for the user and for yourself.'),
  }),
  async execute({ delaySeconds, reason }, context) {
    const request = { kind: 'schedule_resume', callId: context.callId, request: { reason }, timeoutMs: delaySeconds * 1_000 } as const;
    return interactionOutput(await context.waiting(() => context.interactions.request(request, context.signal)));
  },
});
