import { z } from 'zod';
import { bytesOf, workspacePath } from '../../content/workspace-path.js';
import { defineTool } from '../../registry/define-tool.js';
import { asJson, pathField } from '../fields.js';

export const opfsWrite = defineTool({
  name: 'opfs_write',
  title: 'Write a file',
  description:
    'Write a file of the workspace: text, or the bytes of a base64 data URL. Makes the folders it needs; replaces a file that is there.',
  level: 'builtin',
  effects: 'write',
  capability: 'files',
  recovery: 'retry-safe',
  input: z.strictObject({
    path: pathField,
    content: z.string().max(10_000_000).describe('Text of the file, or a data URL with base64 for bytes.'),
  }),
  async execute({ path, content }, { agent, signal, dispatching }) {
    const place = workspacePath(path);
    const data = bytesOf(content);
    const { workspace } = agent;
    dispatching();
    await workspace.write(place, data, signal);
    return asJson({ path: place, size: data.length });
  },
});
