/**
 * The page protocol: everything Node may ask of our code in a page. Only JSON crosses.
 *
 * Words: a *world* is one execution context our bundle runs in. It serves its own document and every same-origin frame below it
 * (walked through `contentDocument`). A *foreign frame* is an iframe whose document this world cannot reach (cross-origin, sandboxed,
 * out-of-process); it has a world of its own, and Node stitches. An *element id* (`el`) is a number that names one element for
 * the life of the world; it is stable, and never reused.
 */
import type { Coverage, Omitted, States } from './snapshot.js';

/** A failure inside the page: a value, never a throw. `detail` holds facts for programs. */
export interface PageFailure {
  readonly code: string;
  readonly message?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}
export type PageResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: PageFailure };

/** x, y, width, height. */
export type WireBox = readonly [number, number, number, number];

// ---------------------------------------------------------------- capture

export interface CaptureRequest {
  /** Largest number of tokens of the returned part, default estimate, header excluded. */
  readonly budget: number;
  /** `interactive`: only nodes with a ref, headings, landmarks and what places them. */
  readonly mode: 'snapshot' | 'interactive';
  /** Element to capture the subtree of. */
  readonly scope?: number;
  /** Boxes for all returned nodes, not only those in the viewport. */
  readonly boxes?: boolean;
  /** Time bound of the walk in ms. */
  readonly maxMs: number;
  /** True: brings the last model up to date where its rules allow (docs/design/002-incremental.md); false: walks everything. Default: walks. */
  readonly incremental?: boolean;
  /** False: do not keep the capture for cursors (a capture made only to be compared). */
  readonly keep?: boolean;
}

export interface WireDocument {
  readonly nonce: string;
  readonly url: string;
  readonly origin: string;
  readonly title: string;
  /** Element id of the owner iframe; absent on the root document of the world. */
  readonly owner?: number;
  /** Index of the document that holds the owner; absent on the root document. */
  readonly parent?: number;
  /** Accessible name of the owner iframe. */
  readonly name: string;
}

/** One printable node. Flat, in document order; `depth` gives the tree. */
export interface WireNode {
  /** Index in the capture, from 1 in document order; with the document's nonce and the snapshot id it is the ref. */
  readonly i: number;
  /** Index into `documents`. */
  readonly doc: number;
  readonly depth: number;
  readonly role: string;
  readonly name: string;
  /** True when the node has a ref. */
  readonly ref?: boolean;
  readonly states?: States;
  readonly value?: string;
  readonly type?: string;
  readonly description?: string;
  readonly hint?: string;
  /** In px of the viewport of the document the node is in. */
  readonly box?: WireBox;
  readonly inViewport?: boolean;
  readonly hiddenBy?: string;
  /** An ancestor printed again for place. */
  readonly context?: boolean;
  /** Role `more`: index to read on from, and how many lines are left out there. */
  readonly more?: { readonly from: number; readonly to: number; readonly count: number };
  /** Text continues: this is the piece that starts at this offset of the node's text. */
  readonly offset?: number;
  /** Priority class, 0 is kept longest (see the budget rules in page/). */
  readonly keep: number;
  /** Role iframe whose document is foreign: its element id. */
  readonly foreign?: number;
}

export interface CaptureReply {
  readonly captureId: number;
  readonly snapshotId: number;
  readonly documents: readonly WireDocument[];
  /** Part 1, at most `budget` tokens. */
  readonly nodes: readonly WireNode[];
  readonly omitted: Omitted;
  /** True when there is more to read with `more`. */
  readonly hasMore: boolean;
  /** Number of printable nodes of the whole capture. */
  readonly total: number;
  /** All foreign frames of the capture (also when their line was left out): element id, index of the iframe node (0 when it has none), depth, name, visible. */
  readonly foreign: readonly {
    readonly el: number;
    readonly i: number;
    readonly depth: number;
    readonly name: string;
    readonly url: string;
    readonly visible: boolean;
    /** Its document is still the first, empty one: it has not loaded. */
    readonly pending?: boolean;
  }[];
  /** Elements that may host a closed shadow root nobody asked about yet. */
  readonly closedCandidates: readonly number[];
  /** Custom elements without explicit role whose ElementInternals semantics nobody asked about yet. */
  readonly internalsCandidates: readonly number[];
  readonly coverage: Omit<Coverage, 'failedFrames' | 'source'>;
  readonly viewport: {
    readonly width: number;
    readonly height: number;
    readonly scrollX: number;
    readonly scrollY: number;
    readonly dpr: number;
  };
  /** Time in the page, ms. */
  readonly pageMs: number;
  /** How the capture was made. */
  readonly walk: 'full' | 'incremental';
}

