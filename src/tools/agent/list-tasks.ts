import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { asJson } from '../fields.js';

export const listTasks = defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'List all tasks of this conversation with id, title and status.',
  level: 'builtin',
  effects: 'read',
  capability: 'memory',
  input: z.strictObject({}),
  async execute(_, { agent }) {
    return asJson(agent.tasks.list().map(({ id, subject, status }) => ({ id, subject, status })));
  },
});
