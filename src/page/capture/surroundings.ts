/** What decides about lines without being part of the DOM: sizes, scrolling, focus, style sheets, animations, elements not defined yet. */
import {
  compatModeOf,
  documentElementOf,
  focusOf,
  frameDocument,
  isConnected,
  isElement,
  matches,
  query,
  queryAll,
  tagOf,
  viewOf,
} from '../dom.js';
import type { DocumentState } from './frame.js';
import { animationsOf, readyStateOf, viewportOf } from './nodes.js';
import type { StyleSheets } from './sheet-facts.js';

const MEDIA = ['print', '(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(forced-colors: active)', '(hover: hover)'];

/** Frames, elements that wait for their definition, and the top layer. */
const WATCHED = 'iframe,frame,object,:not(:defined),dialog:modal,:popover-open,:fullscreen';
const STATEFUL = ':not(:defined),dialog:modal,:popover-open,:fullscreen';

/** An element of which more can change than its own line. */
export interface Watched {
  readonly element: Element;
  readonly content: Document | null;
  readonly isOn: boolean;
}

export function watchedIn(roots: readonly Node[]): Watched[] {
  return roots.flatMap((root) => Array.from(queryAll(root, WATCHED), watch));
}
function watch(element: Element): Watched {
  return { element, content: frameDocument(element), isOn: matches(element, STATEFUL) };
}

/** All of them are there and as they were. What came since then is looked for in the records, see `bringsWatched`. */
export function areSame(watched: readonly Watched[]): boolean {
  return watched.every((one) => {
    const now = watch(one.element);
    return isConnected(one.element) && now.content === one.content && now.isOn === one.isOn;
  });
}

/** Do these changes bring such elements, or open a dialog? */
export function bringsWatched(records: readonly MutationRecord[]): boolean {
  for (const { type, target, attributeName, addedNodes } of records) {
    if (type === 'attributes' && attributeName === 'open' && tagOf(target as Element) === 'dialog') return true;
    for (let k = 0; k < addedNodes.length; k++) {
      const node = addedNodes[k] as Node;
      if (isElement(node) && (matches(node, WATCHED) || query(node, WATCHED))) return true;
    }
  }
  return false;
}

export interface Surroundings {
  /** When one of these differs, everything is looked at again. */
  readonly fixed: readonly unknown[];
  /** May be matched by selectors that look at states. */
  readonly moving: readonly unknown[];
  readonly isAnimated: boolean;
  readonly hasSheets: boolean;
  /** Under the pointer, checked, and so on; asked only where some rule looks at states. */
  readonly hovered: readonly unknown[];
}

export function surroundingsOf(
  states: readonly DocumentState[],
  roots: readonly Node[],
  sheets: StyleSheets,
  isDynamic: boolean,
): Surroundings {
  const fixed: unknown[] = [];
  const moving: unknown[] = [];
  let isAnimated = false;
  for (const { document } of states) {
    const view = viewOf(document);
    const { width, height } = viewportOf(document);
    // Opening a document again leaves it the same object without our listeners.
    fixed.push(
      document,
      documentElementOf(document),
      width,
      height,
      view?.devicePixelRatio,
      readyStateOf(document),
      compatModeOf(document),
    );
    // Frames that scroll move what shows of them; the page itself is measured again.
    if (states[0]?.document !== document) fixed.push(view?.scrollX, view?.scrollY);
    if (animationsOf(document).length > 0) isAnimated = true;
  }
  const view = viewOf((states[0] as DocumentState).document);
  for (const query of MEDIA) fixed.push(view?.matchMedia(query).matches);
  for (const root of roots) {
    moving.push(focusOf(root as Document | ShadowRoot));
  }
  const signature = sheets.signature(roots);
  fixed.push(...signature);
  return { fixed, moving, isAnimated, hasSheets: signature.length > roots.length, hovered: isDynamic ? statesIn(roots) : [] };
}

const STATES = ':checked,:indeterminate,:target,:invalid,:placeholder-shown,:autofill';
/** What the pointer is over and what is in a state that rules look at, tree by tree. */
function statesIn(roots: readonly Node[]): readonly unknown[] {
  return roots.flatMap((root) => {
    const hovered = queryAll(root, ':hover');
    return [hovered[hovered.length - 1], ...queryAll(root, STATES)];
  });
}

export function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
