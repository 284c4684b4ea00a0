/** A journal in a file, one event a line. Every line is handed to the operating system before the call goes on, so a killed process loses none. */
import { closeSync, createReadStream, fdatasyncSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { EVENT_SCHEMA_VERSION, type SessionEvent } from '../shared/events.js';
import type { JournalRead, JournalStore } from '../shared/stores.js';

export interface JsonlOptions {
  /** True: what matters for recovery is on the disk before the call goes on, so that it also outlives a power cut. Slower. Default false. */
  readonly durable?: boolean;
}

/** Events that decide what may be repeated. */
const DECISIVE: ReadonlySet<string> = new Set(['call_started', 'call_dispatching', 'call_done']);
const NEWLINE = 10;

export class JsonlJournal implements JournalStore {
  readonly #path: string;
  readonly #isDurable: boolean;
  #fd: number | undefined;

  /** @param path of the file; it and its folder are made when something is written */
  constructor(path: string, { durable = false }: JsonlOptions = {}) {
    this.#path = path;
    this.#isDurable = durable;
  }

  append(event: SessionEvent): void {
    this.#fd ??= open(this.#path);
    // One write a line: a process that dies in between leaves at most the end of the file half written.
    writeAll(this.#fd, Buffer.from(`${JSON.stringify(event)}\n`));
    if (this.#isDurable && DECISIVE.has(event.type)) fdatasyncSync(this.#fd);
  }

  async read(): Promise<JournalRead> {
    const events: SessionEvent[] = [];
    let damaged = 0;
    try {
      const lines = createInterface({ input: createReadStream(this.#path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
      for await (const line of lines) {
        if (line === '') continue;
        const event = readLine(line);
        if (event) events.push(event);
        else damaged++;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return { events, damaged };
  }

  /** Closes the file; a later append opens it again. */
  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

function open(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'a+', 0o600);
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  // The half line of a process that died stays what it is; what follows begins a line of its own.
  if (size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE) writeAll(fd, Buffer.from('\n'));
  return fd;
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

function readLine(line: string): SessionEvent | undefined {
  try {
    const value = JSON.parse(line) as Partial<SessionEvent> | null;
    const isEvent =
      typeof value === 'object' &&
      value !== null &&
      value.v === EVENT_SCHEMA_VERSION &&
      typeof value.type === 'string' &&
      typeof value.sessionId === 'string' &&
      typeof value.seq === 'number';
    return isEvent ? (value as SessionEvent) : undefined;
  } catch {
    return undefined;
  }
}
