/** What a list of closed tabs and windows shows. */
import type { ClosedEntry } from '../shared/browser-data.js';
import { shownTitle, shownUrl } from './words.js';

/** Tabs of a window that are named one by one. */
const MOST_NAMED = 20;
const MAX_URL = 2_000;

interface ShownTab {
  readonly sessionId: string;
  readonly url: string;
  readonly title: string;
  readonly groupId?: number;
}
interface ShownEntry {
  readonly sessionId: string;
  readonly kind: 'tab' | 'window';
  readonly closedAt: number;
  readonly tabs: readonly ShownTab[];
}
export interface ClosedList {
  readonly sessions: readonly ShownEntry[];
  /** Tabs outside the origins of the session. */
  readonly leftOut: number;
}

/**
 * The entries that may be shown.
 * @param mayShow false for a URL of which nothing is given out
 */
export function listClosed(closed: readonly ClosedEntry[], max: number, mayShow: (url: string) => boolean): ClosedList {
  const entries = closed.map((entry) => ({ ...entry, tabs: entry.tabs.filter(({ url }) => mayShow(url)) }));
  const count = (list: readonly ClosedEntry[]) => list.reduce((sum, { tabs }) => sum + tabs.length, 0);
  const sessions = entries
    .filter(({ tabs }) => tabs.length > 0)
    .slice(0, max)
    .map(({ sessionId, kind, closedAt, tabs }) => ({ sessionId, kind, closedAt, tabs: tabs.map(shownTab) }));
  return { sessions, leftOut: count(closed) - count(entries) };
}

const shownTab = ({ sessionId, url, title, group }: ClosedEntry['tabs'][number]): ShownTab => ({
  sessionId,
  url,
  title: shownTitle(title),
  ...(group ? { groupId: group.groupId } : {}),
});

export function closedLines({ sessions, leftOut }: ClosedList): string {
  const blocks = sessions.map(({ sessionId, kind, tabs }) => {
    if (kind === 'tab') return tabs.map((tab) => tabLines(tab, '')).join('\n');
    const more = tabs.length > MOST_NAMED ? [`  … ${tabs.length - MOST_NAMED} more`] : [];
    return [
      `[${sessionId}] window · ${tabs.length} tab${tabs.length === 1 ? '' : 's'}`,
      ...tabs.slice(0, MOST_NAMED).map((tab) => tabLines(tab, '  ')),
      ...more,
    ].join('\n');
  });
  const left = leftOut > 0 ? [`${leftOut} outside the origins of this session ${leftOut === 1 ? 'is' : 'are'} left out.`] : [];
  return [...(blocks.length > 0 ? blocks : ['Nothing was closed.']), ...left].join('\n\n');
}

const tabLines = ({ sessionId, title, url }: ShownTab, indent: string): string =>
  `${indent}[${sessionId}] tab · ${title === '' ? '(no title)' : title}\n${indent}${shownUrl(url, MAX_URL)}`;
