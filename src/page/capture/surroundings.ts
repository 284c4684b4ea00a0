/** What decides about lines without being part of the DOM: sizes, scrolling, focus, style sheets, animations, elements not defined yet. */
import {
  checkVisibility,
  compatModeOf,
  documentElementOf,
  firstElementOf,
  focusOf,
  frameDocument,
  hasFocus,
  isConnected,
  isElement,
  matches,
  nodeTypeOf,
  query,
  queryAll,
  scrollWidthOf,
  sheetsOf,
  tagOf,
  viewOf,
} from '../dom.js';
import type { DocumentState } from './frame.js';
import { animationsOf, baseOf, readyStateOf, viewportOf } from './nodes.js';
import type { StyleSheets } from './sheet-facts.js';

const MEDIA = [
  'print',
  '(prefers-color-scheme: dark)',
  '(prefers-reduced-motion: reduce)',
  '(forced-colors: active)',
  '(hover: hover)',
  '(prefers-contrast: more)',
  '(prefers-contrast: less)',
];

/** Frames, and elements that wait for their definition. */
const WATCHED = 'iframe,frame,object,:not(:defined)';

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
  // What stands in for an object shows when it has nothing to show.
  const instead = tagOf(element) === 'object' ? firstElementOf(element) : null;
  return { element, content: frameDocument(element), isOn: instead ? checkVisibility(instead) : matches(element, ':defined') };
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
  /** May be matched by selectors that look at states: focus, what is under the pointer, checked, and so on. */
  readonly moving: readonly unknown[];
  /** Styles change by themselves, or cannot be compared: no update. */
  readonly isRestless: boolean;
  readonly hasSheets: boolean;
}

export function surroundingsOf(states: readonly DocumentState[], roots: readonly Node[], sheets: StyleSheets): Surroundings {
  const fixed: unknown[] = [];
  for (const { document, minX } of states) {
    const view = viewOf(document);
    const { width, height } = viewportOf(document);
    const root = documentElementOf(document);
    // Opening a document again leaves it the same object.
    fixed.push(document, root, baseOf(document), width, height, view?.devicePixelRatio, readyStateOf(document), compatModeOf(document));
    // Frames that scroll move what shows of them; the page itself is measured again.
    if (states[0]?.document !== document) fixed.push(view?.scrollX, view?.scrollY);
    fixed.push(minX < 0 && root ? scrollWidthOf(root) : 0);
  }
  const view = viewOf((states[0] as DocumentState).document);
  for (const query of MEDIA) fixed.push(view?.matchMedia(query).matches);
  const signature = sheets.signature(roots);
  let isRestless = signature === undefined;
  let hasSheets = false;
  for (const root of roots as readonly (Document | ShadowRoot)[]) {
    if (animationsOf(root).length > 0) isRestless = true;
    hasSheets ||= sheetsOf(root).length > 0;
    fixed.push(...queryAll(root, TOP_LAYER), 0);
  }
  fixed.push(...(signature ?? []));
  if (isRestless) return { fixed, moving: [], isRestless, hasSheets };
  const facts = sheets.facts(roots);
  return { fixed, moving: facts.states.size > 0 ? statesIn(roots, facts.states) : [], isRestless: facts.isHidden, hasSheets };
}

const TOP_LAYER = ':modal,:popover-open,:fullscreen';
/** What has the focus, what the pointer is over, and what is in a state that rules look at, tree by tree. */
function statesIn(roots: readonly Node[], states: ReadonlySet<string>): readonly unknown[] {
  const found: unknown[] = [];
  for (const root of roots) {
    found.push(focusOf(root as Document | ShadowRoot), nodeTypeOf(root) === 9 && hasFocus(root as Document));
    for (const state of states) found.push(state, ...queryAll(root, `:${state}`));
  }
  return found;
}

export function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
