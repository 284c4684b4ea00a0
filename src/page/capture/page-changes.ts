/** Notices what changes in the documents and shadow roots of a world: DOM changes as records, and events that mean more than they say. */

import { elementsIn, isElement, nodeTypeOf } from '../dom.js';

/** More records than this are a new page. */
const MAX_RECORDS = 400;
/**
 * Changes without a mutation that may reach anywhere: frames and sheets that arrived, styles in motion, the top layer, slots given by script.
 * All are listened for in the capture phase, because most do not bubble.
 */
const FAR_REACHING = [
  'load',
  'error',
  'toggle',
  'fullscreenchange',
  'transitionrun',
  'animationstart',
  'animationend',
  'slotchange',
] as const;
const OPTIONS: MutationObserverInit = { subtree: true, childList: true, characterData: true, attributes: true };

export class PageChanges {
  readonly #observer: MutationObserver;
  readonly #observed = new Set<WeakRef<Node>>();
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
      const isKnown = this.#known.has(root);
      // Opening a document again (`document.open`) takes its listeners away and leaves the observer.
      if (!isKnown || nodeTypeOf(root) === 9) for (const name of FAR_REACHING) root.addEventListener(name, this.#far, true);
      if (isKnown) continue;
      this.#known.add(root);
      this.#observed.add(new WeakRef(root));
      this.#observer.observe(root, OPTIONS);
    }
  }

  /** Elements that were added so far. */
  get added(): number {
    this.#add(this.#observer.takeRecords());
    return this.#added;
  }
  /** Listeners of ours that are in place. */
  get listeners(): number {
    let roots = 0;
    for (const ref of this.#observed) if (ref.deref()) roots++;
    return roots * FAR_REACHING.length;
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
    for (const ref of this.#observed) for (const name of FAR_REACHING) ref.deref()?.removeEventListener(name, this.#far, true);
    this.#observed.clear();
    this.#records = [];
  }

  readonly #far = (): void => {
    this.#isFar = true;
  };

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