export interface MoreRequest {
  readonly captureId: number;
  /** Index to go on from (inclusive), and the offset in that node's text. */
  readonly from: number;
  readonly offset?: number;
  /** Stop before this index (exclusive). */
  readonly to?: number;
  readonly budget: number;
  readonly boxes?: boolean;
  /** Indices part 1 contained but Node did not print (several worlds share one budget): they count as not shown. */
  readonly unshown?: readonly number[];
}
export interface MoreReply {
  readonly documents: readonly WireDocument[];
  readonly snapshotId: number;
  readonly nodes: readonly WireNode[];
  /** Where the next part starts; absent at the end. */
  readonly next?: { readonly from: number; readonly offset: number };
}

export interface FindRequest {
  readonly query: string;
  readonly limit: number;
  readonly maxMs: number;
}
export interface FindReply {
  readonly snapshotId: number;
  readonly documents: readonly WireDocument[];
  /** Matches in document order, each with its ancestors before it (`context: true`), every node once. */
  readonly nodes: readonly WireNode[];
  /** All matches, also those over the limit. */
  readonly total: number;
  readonly foreign: CaptureReply['foreign'];
}

// ---------------------------------------------------------------- content

export interface ContentRequest {
  /** Element to give the content of. */
  readonly scope?: number;
  readonly maxMs: number;
  /** Characters of text after which the rest is left out. */
  readonly maxChars: number;
  /** Also elements that only group, with id and class: what an extractor of articles judges by. */
  readonly detailed: boolean;
  /** Elements with a ref carry it, with a unique selector. */
  readonly anchors: boolean;
}
/** How a box stands in the text: 0 in the line, 1 in the line but apart from its neighbours, 2 on lines of its own. */
export type ContentLevel = 0 | 1 | 2;
/** What Markdown needs to know of an element, by name. */
export type ContentFacts = Readonly<Record<string, string | number | boolean>>;
/** Visible text, an element that opens, or 0 where the innermost open one closes. White space is folded where the page folds it. */
export type ContentItem = string | 0 | readonly [tag: string, level: ContentLevel, facts?: ContentFacts];

/** The content of one world, as a person sees it: shadow trees, slots and same-origin frames in place. */
export interface ContentReply {
  readonly captureId: number;
  readonly snapshotId: number;
  readonly documents: readonly WireDocument[];
  readonly items: readonly ContentItem[];
  /** Foreign frames; the item of such a frame has its element id as fact `frame`. */
  readonly foreign: CaptureReply['foreign'];
  readonly closedCandidates: readonly number[];
  readonly internalsCandidates: readonly number[];
  readonly coverage: CaptureReply['coverage'];
  /** There is more than `maxChars`. */
  readonly isFull: boolean;
  /** Time in the page. */
  readonly pageMs: number;
}

// ---------------------------------------------------------------- diff

export interface DiffRequest {
  /** Capture to compare with, from `mark`; 0 or one no longer kept: everything counts as added. */
  readonly before: number;
  /** Tokens of all returned lines together. */
  readonly budget: number;
  readonly maxMs: number;
}
export interface DiffReply {
  readonly captureId: number;
  readonly snapshotId: number;
  readonly documents: readonly WireDocument[];
  /** False when `before` was not kept or is of another document. */
  readonly compared: boolean;
  /** Added and changed lines in document order, each with a `context` line of its parent where that was not added itself. */
  readonly added: readonly WireNode[];
  /** Lines that are gone, as they were, without refs. */
  readonly removed: readonly WireNode[];
  readonly addedTotal: number;
  readonly removedTotal: number;
  /** Lines that only moved: same line, another place. */
  readonly moved: number;
  /** Current nodes with a ref that `added` does not show: focus, top layer and viewport first. */
  readonly refs: readonly WireNode[];
  readonly refsTotal: number;
  readonly foreign: CaptureReply['foreign'];
  readonly pageMs: number;
}

