/** What a browser profile would know beside the pages: history, bookmarks, closed tabs, groups. Kept by the session, lent by the host. */

/** A page, at its latest visit. Times are Unix ms. */
export interface HistoryEntry {
  readonly url: string;
  readonly title: string;
  readonly visitedAt: number;
}
export interface HistoryQuery {
  /** Words that must all occur in title or URL, in any case; '' for all. */
  readonly query: string;
  /** Inclusive, Unix ms. */
  readonly startTime: number;
  /** Exclusive, Unix ms. */
  readonly endTime: number;
}
export interface BookmarkEntry {
  readonly id: string;
  readonly title: string;
  /** Absent: a folder, which is never listed. */
  readonly url?: string | undefined;
}
export interface SiteEntry {
  readonly url: string;
  readonly title: string;
}

export const GROUP_COLORS = ['grey', 'blue', 'red', 'yellow', 'green', 'pink', 'purple', 'cyan', 'orange'] as const;
export type GroupColor = (typeof GROUP_COLORS)[number];

/** Tabs that belong together. They lie side by side. */
export interface TabGroup {
  /** Stable, never reused in a session. */
  readonly groupId: number;
  readonly title: string;
  readonly color: GroupColor;
  readonly collapsed: boolean;
}

/** One tab as it was. */
export interface TabMemory {
  readonly url: string;
  readonly title: string;
  /** URLs before this one, oldest first; only http and https. */
  readonly back: readonly string[];
  /** Place in the order of the tabs, from 0. */
  readonly index: number;
  readonly group?: TabGroup | undefined;
}

/** What can be restored. A window holds the tabs that were open when an earlier session was saved. */
export interface ClosedEntry {
  readonly sessionId: string;
  readonly kind: 'tab' | 'window';
  /** Unix ms. */
  readonly closedAt: number;
  /** One for a tab. Those of a window can be restored one by one too. */
  readonly tabs: readonly (TabMemory & { readonly sessionId: string })[];
}

/** Where a tab goes. */
export interface TabPlace {
  readonly index: number;
  readonly group?: TabGroup | undefined;
}
