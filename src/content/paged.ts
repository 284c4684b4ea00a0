/** Captures that are read in pages: they do not change, whatever becomes of the page they were taken from. */

import type { ElementTuple, PagedCapture, PagedCaptures, PagedPage, PagedType, ReadableElement } from '../shared/content.js';
import { SdkError } from '../shared/errors.js';
import { windowOf } from './windows.js';

/** Characters of a page. */
export const PAGE_SIZE = 8_192;
const MAX_CAPTURES = 50;
/** Characters before the end of a page in which a line, a word or a tag may end it. */
const REACH = 1_024;

/** One page of a capture. */
export interface SnapshotPage<Data = string | readonly ElementTuple[]> {
  readonly snapshotId: string;
  readonly pageNumber: number;
  readonly data: Data;
  readonly hasNextPage: boolean;
  /** null at the end. */
  readonly nextPageNumber: number | null;
  readonly totalPages: number;
}

/** @param random gives characters of [a-z0-9] */
export function createPagedCaptures(random: (length: number) => string): PagedCaptures {
  const kept = new Map<string, PagedCapture>();
  return {
    keep(capture) {
      const snapshotId = `snapshot:${random(12)}`;
      kept.set(snapshotId, capture);
      if (kept.size > MAX_CAPTURES) kept.delete(kept.keys().next().value as string);
      return snapshotId;
    },
    get: (snapshotId) => kept.get(snapshotId),
  };
}

/** Pages of plain text: cut after a line or a word where one ends near. Put together they are the text. */
export const textPages = (text: string): readonly PagedPage[] => pagesOf(text, (page) => lastBreak(page));
/** Pages of markup: no tag is cut unless it is longer than a page. */
export const htmlPages = (html: string): readonly PagedPage[] =>
  pagesOf(html, (page) => {
    const open = page.lastIndexOf('<');
    return open > page.lastIndexOf('>') ? open : page.length;
  });

function pagesOf(text: string, endOf: (page: string) => number): readonly PagedPage[] {
  const pages: PagedPage[] = [];
  for (let from = 0; ; ) {
    const whole = windowOf(text, from, PAGE_SIZE);
    const end = whole.next === undefined ? 0 : endOf(whole.text);
    const data = end > 0 ? whole.text.slice(0, end) : whole.text;
    pages.push({ data });
    from = whole.from + data.length;
    if (from >= text.length) return pages;
  }
}

function lastBreak(page: string): number {
  const tail = page.slice(-REACH);
  const at = Math.max(tail.lastIndexOf('\n'), tail.includes('\n') ? -1 : tail.lastIndexOf(' '));
  return at < 0 ? page.length : page.length - tail.length + at + 1;
}

/** Pages of elements, by the length of their JSON; one that is longer than a page stands alone. */
export function elementPages(elements: readonly ReadableElement[]): readonly PagedPage[] {
  const pages: ReadableElement[][] = [[]];
  let size = 0;
  for (const element of elements) {
    const length = JSON.stringify(element.tuple).length;
    if (size > 0 && size + length > PAGE_SIZE) {
      pages.push([]);
      size = 0;
    }
    pages.at(-1)?.push(element);
    size += length;
  }
  return pages.map((list) => ({ data: list.map(({ tuple }) => tuple), elements: list }));
}

/**
 * One page of a capture.
 * @throws SdkError not_found: no such capture, another type, no such page
 */
export function readPageOf(
  captures: PagedCaptures,
  { snapshotId, type, pageNumber }: { readonly snapshotId: string; readonly type: PagedType; readonly pageNumber: number },
): { readonly capture: PagedCapture; readonly page: PagedPage; readonly told: SnapshotPage } {
  const shown = JSON.stringify(snapshotId.slice(0, 60));
  const capture = captures.get(snapshotId);
  if (!capture) throw gone('snapshotId', `No cached snapshot pages found for snapshot ID: ${shown}. The last ${MAX_CAPTURES} are kept.`);
  if (capture.type !== type)
    throw gone('type', `Requested snapshot type (${type}) does not match cached type (${capture.type}) of snapshot ID: ${shown}.`);
  const totalPages = capture.pages.length;
  const page = capture.pages[pageNumber - 1];
  if (!page) throw gone('pageNumber', `Page ${pageNumber} out of range (1–${totalPages}) for snapshot ID: ${shown}.`);
  const hasNextPage = pageNumber < totalPages;
  const nextPageNumber = hasNextPage ? pageNumber + 1 : null;
  return { capture, page, told: { snapshotId, pageNumber, data: page.data, hasNextPage, nextPageNumber, totalPages } };
}

function gone(field: string, message: string): SdkError {
  return new SdkError('not_found', message, {
    phase: 'resolve',
    hint: 'Read page 1 first, by getReadableText, getReadableElements or getReadableElementHtml, and use what it gives.',
    details: { field },
  });
}