// ---------------------------------------------------------------- refs

export interface RefKey {
  readonly nonce: string;
  readonly snapshotId: number;
  readonly index: number;
}
/** What identifies an element to a person; the current value is never part of it. */
export interface Fingerprint {
  readonly role: string;
  readonly name: string;
  readonly tag: string;
  readonly type: string;
  readonly label: string;
  readonly placeholder: string;
  readonly context: { readonly kind: string; readonly key: string; readonly rest: string } | null;
}

/** Everything the gate and a report may want to know of an element, computed by us. */
export interface ElementFacts extends Fingerprint {
  readonly el: number;
  readonly description: string;
  readonly states: States;
  readonly value?: string;
  readonly hint?: string;
  /** Absolute URL without user and password, for links. */
  readonly href?: string;
  /** `_blank` and the like. */
  readonly target?: string;
  readonly download?: boolean;
  /** Action URL and method of the form this element belongs to. */
  readonly formAction?: string;
  readonly formMethod?: string;
  /** True when activating it submits a form. */
  readonly submits: boolean;
  readonly inputType?: string;
  readonly autocomplete?: string;
  readonly editable: boolean;
  readonly multiple?: boolean;
  /** True when it lies in UI of the page that imitates an approval. */
  readonly pageMadeApproval: boolean;
  readonly box: WireBox;
  readonly visible: boolean;
  readonly inViewport: boolean;
  /** Document it stands in. */
  readonly nonce: string;
  readonly url: string;
  readonly origin: string;
  /** Element ids of the owner iframes inside this world, innermost first. */
  readonly owners: readonly number[];
  readonly frameName: string;
}

export interface Candidate {
  readonly key: RefKey;
  readonly role: string;
  readonly name: string;
  readonly context: Fingerprint['context'];
}

export type ResolveReply =
  | { readonly ok: true; readonly facts: ElementFacts; readonly recovered?: 'same_node' | 'unique_match' }
  | {
      readonly ok: false;
      /** unknown: this world never issued it. */
      readonly code: 'stale_ref' | 'ambiguous_target' | 'unknown';
      readonly reason?: 'changed' | 'context_changed' | 'removed' | 'navigated' | 'frame_replaced' | 'expired';
      readonly was?: Fingerprint;
      readonly now?: Fingerprint;
      readonly candidates: readonly Candidate[];
    };

/** Facts of an element with the ref that names it from now on. */
export interface DescribeReply {
  readonly key: RefKey;
  readonly facts: ElementFacts;
}

/** Selections of one world, at most one a document. */
export interface SelectionReply {
  readonly selections: readonly {
    readonly nonce: string;
    readonly text: string;
    /** Characters of the whole selection. */
    readonly total: number;
    /** The control or the element around it. */
    readonly el: number;
    /** It stands in a password field; `text` is empty. */
    readonly isMasked: boolean;
  }[];
  /** The document of this world that has the focus, or holds the foreign frame that has it. */
  readonly focusedNonce: string;
  readonly focusedForeign?: number;
  /** Element ids of foreign frames. */
  readonly foreign: readonly number[];
}

// ---------------------------------------------------------------- acting

export type CheckName = 'attached' | 'visible' | 'enabled' | 'editable' | 'in_view' | 'stable' | 'receives_events';

