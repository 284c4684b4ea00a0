/** What the rest of Node sees of the bridge: one engine per context, pages with frames and worlds, calls into worlds. */
import type { BrowserContext, CDPSession, FileChooser, Page } from 'playwright-core';
import type { TabEvent, TabLogEntry } from '../shared/events.js';
import type { PageMethod, PageReply, PageRequest } from '../shared/page-api.js';

/** Injected, so that tests are deterministic. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  monotonic(): number;
  /** Calls `run` after `ms`; returns what cancels it. Default: `setTimeout`. */
  timer?(run: () => void, ms: number): () => void;
}
/** Returns `length` characters of [a-z0-9]. */
export type RandomId = (length: number) => string;

export interface EngineOptions {
  readonly world: 'isolated' | 'main';
  readonly clock: Clock;
  readonly random: RandomId;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Deadline of this call in ms. */
  readonly timeoutMs: number;
}

/** One execution context our bundle runs in: a document and its same-origin frames. */
export interface World {
  /** Unique in the engine; changes when the frame is replaced, not when it navigates. */
  readonly id: string;
  /** The world whose document holds the owner iframe; undefined for the top. */
  readonly parent: World | undefined;
  /** Element id of the owner iframe in the parent world; 0 for the top. */
  readonly owner: number;
  /**
   * Calls one page method. Installs the bundle first when the document is new. Raced with deadline, signal, crash, close and navigation.
   * When a navigation takes the document away, a plain read is asked once more of the new document. What names something of the old document
   * (an element, a watch, a capture) or acts on it is not: it fails with `frame_unavailable`, `details.reason` `navigated` or `frame_replaced`,
   * and `details.ran` `no` (certainly not run) or `maybe`.
   * @throws SdkError timeout, aborted, tab_closed, tab_crashed, browser_closed, frame_unavailable
   */
  call<M extends PageMethod>(method: M, request: PageRequest<M>, options: CallOptions): Promise<PageReply<M>>;
}

/** How a point in a frame maps to the viewport of the top page. */
export interface MappedPoint {
  readonly x: number;
  readonly y: number;
}

export interface DialogAnswer {
  readonly accept: boolean;
  readonly promptText?: string;
}
export interface SeenDialog {
  readonly type: string;
  readonly message: string;
  readonly answer: 'accepted' | 'dismissed' | 'host';
}

/** A frame as the browser knows it, same-origin ones too. */
export interface BrowserFrame {
  readonly frameId: string;
  /** Changes with every document the frame loads. */
  readonly loaderId: string;
  readonly url: string;
  readonly origin: string;
  /** The session whose process the frame lives in. */
  readonly session: CDPSession;
  /** True for the frame that is the root of its session. */
  readonly isRoot: boolean;
  /** Its iframe element, and the session that element belongs to; undefined for the top. */
  readonly owner: { readonly session: CDPSession; readonly backendNodeId: number } | undefined;
}
/** A node in our world. */
export interface PlacedNode {
  readonly world: World;
  readonly el: number;
  /** Number of the node's document in its session. */
  readonly documentNodeId: number;
}

/** Reaches what the worlds cannot: listeners of the page, frames as the browser knows them, nodes by their number in the browser. */
export interface DeepAccess {
  /**
   * Asks a world something that prints refs, when it knows what scripts of the page listen on. A new document is looked at first, so that it is
   * walked once. Later looks run beside the question, which is asked again only when they found something.
   * @param ask one page call that may be made twice
   */
  withListeners<R>(world: World, options: CallOptions, ask: () => Promise<R>): Promise<R>;
  /** All frames of the page, the top first, others in no order. */
  frames(options: CallOptions): Promise<readonly BrowserFrame[]>;
  /** The frame with this id in its session now; undefined when it is gone from there. */
  frame(session: CDPSession, frameId: string, options: CallOptions): Promise<{ readonly loaderId: string } | undefined>;
  /** The world that serves a node, and its element id there; undefined when none of the known worlds does, or it is not connected. */
  place(session: CDPSession, backendNodeId: number, options: CallOptions): Promise<PlacedNode | undefined>;
  /** Runs protocol calls of ours, raced with deadline, signal, crash and close. */
  race<T>(what: string, options: CallOptions, work: () => Promise<T>): Promise<T>;
}

