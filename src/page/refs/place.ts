/** Where an element stands on its page, for elements that no row, item, card or dialog identifies: the heading above it, the named group around it, the URL. */

import { urlOf } from '../capture/nodes.js';
import { titleOf } from '../dom.js';
import type { Capture, Entry } from '../model.js';
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

export interface Place {
  /** Text of the nearest heading above, in the outline of the lines. */
  readonly heading: string;
  /** That heading is one of the first level: what the page as a whole is called. */
  readonly isTitle: boolean;
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
  let group = '';
  let isChrome = false;
  for (let at = parentOf(capture, entry); at; at = parentOf(capture, at)) {
    if (group === '' && GROUPS.has(at.role)) group = fold(at.name);
    isChrome ||= CHROME.has(at.role);
  }
  return {
    heading: fold(heading?.name ?? ''),
    isTitle: heading?.states?.['level'] === 1,
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
    if (at && at.doc === entry.doc && !at.ref && at.name !== '' && !ancestors.has(i)) return at.name;
  }
  return '';
}

/** Equal but for counters and tickers. A number that stands alone is all there is to go by. */
export function isSameWords(then: string, now: string): boolean {
  if (then === now) return true;
  const words = headingWords(then);
  return words !== '' && words === headingWords(now);
}

/** Equal headings; the title of a page may be a counter. */
export function isSameHeading(then: Place, now: Place): boolean {
  if (then.isTitle && now.isTitle) return headingWords(then.heading) === headingWords(now.heading);
  return isSameWords(then.heading, now.heading);
}

/** For an element that came back as a new node: heading, group and the text before it have to be the same. */
export function isSameSpot(then: Place, now: Place): boolean {
  return isSameHeading(then, now) && isSameWords(then.group, now.group) && isSameBefore(then.before, now.before);
}

function isSameBefore(then: string, now: string): boolean {
  return then === now || withoutNumbers(then) === withoutNumbers(now);
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
