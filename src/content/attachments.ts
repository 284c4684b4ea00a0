/** Attachments in memory: for the life of a session. */
import type { Attachment, AttachmentStore } from '../shared/content.js';
import { SdkError } from '../shared/errors.js';

export interface AttachmentLimits {
  /** Bytes of one. */
  readonly maxBytes: number;
  /** Bytes of all. */
  readonly quotaBytes: number;
}
export interface StoreParts {
  readonly now: () => number;
  /** Gives characters of [a-z0-9]. */
  readonly random: (length: number) => string;
  readonly limits: AttachmentLimits;
}

export const DEFAULT_LIMITS: AttachmentLimits = { maxBytes: 50_000_000, quotaBytes: 500_000_000 };

/** @throws SdkError too_large, quota_exceeded */
export function checkRoom(size: number, used: number, { maxBytes, quotaBytes }: AttachmentLimits): void {
  if (size > maxBytes)
    throw new SdkError('too_large', `The attachment has ${size} bytes; ${maxBytes} are allowed.`, {
      phase: 'verify',
      details: { size, maxBytes },
    });
  if (used + size > quotaBytes)
    throw new SdkError('quota_exceeded', `The attachments would have ${used + size} bytes; ${quotaBytes} are allowed.`, {
      details: { size, used, quotaBytes },
    });
}

export function noAttachment(id: string): SdkError {
  return new SdkError('not_found', `There is no attachment ${JSON.stringify(id.slice(0, 60))}.`, {
    phase: 'resolve',
    details: { attachmentId: id.slice(0, 60) },
  });
}

export function memoryAttachments({ now, random, limits }: StoreParts): AttachmentStore {
  const kept = new Map<string, { readonly attachment: Attachment; readonly data: Uint8Array }>();
  return {
    async put({ data, ...rest }) {
      const used = [...kept.values()].reduce((sum, { attachment }) => sum + attachment.size, 0);
      checkRoom(data.byteLength, used, limits);
      const attachment: Attachment = Object.freeze({ ...rest, id: `att_${random(12)}`, size: data.byteLength, createdAt: now() });
      kept.set(attachment.id, { attachment, data: Uint8Array.from(data) });
      return attachment;
    },
    find: async (id) => kept.get(id)?.attachment,
    async read(id) {
      const found = kept.get(id);
      if (!found) throw noAttachment(id);
      return Uint8Array.from(found.data);
    },
    list: async () => [...kept.values()].map(({ attachment }) => attachment),
    delete: async (id) => kept.delete(id),
  };
}
