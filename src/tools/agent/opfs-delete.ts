import { z } from 'zod';
import { workspacePath } from '../../content/workspace-path.js';
import { defineTool } from '../../registry/define-tool.js';
import { asJson, pathField } from '../fields.js';

export const opfsDelete = defineTool({
  name: 'opfs_delete',
  title: 'Delete a file',
  description: 'Delete a file or folder of the workspace, a folder with everything in it.',
  level: 'builtin',
  effects: 'write',
  capability: 'files',
  input: z.strictObject({ path: pathField.describe('Path of the file or folder.') }),
  async execute({ path }, { agent, signal, dispatching }) {
    const place = workspacePath(path);
    const { workspace } = agent;
    dispatching();
    await workspace.delete(place, signal);
    return asJson({ success: true });
  },
});
