/** The captured model of one world: entries in document order, containers that give context. All views are made from it. */
import type { WireBox, WireDocument } from '../shared/page-api.js';
import type { StateValue } from '../shared/snapshot.js';

/** One printable line of a capture: an element or a run of text. */
export interface Entry {
  /** Index from 1 in document order (the nodeIndex of the ref). */
  readonly i: number;
  /** Index of the parent entry, 0 at the top. */
  readonly parent: number;
  readonly depth: number;
  /** Index into the capture's documents. */
  readonly doc: number;
  /** The element, or the parent element of a text run. Weak once the capture is kept. */
  node: Element | WeakRef<Element>;
  /** ARIA role, `text`, `generic`, `iframe`. */
  role: string;
  /** Full name or full text, not shortened. */
  name: string;
  ref: boolean;
  states: Record<string, StateValue> | undefined;
  value: string | undefined;
  type: string | undefined;
  description: string | undefined;
  hint: string | undefined;
  hiddenBy: string | undefined;
  /** Priority class: 0 is kept longest. */
  keep: number;
  /** In the viewport of the top document of the world. */
  inView: boolean;
  /** Measured only where needed. */
  box: WireBox | undefined;
  /** Index into the capture's containers, -1 for none: nearest row, item, option, card, article, dialog or form. */
  container: number;
  /** Element id, for foreign iframes. */
  foreign: number;
  /** Absolute URL of a link, without user and password. */
  href: string | undefined;
  /** The same as its author wrote it: cheap, and enough to tell one link from another. */
  rawHref?: string | undefined;
  block: boolean;
  /** Last index of the subtree. */
  end: number;
}

/** Raw material of a context, gathered in the walk, made into kind + key + rest only when needed. */
export interface Container {
  readonly kind: string;
  node: Element | WeakRef<Element>;
  /** Enclosing container, -1 for none. */
  readonly parent: number;
  /**
   * Row header or first non-empty cell; empty for other kinds. Names of controls that hold a value or a state (checkbox, switch, text field,
   * list, toggle or expander) do not make a cell non-empty, and are no part of it.
   */
  cell: string;
  heading: string;
  href: string;
  /** `id` or `data-*id` of the container itself. */
  id: string;
  label: string;
  /**
   * All text, white space folded (a rope until somebody reads it). What a person can change takes no part: values, also where a name embeds
   * them, text of editable hosts, which option is chosen.
   */
  text: string;
}

export interface Capture {
  readonly captureId: number;
  readonly snapshotId: number;
  /** True when it shows less than the page: only a scope, or the time was over before the end. */
  readonly isPartial?: boolean;
  readonly documents: WireDocument[];
  /** entries[0] is unused, so that entries[i].i === i. */
  readonly entries: Entry[];
  readonly containers: Container[];
  /** What part 1 showed: characters of text shown per entry index; absent = not shown. */
  readonly shown: Map<number, number>;
}
