/** What the capture part offers to the refs and acting parts: one engine for roles, names, visibility and context. */
import type { States } from '../shared/snapshot.js';
import type { Env } from './env.js';
import type { Capture, Container, Entry } from './model.js';

/** What a line would say of an element, made by the same code as a capture. */
export interface ElementView {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: States;
  readonly value: string | undefined;
  readonly type: string | undefined;
  readonly hint: string | undefined;
  readonly hiddenBy: string | undefined;
  readonly href: string | undefined;
  /** Would it carry a ref in a capture? */
  readonly ref: boolean;
}

export interface CaptureServices {
  /** Fresh caches for one question. */
  env(): Env;
  view(element: Element, env: Env): ElementView;
  /** Rendered, and with a box or text a person can see (opacity 0, clip and zero size considered). */
  visible(element: Element, env: Env): boolean;
  inViewport(element: Element): boolean;
  /** Nearest row, item, option, card, article, dialog or form around an element, gathered as in a capture. */
  containerOf(element: Element, env: Env): Container | undefined;
  /** Containers of the same kind beside it (its own included), for uniqueness of keys. */
  siblingContainers(container: Container, env: Env): readonly Container[];
  /** A capture of the present page, not printed and not kept: for recovery and comparison. */
  fresh(): Capture;
  /** A kept capture. */
  kept(captureId: number): Capture | undefined;
  /** Snapshot id of the newest capture of this world; 0 before the first. */
  newest(): number;
  /** Reserves the next index of the newest capture for an element that describe mints a ref for (starts a capture id when there is none). */
  reserveIndex(): { readonly snapshotId: number; readonly index: number };
  /** Called with the entries of every part that is printed, before it is sent. */
  onPrinted(listener: (capture: Capture, entries: readonly Entry[]) => void): void;
  /** Documents this world serves now: its own and same-origin frames, outermost first. */
  documents(): readonly Document[];
  /** Owner iframe of a document below this world's own; undefined for the root document. */
  ownerOf(document: Document): Element | undefined;
}
