import { z } from 'zod';
import type { ActionContext } from '../../actions/context.js';
import { fitted } from '../../content/fitted.js';
import { linesOf } from '../../content/paged-text.js';
import { mimeTypeOf, textOf, workspacePath } from '../../content/workspace-path.js';
import { defineTool, type ToolOutput } from '../../registry/define-tool.js';
import { SdkError } from '../../shared/errors.js';
import { asJson, pathField } from '../fields.js';

/** Bytes that are given as a data URL; more become an attachment. */
const MAX_INLINE = 8_000;

export const opfsRead = defineTool({
  name: 'opfs_read',
  title: 'Read a file',
  description:
    'Read a file of the workspace. Text comes by lines, at most 200 unless asked; other files as a data URL, or as an attachment where they are large.',
  level: 'builtin',
  effects: 'read',
  capability: 'files',
  trust: 'untrusted',
  input: z.strictObject({
    path: pathField,
    mode: z.enum(['text', 'blob', 'auto']).optional().describe('What to get; default auto: text where it is text.'),
    offset: z.int().min(1).max(100_000_000).optional().describe('First line, from 1.'),
    limit: z.int().min(1).max(10_000).optional().describe('Number of lines; needed with or without offset above 200 lines.'),
  }),
  async execute(
    { path, mode = 'auto', offset, limit },
    context,
  ): Promise<ToolOutput<ReturnType<typeof textPart> | Awaited<ReturnType<typeof blob>>>> {
    const place = workspacePath(path);
    const data = await context.agent.workspace.read(place, context.signal);
    const text = mode === 'blob' ? undefined : textOf(data);
    if (text !== undefined) return asJson(textPart(place, text, offset, limit));
    if (mode === 'text')
      throw new SdkError('invalid_value', `mode: ${JSON.stringify(place)} is no UTF-8 text.`, {
        phase: 'verify',
        hint: 'Read it with mode blob.',
        details: { field: 'mode' },
      });
    return asJson(await blob(context, place, data));
  },
});

/** As many whole lines as a result can hold; of a line that is longer than that its beginning. */
function textPart(path: string, text: string, offset: number | undefined, limit: number | undefined) {
  const { lines, totalLines, startLine } = linesOf(text, offset, limit);
  return fitted(lines.join('\n'), (shown, isCut) => {
    const whole = isCut && shown.includes('\n') ? shown.slice(0, shown.lastIndexOf('\n')) : shown;
    const count = !isCut ? lines.length : whole.split('\n').length;
    return {
      path,
      content: whole,
      totalLines,
      startLine,
      endLine: startLine + count - 1,
      mimeType: mimeTypeOf(path, true),
      type: 'text' as const,
      ...(isCut ? { truncated: true } : {}),
    };
  });
}

async function blob({ content }: ActionContext, path: string, data: Uint8Array) {
  const mimeType = mimeTypeOf(path, false);
  const facts = { path, size: data.length, mimeType, type: 'binary' as const };
  if (data.length <= MAX_INLINE) return { ...facts, blobUrl: `data:${mimeType};base64,${Buffer.from(data).toString('base64')}` };
  const name = path.split('/').at(-1) ?? path;
  const { id } = await content.attachments.put({ kind: 'file', provenance: 'model', name, mimeType, data });
  return { ...facts, blobUrl: `attachment:${id}`, attachmentId: id };
}
