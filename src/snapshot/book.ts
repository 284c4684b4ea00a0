/** What Node remembers of issued refs: enough to say what a dead ref was, and the short names of compact refs. */
import { sharedMap } from '../bridge/one-per-process.js';
import type { Engine } from '../bridge/types.js';
import { formatRef, parseRef, type SnapshotRefParts } from '../shared/ref.js';

/** Records kept; older ones are forgotten first. */
const MAX_RECORDS = 20_000;

export interface IssuedRef {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly tabId: number;
}

/** Refs issued in one context, by all its sessions. */
export class RefBook {
  readonly #issued = new Map<string, IssuedRef>();

  note(issued: IssuedRef): void {
    this.#issued.delete(issued.ref);
    this.#issued.set(issued.ref, issued);
    if (this.#issued.size > MAX_RECORDS) this.#issued.delete(this.#issued.keys().next().value as string);
  }
  get(ref: string): IssuedRef | undefined {
    return this.#issued.get(ref);
  }
}

export function bookOf(engine: Engine): RefBook {
  // An engine is one version's, so its book is too.
  const books = sharedMap<Engine, RefBook>('books');
  let book = books.get(engine);
  if (!book) books.set(engine, (book = new RefBook()));
  return book;
}

/** Prints refs in the session's format and reads both formats. */
export class RefFormat {
  readonly #compact: boolean;
  readonly #short = new Map<string, string>();
  readonly #full = new Map<string, string>();
  #last = 0;

  constructor(format: 'full' | 'compact') {
    this.#compact = format === 'compact';
  }

  print(nonce: string, snapshotId: number, index: number): string {
    const full = formatRef(nonce, snapshotId, index);
    return this.#compact ? this.#shorten(full) : full;
  }
  /** A full ref in the session's format. */
  printFull(full: string): string {
    return this.#compact ? this.#shorten(full) : full;
  }
  /** The full form; undefined when it is malformed, null when a short ref was never issued. */
  read(text: string): (SnapshotRefParts & { readonly full: string }) | undefined | null {
    const parts = parseRef(text);
    if (!parts || parts.kind === 'deep') return undefined;
    if (parts.kind === 'snapshot') return { ...parts, full: text };
    const full = this.#full.get(text);
    const known = full === undefined ? undefined : parseRef(full);
    return known?.kind === 'snapshot' ? { ...known, full: full as string } : null;
  }

  /** The full form of a deep ref; undefined for other refs. */
  readDeep(text: string): string | undefined {
    const kind = parseRef(text)?.kind;
    if (kind === 'deep') return text;
    const full = kind === 'compact' ? this.#full.get(text) : undefined;
    return full !== undefined && parseRef(full)?.kind === 'deep' ? full : undefined;
  }

  #shorten(full: string): string {
    const known = this.#short.get(full);
    if (known) return known;
    const short = `e${++this.#last}`;
    this.#short.set(full, short);
    this.#full.set(short, full);
    if (this.#short.size > MAX_RECORDS) {
      const [oldest, name] = this.#short.entries().next().value as [string, string];
      this.#short.delete(oldest);
      this.#full.delete(name);
    }
    return short;
  }
}
