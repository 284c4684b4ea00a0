/** Makes captures: walks the page, finishes the model, keeps it, and says what one request wants to know. */
import type { CaptureReply } from '../../shared/page-api.js';
import { attribute, isConnected, queryAll, tagOf, viewOf } from '../dom.js';
import { createEnv } from '../env/create-env.js';
import type { Env } from '../env.js';
import type { Capture, Entry } from '../model.js';
import type { PageWorld } from '../world.js';
import { Collector, type Findings, MAX_FRAMES } from './collector.js';
import { contextAround } from './context.js';
import { finish } from './finish.js';
import { type KeptCapture, KeptCaptures } from './kept.js';
import { OUTLINE } from './kinds.js';
import type { Line } from './line.js';
import { baseOf, cleanUrl, frameContent } from './nodes.js';
import { documentFrame, Walk } from './walk.js';

const MAX_REPORTED = 500;

export interface Taken {
  readonly capture: KeptCapture;
  readonly out: Findings;
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
}

export class Snapshots {
  readonly #world: PageWorld;
  readonly kept = new KeptCaptures();
  /** Elements that scripts of the page listen on, found by Node. */
  readonly listeners = new WeakSet<Element>();
  hasListeners = false;
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
    this.listeners.add(element);
    this.hasListeners = true;
  }

  get newest(): number {
    return this.#lastSnapshot;
  }

  take(options: TakeOptions): Taken {
    const env = createEnv(this.#world);
    const out = this.collector(env, options.maxMs);
    const start = options.scope ? contextAround(out, options.scope) : documentFrame(out, globalThis.document);
    new Walk(out).run(start);
    const { entries, containers } = finish(out);
    if (!options.scope) this.#noteDocuments(out);
    if (options.numbered) {
      this.#lastSnapshot++;
      this.#nextIndex = entries.length;
    }
    const capture: KeptCapture = {
      captureId: options.numbered ? ++this.#lastCapture : 0,
      snapshotId: options.numbered ? this.#lastSnapshot : 0,
      ...(options.scope || out.isCut ? { isPartial: true } : {}),
      documents: out.documents,
      entries,
      containers,
      shown: new Map(),
      windows: out.states.map((state) => state.window),
      included: options.mode === 'interactive' ? interactiveOnly(entries) : undefined,
    };
    if (options.keep && options.numbered) this.kept.add(capture);
    return { capture, out, walk: 'full' };
  }

  collector(env: Env, maxMs: number, maxLines?: number): Collector {
    return new Collector({
      world: this.#world,
      env,
      listeners: this.listeners,
      hasListeners: this.hasListeners,
      ownerOf: (document) => this.ownerOf(document),
      deadline: performance.now() + maxMs,
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
        const content = frameContent(element, tagOf(element));
        if (!content || found.length > MAX_FRAMES) continue;
        found.push(content);
        owners.set(content, element);
      }
    }
    // Frames in shadow trees are known from the last walk.
    for (const document of this.#documents) {
      const owner = this.#owners.get(document);
      if (owners.has(document) || !owner || !isConnected(owner) || frameContent(owner, tagOf(owner)) !== document) continue;
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
      closedRoots: 0,
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
  return out.foreign.map(({ element, line, visible }) => ({
    el: world.id(element),
    i: line && !line.dead ? line.i : 0,
    depth: line?.depth ?? 0,
    name: line?.name ?? '',
    url: cleanUrl(attribute(element, 'src') ?? '', baseOf(element)),
    visible,
  }));
}
