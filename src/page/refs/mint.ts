/** Makes the records: for the lines of a part that is printed, and for elements that describe or a list of candidates names. */
import type { RefKey } from '../../shared/page-api.js';
import { documentElementOf, documentOf } from '../dom.js';
import type { Capture, Entry } from '../model.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { CaptureIndex } from './chain.js';
import { type Print, printOf, printOfEntry } from './fingerprint.js';
import { elementOf } from './material.js';
import { type Address, addressOf, placeOf } from './place.js';
import type { RecordStore, RefRecord } from './records.js';
import { Twins } from './twins.js';

/** Twins of an element that no complete capture shows. */
const UNKNOWN = -1;

type Printed = readonly [Entry, Element, RefKey];

/** What all refs of one document have in common during one question. */
interface Around {
  readonly root: WeakRef<Element> | undefined;
  readonly owners: readonly WeakRef<Element>[];
  readonly address: Address;
}

export class Mint {
  readonly #world: PageWorld;
  readonly #services: CaptureServices;
  readonly #store: RecordStore;
  readonly #indexes = new WeakMap<Capture, CaptureIndex>();
  /** Nonces of child documents: what is gone there was a frame, not the page. */
  readonly #childNonces = new Set<string>();
  /** Read once a question. */
  #around = new Map<Document, Around>();

  constructor(world: PageWorld, services: CaptureServices, store: RecordStore) {
    this.#world = world;
    this.#services = services;
    this.#store = store;
  }

  indexOf(capture: Capture): CaptureIndex {
    let index = this.#indexes.get(capture);
    if (!index) {
      index = new CaptureIndex(capture, this.#world, () => this.#services.env());
      this.#indexes.set(capture, index);
    }
    return index;
  }

  wasChild(nonce: string): boolean {
    return this.#childNonces.has(nonce);
  }

  /** Records of the lines with a ref that a part prints, as the capture saw them. */
  print(capture: Capture, entries: readonly Entry[]): void {
    const index = this.indexOf(capture);
    this.#around = new Map();
    const fresh: Printed[] = [];
    for (const entry of entries) {
      const nonce = capture.documents[entry.doc]?.nonce;
      if (!entry.ref || nonce === undefined) continue;
      const key = { nonce, snapshotId: capture.snapshotId, index: entry.i };
      const element = elementOf(entry.node);
      if (!this.#store.touch(key) && element) fresh.push([entry, element, key]);
    }
    if (fresh.length === 0) return;
    if (capture.isPartial) this.#printPart(index, fresh);
    else this.#printAll(index, fresh);
    index.rest();
  }

  #printAll(index: CaptureIndex, printed: readonly Printed[]): void {
    const twins = new Twins(
      index,
      printed.map(([entry]) => entry),
    );
    for (const [entry, element, key] of printed)
      this.#add(key, element, printOfEntry(index, entry, element), index, entry, twins.of(entry));
  }

  /** A capture of one subtree does not show what its elements stand in: that is read from the whole page. */
  #printPart(part: CaptureIndex, printed: readonly Printed[]): void {
    const whole = this.indexOf(this.#services.fresh());
    const twins = new Twins(
      whole,
      printed.flatMap(([, element]) => whole.entryOf(element) ?? []),
    );
    for (const [entry, element, key] of printed) {
      const line = whole.entryOf(element);
      const levels = line ? whole.levelsOf(line) : whole.levelsAround(element);
      const count = line && !whole.capture.isPartial ? twins.of(line) : UNKNOWN;
      this.#add(key, element, { ...printOfEntry(part, entry, element), levels }, whole, line, count);
    }
  }

  /**
   * A new ref for an element, from now on.
   * @param capture the page as it is, to learn of twins and of its place
   */
  mint(element: Element, capture: Capture): { readonly key: RefKey; readonly print: Print } {
    const { snapshotId, index } = this.#services.reserveIndex();
    this.#around = new Map();
    const key = { nonce: this.#world.nonce(documentOf(element)), snapshotId, index };
    const lines = this.indexOf(capture);
    const entry = lines.entryOf(element);
    const print = printOf(lines, element, this.#services);
    const twins = entry && !capture.isPartial ? new Twins(lines, [entry]).of(entry) : UNKNOWN;
    this.#add(key, element, print, lines, entry, twins);
    return { key, print };
  }

  #add(key: RefKey, element: Element, print: Print, index: CaptureIndex, entry: Entry | undefined, twins: number): void {
    const { root, owners, address } = this.#aroundOf(documentOf(element));
    if (owners.length > 0) this.#childNonces.add(key.nonce);
    for (const level of print.levels) level.freeze();
    this.#store.add({
      key,
      node: new WeakRef(element),
      root,
      owners,
      print,
      place: entry && placeOf(index.capture, entry),
      address,
      twins,
      life: this.#store.life(element, key.snapshotId),
    } satisfies RefRecord);
  }

  #aroundOf(document: Document): Around {
    const known = this.#around.get(document);
    if (known) return known;
    const root = documentElementOf(document);
    const owners: WeakRef<Element>[] = [];
    for (let at = this.#services.ownerOf(document); at; at = this.#services.ownerOf(documentOf(at))) owners.push(new WeakRef(at));
    const around = { root: root ? new WeakRef(root) : undefined, owners, address: addressOf(document) };
    this.#around.set(document, around);
    return around;
  }
}
