/** Notices what changes in the documents and shadow roots of a world, as records. */

import { elementsIn, isElement } from '../dom.js';

/** More records than this are a new page. */
const MAX_RECORDS = 400;
const OPTIONS: MutationObserverInit = { subtree: true, childList: true, characterData: true, attributes: true };

export class PageChanges {
  readonly #observer: MutationObserver;
  readonly #known = new WeakSet<Node>();
  #records: MutationRecord[] = [];
  /** Only a full walk tells what changed. */
  #isFar = false;
  /** Elements added so far, counted again when they are moved. */
  #added = 0;

  constructor() {
    this.#observer = new MutationObserver((records) => this.#add(records));
  }

  /** Watches these documents and shadow roots, too. */
  observe(roots: readonly Node[]): void {
    for (const root of roots) {
      if (this.#known.has(root)) continue;
      this.#known.add(root);
      this.#observer.observe(root, OPTIONS);
    }
  }

  /** Elements that were added so far. */
  get added(): number {
    this.#add(this.#observer.takeRecords());
    return this.#added;
  }
  /** Everything since the last time; undefined when that can be anything. */
  take(): readonly MutationRecord[] | undefined {
    this.#add(this.#observer.takeRecords());
    const records = this.#isFar ? undefined : this.#records;
    this.#records = [];
    this.#isFar = false;
    return records;
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#records = [];
  }

  #add(records: readonly MutationRecord[]): void {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (isElement(node)) this.#added += 1 + elementsIn(node, '*').length;
    if (this.#isFar) return;
    if (this.#records.length + records.length > MAX_RECORDS) {
      this.#isFar = true;
      this.#records = [];
    } else for (const record of records) this.#records.push(record);
  }
}
