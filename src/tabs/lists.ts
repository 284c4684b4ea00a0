/** Lists of pages for models: what lies outside the boundary is left out and counted. */
import { shownTitle, shownUrl, withoutUser } from './words.js';

/** Longest URL in a list: it has to be whole to be of use. */
const MAX_URL = 2_000;

export interface Listed<Entry> {
  readonly entries: readonly Entry[];
  /** Entries outside the origins of the session. */
  readonly leftOut: number;
}

/**
 * The first entries that may be shown, in words that fit a line.
 * @param mayShow false for a URL of which nothing is given out
 */
export function showable<Entry extends { readonly url: string; readonly title: string }>(
  entries: readonly Entry[],
  max: number,
  mayShow: (url: string) => boolean,
): Listed<Entry> {
  const inside = entries.filter(({ url }) => mayShow(url));
  const shown = inside.slice(0, max).map((entry) => ({ ...entry, url: withoutUser(entry.url), title: shownTitle(entry.title) }));
  return { entries: shown, leftOut: entries.length - inside.length };
}

/**
 * One block an entry, a blank line between them.
 * @param head what stands before the title
 * @param none what is said when there is nothing
 */
export function blocksOf<Entry extends { readonly url: string; readonly title: string }>(
  { entries, leftOut }: Listed<Entry>,
  head: (entry: Entry) => string,
  none: string,
): string {
  const blocks = entries.map(
    (entry) => `${head(entry)}${entry.title === '' ? '(no title)' : entry.title}\n${shownUrl(entry.url, MAX_URL)}`,
  );
  const left =
    leftOut > 0
      ? [
          `${leftOut} more ${leftOut === 1 ? 'lies' : 'lie'} outside the origins of this session and ${leftOut === 1 ? 'is' : 'are'} left out.`,
        ]
      : [];
  return [...(blocks.length > 0 ? blocks : [none]), ...left].join('\n\n');
}
