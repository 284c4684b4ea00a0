/** Where an element stands on its page, for elements that no row, item, card or dialog identifies: the heading above it, the named group around it, the URL. */

import { urlOf } from '../capture/nodes.js';
import { comparePosition, isConnected, titleOf } from '../dom.js';
import type { Capture, Entry } from '../model.js';
import { elementOf } from './material.js';
import { fold, headingWords, withoutNumbers } from './words.js';

/** Lines looked at on the way up. */
const STEP_LIMIT = 2_000;
/** Parts of the page that stay when the view in the middle changes. */
const CHROME = new Set(['banner', 'navigation', 'complementary', 'contentinfo', 'search', 'menubar']);
const GROUPS = new Set([
  'group',
  'radiogroup',
  'listbox',
  'menu',
  'tablist',
  'tabpanel',
  'toolbar',
  'tree',
  'region',
  'table',
  'grid',
  'treegrid',
  'figure',
  'main',
]);
const FOLLOWING = 4;

export interface Place {
  /** Text of the nearest heading above, in the outline of the lines. */
  readonly heading: string;
  readonly headingNode: WeakRef<Element> | undefined;
  /** Name of the nearest named group around it. */
  readonly group: string;
  /** Nearest text that is no control, before it. */
  readonly before: string;
  /** In a part of the page that outlives views. */
  readonly isChrome: boolean;
}

/** Reads the place of a line from its capture. */
export function placeOf(capture: Capture, entry: Entry): Place {
  const heading = headingAbove(capture, entry);
  const node = heading && elementOf(heading.node);
  let group = '';
  let isChrome = false;
  for (let at = parentOf(capture, entry); at; at = parentOf(capture, at)) {
    if (group === '' && GROUPS.has(at.role)) group = fold(at.name);
    isChrome ||= CHROME.has(at.role);
  }
  return {
    heading: fold(heading?.name ?? ''),
    headingNode: node && new WeakRef(node),
    group,
    before: textBefore(capture, entry),
    isChrome,
  };
}

function parentOf(capture: Capture, entry: Entry): Entry | undefined {
  return entry.parent > 0 ? capture.entries[entry.parent] : undefined;
}

/** Nearest heading among the lines before it and before its ancestors, on their level: it heads what follows. */
function headingAbove(capture: Capture, entry: Entry): Entry | undefined {
  let steps = 0;
  for (let from: Entry | undefined = entry; from; from = parentOf(capture, from)) {
    for (let i = from.i - 1; i > from.parent; ) {
      let at = capture.entries[i];
      while (at && at.parent !== from.parent) {
        at = capture.entries[at.parent];
        if (++steps > STEP_LIMIT) return undefined;
      }
      if (!at || ++steps > STEP_LIMIT) return undefined;
      if (at.role === 'heading' && at.doc === entry.doc) return at;
      i = at.i - 1;
    }
  }
  return undefined;
}

function textBefore(capture: Capture, entry: Entry): string {
  const ancestors = new Set<number>();
  for (let at = parentOf(capture, entry); at; at = parentOf(capture, at)) ancestors.add(at.i);
  for (let i = entry.i - 1; i > 0 && i > entry.i - STEP_LIMIT; i--) {
    const at = capture.entries[i];
    if (at && at.doc === entry.doc && !at.ref && at.name !== '' && !ancestors.has(i)) return withoutNumbers(at.name);
  }
  return '';
}

/** True when the captured heading still stands above the element with the same words: nothing needs to be searched. */
export function headingStands(place: Place, element: Element, nameOf: (heading: Element) => string): boolean {
  const node = place.headingNode?.deref();
  if (!node) return false;
  if (!isConnected(node) || (comparePosition(node, element) & FOLLOWING) === 0) return false;
  return headingWords(nameOf(node)) === headingWords(place.heading);
}

/** Equal heading and group, counters aside. */
export function isSamePlace(then: Place, now: Place): boolean {
  return headingWords(then.heading) === headingWords(now.heading) && headingWords(then.group) === headingWords(now.group);
}

/** A document at one time, as far as a navigation inside it can change it. */
export interface Address {
  /** Path, and the fragment where it is a route. */
  readonly path: string;
  readonly query: string;
  readonly title: string;
}

export function addressOf(document: Document): Address {
  const [, head = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(urlOf(document)) ?? [];
  return { path: head + (/^#!?\//.test(hash) ? hash : ''), query, title: headingWords(fold(titleOf(document))) };
}

/** `same`; `view`: the page went to another view of itself (pushState, hash route); `query`: only parameters differ. */
export function compareAddress(then: Address, now: Address): 'same' | 'query' | 'view' {
  if (then.path !== now.path) return 'view';
  if (then.query === now.query) return 'same';
  return then.title === now.title ? 'query' : 'view';
}
