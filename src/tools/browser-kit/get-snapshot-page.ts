import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { SdkError } from '../../shared/errors.js';
import { pageAnswer } from './fields.js';

export const getSnapshotPage = defineTool({
  name: 'getSnapshotPage',
  title: 'Get snapshot page',
  description:
    'Read a further page of what getReadableText, getReadableElements or getReadableElementHtml captured. Captures stay as they were.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  usesTab: false,
  input: z.strictObject({
    snapshotId: z.string().min(1).max(100).describe('Id of the capture.'),
    type: z.enum(['readable-text', 'readable-elements', 'readable-element-html']).describe('What was captured.'),
    pageNumber: z.int().min(1).max(1_000_000).describe('Page, from nextPageNumber.'),
  }),
  async execute({ snapshotId, type, pageNumber }, context) {
    const url = context.content.paged.get(snapshotId)?.url;
    if (url !== undefined && !context.mayShow(url))
      throw new SdkError('blocked_origin', 'The page of this capture is outside the origins of this session.', { phase: 'gate' });
    return pageAnswer(context, snapshotId, type, pageNumber);
  },
});
