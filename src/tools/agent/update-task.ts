import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { TASK_STATUSES } from '../../shared/agent.js';
import { asJson } from '../fields.js';

export const updateTask = defineTool({
  name: 'update_task',
  title: 'Update task',
  description: 'Change status, title or description of a task.',
  level: 'builtin',
  effects: 'read',
  capability: 'memory',
  input: z.strictObject({
    task_id: z.string().min(1).max(40).describe('Task, as listed by list_tasks.'),
    status: z.enum(TASK_STATUSES).optional().describe('New status.'),
    subject: z.string().min(1).max(500).regex(/\S/, 'is blank').optional().describe('New title.'),
    description: z.string().max(5_000).optional().describe('New description.'),
  }),
  async execute({ task_id: id, status, subject, description }, { agent }) {
    const change = {
      ...(status === undefined ? {} : { status }),
      ...(subject === undefined ? {} : { subject }),
      ...(description === undefined ? {} : { description }),
    };
    return asJson(agent.tasks.update(id, change));
  },
});
