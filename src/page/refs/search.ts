/** Looks for what a ref meant in a capture of the page as it is: the one element that can only be it, and others that are plausible. */
import type { Candidate } from '../../shared/page-api.js';
import { isConnected } from '../dom.js';
import type { Capture, Entry } from '../model.js';
import type { CaptureIndex } from './chain.js';
import { contextOf, isLike, type Print, printOfEntry } from './fingerprint.js';
import { compareLevels, isAnchored } from './levels.js';
import { elementOf, nameWithoutValues } from './material.js';
import type { Mint } from './mint.js';
import { isSameSpot, placeOf } from './place.js';
import type { RefRecord } from './records.js';
import { fold, similarity } from './words.js';

/** Names that share less are no candidates. */
const PLAUSIBLE = 0.5;

export interface Match {
  readonly element: Element;
  readonly entry: Entry;
}

/** Lines that are equal to a record in all of design 5's points, the context included. */
export function matchesOf(record: RefRecord, index: CaptureIndex, documentIndex: number): Match[] {
  const { print, place } = record;
  const found: Match[] = [];
  for (const entry of index.capture.entries) {
    if (!entry?.ref || entry.doc !== documentIndex || entry.role !== print.role || nameWithoutValues(index.capture, entry) !== print.words)
      continue;
    const element = elementOf(entry.node);
    if (!element || !isConnected(element)) continue;
    const now = printOfEntry(index, entry, element);
    if (!isLike(print, now) || !compareLevels(print.levels, now.levels, print.words !== '')) continue;
    if (!isAnchored(print.levels) && !(place && isSameSpot(place, placeOf(index.capture, entry)))) continue;
    found.push({ element, entry });
  }
  return found;
}

interface Ranked {
  readonly element: Element;
  readonly print: Print;
  readonly score: number;
}

/** The most plausible elements first: same role and name, then same context, then same role and a similar name. */
export function candidatesOf(print: Print, capture: Capture, mint: Mint, limit: number, documentIndex: number | undefined): Candidate[] {
  if (limit <= 0) return [];
  const index = mint.indexOf(capture);
  const ranked: Ranked[] = [];
  for (const entry of capture.entries) {
    if (!entry?.ref || entry.role !== print.role) continue;
    const name = fold(entry.name);
    const alike = similarity(print.name, name);
    if (alike < PLAUSIBLE) continue;
    const element = elementOf(entry.node);
    if (!element || !isConnected(element)) continue;
    const now = printOfEntry(index, entry, element);
    const isNear = documentIndex === undefined || entry.doc === documentIndex;
    ranked.push({ element, print: now, score: (name === print.name ? 8 : 4 * alike) + contextScore(print, now) + (isNear ? 0.5 : 0) });
  }
  ranked.sort((a, b) => b.score - a.score);
  return ranked.slice(0, limit).map(({ element, print: now }) => ({
    key: mint.mint(element, capture).key,
    role: now.role,
    name: now.name,
    context: contextOf(now),
  }));
}

/** 0 to 2. */
function contextScore(then: Print, now: Print): number {
  const a = contextOf(then);
  const b = contextOf(now);
  if (!a || !b) return a === b ? 2 : 0;
  if (a.kind !== b.kind) return 0;
  if (a.key === b.key) return a.rest === b.rest ? 2 : 1.5;
  return similarity(a.key, b.key);
}
