/** One level of the walk: an element (or a document) whose children are being visited, with what they inherit from it. */
import type { Line } from './line.js';
import type { Edges } from './sight.js';

/** Nothing inside can be seen: transparent, clipped away, out of reach. */
export const UNSEEN = 1;
/** UNSEEN because it lies where nobody can scroll to. */
export const AWAY = 2;
/** aria-hidden. */
export const ARIA = 4;
export const INERT = 8;
/** The container is off-screen: what flows inside is too, and is not measured. */
export const PRUNED = 16;
/** cursor: pointer is inherited. */
export const POINTER = 32;
/** Inside something that scrolls by itself. */
export const SCROLLED = 64;
/** Inside an editable host. */
export const EDIT = 128;
/** Inside an operable line: a pointer cursor in it is no target of its own. */
export const OPERABLE = 256;
/** In an open dialog or the top layer. */
export const TOP = 512;

/** A document being walked. */
export interface DocumentState {
  readonly document: Document;
  readonly index: number;
  /** The part of it that shows in the top viewport, px of its own viewport. */
  readonly window: Edges;
  readonly scrollX: number;
  readonly scrollY: number;
  /** Smallest x that can be scrolled to, px of the document (negative in right-to-left documents). */
  readonly minX: number;
  /** From this x on nothing can be scrolled to, px of the document: what overflows a page that hides it. */
  readonly maxX: number;
  /** Nesting below the world's own document. */
  readonly level: number;
  /** The dialog that makes everything outside it inert. */
  readonly modal: Element | null;
}

const NOWHERE: Edges = { left: 0, top: 0, right: 0, bottom: 0 };
const NO_DOCUMENT = {
  index: 0,
  window: NOWHERE,
  scrollX: 0,
  scrollY: 0,
  minX: 0,
  maxX: Number.POSITIVE_INFINITY,
  level: 0,
  modal: null,
} as unknown as DocumentState;

export class Frame {
  element: Element | undefined = undefined;
  tag = '';
  style: CSSStyleDeclaration | undefined = undefined;
  /** See attributes.ts. */
  bits = 0;
  /** Bits of its role and why it has a ref; set where only the frame is made, without its line. */
  kind = 0;
  reasons = 0;
  /** Own line. */
  line: Line | undefined = undefined;
  /** Own line, or the nearest one around. */
  owner: Line | undefined = undefined;
  /** Number of lines when it was entered. */
  first = 0;
  /** Number of refs when it was entered. */
  refsBefore = 0;
  next: Node | null = null;
  list: ArrayLike<Node> | undefined = undefined;
  at = 0;
  /** Elements it owns by aria-owns, visited last. */
  owned: readonly Element[] | undefined = undefined;
  flags = 0;
  /** Properties of style that its tree asks for, and those read of itself: see style-reads.ts. */
  treeReads = 255;
  reads = 255;
  document: DocumentState = NO_DOCUMENT;
  window: Edges = NOWHERE;
  /** For absolutely positioned descendants. */
  absolute: Edges = NOWHERE;
  /** Own box, where it was measured. */
  box: DOMRect | undefined = undefined;
  inView = false;
  /** visibility: visible. */
  shown = true;
  /** Can be scrolled by itself. */
  scrolls = false;
  /** 0 not asked, 1 text can be seen, 2 it cannot. */
  glyphs = 0;
  /** 0 inline, 1 inline with a box of its own, 2 block. */
  level = 2;
  label: Element | undefined = undefined;
  /** The pointer cursor on it means its children. */
  isRegion = false;

  /** Takes over what is inherited, and forgets the rest. */
  inherit(from: Frame): void {
    this.owner = from.owner;
    this.flags = from.flags;
    this.treeReads = from.treeReads;
    this.document = from.document;
    this.window = from.window;
    this.absolute = from.absolute;
    this.inView = from.inView;
    this.label = from.label;
    this.line = undefined;
    this.list = undefined;
    this.owned = undefined;
    this.next = null;
    this.box = undefined;
    this.bits = 0;
    this.at = 0;
    this.glyphs = from.glyphs;
    this.shown = true;
    this.scrolls = false;
    this.isRegion = false;
  }
}
