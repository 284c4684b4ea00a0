/** What tests of the toolset share. */

import type { WorkspaceEntry, WorkspacePort } from '../../src/bridge/workspace-port.js';
import type { Session } from '../../src/index.js';
import { SdkError } from '../../src/shared/errors.js';

/** A workspace in memory, for tests alone. */
export class MemoryWorkspace implements WorkspacePort {
  readonly files = new Map<string, Uint8Array>();

  async write(path: string, data: Uint8Array): Promise<void> {
    this.files.set(path, data);
  }
  async read(path: string): Promise<Uint8Array> {
    const data = this.files.get(path);
    if (!data) throw new SdkError('not_found', `There is no file ${path}.`, { phase: 'resolve' });
    return data;
  }
  async list(path: string): Promise<readonly WorkspaceEntry[]> {
    const start = path === '' ? '' : `${path}/`;
    const entries = new Map<string, WorkspaceEntry>();
    for (const [name, data] of this.files) {
      if (!name.startsWith(start)) continue;
      const [first = '', ...rest] = name.slice(start.length).split('/');
      entries.set(first, rest.length > 0 ? { name: first, type: 'directory' } : { name: first, type: 'file', size: data.length });
    }
    return [...entries.values()];
  }
  async delete(path: string): Promise<void> {
    const found = [...this.files.keys()].filter((name) => name === path || name.startsWith(`${path}/`));
    if (found.length === 0) throw new SdkError('not_found', `There is nothing at ${path}.`, { phase: 'resolve' });
    for (const name of found) this.files.delete(name);
  }
}

/** Data of a good call, `code: message` of a failed one. */
export async function ask(session: Session, name: string, input: object = {}): Promise<unknown> {
  const result = await session.callUnknown(name, input);
  return result.ok ? result.data : `${result.error.code}: ${result.error.message}`;
}

/** A field of the data of a call that has to go well. */
export async function field<T>(session: Session, name: string, input: object, key: string): Promise<T> {
  const result = await session.callUnknown(name, input);
  if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.message}`);
  return (result.data as Record<string, T>)[key] as T;
}

export const AGENT = { toolsets: ['agent'], gatekeeper: { policy: 'auto' } } as const;
