import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderAttachments } from '../../src/content/folder-attachments.js';
import type { NewAttachment } from '../../src/shared/content.js';

let root: string;
let folder: string;
let made = 0;
const open = (limits = { maxBytes: 100, quotaBytes: 250 }) =>
  folderAttachments(folder, { now: () => made, random: (length) => String(++made).padStart(length, 'a'), limits });
const file = (name: string, data: Uint8Array): NewAttachment => ({ kind: 'file', provenance: 'page', name, mimeType: 'text/plain', data });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'attachments-'));
  folder = join(root, 'kept');
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('keeps bytes and description over a restart, in order', async () => {
  const first = await open().put(file('../../a.txt', Uint8Array.of(0, 255, 10)));
  const second = await open().put(file('b', Uint8Array.of(7)));
  const again = open();
  expect(await again.list()).toEqual([first, second]);
  expect(first).toMatchObject({ name: '../../a.txt', provenance: 'page', size: 3 });
  expect(await again.read(first.id)).toEqual(Uint8Array.of(0, 255, 10));
  expect(await readdir(root)).toEqual(['kept']);
});

it('holds the limits for calls made at once, and gives room back', async () => {
  const store = open();
  await expect(store.put(file('big', new Uint8Array(101)))).rejects.toMatchObject({ code: 'too_large' });
  const puts = await Promise.allSettled([1, 2, 3, 4].map((n) => store.put(file(`${n}`, new Uint8Array(100)))));
  expect(puts.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  const [kept] = await store.list();
  expect(await store.delete(kept?.id ?? '')).toBe(true);
  expect(await store.delete(kept?.id ?? '')).toBe(false);
  await store.put(file('fits', new Uint8Array(100)));
  expect(await readdir(folder)).toHaveLength(4);
});

it('clears what a crash left and nothing else', async () => {
  const whole = await open().put(file('whole', Uint8Array.of(1)));
  await writeFile(join(folder, `${whole.id}.json.0123456789ab`), '{');
  for (const name of ['att_x.bin', 'att_y.bin', 'att_y.json.0123456789ab', 'att_z.bin.0123456789ab', 'notes.txt', 'att_.bin'])
    await writeFile(join(folder, name), 'half');
  expect(await open().list()).toEqual([whole]);
  expect((await readdir(folder)).sort()).toEqual(['att_.bin', `${whole.id}.bin`, `${whole.id}.json`, 'notes.txt'].sort());
});

it('follows no link and no name out of the folder', async () => {
  const { id } = await open().put(file('a', Uint8Array.of(1)));
  await writeFile(join(root, 'secret'), 'secret');
  await rm(join(folder, `${id}.bin`));
  await symlink(join(root, 'secret'), join(folder, `${id}.bin`));
  await expect(open().read(id)).rejects.toMatchObject({ code: 'ELOOP' });
  await expect(open().read('../secret')).rejects.toMatchObject({ code: 'not_found' });
  expect(await open().delete('../secret')).toBe(false);
  expect(await open().delete(id)).toBe(true);
  expect(await readFile(join(root, 'secret'), 'utf8')).toBe('secret');
});
