import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { asJson } from '../fields.js';

export const createTask = defineTool({
  name: 'create_task',
  title: 'Create task',
  description: 'Add a task to the list of this conversation, to keep track of work of several steps.',
  level: 'builtin',
  effects: 'read',
  capability: 'memory',
  recovery: 'inspect-first',
  input: z.strictObject({
    subject: z.string().min(1).max(500).regex(/\S/, 'is blank').describe('Title of the task.'),
    description: z.string().max(5_000).optional().describe('More words.'),
  }),
  async execute({ subject, description }, { agent }) {
    return asJson(agent.tasks.create(subject, description));
  },
});
