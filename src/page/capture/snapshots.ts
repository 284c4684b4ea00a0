/** Makes captures: walks the page, finishes the model, keeps it, and says what one request wants to know. */
import type { CaptureReply, WireDocument } from '../../shared/page-api.js';
import { attribute, frameDocument, isConnected, queryAll, viewOf } from '../dom.js';
import { createEnv } from '../env/create-env.js';
import type { Env } from '../env.js';
import type { Capture, Entry } from '../model.js';
import type { PageWorld } from '../world.js';
import { Collector, type Findings, headOf, MAX_FRAMES } from './collector.js';
import { contextAround } from './context.js';
import { finish, type Model } from './finish.js';
import type { DocumentState } from './frame.js';
import { update } from './incremental.js';
import { type KeptCapture, KeptCaptures } from './kept.js';
import { OUTLINE } from './kinds.js';
import type { Line } from './line.js';
import { baseOf, cleanUrl } from './nodes.js';
import { isRebuilt, Notes } from './noted.js';
import { PageChanges } from './page-changes.js';
import type { Remembered } from './remembered.js';
import { StyleSheets } from './sheet-facts.js';
import type { ContentSink } from './sink.js';
import { areSame, bringsWatched, isSame, surroundingsOf, watchedIn } from './surroundings.js';
import { documentFrame, Walk } from './walk.js';

const MAX_REPORTED = 500;
/** After so many updates the page is walked in full: a remedy for what no rule foresaw. */
const MAX_UPDATES = 64;

export interface Taken {
  readonly capture: KeptCapture;
  readonly out: Findings;
  readonly walk: 'full' | 'incremental';
}
interface Made {
  readonly model: Model;
  readonly findings: Findings;
  readonly documents: WireDocument[];
  readonly states: readonly DocumentState[];
  readonly walk: 'full' | 'incremental';
}
export interface TakeOptions {
  readonly scope?: Element | undefined;
  readonly maxMs: number;
  readonly mode: 'snapshot' | 'interactive';
  readonly keep: boolean;
  /** False: ids are not used up (a capture nobody prints). */
  readonly numbered: boolean;
  readonly incremental: boolean;
  /** Takes the content of the walk; such a walk is always a full one. */
  readonly sink?: ContentSink | undefined;
}

export class Snapshots {
  readonly #world: PageWorld;
  readonly kept = new KeptCaptures();
  /** Elements that scripts of the page listen on, found by Node. */
  readonly listeners = new WeakSet<Element>();
  hasListeners = false;
  readonly #changes = new PageChanges();
  readonly #sheets = new StyleSheets();
  #remembered: Remembered | undefined;
  /** Somebody asked for updates: from then on walks take down what those need. */
  #remembers = false;
  #told = 0;
  #lastCapture = 0;
  #lastSnapshot = 0;
  #nextIndex = 1;
  #documents: readonly Document[] = [];
  #owners = new WeakMap<Document, Element>();
  readonly #printed: ((capture: Capture, entries: readonly Entry[]) => void)[] = [];

  constructor(world: PageWorld) {
    this.#world = world;
  }

  /** Marks an element that a script of the page listens on. */
  addListener(element: Element): void {
    if (this.listeners.has(element)) return;
    this.listeners.add(element);
    this.hasListeners = true;
    this.#told++;
  }

  /** What changed as far as observers tell: for whom it is enough to know how much. */
  get churn(): { readonly added: number } {
    return this.#changes;
  }

  get newest(): number {
    return this.#lastSnapshot;
  }

  take(options: TakeOptions): Taken {
    this.#sheets.begin();
    const env = createEnv(this.#world, (sheet, quirks) => this.#sheets.pseudoRules(sheet, quirks));
    const made = options.scope ? this.#walk(env, options, options.scope) : this.#present(env, options);
    const { entries, containers } = made.model;
    if (options.numbered) {
      this.#lastSnapshot++;
      this.#nextIndex = entries.length;
    }
    const capture: KeptCapture = {
      captureId: options.numbered ? ++this.#lastCapture : 0,
      snapshotId: options.numbered ? this.#lastSnapshot : 0,
      ...(options.scope || made.findings.isCut ? { isPartial: true } : {}),
      documents: made.documents,
      entries,
      containers,
      shown: new Map(),
      windows: made.states.map((state) => state.window),
      included: options.mode === 'interactive' ? interactiveOnly(entries) : undefined,
    };
    if (options.keep && options.numbered) this.kept.add(capture, made.walk === 'full' && !options.scope);
    return { capture, out: made.findings, walk: made.walk };
  }

  /** The page as it is: the last model brought up to date, or a full walk. */
  #present(env: Env, options: TakeOptions): Made {
    const records = this.#changes.take();
    const old = this.#remembered;
    const updated = old && records && options.incremental && !options.sink ? this.#update(old, records, env, options) : undefined;
    if (updated) return updated;
    this.#remembered = undefined;
    return this.#walk(env, options, undefined);
  }