/** One page (tab) of the context, shared by all sessions attached to it. */
export interface PageEngine {
  readonly page: Page;
  /** Stable in the engine, from 1, never reused. */
  readonly tabId: number;
  readonly openerTabId: number | undefined;
  readonly crashed: boolean;
  readonly closed: boolean;
  /** Grows with every cross-document navigation of the main frame. */
  readonly navigationCount: number;
  /** True while a main-frame navigation is under way (started, not committed). */
  readonly navigationPending: boolean;
  /** Resolves when calls can be made (a CDP session is there). Calls wait for it by themselves. */
  ready(options: CallOptions): Promise<void>;
  /** The top world. Never rejects for a page that is merely busy; calls do. */
  top(): World;
  /**
   * The world of a foreign frame seen in a capture.
   * @param parent world that holds the iframe element
   * @param owner element id of the iframe there
   * @returns undefined when the frame cannot be entered (gone, never answers)
   */
  foreign(parent: World, owner: number, options: CallOptions): Promise<World | undefined>;
  /** Worlds known now, top first. */
  worlds(): readonly World[];
  /** The world that issued a document nonce, if it still lives. `gone` tells why not. */
  worldOfNonce(nonce: string): { readonly world: World } | { readonly gone: 'navigated' | 'frame_replaced' } | undefined;
  /** Called by the snapshot layer for every document a reply names. */
  noteDocument(world: World, nonce: string, isRoot: boolean): void;
  /** Looks up closed shadow roots and ElementInternals semantics of elements and hands what it found to the world; true when something was found. */
  enrich(
    world: World,
    request: { readonly closed: readonly number[]; readonly internals: readonly number[] },
    options: CallOptions,
  ): Promise<boolean>;
  /**
   * Maps a point from a document up to the top viewport through all owner frames (in this world and above), with a hit test at every level.
   * @throws SdkError unsupported_frame, occluded, frame_unavailable
   */
  mapPoint(
    world: World,
    owners: readonly number[],
    point: MappedPoint,
    options: CallOptions & { readonly hitTest: boolean; readonly viewport: { readonly width: number; readonly height: number } },
  ): Promise<MappedPoint>;
  /** CDP session of the page; undefined in main-world mode. */
  readonly cdp: CDPSession | undefined;
  /** What only the debugging protocol can tell of the page; undefined in main-world mode. */
  readonly deep: DeepAccess | undefined;
  /** Serialises writes: one at a time per page, in order of asking. Aborted while queued: never runs. */
  write<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  /** The event log of the tab. */
  log: {
    append(event: TabEvent): void;
    /** Entries with a greater sequence number. */
    since(seq: number): readonly TabLogEntry[];
    readonly seq: number;
  };
  dialogs: {
    /** True when a host listener was there before ours: it answers, we report. */
    readonly hostOwned: boolean;
    /** Answers dialogs this way until `release`; throws SdkError safety_boundary_unavailable when it cannot. */
    guard(answer: DialogAnswer): { release(): readonly SeenDialog[] };
    /** Dialogs answered between calls since the last time this was asked. */
    takeUnreported(): readonly SeenDialog[];
    /** A dialog the host has not answered yet. */
    readonly open: { readonly type: string; readonly message: string } | undefined;
  };
  network: {
    /** Document and subresource requests that started after `mark` and are not finished; streams older than the limit are marked. */
    mark(): number;
    pendingSince(mark: number): readonly { readonly url: string; readonly type: string; readonly ageMs: number }[];
    startedSince(mark: number): number;
    /** Sockets opened or written to after this time (monotonic) that have said nothing since. */
    unansweredSince(at: number): readonly { readonly ageMs: number }[];
  };
  /** Windows this tab asked the browser for that are not known as tabs yet. 0 in main-world mode, which cannot tell. */
  readonly windowsPending: number;
  /**
   * Catches file choosers (the browser then shows none) until the returned function is called; each is logged as `file_chooser`.
   * A listener changes what the browser does, so there is none outside of this.
   */
  fileChoosers(onChooser?: (chooser: FileChooser) => void): () => void;
  /** Announces trusted presses and keys about to be sent by us (pointerdown and keydown events, 1 by default), so that they are not taken for foreign input. */
  expectInput(count?: number): void;
  /** Input seen by now. As fresh as the last `refreshInput`, `ping`, `watchStart` or `watchRead` of each world. */
  inputMark(): number;
  /** Trusted input seen since the mark that nobody of us sent. As fresh as `inputMark`. */
  foreignInputSince(mark: number): boolean;
  /** Asks all worlds for their input counters: before a mark and before a check. About 1 ms. */
  refreshInput(options: CallOptions): Promise<void>;
}

/** One per context, shared by all sessions. */
export interface Engine {
  readonly context: BrowserContext;
  readonly options: EngineOptions;
  /** Pages in the order they were opened. */
  pages(): readonly PageEngine[];
  byTabId(tabId: number): PageEngine | undefined;
  byPage(page: Page): PageEngine | undefined;
  /** Prepares the page (CDP session, listeners); safe to call often. */
  ready(page: PageEngine, options: CallOptions): Promise<void>;
  /** Resolves when the page that Chromium reported as opened by `opener` is known here, or undefined at the deadline. */
  onPage(listener: (page: PageEngine) => void): () => void;
  onTabEvent(listener: (page: PageEngine, entry: TabLogEntry) => void): () => void;
  /** Last page that was brought to the front through us, else the first. */
  activeTabId(): number | undefined;
  setActive(tabId: number): void;
  /** Gives up one use; the last one detaches everything and leaves nothing behind. */
  release(): Promise<void>;
  readonly browserClosed: boolean;
}
