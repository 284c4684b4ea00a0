/** What a mode (isolated or main world) offers to a page engine. */
import type { CDPSession } from 'playwright-core';
import type { Lifeline } from './lifeline.js';
import type { CallOptions, DeepAccess, MappedPoint, PageEngine, World } from './types.js';

/** The page bundle, and a name for its worlds. */
export interface Bundle {
  /** `(publish) => { … }` */
  readonly source: string;
  readonly hash: string;
}

/** What a mode tells the page engine. */
export interface WorldEvents {
  navigated(url: string, isSameDocument: boolean): void;
  /** The browser is about to open a window for this page. */
  windowAsked(url: string): void;
  dialogClosed(): void;
  sawInput(document: object, inputSeq: number): void;
}

export interface WorldsDeps {
  readonly bundle: Bundle;
  readonly lifeline: Lifeline;
  readonly events: WorldEvents;
  /** Options of the next bundle to install. */
  installOptions(): object;
  /** A world id. */
  nextId(): string;
  monotonic(): number;
}

export type EnrichRequest = Parameters<PageEngine['enrich']>[1];
export type MapOptions = Parameters<PageEngine['mapPoint']>[3];

export interface PageWorlds {
  readonly cdp: CDPSession | undefined;
  readonly deep: DeepAccess | undefined;
  readonly navigationCount: number;
  readonly navigationPending: boolean;
  /** Chromium's id of the page that opened this one, when known. */
  readonly openerTargetId: string | undefined;
  readonly targetId: string | undefined;
  /** Resolves when calls can be made. */
  ready(): Promise<void>;
  top(): World;
  list(): readonly World[];
  /** Identity of the document that a world serves now; undefined when none is installed. */
  documentOf(world: World): object | undefined;
  /** Identity of the document that gave the last reply of a world. */
  answeredBy(world: World): object | undefined;
  foreign(parent: World, owner: number, options: CallOptions): Promise<World | undefined>;
  enrich(world: World, request: EnrichRequest, options: CallOptions): Promise<boolean>;
  mapPoint(world: World, owners: readonly number[], point: MappedPoint, options: MapOptions): Promise<MappedPoint>;
  /** Removes observers from pages that still live, sessions and listeners. */
  dispose(isAlive: boolean): Promise<void>;
}
