/** What one walk gathers beside its lines: documents, frames, roots, containers, and what could not be read. */

import type { WireDocument } from '../../shared/page-api.js';
import { ownedBy, ownerOf } from '../aria/owns.js';
import {
  bodyOf,
  documentElementOf,
  focusOf,
  isFrameOwner,
  isHtml,
  isShadowRoot,
  query,
  queryAll,
  rootOf,
  scrollWidthOf,
  sheetsOf,
  tagOf,
  titleOf,
  viewOf,
} from '../dom.js';
import type { Env } from '../env.js';
import type { PageWorld } from '../world.js';
import { CLASS, KEY } from './attributes.js';
import type { DocumentState, Frame } from './frame.js';
import { CONTEXT } from './kinds.js';
import { LEAVES } from './leaves.js';
import type { Line } from './line.js';
import { cleanUrl, originOf, urlOf, viewportOf } from './nodes.js';
import { Notes } from './noted.js';
import { isRepeated } from './repeated.js';
import { contentEdges, cut, type Edges } from './sight.js';
import type { ContentSink } from './sink.js';

export const MAX_FRAME_DEPTH = 8;
export const MAX_FRAMES = 200;
const MAX_EMPTY_HOSTS = 40;
const MAX_CANDIDATES = 5000;
const HOSTABLE = new Set('article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span'.split(','));

/** Elements that may have a shadow root (DOM 4.8, attachShadow). */
export function canHost(tag: string): boolean {
  return HOSTABLE.has(tag) || tag.includes('-');
}

/** What the reply tells beside the lines. */
export interface Findings {
  readonly foreign: readonly ForeignFrame[];
  readonly closedCandidates: readonly Element[];
  readonly internalsCandidates: readonly Element[];
  /** Hosts of closed roots that were not handed over. */
  readonly sealed: readonly Element[];
  readonly canvases: readonly Element[];
  readonly videos: readonly Element[];
  readonly hiddenTexts: readonly Element[];
  readonly skippedFrames: number;
  readonly isCut: boolean;
}

/** A container as the walk meets it: it spans lines `first` to `after`. */
export interface FoundContainer {
  readonly kind: string;
  readonly node: Element;
  readonly line: Line | undefined;
  readonly first: number;
  readonly after: number;
  /** Has an id or data attributes. */
  readonly hasKey: boolean;
}
export interface ForeignFrame {
  readonly element: Element;
  readonly line: Line | undefined;
  readonly visible: boolean;
  /** Its document is still the first, empty one. */
  readonly pending: boolean;
}
export interface CollectorOptions {
  readonly world: PageWorld;
  readonly env: Env;
  readonly listeners: WeakSet<Element>;
  readonly hasListeners: boolean;
  /** performance.now() at which the walk ends. */
  readonly deadline: number;
  /** Frame element of a document. */
  readonly ownerOf: (document: Document) => Element | undefined;
  /** Properties of style that a tree asks to be read. */
  readonly readsOf: (root: Node) => number;
  /** Boxes are remembered for the next capture. */
  readonly remembers?: boolean;
  /** More lines end the walk. */
  readonly maxLines?: number;
  /** Takes the content beside the lines. */
  readonly sink?: ContentSink | undefined;
}

