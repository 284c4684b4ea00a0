/** Attachments in a folder: they outlive the process. One process at a time may use it. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment, AttachmentStore } from '../shared/content.js';
import { SdkError } from '../shared/errors.js';
import { checkRoom, noAttachment, type StoreParts } from './attachments.js';

const ID = /^att_[a-z0-9]{1,40}$/;
const OWN_FILE = /^(att_[a-z0-9]{1,40})\.(json|bin)(\.[0-9a-f]{12})?$/;

/**
 * Each attachment is `<id>.bin` and `<id>.json`. The JSON comes last, by rename: without it there is no attachment, so a crash leaves whole ones
 * and remains that the next start clears. Names that pages or models give never become paths.
 * @param folder is made when something is kept
 */
export function folderAttachments(folder: string, { now, random, limits }: StoreParts): AttachmentStore {
  const kept = new Map<string, Attachment>();
  let last: Promise<unknown> = Promise.resolve();
  let loaded = false;
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(async () => {
      if (!loaded) await load(folder, kept);
      loaded = true;
      return run();
    });
    last = next.catch(() => undefined);
    return next;
  };
  return {
    put: ({ data, ...rest }) =>
      inTurn(async () => {
        checkRoom(
          data.byteLength,
          [...kept.values()].reduce((sum, { size }) => sum + size, 0),
          limits,
        );
        const attachment: Attachment = Object.freeze({ ...rest, id: `att_${random(12)}`, size: data.byteLength, createdAt: now() });
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await replace(join(folder, `${attachment.id}.bin`), data);
        await replace(join(folder, `${attachment.id}.json`), Buffer.from(JSON.stringify(attachment)));
        kept.set(attachment.id, attachment);
        return attachment;
      }),
    find: (id) => inTurn(async () => kept.get(id)),
    read: (id) =>
      inTurn(async () => {
        if (!kept.has(id)) throw noAttachment(id);
        return Uint8Array.from(await readOwn(join(folder, `${id}.bin`)));
      }),
    list: () => inTurn(async () => [...kept.values()]),
    delete: (id) =>
      inTurn(async () => {
        if (!kept.has(id)) return false;
        await rm(join(folder, `${id}.json`), { force: true });
        kept.delete(id);
        await rm(join(folder, `${id}.bin`), { force: true });
        return true;
      }),
  };
}

/** Only files of the store's own naming are read or removed: the folder may hold others. */
async function load(folder: string, kept: Map<string, Attachment>): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const own = new Set(names);
  const found: Attachment[] = [];
  for (const name of names) {
    const [, id = '', kind, draft] = OWN_FILE.exec(name) ?? [];
    if (id && (draft || !own.has(`${id}.json`))) await rm(join(folder, name), { force: true });
    else if (kind === 'json' && ID.test(id))
      found.push(checked((await readOwn(join(folder, name))).toString('utf8'), id, join(folder, name)));
  }
  kept.clear();
  for (const attachment of found.sort((a, b) => a.createdAt - b.createdAt)) kept.set(attachment.id, Object.freeze(attachment));
}

/** @throws SdkError internal, where the file is not what was written */
function checked(text: string, id: string, path: string): Attachment {
  try {
    const value = JSON.parse(text) as Partial<Attachment> | null;
    const words = [value?.kind, value?.provenance, value?.name, value?.mimeType];
    const numbers = [value?.size, value?.createdAt];
    if (value?.id === id && words.every((word) => typeof word === 'string') && numbers.every(Number.isFinite)) return value as Attachment;
  } catch {
    // Told below.
  }
  throw new SdkError('internal', `The attachment in ${path} is damaged: its description is not what was written.`, {
    hint: 'The host has to mend or delete the file.',
  });
}

/** A link put in the place of a file is not followed. */
async function readOwn(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function replace(path: string, data: Uint8Array): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
