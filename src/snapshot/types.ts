/** What tools and actions see of perception: read, find, resolve, describe, compare. One ref space for all views. */
import type { ElementHandle, Locator } from 'playwright-core';
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import type { Candidate, ContentItem, ElementFacts, Fingerprint } from '../shared/page-api.js';
import type { Box, ContextInfo, Coverage, FrameInfo, Omitted, SnapshotNode, States } from '../shared/snapshot.js';

export interface ReadOptions {
  readonly maxTokens: number;
  readonly mode: 'snapshot' | 'interactive';
  /** Ref of the subtree to read. */
  readonly scope?: string;
  readonly cursor?: string;
  readonly boxes?: boolean;
}
export interface SnapshotData {
  readonly snapshotId: string;
  readonly documentNonce: string;
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly tokens: number;
  readonly nodes: readonly SnapshotNode[];
  readonly omitted: Omitted;
  readonly coverage: Coverage;
  readonly cursor?: string;
  readonly timings: { readonly pageMs: number; readonly totalMs: number };
}
/** What `read_page_deep` gives. */
export interface DeepData extends SnapshotData {
  /** Event targets sampled, shown or not. */
  readonly eventTargets: number;
}
/** What `get_selection` gives. */
export interface SelectionData {
  /** '' when nothing is selected, or in a password field. */
  readonly text: string;
  /** Characters of the whole selection. */
  readonly total: number;
  /** The selection stands in a password field. */
  readonly masked: boolean;
  readonly frame: FrameInfo;
  /** The control, or the element around the selection. */
  readonly ref?: string;
  readonly role?: string;
  readonly name?: string;
}
export interface ContentOptions {
  /** Ref of the subtree. */
  readonly scope?: string | undefined;
  /** Characters of text after which the rest of a document is left out. */
  readonly maxChars: number;
  /** Also elements that only group, with id and class. */
  readonly detailed: boolean;
  /** Elements carry refs and selectors. */
  readonly anchors: boolean;
}
/** What a page shows, as a stream of elements and texts, frames in place. */
export interface ContentData extends Pick<SnapshotData, 'snapshotId' | 'documentNonce' | 'coverage' | 'timings'> {
  readonly items: readonly ContentItem[];
  readonly url: string;
  readonly title: string;
  /** There is more than was read. */
  readonly isCut: boolean;
  /** Frames that were not read. */
  readonly lostFrames: number;
}
export interface FindData {
  readonly snapshotId: string;
  readonly query: string;
  readonly text: string;
  readonly tokens: number;
  readonly total: number;
  readonly nodes: readonly SnapshotNode[];
}
export interface DiffData {
  readonly snapshotId: string;
  readonly text: string;
  readonly tokens: number;
  readonly refs: readonly string[];
  readonly changed: boolean;
}
/** Design 3: what `session.describe` gives. */
export interface Description {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: States;
  readonly value?: string;
  readonly box: Box;
  readonly visible: boolean;
  readonly frame: FrameInfo;
  readonly context: ContextInfo | null;
  readonly hint?: string;
}

/** A ref that stands for an element right now. */
export interface ResolvedTarget {
  readonly ref: string;
  readonly tab: PageEngine;
  readonly world: World;
  /** Element id in the world. */
  readonly el: number;
  readonly facts: ElementFacts;
  readonly frame: FrameInfo;
  readonly recovered?: 'same_node' | 'unique_match';
}
/** The element at a point of the top viewport. */
export interface PointTarget extends ResolvedTarget {
  /** The same point in px of the viewport of the element's own document. */
  readonly local: { readonly x: number; readonly y: number };
  /** Of the top document. */
  readonly viewport: { readonly width: number; readonly height: number };
}
/** How much of a page is not as it was. */
export interface ChangeCount {
  /** False when the document is another one, or the page before is not known any more. */
  readonly compared: boolean;
  /** Lines that are gone or say something else; new lines are not among them. */
  readonly lost: number;
  /** Controls that came, and that are gone or say something else. */
  readonly controls: { readonly before: number; readonly added: number; readonly removed: number };
}
/** Details of a `stale_ref` or `ambiguous_target`. */
export interface StaleDetails {
  readonly reason?: string;
  readonly was?: Fingerprint;
  readonly now?: Fingerprint;
  readonly candidates: readonly (Omit<Candidate, 'key'> & { readonly ref: string })[];
}

/** Perception of one session. All methods throw SdkError. */
export interface Perception {
  read(tab: PageEngine, options: ReadOptions, call: CallOptions): Promise<SnapshotData>;
  /** The accessibility trees of all frames, with deep refs. */
  readDeep(tab: PageEngine, maxTokens: number, call: CallOptions): Promise<DeepData>;
  /** What is selected on the page. */
  selection(tab: PageEngine, call: CallOptions): Promise<SelectionData>;
  /** What the page shows, for views in running text. */
  content(tab: PageEngine, options: ContentOptions, call: CallOptions): Promise<ContentData>;
  /** Tokens of a text, by the counter of the session. */
  countTokens(text: string): number;
  find(tab: PageEngine, query: string, limit: number, maxTokens: number, call: CallOptions): Promise<FindData>;
  /** Takes the "before" of a diff: cheap when the last snapshot still holds. */
  before(tab: PageEngine, call: CallOptions): Promise<unknown>;
  /** New snapshot of the same document with the same options, as a diff against `before`; a full snapshot when the document changed. */
  diff(tab: PageEngine, before: unknown, maxTokens: number, call: CallOptions): Promise<DiffData>;
  /**
   * The element a ref stands for, by the table of design 5.
   * @throws SdkError invalid_input (malformed), unknown_ref, stale_ref, ambiguous_target (details: StaleDetails), frame_unavailable, tab_closed
   */
  resolve(ref: string, call: CallOptions): Promise<ResolvedTarget>;
  /**
   * What a press at a point of the top viewport would be on, through frames and shadow roots; gets a fresh ref.
   * @throws SdkError invalid_input (outside the viewport), unsupported_frame, frame_unavailable
   */
  at(tab: PageEngine, point: { readonly x: number; readonly y: number }, call: CallOptions): Promise<PointTarget>;
  /** How much changed since `before`, without printing it. */
  changes(tab: PageEngine, before: unknown, call: CallOptions): Promise<ChangeCount>;
  /** Tab a ref belongs to, without asking the page; undefined for refs never issued here. */
  tabOf(ref: string): PageEngine | undefined;
  describe(target: string | Locator | ElementHandle, tab: PageEngine | undefined, call: CallOptions): Promise<Description | undefined>;
  /** Ref for an element id of a world (mints one). */
  refOf(tab: PageEngine, world: World, el: number, call: CallOptions): Promise<{ readonly ref: string; readonly facts: ElementFacts }>;
  /** Playwright locator, unique now. */
  locator(ref: string, call: CallOptions): Promise<Locator>;
}