export interface CheckRequest {
  readonly el: number;
  readonly checks: readonly CheckName[];
  /** For `receives_events`: a point to test relative to the element's box instead of the usual ones. */
  readonly position?: { readonly x: number; readonly y: number };
  /** Scroll strategy number of this try: 0 only when needed, 1 centre, 2 start, 3 end. */
  readonly attempt: number;
}
export interface CheckReply {
  /** Point that receives events, in px of the viewport of the element's own document. */
  readonly point: { readonly x: number; readonly y: number };
  /** Box in the same px. */
  readonly box: WireBox;
  /** Owner iframes inside this world, innermost first. */
  readonly owners: readonly number[];
  readonly viewport: { readonly width: number; readonly height: number };
  /** True when scrolling took place. */
  readonly scrolled: boolean;
}
/** Asked of a parent document: does an event at this point reach the iframe? Failure `occluded` carries the blocker. */
export interface FrameHitRequest {
  readonly owner: number;
  readonly x: number;
  readonly y: number;
}

/** Which element a press at a point of a document's viewport would be on. */
export interface ElementAtRequest {
  /** The document inside this iframe; absent: the world's own. */
  readonly owner?: number;
  readonly x: number;
  readonly y: number;
}
export interface ElementAtReply {
  /** The control that a press there is on, else the innermost element; the frame itself where one lies there. */
  readonly el: number;
  /** The innermost element as far as known: it may host a closed shadow root that nobody asked about yet. */
  readonly inner: number;
  /** `same`: a frame whose document this world serves; `foreign`: one that has a world of its own. */
  readonly frame: 'none' | 'same' | 'foreign';
  /** Owner iframes of the document asked about, innermost first. */
  readonly owners: readonly number[];
  /** Of the document asked about. */
  readonly viewport: { readonly width: number; readonly height: number };
}

export interface SetValueRequest {
  readonly el: number;
  readonly text: string;
  readonly mode: 'replace' | 'append';
  /** `planType` only: also focus the control and select what will be replaced. */
  readonly prepare?: boolean;
}
export interface TypePlan {
  /** How the text has to get in. `set`: exact-format input, set natively; `keys`: real input after selecting what is replaced. */
  readonly how: 'set' | 'keys';
  readonly kind: 'input' | 'textarea' | 'contenteditable';
  readonly inputType: string;
  readonly before: string;
  /** What the control should hold afterwards, maxlength obeyed; undefined for rich editors. */
  readonly expected?: string;
  /** Text to enter by keys. */
  readonly insert: string;
  readonly masked: boolean;
  /** A code field of one box a character: element ids of this box and those after it that take the rest. */
  readonly boxes?: readonly number[];
}
export interface SelectRequest {
  readonly el: number;
  readonly values: readonly string[];
  /** Only judge whether it could be done. */
  readonly dry?: boolean;
}
export interface OptionInfo {
  readonly text: string;
  readonly value: string;
  readonly group?: string;
  readonly disabled: boolean;
  readonly selected: boolean;
  /** Element id of the option. */
  readonly el?: number;
}
export interface SelectReply {
  readonly selected: readonly OptionInfo[];
  readonly changed: boolean;
}
export interface ScrollRequest {
  /** Absent: the document's scroller. */
  readonly el?: number;
  readonly direction: 'up' | 'down' | 'left' | 'right';
  readonly amount: 'page' | 'end' | 'into_view' | number;
  /** Share of the visible size that one page is. Default 0.85. */
  readonly share?: number;
  /** True: where nothing inside the page scrolls, the page does not scroll instead. */
  readonly within?: boolean;
}
export interface ScrollReply {
  readonly before: { readonly x: number; readonly y: number };
  readonly after: { readonly x: number; readonly y: number };
  readonly max: { readonly x: number; readonly y: number };
  readonly atEdge: boolean;
  /** Role and name of what scrolled; '' for the page. */
  readonly scroller: string;
}

/** Control values and states before and after, to see what an action did. */
export interface ControlState {
  readonly connected: boolean;
  readonly role: string;
  readonly name: string;
  readonly value?: string;
  readonly states: States;
  readonly focused: boolean;
  /** The pointer is over it (`:hover`). */
  readonly hovered: boolean;
  readonly text: string;
}

// ---------------------------------------------------------------- settle and effects

