/** The table of design 5: does a ref still mean the element it was issued for, and if not, why, and what else could be meant. */
import type { Fingerprint, RefKey, ResolveReply } from '../../shared/page-api.js';
import { documentElementOf, documentOf, isConnected } from '../dom.js';
import type { Capture } from '../model.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { factsOf } from './facts.js';
import { differenceOf, fingerprintOf, type Print, printOf, printOfEntry } from './fingerprint.js';
import { isAnchored } from './levels.js';
import type { Mint } from './mint.js';
import { addressOf, compareAddress, isSameHeading, isSameWords, placeOf } from './place.js';
import type { RecordStore, RefRecord } from './records.js';
import { candidatesOf, matchesOf } from './search.js';

type Reason = 'changed' | 'context_changed' | 'removed' | 'navigated' | 'frame_replaced' | 'expired';

export class Resolver {
  readonly #world: PageWorld;
  readonly #services: CaptureServices;
  readonly #store: RecordStore;
  readonly #mint: Mint;

  constructor(world: PageWorld, services: CaptureServices, store: RecordStore, mint: Mint) {
    this.#world = world;
    this.#services = services;
    this.#store = store;
    this.#mint = mint;
  }

  resolve(request: RefKey & { readonly candidates: number }): ResolveReply {
    const { nonce, snapshotId, candidates } = request;
    if (!this.#world.knowsNonce(nonce)) return { ok: false, code: 'unknown', candidates: [] };
    const record = this.#store.get(request);
    const question = new Question(this.#services, this.#mint, candidates, record);
    const document = this.#world.document(nonce);
    if (!document || !this.#services.documents().includes(document)) {
      return question.stale(this.#mint.wasChild(nonce) ? 'frame_replaced' : 'navigated');
    }
    if (!record) {
      if (snapshotId > this.#services.newest()) return { ok: false, code: 'unknown', candidates: [] };
      return question.stale('expired');
    }
    if (!this.#standsInSameFrames(record, document)) return question.stale('frame_replaced');
    const element = record.node.deref();
    if (element && isConnected(element) && documentOf(element) === document) return this.#judge(record, element, question);
    return this.#recover(record, document, question);
  }

  #standsInSameFrames(record: RefRecord, document: Document): boolean {
    let owner = this.#services.ownerOf(document);
    for (const then of record.owners) {
      if (!owner || then.deref() !== owner) return false;
      owner = this.#services.ownerOf(documentOf(owner));
    }
    return owner === undefined;
  }

  /** The same node: is it still the same thing? */
  #judge(record: RefRecord, element: Element, question: Question): ResolveReply {
    const env = this.#services.env();
    const now = printOf(this.#mint.indexOf(question.capture), element, this.#services);
    const difference = differenceOf(record.print, now);
    if (difference) return question.stale(difference === 'changed' ? 'changed' : 'context_changed', now);
    const moved = this.#pageMoved(record, element, question);
    if (moved) return question.moved(record, now, moved.was, moved.is);
    const facts = factsOf(element, now, this.#world, this.#services, env);
    return record.key.snapshotId < this.#services.newest() ? { ok: true, facts, recovered: 'same_node' } : { ok: true, facts };
  }

  /**
   * An element that only its page identifies has another meaning when the page shows another view: another path or route, another name of the group
   * it stands in, another heading above it. A new title of the whole page counts while nobody has been shown it.
   */
  #pageMoved(record: RefRecord, element: Element, question: Question): { readonly was: string; readonly is: string } | undefined {
    const { place, print, address } = record;
    if (isAnchored(print.levels)) return undefined;
    const here = addressOf(documentOf(element));
    const change = compareAddress(address, here);
    if (change === 'view' && !place?.isChrome) return { was: `${address.path}${address.query}`, is: `${here.path}${here.query}` };
    const entry = this.#mint.indexOf(question.capture).entryOf(element);
    if (!place || !entry) return undefined;
    const now = placeOf(question.capture, entry);
    if (!isSameWords(place.group, now.group)) return { was: place.group, is: now.group };
    const isUnseen = record.key.snapshotId >= this.#services.newest();
    if (place.isChrome || (change === 'same' && !isUnseen && place.isTitle && now.isTitle)) return undefined;
    return isSameHeading(place, now) ? undefined : { was: place.heading, is: now.heading };
  }

  /** The node is gone: exactly one other may stand for it. */
  #recover(record: RefRecord, document: Document, question: Question): ResolveReply {
    const root = documentElementOf(document);
    const isRewritten = record.root === undefined || record.root.deref() !== root;
    const change = compareAddress(record.address, addressOf(document));
    if (isRewritten || change === 'view') return question.stale('navigated');
    const { capture } = question;
    const index = this.#mint.indexOf(capture);
    const at = capture.documents.findIndex((shown) => shown.nonce === record.key.nonce);
    const matches = matchesOf(record, index, at);
    const match = matches[0];
    if (!match) return question.stale('removed');
    if (matches.length > 1 || record.twins !== 0 || this.#stoodBeside(record, match.element)) return question.ambiguous();
    if (change === 'query' || capture.isPartial) return question.stale('removed');
    const env = this.#services.env();
    const now = printOfEntry(index, match.entry, match.element);
    return { ok: true, facts: factsOf(match.element, now, this.#world, this.#services, env), recovered: 'unique_match' };
  }

  /** Two that were printed at the same time are two, unless a list of like things shows which is which. */
  #stoodBeside(record: RefRecord, element: Element): boolean {
    if (isAnchored(record.print.levels)) return false;
    const life = this.#store.knownLife(element);
    return life !== undefined && life.first <= record.life.last;
  }
}

/** One resolve call: the capture it may need, made at most once, and its failures. */
class Question {
  readonly #services: CaptureServices;
  readonly #mint: Mint;
  readonly #limit: number;
  readonly #record: RefRecord | undefined;
  #capture: Capture | undefined;

  constructor(services: CaptureServices, mint: Mint, limit: number, record: RefRecord | undefined) {
    this.#services = services;
    this.#mint = mint;
    this.#limit = limit;
    this.#record = record;
  }

  /** The page as it is. */
  get capture(): Capture {
    this.#capture ??= this.#services.fresh();
    return this.#capture;
  }

  stale(reason: Reason, now?: Print): ResolveReply {
    const record = this.#record;
    if (!record) return { ok: false, code: 'stale_ref', reason, candidates: [] };
    const was = fingerprintOf(record.print, now);
    const is = now && { now: fingerprintOf(now, record.print) };
    return { ok: false, code: 'stale_ref', reason, was, ...is, candidates: this.#candidates(record) };
  }

  /** The page around the element changed: the context told is the page. */
  moved(record: RefRecord, now: Print, wasKey: string, isKey: string): ResolveReply {
    const was: Fingerprint = { ...fingerprintOf(record.print), context: { kind: 'page', key: wasKey, rest: '' } };
    const is: Fingerprint = { ...fingerprintOf(now), context: { kind: 'page', key: isKey, rest: '' } };
    return { ok: false, code: 'stale_ref', reason: 'context_changed', was, now: is, candidates: this.#candidates(record) };
  }

  ambiguous(): ResolveReply {
    const record = this.#record;
    if (!record) return { ok: false, code: 'ambiguous_target', candidates: [] };
    return { ok: false, code: 'ambiguous_target', was: fingerprintOf(record.print), candidates: this.#candidates(record) };
  }

  #candidates(record: RefRecord): ReturnType<typeof candidatesOf> {
    const at = this.capture.documents.findIndex((shown) => shown.nonce === record.key.nonce);
    return candidatesOf(record.print, this.capture, this.#mint, this.#limit, at < 0 ? undefined : at);
  }
}
