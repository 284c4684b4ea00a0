/** What every issued ref stands for: kept for the last generations of each document, within a total limit, oldest out first. */
import type { RefKey } from '../../shared/page-api.js';
import type { Print } from './fingerprint.js';
import type { Address, Place } from './place.js';

/** Generations (snapshot ids) kept of one document. */
const GENERATIONS = 32;
/** Records kept in one world. */
const RECORDS = 20_000;

/** When an element was printed, by snapshot id: two that were ever there together are two. */
interface Life {
  first: number;
  last: number;
}

export interface RefRecord {
  readonly key: RefKey;
  /** Weak: a record never keeps a page alive. */
  readonly node: WeakRef<Element>;
  /** Root element of the document: another one means that the document was written anew. */
  readonly root: WeakRef<Element> | undefined;
  /** Owner iframes inside this world, innermost first. */
  readonly owners: readonly WeakRef<Element>[];
  readonly print: Print;
  /** Undefined for an element that has no line in a capture. */
  readonly place: Place | undefined;
  readonly address: Address;
  /** Other refs of the capture with an equal print; -1 when that is not known. */
  readonly twins: number;
  readonly life: Life;
}

export class RecordStore {
  /** In order of use: the oldest first. */
  readonly #records = new Map<string, RefRecord>();
  /** Per nonce, the snapshot ids with records, each with the keys of its records. */
  readonly #generations = new Map<string, Map<number, Set<string>>>();
  readonly #lives = new WeakMap<Element, Life>();

  get(key: RefKey): RefRecord | undefined {
    return this.#records.get(nameOf(key));
  }

  /** Printed once more: it counts as new. The record stays what it was. */
  touch(key: RefKey): boolean {
    const name = nameOf(key);
    const known = this.#records.get(name);
    if (!known) return false;
    this.#records.delete(name);
    this.#records.set(name, known);
    return true;
  }

  add(record: RefRecord): void {
    const { nonce, snapshotId } = record.key;
    const name = nameOf(record.key);
    this.#records.set(name, record);
    let generations = this.#generations.get(nonce);
    if (!generations) {
      generations = new Map();
      this.#generations.set(nonce, generations);
    }
    let names = generations.get(snapshotId);
    if (!names) {
      names = new Set();
      generations.set(snapshotId, names);
      if (generations.size > GENERATIONS) this.#forget(generations, Math.min(...generations.keys()));
    }
    names.add(name);
    if (this.#records.size > RECORDS) this.#forgetOldest();
  }

  /** Life of an element; noted as seen in this snapshot when one is given. */
  life(element: Element, snapshotId: number): Life {
    let life = this.#lives.get(element);
    if (!life) {
      life = { first: snapshotId, last: snapshotId };
      this.#lives.set(element, life);
    }
    life.first = Math.min(life.first, snapshotId);
    life.last = Math.max(life.last, snapshotId);
    return life;
  }
  knownLife(element: Element): Life | undefined {
    return this.#lives.get(element);
  }

  clear(): void {
    this.#records.clear();
    this.#generations.clear();
  }

  #forget(generations: Map<number, Set<string>>, snapshotId: number): void {
    for (const name of generations.get(snapshotId) ?? []) this.#records.delete(name);
    generations.delete(snapshotId);
  }

  #forgetOldest(): void {
    for (const [name, { key }] of this.#records) {
      this.#records.delete(name);
      const generations = this.#generations.get(key.nonce);
      const names = generations?.get(key.snapshotId);
      names?.delete(name);
      if (names?.size === 0) generations?.delete(key.snapshotId);
      if (generations?.size === 0) this.#generations.delete(key.nonce);
      return;
    }
  }
}

function nameOf({ nonce, snapshotId, index }: RefKey): string {
  return `${nonce}_${snapshotId}_${index}`;
}