export interface WatchRequest {
  /** Element whose state change is an effect of its own. */
  readonly el?: number;
  /** A press about to come at this point of the element's document: swallowed when it would not reach the element after all. */
  readonly guard?: { readonly x: number; readonly y: number; readonly count: number };
}
export interface WatchStart {
  readonly watchId: number;
  readonly url: string;
  readonly state?: ControlState;
  /** Trusted input events this world has seen so far (see foreign input). */
  readonly inputSeq: number;
}
export interface WatchRead {
  readonly url: string;
  readonly title: string;
  /** Nodes added and removed, attributes and text changed since the start (our own overlay left out). */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Ms since the last DOM change; Infinity is printed as -1. */
  readonly quietMs: number;
  /** Timers (intervals included) and animation frames the documents started since `watchStart`, by the shared id counters. */
  readonly timersStarted: number;
  readonly framesStarted: number;
  readonly focusChanged: boolean;
  /** Role and name of the focused element. */
  readonly focus?: { readonly role: string; readonly name: string };
  readonly state?: ControlState;
  readonly inputSeq: number;
  readonly readyState: string;
  readonly scrollX: number;
  readonly scrollY: number;
  /** The documents kept changing by themselves (several times in the last second) when the watch started, and do so now. */
  readonly busyBefore: boolean;
  readonly busy: boolean;
  /** What a guarded press met or, looked at beforehand, would meet: the element, something else (the press is swallowed), or nothing yet. */
  readonly hit: 'none' | 'target' | 'missed';
  readonly hitInstead?: number;
  /** The page has asked to close its window. */
  readonly closing: boolean;
  /** Ms until running animations that end by themselves have ended; 0 when there is none. */
  readonly animationMs: number;
}

/** Answered by `ping`; `documents` are the nonces of the documents this world serves now. */
export interface PingReply {
  readonly nonce: string;
  readonly url: string;
  readonly title: string;
  readonly readyState: string;
  readonly inputSeq: number;
}

/** Every method our bundle publishes. All take one JSON value and give one JSON value, some later. */
export interface PageApi {
  ping(request: Record<string, never>): PingReply;
  capture(request: CaptureRequest): PageResult<CaptureReply>;
  more(request: MoreRequest): PageResult<MoreReply>;
  /** Captures without printing and keeps the result to be compared with. Cheap while nothing changed since the last capture. */
  mark(request: {
    readonly maxMs: number;
  }): PageResult<{ readonly captureId: number; readonly nonce: string; readonly foreign: CaptureReply['foreign'] }>;
  /** A new capture, printed as the difference to an earlier one. */
  diff(request: DiffRequest): PageResult<DiffReply>;
  find(request: FindRequest): PageResult<FindReply>;
  /** The content of what a capture shows, for views in running text. */
  content(request: ContentRequest): PageResult<ContentReply>;
  resolve(request: RefKey & { readonly candidates: number }): ResolveReply;
  /** Facts of an element id, with a fresh ref. */
  describe(request: { readonly el: number }): PageResult<DescribeReply>;
  /** Arms every document of this world to notice which element receives an event of this name, once. */
  armPick(request: { readonly event: string; readonly host?: number }): null;
  /** The element id that received it, or 0. Disarms. */
  collectPick(request: { readonly event: string }): number;
  /** A unique selector chain for Playwright: one entry per frame level, outermost first. */
  selector(request: { readonly el: number }): PageResult<{ readonly frames: readonly string[]; readonly selector: string }>;
  /** Main-world mode and foreign frames: the element id of the parent's iframe in a child document is learnt by Node, see bridge. */
  frameRect(request: { readonly el: number }): PageResult<{ readonly box: WireBox; readonly exact: boolean }>;
  /**
   * From now on every document of this world takes over elements that receive an event of this name; they count as listened on.
   * @returns inline handlers and listeners of ours, to tell whether there are any others; documents of this world
   */
  armListeners(request: { readonly event: string }): { readonly inline: number; readonly own: number; readonly documents: number };
  /** What came since the last look: elements added, documents not looked at; and listeners of ours. */
  listenerNews(request: Record<string, never>): { readonly added: number; readonly isOther: boolean; readonly own: number };
  /** How many elements were new since `armListeners`, and listeners of ours. */
  collectListeners(request: Record<string, never>): { readonly found: number; readonly own: number };
  /** What is selected in the documents of this world. */
  selection(request: { readonly maxChars: number }): SelectionReply;
  /** Tells the page that a host's closed root was looked up. The root itself is handed over by `adoptRoot` (not JSON). */
  noClosedRoot(request: { readonly els: readonly number[] }): null;

