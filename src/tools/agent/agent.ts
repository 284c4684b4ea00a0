import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { SUB_AGENT_TYPES } from '../../shared/agent.js';
import { agentTabField } from '../fields.js';

/** Ms a sub-agent has, with what comes after. */
const AGENT_MS = 615_000;

export const agent = defineTool({
  name: 'agent',
  title: 'Start a sub-agent',
  description:
    'Give a larger piece of work to a sub-agent with a conversation of its own; it knows only what the prompt says, and cannot ask the user. Gives its result.',
  level: 'builtin',
  effects: 'read',
  capability: 'agents',
  recovery: 'inspect-first',
  trust: 'untrusted',
  requires: ['sub_agents'],
  timeoutMs: () => AGENT_MS,
  input: z.strictObject({
    prompt: z.string().min(1).max(50_000).describe('The whole task, with everything that has to be known.'),
    description: z.string().min(1).max(100).optional().describe('A few words for whoever watches.'),
    type: z
      .enum(SUB_AGENT_TYPES)
      .optional()
      .describe('researcher: reads and searches only; page_operator: works in pages; general (default): all tools.'),
    tab_id: agentTabField.optional().describe('Tab it works on; nobody else may write to it meanwhile.'),
  }),
  async execute({ prompt, description = 'Sub-agent task', type = 'general', tab_id: tabId }, context) {
    const request = { callId: context.callId, prompt, description, type, tabId };
    const data = await context.agent.start(request, context.signal);
    return { data, content: [{ type: 'text', text: `[agentId: ${data.agent_id}]\n\n${data.result}` }] };
  },
});