  #update(old: Remembered, records: readonly MutationRecord[], env: Env, options: TakeOptions): Made | undefined {
    if (old.updates >= MAX_UPDATES || old.told !== this.#told || this.#isAnswered(old)) return undefined;
    if (old.surroundings.isRestless || !areSame(old.watched) || bringsWatched(records) || isRebuilt(old.notes)) return undefined;
    const surroundings = surroundingsOf(old.states, old.roots, this.#sheets);
    if (surroundings.isRestless || !isSame(surroundings.fixed, old.surroundings.fixed)) return undefined;
    if (!isSame(surroundings.moving, old.surroundings.moving)) return undefined;
    const facts = this.#sheets.facts(old.roots);
    const view = viewOf(globalThis.document);
    const scroll = { x: view?.scrollX ?? 0, y: view?.scrollY ?? 0 };
    const collector = () => this.collector(env, options.maxMs, undefined, true);
    const made = update(old, records, { env, collector, facts, scroll });
    if (!made) return undefined;
    const [first, ...rest] = old.states;
    const states = first ? [{ ...first, scrollX: scroll.x, scrollY: scroll.y }, ...rest] : old.states;
    const documents = old.documents.map((document, k) => ({ ...document, ...headOf((old.states[k] as DocumentState).document) }));
    this.#changes.observe(made.roots);
    const { model, findings, notes, roots, lines } = made;
    const isSameModel = model.entries === old.entries;
    const live = isSameModel ? old.live : undefined;
    this.#remembered = {
      ...model,
      findings,
      documents,
      states,
      roots,
      notes,
      surroundings,
      watched:
        roots.length === old.roots.length ? old.watched : [...old.watched, ...watchedIn(roots.filter((root) => !old.roots.includes(root)))],
      lines,
      live,
      told: old.told,
      updates: old.updates + (isSameModel ? 0 : 1),
    };
    return { model, findings, documents, states, walk: 'incremental' };
  }