export class Collector implements Findings {
  readonly world: PageWorld;
  readonly env: Env;
  readonly lines: Line[] = [];
  readonly documents: WireDocument[] = [];
  readonly states: DocumentState[] = [];
  /** Every root walked, for observers. */
  readonly roots: Node[] = [];
  readonly containers: FoundContainer[] = [];
  readonly foreign: ForeignFrame[] = [];
  readonly labels: Element[] = [];
  readonly closedCandidates: Element[] = [];
  readonly internalsCandidates: Element[] = [];
  readonly sealed: Element[] = [];
  /** Lines with a ref so far. */
  refs = 0;
  readonly canvases: Element[] = [];
  readonly videos: Element[] = [];
  /** Parents of texts that a person cannot see. */
  readonly hiddenTexts: Element[] = [];
  /** What can change without a mutation; only where a later capture may use it. */
  readonly notes: Notes | undefined;
  skippedFrames = 0;
  isCut = false;
  hasOwned = false;
  /** Walks a part of a document that another collector opened: owners of elements were not looked for. */
  isGuest = false;
  /** A tree walked so far has style sheets: there may be generated content. */
  hasSheets = false;
  readonly #focused = new Set<Element>();
  readonly #options: CollectorOptions;
  #emptyHosts = 0;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.world = options.world;
    this.env = options.env;
    this.notes = options.remembers ? new Notes() : undefined;
  }

  get sink(): ContentSink | undefined {
    return this.#options.sink;
  }
  /** True when every step has to ask `isOver`. */
  get isLimited(): boolean {
    return this.#options.maxLines !== undefined;
  }
  isOver(): boolean {
    if (performance.now() > this.#options.deadline) this.isCut = true;
    return this.isCut || this.lines.length > (this.#options.maxLines ?? Number.POSITIVE_INFINITY);
  }

  listens(element: Element): boolean {
    return this.#options.hasListeners && this.#options.listeners.has(element);
  }
  readsOf(root: Node): number {
    return this.#options.readsOf(root);
  }
  ownerOf(document: Document): Element | undefined {
    return this.#options.ownerOf(document);
  }
  isFocused(element: Element): boolean {
    return this.#focused.has(element);
  }

  // ------------------------------------------------------------ documents and roots

  /** @param name accessible name of the frame it stands in */
  openDocument(document: Document, name: string, frame: Frame | undefined): DocumentState {
    const { width, height } = viewportOf(document);
    const view = viewOf(document);
    const own: Edges = { left: 0, top: 0, right: width, bottom: height };
    const root = documentElementOf(document);
    const isRightToLeft = root !== null && this.env.style(root).direction === 'rtl';
    const state: DocumentState = {
      document,
      index: this.documents.length,
      window: frame ? windowInside(frame, own) : own,
      scrollX: view?.scrollX ?? 0,
      scrollY: view?.scrollY ?? 0,
      minX: isRightToLeft && root ? Math.min(0, width - scrollWidthOf(root)) : 0,
      maxX: hidesOverflow(document, root, this.env) ? width : Number.POSITIVE_INFINITY,
      level: frame ? frame.document.level + 1 : 0,
      modal: this.#modalOf(document),
    };
    this.documents.push({
      nonce: this.world.nonce(document),
      ...headOf(document),
      ...(frame?.element ? { owner: this.world.id(frame.element) } : {}),
      name,
    });
    this.states.push(state);
    this.openRoot(document);
    return state;
  }

  /** The document of a frame, if it may be entered. */
  mayOpen(document: Document, frame: Frame): DocumentState | undefined {
    if (frame.document.level >= MAX_FRAME_DEPTH || this.documents.length > MAX_FRAMES) {
      this.skippedFrames++;
      return undefined;
    }
    return this.openDocument(document, frame.line?.name ?? '', frame);
  }

  /** Goes on in a document another collector opened. */
  adopt(state: DocumentState, hasSheets: boolean): void {
    this.states.push(state);
    this.hasSheets = hasSheets;
    this.roots.push(state.document);
    this.isGuest = true;
    const focused = focusOf(state.document);
    if (focused) this.#focused.add(focused);
  }

  /** Opens the shadow root an element stands in, for walks that begin inside one. */
  openAround(element: Element): void {
    const root = rootOf(element);
    if (isShadowRoot(root) && !this.roots.includes(root)) this.openRoot(root);
  }

  openRoot(root: Node): void {
    this.roots.push(root);
    const focused = focusOf(root as Document | ShadowRoot);
    if (focused) this.#focused.add(focused);
    if (!this.hasSheets && sheetsOf(root as Document | ShadowRoot).length > 0) this.hasSheets = true;
    if (!this.hasOwned && query(root, '[aria-owns]:not([aria-owns=""])')) this.hasOwned = true;
  }

  #modalOf(document: Document): Element | null {
    const modals = queryAll(document, 'dialog:modal');
    for (let i = modals.length - 1; i >= 0; i--) {
      const modal = modals[i] as Element;
      if (i === 0 || !this.env.inert(modal)) return modal;
    }
    return null;
  }

  ownedBy(owner: Element): readonly Element[] {
    return showsChildren(owner) ? ownedBy(owner, this.env) : [];
  }
  /** Does an aria-owns that holds take it to another place? */
  isOwnedElsewhere(element: Element, parent: Frame): boolean {
    const owner = ownerOf(element, this.env);
    return owner !== undefined && owner !== parent.element && showsChildren(owner);
  }

  noteForeign(element: Element, line: Line | undefined, visible: boolean, pending: boolean): void {
    this.foreign.push({ element, line, visible, pending });
    if (line && !pending) line.foreign = this.world.id(element);
  }

  // ------------------------------------------------------------ candidates

  /** May it have a closed root? Asked once an element. */
  mayHostClosed(element: Element): void {
    if (this.closedCandidates.length >= MAX_CANDIDATES || this.env.shadowRoot(element)) return;
    const tag = tagOf(element);
    if (!canHost(tag)) return;
    if (this.world.closedRoot(element) === undefined && this.closedCandidates.at(-1) !== element) this.closedCandidates.push(element);
  }

  /** It has children that no tree shows: they are there for a root that cannot be seen. */
  hostsClosed(element: Element): void {
    if (this.env.shadowRoot(element)) return;
    if (this.sealed.at(-1) !== element) this.sealed.push(element);
    this.mayHostClosed(element);
  }

  /** An element without children that takes room may show a closed root. */
  mayBeEmptyHost(frame: Frame): void {
    const { box } = frame;
    if (!box || !frame.inView || box.width < 8 || box.height < 8 || this.#emptyHosts >= MAX_EMPTY_HOSTS || !HOSTABLE.has(frame.tag)) return;
    this.#emptyHosts++;
    this.mayHostClosed(frame.element as Element);
  }

  mayHaveInternals(element: Element): void {
    if (this.internalsCandidates.length < MAX_CANDIDATES && this.world.internals(element) === undefined)
      this.internalsCandidates.push(element);
  }

  // ------------------------------------------------------------ containers

  /** Called when an element with lines inside is left. */
  mayGiveContext(frame: Frame): void {
    const kind = this.#contextKind(frame);
    if (!kind) return;
    const hasKey = (frame.bits & KEY) !== 0;
    this.containers.push({ kind, node: frame.element as Element, line: frame.line, first: frame.first, after: this.lines.length, hasKey });
  }

  #contextKind(frame: Frame): string | undefined {
    const { line, tag } = frame;
    if (line && (line.kind & CONTEXT) !== 0) return line.role;
    if (tag === 'form') return 'form';
    if ((frame.bits & CLASS) === 0 || (line && line.kind !== 0)) return undefined;
    const inside = this.refs - frame.refsBefore - (line && line.reasons !== 0 ? 1 : 0);
    return inside > 0 && isRepeated(frame.element as Element) ? 'card' : undefined;
  }
}

