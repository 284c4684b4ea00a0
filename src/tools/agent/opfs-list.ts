import { z } from 'zod';
import { workspacePath } from '../../content/workspace-path.js';
import { defineTool } from '../../registry/define-tool.js';
import { asJson, pathField } from '../fields.js';

export const opfsList = defineTool({
  name: 'opfs_list',
  title: 'List files',
  description: 'List one folder of the workspace: names, kinds, and sizes of files in bytes.',
  level: 'builtin',
  effects: 'read',
  capability: 'files',
  trust: 'untrusted',
  input: z.strictObject({ path: pathField.optional().describe('Path of the folder; default the root.') }),
  async execute({ path = '' }, { agent, signal }) {
    return asJson(await agent.workspace.list(workspacePath(path, true), signal));
  },
});
