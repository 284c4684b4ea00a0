import { z } from 'zod';
import { upload } from '../../actions/upload.js';
import { defineTool } from '../../registry/define-tool.js';
import { SdkError } from '../../shared/errors.js';
import { dialogField, elementField, pageInput, refField } from '../fields.js';

/** Ms a large file may take beyond the usual time of a call. */
const TRANSFER_MS = 30_000;

const attachmentField = z.string().min(1).max(200);

export const uploadFile = defineTool({
  name: 'upload_file',
  title: 'Upload file',
  description:
    'Give files to a file field, or to the file chooser that a button opens. Exactly one of attachmentId, attachmentIds or paths. The answer lists names and sizes.',
  level: 'L2',
  effects: 'write',
  capability: 'upload',
  timeoutMs: (_, { call }) => call + TRANSFER_MS,
  input: pageInput({
    element: elementField,
    ref: refField,
    attachmentId: attachmentField.optional().describe('Id of an attachment.'),
    attachmentIds: z.array(attachmentField).min(1).max(20).optional().describe('Ids of several.'),
    paths: z.array(z.string().min(1).max(4_096)).min(1).max(20).optional().describe('Files inside the folders that the host allows.'),
    dialog: dialogField,
  }).refine(
    ({ attachmentId, attachmentIds, paths }) => [attachmentId, attachmentIds, paths].filter((source) => source !== undefined).length === 1,
    'needs exactly one of attachmentId, attachmentIds and paths',
  ),
  target: ({ ref, element, paths }) => {
    if (!paths) throw noStore();
    return { refs: [ref], element, files: paths };
  },
  execute: ({ ref, paths, dialog }, context) => {
    if (!paths) throw noStore();
    return upload(context, { ref, paths, dialog });
  },
});

/** Told before anybody is asked whether the upload may take place. */
function noStore(): SdkError {
  return new SdkError('not_configured', 'This session keeps no attachments, so none can be uploaded by its id.', {
    phase: 'validate',
    hint: 'Use paths, for files inside the folders of the option roots.',
  });
}
