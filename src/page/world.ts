/** State of our world in a page: element ids, document nonces, roots handed over by Node. One object per installed bundle. */
import type { InstallOptions } from '../shared/page-api.js';

/** What Node learnt of a custom element through the accessibility tree. */
export interface InternalsFacts {
  readonly role?: string;
  readonly name?: string;
}

export class PageWorld {
  readonly #ids = new WeakMap<Element, number>();
  readonly #elements = new Map<number, WeakRef<Element>>();
  readonly #nonces = new WeakMap<Document, string>();
  readonly #byNonce = new Map<string, WeakRef<Document>>();
  readonly #closedRoots = new WeakMap<Element, ShadowRoot | null>();
  /** Fields that were seen to take a password: a button that shows it changes their type. */
  readonly secrets = new WeakSet<Element>();
  readonly #internals = new WeakMap<Element, InternalsFacts | null>();
  readonly #own = new WeakSet<Node>();
  #lastId = 0;
  #state: number;
  #sweepAt = 4096;

  constructor(options: InstallOptions) {
    let hash = 2166136261;
    for (let i = 0; i < options.seed.length; i++) hash = Math.imul(hash ^ options.seed.charCodeAt(i), 16777619);
    this.#state = hash >>> 0;
    this.#lastId = options.firstId ?? 0;
  }

  /** Stable number of an element. */
  id(element: Element): number {
    const known = this.#ids.get(element);
    if (known !== undefined) return known;
    const id = ++this.#lastId;
    this.#ids.set(element, id);
    this.#elements.set(id, new WeakRef(element));
    if (this.#elements.size > this.#sweepAt) this.#sweep();
    return id;
  }

  /** The element of an id, connected or not; undefined once it was collected. */
  element(id: number): Element | undefined {
    return this.#elements.get(id)?.deref();
  }

  /** Nonce of a document, drawn from the seed when first asked. */
  nonce(document: Document): string {
    const known = this.#nonces.get(document);
    if (known !== undefined) return known;
    let nonce = '';
    for (let i = 0; i < 6; i++) nonce += Math.floor(this.#random() * 36).toString(36);
    this.#nonces.set(document, nonce);
    this.#byNonce.set(nonce, new WeakRef(document));
    return nonce;
  }

  /** The document of a nonce of this world, also one that is no longer shown. */
  document(nonce: string): Document | undefined {
    return this.#byNonce.get(nonce)?.deref();
  }

  /** True when this world ever issued the nonce. */
  knowsNonce(nonce: string): boolean {
    return this.#byNonce.has(nonce);
  }

  /** Closed root handed over by Node: a root, `null` for "none", `undefined` for "not asked yet". */
  closedRoot(host: Element): ShadowRoot | null | undefined {
    return this.#closedRoots.get(host);
  }
  setClosedRoot(host: Element, root: ShadowRoot | null): void {
    this.#closedRoots.set(host, root);
  }

  /** Takes an element for ours: it is no part of the page. Known by itself and not by its tag, so that a page cannot hide behind one. */
  own(element: Element): void {
    this.#own.add(element);
  }
  isOwn(node: Node): boolean {
    return this.#own.has(node);
  }

  internals(element: Element): InternalsFacts | null | undefined {
    return this.#internals.get(element);
  }
  setInternals(element: Element, facts: InternalsFacts | null): void {
    this.#internals.set(element, facts);
  }

  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  #sweep(): void {
    for (const [id, ref] of this.#elements) if (!ref.deref()) this.#elements.delete(id);
    this.#sweepAt = Math.max(4096, this.#elements.size * 2);
  }
}