/** Owners without content of their own (fields, images, frames) own nothing that would be shown: what they name stays where it stands. */
function showsChildren(owner: Element): boolean {
  return !(isHtml(owner) && LEAVES.has(tagOf(owner))) && !isFrameOwner(owner);
}

/** Does the viewport cut off what is too wide? It takes the overflow of the root, or else of the body (CSS Overflow 3, section 3.4). */
function hidesOverflow(document: Document, root: Element | null, env: Env): boolean {
  const own = root ? env.style(root).overflowX : 'visible';
  const body = own === 'visible' ? bodyOf(document) : null;
  const overflow = body ? env.style(body).overflowX : own;
  return overflow === 'hidden' || overflow === 'clip';
}

/** Address and title of a document. */
export function headOf(document: Document): Pick<WireDocument, 'url' | 'origin' | 'title'> {
  const url = urlOf(document);
  return { url: cleanUrl(url, url) || url, origin: originOf(document), title: titleOf(document) };
}

/** The part of a frame's document that shows, in px of that document's viewport. */
function windowInside(frame: Frame, own: Edges): Edges {
  const { left, top } = contentEdges(frame.element as Element, frame.box);
  const around = frame.window;
  return cut(own, { left: around.left - left, top: around.top - top, right: around.right - left, bottom: around.bottom - top });
}
