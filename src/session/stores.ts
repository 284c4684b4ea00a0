/** Stores that come with the library: in memory, and in a folder. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sharedMap } from '../bridge/one-per-process.js';
import { DEFAULT_LIMITS } from '../content/attachments.js';
import { folderAttachments } from '../content/folder-attachments.js';
import { JsonlJournal, type JsonlOptions } from '../journal/jsonl-journal.js';
import type { AttachmentStore } from '../shared/content.js';
import { SdkError } from '../shared/errors.js';
import type { SessionEvent } from '../shared/events.js';
import type { SessionStore, StateStore } from '../shared/stores.js';
import { holdFolder } from './store-lock.js';

/** State in memory: it ends with the process. */
export function memoryState(): StateStore {
  const values = new Map<string, string>();
  return {
    async load(name) {
      const text = values.get(name);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async save(name, value) {
      values.set(name, JSON.stringify(value));
    },
  };
}

/**
 * State in one JSON file, replaced as a whole with every change. A file that is no such JSON is an error, never an empty state: a grant, a rule or
 * a waiting question must not get lost in silence.
 * @param path of the file; it and its folder are made when something is saved
 */
export function jsonState(path: string): StateStore {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    load: (name) =>
      inTurn(async () => {
        const all = await readState(path);
        return Object.hasOwn(all, name) ? all[name] : undefined;
      }),
    save: (name, value) =>
      inTurn(async () => {
        const all = await readState(path);
        await replace(path, `${JSON.stringify({ ...all, [name]: value }, null, 2)}\n`);
      }),
  };
}

async function readState(path: string): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  } catch {
    // Told below.
  }
  throw new SdkError('gate_failed', `The state in ${path} is damaged: it is no JSON object. Nothing is allowed until it is mended.`, {
    hint: 'The host has to mend or delete the file.',
  });
}

async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Everything in memory. */
export function memoryStore(): SessionStore {
  const events: SessionEvent[] = [];
  return {
    state: memoryState(),
    journal: {
      append: (event) => void events.push(event),
      read: async () => ({ events: [...events], damaged: 0 }),
    },
  };
}

/** One store a folder and process: each keeps in mind what is there, and clears what a crash left. */
function attachmentsIn(folder: string): AttachmentStore {
  const stores = sharedMap<NodeJS.Process, Map<string, AttachmentStore>>('attachment folders');
  const known = stores.get(process) ?? new Map<string, AttachmentStore>();
  stores.set(process, known);
  const store =
    known.get(folder) ??
    folderAttachments(folder, {
      now: () => Date.now(),
      random: (length) => randomBytes(length).toString('hex').slice(0, length),
      limits: DEFAULT_LIMITS,
    });
  known.set(folder, store);
  return store;
}

/**
 * Everything in a folder: `state.json`, `journal.jsonl` and the folder `attachments`. One process at a time may use it, with any number of sessions:
 * attaching from a second one fails with `store_in_use`. What a process that died left locked is taken over.
 * @param folder is made when something is written
 */
export function fileStore(folder: string, options: JsonlOptions = {}): SessionStore {
  const journal = new JsonlJournal(join(folder, 'journal.jsonl'), options);
  return {
    state: jsonState(join(folder, 'state.json')),
    journal,
    attachments: attachmentsIn(resolve(folder, 'attachments')),
    async hold() {
      const release = await holdFolder(folder);
      return async () => {
        journal.close();
        await release();
      };
    },
  };
}