  check(request: CheckRequest): Promise<PageResult<CheckReply>>;
  frameHit(request: FrameHitRequest): PageResult<null>;
  /** Failure `not_found` where the document is empty, `frame_unavailable` where the owner holds none any more. */
  elementAt(request: ElementAtRequest): PageResult<ElementAtReply>;
  /** Checks that the control takes text and validates exact formats; with `prepare` focuses it and selects what will be replaced. Changes no value. */
  planType(request: SetValueRequest): PageResult<TypePlan>;
  /** Sets a value natively with input and change events. Only for `how: 'set'` plans and for synthetic mode. */
  setValue(request: SetValueRequest): PageResult<{ readonly value: string }>;
  /** Current value or text of a control. */
  readValue(request: { readonly el: number }): PageResult<{ readonly value: string; readonly focused: boolean }>;
  listOptions(request: { readonly el: number }): PageResult<readonly OptionInfo[]>;
  select(request: SelectRequest): PageResult<SelectReply>;
  focus(request: { readonly el: number }): PageResult<null>;
  scroll(request: ScrollRequest): Promise<PageResult<ScrollReply>>;
  click(request: {
    readonly el: number;
    readonly x: number;
    readonly y: number;
    readonly button: 'left' | 'middle' | 'right';
    readonly count: number;
    readonly modifiers: readonly string[];
  }): PageResult<null>;

  /** Shows a frame and a label over an element for a moment; captures and watches leave it out. */
  highlight(request: {
    readonly el: number;
    readonly label: string;
    readonly ms: number;
    /** Frames this instead of the element, in px of the viewport of its document. */
    readonly box?: WireBox;
  }): PageResult<null>;
  /** The markup of an element, secrets in its fields masked; '' with the true `total` where it has more characters than wanted. */
  markup(request: { readonly el: number; readonly maxChars: number }): PageResult<{ readonly html: string; readonly total: number }>;
  /** Draws boxes with labels over the root document, in px of its viewport, until `clearDrawings`. */
  annotate(request: { readonly marks: readonly { readonly box: WireBox; readonly label: string; readonly solid?: boolean }[] }): null;
  /** Shows dots for the text of elements, until `clearDrawings`. Resolves when they were drawn. */
  mask(request: { readonly els: readonly number[] }): Promise<null>;
  /** Takes away everything we drew, highlights too. */
  clearDrawings(request: Record<string, never>): null;

  watchStart(request: WatchRequest): WatchStart;
  /** `look`: a press that is expected is judged now, before it comes. */
  watchRead(request: { readonly watchId: number; readonly stop: boolean; readonly look?: boolean }): WatchRead;
  /** Resolves when the DOM was quiet for `quietMs`, after two frames, or at `maxMs`. Never longer. */
  quiet(request: { readonly watchId: number; readonly quietMs: number; readonly maxMs: number }): Promise<WatchRead>;
  /** Visible text contains, as a person reads it (white space folded), in all documents of this world. */
  hasText(request: { readonly text: string }): boolean;
  /** Removes observers, listeners and records. The world's global stays (it cannot be seen by the page). */
  dispose(request: Record<string, never>): null;
}
export type PageMethod = keyof PageApi;
export type PageRequest<M extends PageMethod> = Parameters<PageApi[M]>[0];
export type PageReply<M extends PageMethod> = Awaited<ReturnType<PageApi[M]>>;

/** Options the bundle gets once, when it is installed in a world. */
export interface InstallOptions {
  /** Seed of the nonces of this world's documents: 16 characters of [a-z0-9], from the session's randomness. */
  readonly seed: string;
  /** Element ids start above this number: each installed bundle has a range of its own, so that an id of a document that is gone names nothing in the next. */
  readonly firstId?: number;
}
