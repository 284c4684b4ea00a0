/** What changes in the documents of a world: one observer per document, counters that only grow, and when the last change was. */
import { firstElementOf, isConnected, isElement, nextElementOf, nodeTypeOf, shadowRootOf } from '../dom.js';
import type { PageWorld } from '../world.js';
import { now } from './native.js';

const EVERYTHING: MutationObserverInit = { childList: true, subtree: true, attributes: true, characterData: true };
/** A document with this many batches of changes in a second is busy by itself. */
const BUSY_BATCHES = 4;
const BUSY_WINDOW_MS = 1000;
/** More records at once are a page being built: its shadow trees are looked for once, when somebody wants to know. */
const MANY_RECORDS = 50;

export interface Counts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** Changes of one document and the shadow trees in it. */
export class Tracker {
  added = 0;
  removed = 0;
  changed = 0;
  /** When the last change was seen; at first, when we began to look, because what was before is not known. */
  lastAt = now();
  readonly #batches: number[] = [];
  readonly #observer: MutationObserver;
  readonly #roots = new WeakSet<Node>();
  readonly #world: PageWorld;
  readonly #document: Document;
  #mayHideRoots = true;

  constructor(document: Document, world: PageWorld) {
    this.#world = world;
    this.#document = document;
    this.#observer = new MutationObserver((records) => this.#note(records));
    this.#roots.add(document);
    this.#observer.observe(document, EVERYTHING);
  }

  /** Looks into a shadow tree too, and into the open trees below. */
  #watch(root: Node): void {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    this.#observer.observe(root, EVERYTHING);
    this.#watchBelow(root);
  }

  /** Looks into a root from now on: one that was handed over since, such as a closed one. What was before is not known, so it counts as a change. */
  see(root: Node): void {
    if (this.#roots.has(root)) return;
    this.#watch(root);
    this.lastAt = now();
  }

  /** Takes in what the observer has not delivered yet, and the shadow trees of a page that was being built. */
  update(): void {
    this.#note(this.#observer.takeRecords());
    if (!this.#mayHideRoots) return;
    this.#mayHideRoots = false;
    this.#watchBelow(this.#document);
  }

  get counts(): Counts {
    this.update();
    return { added: this.added, removed: this.removed, changed: this.changed };
  }

  /** True when the document has kept changing in the last second. */
  get busy(): boolean {
    const from = now() - BUSY_WINDOW_MS;
    return this.#batches.length >= BUSY_BATCHES && this.#batches.every((at) => at >= from);
  }

  dispose(): void {
    this.#observer.disconnect();
  }

  #note(records: readonly MutationRecord[]): void {
    let isOurs = true;
    if (records.length > MANY_RECORDS) {
      // Looking at every node would cost the page as much as building it.
      this.#mayHideRoots = true;
      for (const { type, addedNodes, removedNodes } of records) {
        if (type !== 'childList') this.changed++;
        else {
          this.added += addedNodes.length;
          this.removed += removedNodes.length;
        }
      }
      isOurs = false;
    } else for (const record of records) isOurs = !this.#count(record) && isOurs;
    if (isOurs) return;
    this.lastAt = now();
    this.#batches.push(this.lastAt);
    if (this.#batches.length > BUSY_BATCHES) this.#batches.shift();
  }

  /** False for changes of our own overlay. */
  #count(record: MutationRecord): boolean {
    if (record.type !== 'childList') {
      if (this.#world.isOwn(record.target)) return false;
      this.changed++;
      return true;
    }
    let others = 0;
    for (const node of record.addedNodes) {
      if (this.#world.isOwn(node)) continue;
      others++;
      this.added++;
      if (isElement(node) && isConnected(node)) this.#watchBelow(node);
    }
    for (const node of record.removedNodes) {
      if (this.#world.isOwn(node)) continue;
      others++;
      this.removed++;
    }
    return others > 0;
  }

  #watchBelow(top: Node): void {
    if (isElement(top)) this.#watchHost(top);
    // One walk in document order without a stack: down, else on, else up and on.
    let at: Element | null = isElement(top) ? firstElementOf(top) : firstElementIn(top);
    const path: Element[] = [];
    while (at) {
      this.#watchHost(at);
      const child = firstElementOf(at);
      if (child) {
        path.push(at);
        at = child;
        continue;
      }
      let next = nextElementOf(at);
      while (!next && path.length > 0) next = nextElementOf(path.pop() as Element);
      at = next;
    }
  }

  #watchHost(host: Element): void {
    const root = shadowRootOf(host) ?? this.#world.closedRoot(host);
    if (root) this.#watch(root);
  }
}

const firstInDocument = Object.getOwnPropertyDescriptor(Document.prototype, 'firstElementChild')?.get as () => Element | null;
const firstInFragment = Object.getOwnPropertyDescriptor(DocumentFragment.prototype, 'firstElementChild')?.get as () => Element | null;
function firstElementIn(root: Node): Element | null {
  return Reflect.apply(nodeTypeOf(root) === 9 ? firstInDocument : firstInFragment, root, []);
}

/** Trackers of all documents of a world. */
export class Activity {
  readonly #trackers = new WeakMap<Document, Tracker>();
  readonly #live = new Set<WeakRef<Tracker>>();
  readonly #world: PageWorld;

  constructor(world: PageWorld) {
    this.#world = world;
  }

  of(document: Document): Tracker {
    const known = this.#trackers.get(document);
    if (known) return known;
    const tracker = new Tracker(document, this.#world);
    this.#trackers.set(document, tracker);
    this.#live.add(new WeakRef(tracker));
    return tracker;
  }

  dispose(): void {
    for (const ref of this.#live) ref.deref()?.dispose();
    this.#live.clear();
  }
}
