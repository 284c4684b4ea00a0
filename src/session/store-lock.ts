/** One process a folder: two that write one state would lose each other's grants, and each would take the other's calls for those of a dead process. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { sharedMap } from '../bridge/one-per-process.js';
import { SdkError } from '../shared/errors.js';

/** Who holds a folder. */
const ownerSchema = z.strictObject({ pid: z.int().positive(), started: z.string(), host: z.string() });
type Owner = z.output<typeof ownerSchema>;
interface Hold {
  users: number;
  readonly taken: Promise<void>;
}

/** Locks that were left behind and are taken over at the same moment by somebody else, before it is given up. */
const MAX_TRIES = 10;

/** Folders this process holds. */
function holds(): Map<string, Hold> {
  const shared = sharedMap<NodeJS.Process, Map<string, Hold>>('store holds');
  const map = shared.get(process) ?? new Map<string, Hold>();
  shared.set(process, map);
  return map;
}

/**
 * Holds a folder for this process, until everybody who asked for it has let go. A lock whose process is gone is taken over.
 * @returns lets go
 * @throws SdkError store_in_use when another process holds it
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(resolve(folder), 'lock');
  const all = holds();
  const hold: Hold = all.get(path) ?? { users: 0, taken: take(path) };
  all.set(path, hold);
  hold.users++;
  let isReleased = false;
  const release = async (): Promise<void> => {
    if (isReleased) return;
    isReleased = true;
    if (--hold.users > 0) return;
    all.delete(path);
    await letGo(path);
  };
  try {
    await hold.taken;
  } catch (error) {
    all.delete(path);
    throw error;
  }
  return release;
}

async function take(path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(await self()), { mode: 0o600 });
  try {
    for (let i = 0; i < MAX_TRIES; i++) {
      // A link is there with all of its text, or not at all.
      if (await linked(draft, path)) return;
      const there = await readFile(path, 'utf8').catch(absent);
      if (there === undefined) continue;
      if (await isHeld(there)) throw inUse(path, there);
      await clear(path, there);
    }
    throw inUse(path, '');
  } finally {
    await rm(draft, { force: true });
  }
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Takes a dead lock away, and puts back one that came in its place meanwhile. */
async function clear(path: string, dead: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch (error) {
    return absent(error as NodeJS.ErrnoException);
  }
  if ((await readFile(aside, 'utf8')) !== dead) await linked(aside, path);
  await rm(aside, { force: true });
}

async function letGo(path: string): Promise<void> {
  const there = await readFile(path, 'utf8').catch(absent);
  if (there === JSON.stringify(await self())) await rm(path, { force: true });
}

function ownerOf(text: string): Owner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What cannot be judged counts as held: another machine, and text that is no lock. */
async function isHeld(text: string): Promise<boolean> {
  const owner = ownerOf(text);
  if (!owner || owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  // The id of a process that ended is given to others.
  return owner.started === '' || owner.started === (await startOf(owner.pid));
}

async function self(): Promise<Owner> {
  return { pid: process.pid, started: await startOf(process.pid), host: hostname() };
}

/** Tells a process from another one that has its id later; '' where the system does not say. A process that ended and is still listed has none. */
async function startOf(pid: number): Promise<string> {
  const [boot, stat] = await Promise.all(
    ['/proc/sys/kernel/random/boot_id', `/proc/${pid}/stat`].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  // pid (name) state ppid …: the name may hold anything, the start is the 20th field after it.
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
  const [state = '', start = ''] = [fields[0], fields[19]];
  return start === '' || state === 'Z' || state === 'X' ? '' : `${(boot ?? '').trim()} ${start}`;
}

function inUse(path: string, text: string): SdkError {
  const owner = ownerOf(text);
  const who = owner ? `process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`}` : 'somebody who cannot be told';
  return new SdkError('store_in_use', `The folder of the store is in use by ${who}: one process at a time may use it.`, {
    phase: 'validate',
    hint: `The host has to end that process or give another folder. If it is gone for certain, delete ${path}.`,
    details: { path, ...(owner ? { pid: owner.pid, host: owner.host } : {}) },
  });
}