  #walk(env: Env, options: TakeOptions, scope: Element | undefined): Made {
    this.#remembers ||= options.incremental;
    const remembers = this.#remembers && !scope;
    const out = this.collector(env, options.maxMs, undefined, remembers, options.sink);
    new Walk(out).run(scope ? contextAround(out, scope) : documentFrame(out, globalThis.document));
    const model = finish(out);
    const { documents, states, roots } = out;
    if (!scope) {
      this.#noteDocuments(out);
      if (remembers) this.#changes.observe(roots);
      if (remembers && !out.isCut && !out.hasOwned) {
        const surroundings = surroundingsOf(states, roots, this.#sheets);
        this.#remembered = {
          ...model,
          findings: out,
          documents,
          states,
          roots,
          notes: out.notes ?? new Notes(),
          surroundings,
          watched: watchedIn(roots),
          lines: undefined,
          live: undefined,
          told: this.#told,
          updates: 0,
        };
      }
    }
    return { model, findings: out, documents, states, walk: 'full' };
  }

  /** Somebody looked up a root or semantics that the last walk asked for. */
  #isAnswered({ findings }: Remembered): boolean {
    return (
      findings.closedCandidates.some((element) => this.#world.closedRoot(element)) ||
      findings.internalsCandidates.some((element) => this.#world.internals(element))
    );
  }

  collector(env: Env, maxMs: number, maxLines?: number, remembers = false, sink?: ContentSink): Collector {
    return new Collector({
      world: this.#world,
      env,
      listeners: this.listeners,
      hasListeners: this.hasListeners,
      ownerOf: (document) => this.ownerOf(document),
      readsOf: (root) => this.#sheets.reads(root),
      deadline: performance.now() + maxMs,
      remembers,
      sink,
      ...(maxLines === undefined ? {} : { maxLines }),
    });
  }

  /** Documents this world serves now, outermost first. */
  documents(): readonly Document[] {
    const found: Document[] = [globalThis.document];
    const owners = new WeakMap<Document, Element>();
    for (let k = 0; k < found.length && found.length <= MAX_FRAMES; k++) {
      const document = found[k] as Document;
      for (const element of queryAll(document, 'iframe,frame,object')) {
        const content = frameDocument(element);
        if (!content || found.length > MAX_FRAMES) continue;
        found.push(content);
        owners.set(content, element);
      }
    }
    // Frames in shadow trees are known from the last walk.
    for (const document of this.#documents) {
      const owner = this.#owners.get(document);
      if (owners.has(document) || !owner || !isConnected(owner) || frameDocument(owner) !== document) continue;
      found.push(document);
      owners.set(document, owner);
    }
    this.#owners = owners;
    this.#documents = found;
    return found;
  }
  ownerOf(document: Document): Element | undefined {
    if (document === globalThis.document) return undefined;
    if (!this.#owners.has(document)) this.documents();
    return this.#owners.get(document);
  }

  dispose(): void {
    this.kept.clear();
    this.#changes.dispose();
    this.#remembered = undefined;
    this.#printed.length = 0;
  }

  reserveIndex(): { readonly snapshotId: number; readonly index: number } {
    if (this.#lastSnapshot === 0) this.#lastSnapshot = 1;
    return { snapshotId: this.#lastSnapshot, index: this.#nextIndex++ };
  }

  onPrinted(listener: (capture: Capture, entries: readonly Entry[]) => void): void {
    this.#printed.push(listener);
  }
  tellPrinted(capture: Capture, entries: readonly Entry[]): void {
    for (const listener of this.#printed) listener(capture, entries);
  }

  #noteDocuments(out: Collector): void {
    this.#documents = out.states.map((state) => state.document);
    this.#owners = new WeakMap();
    for (const [index, { document }] of out.states.entries()) {
      const owner = out.documents[index]?.owner;
      const element = owner === undefined ? undefined : this.#world.element(owner);
      if (element) this.#owners.set(document, element);
    }
  }
}

/** Entries with a ref, headings and landmarks, and what places them. */
function interactiveOnly(entries: readonly Line[]): Uint8Array {
  const included = new Uint8Array(entries.length);
  for (let i = entries.length - 1; i > 0; i--) {
    const line = entries[i] as Line;
    if (included[i] === 1 || line.ref || (line.kind & OUTLINE) !== 0) {
      included[i] = 1;
      included[line.parent] = 1;
    }
  }
  return included;
}

type Facts = Pick<CaptureReply, 'foreign' | 'closedCandidates' | 'internalsCandidates' | 'coverage' | 'viewport'>;

/** What a walk found beside its lines, as the reply tells it. */
export function factsOf(out: Findings, world: PageWorld): Facts {
  const view = viewOf(globalThis.document);
  return {
    foreign: foreignOf(out, world),
    closedCandidates: out.closedCandidates.slice(0, MAX_REPORTED * 4).map((element) => world.id(element)),
    internalsCandidates: out.internalsCandidates.slice(0, MAX_REPORTED).map((element) => world.id(element)),
    coverage: {
      canvas: out.canvases.length,
      video: out.videos.length,
      skippedFrames: out.skippedFrames,
      hiddenText: out.hiddenTexts.length,
      closedRoots: out.sealed.length,
      truncatedByTime: out.isCut,
    },
    viewport: {
      width: view?.innerWidth ?? 0,
      height: view?.innerHeight ?? 0,
      scrollX: view?.scrollX ?? 0,
      scrollY: view?.scrollY ?? 0,
      dpr: view?.devicePixelRatio ?? 1,
    },
  };
}

export function foreignOf(out: Findings, world: PageWorld): CaptureReply['foreign'] {
  return out.foreign.map(({ element, line, visible, pending }) => ({
    el: world.id(element),
    i: line && !line.dead ? line.i : 0,
    depth: line?.depth ?? 0,
    name: line?.name ?? '',
    url: cleanUrl(attribute(element, 'src') ?? attribute(element, 'data') ?? '', baseOf(element)),
    visible,
    ...(pending ? { pending } : {}),
  }));
}
