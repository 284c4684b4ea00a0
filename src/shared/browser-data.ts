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

/** A list, or what gives one when asked. `signal` aborts when the answer is no longer needed. */
export type ListProvider<Entry, Query> =
  | readonly Entry[]
  | ((query: Query, signal: AbortSignal) => readonly Entry[] | Promise<readonly Entry[]>);

/** Data of the user's own browser that a host lends to a session. */
export interface BrowserProviders {
  /** Merged with what the session saw itself. A list is searched here; a function is asked, and its answer is held to the times asked for. */
  readonly history?: ListProvider<HistoryEntry, HistoryQuery>;
  /** Without it `bookmarks_search` is not listed. A list is searched here; a function is given the words. */
  readonly bookmarks?: ListProvider<BookmarkEntry, string>;
  /** Best first. Without it the sites that the session saw most often. */
  readonly topSites?: ListProvider<SiteEntry, undefined>;
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

/** What tools see of it. Tabs are named by their ids. */
export interface BrowserData {
  /** Latest visits first, one per URL. @throws SdkError provider_failed */
  history(query: HistoryQuery, signal: AbortSignal): Promise<readonly HistoryEntry[]>;
  /** Without folders. @throws SdkError not_configured, provider_failed */
  bookmarks(query: string, signal: AbortSignal): Promise<readonly (BookmarkEntry & { readonly url: string })[]>;
  /** Best first. @throws SdkError provider_failed */
  topSites(signal: AbortSignal): Promise<readonly SiteEntry[]>;
  /** What was closed last first. */
  closed(): readonly ClosedEntry[];
  findClosed(sessionId: string): ClosedEntry | undefined;
  /** Takes an entry out, to restore it. @throws SdkError not_found */
  takeClosed(sessionId: string): ClosedEntry;
  /** Puts back what could not be restored of it, where it was. */
  putBack(entry: ClosedEntry): void;
  groups(): readonly (TabGroup & { readonly tabIds: readonly number[] })[];
  groupOf(tabId: number): TabGroup | undefined;
  /** Sorts ids of open tabs as they lie. */
  inOrder(tabIds: readonly number[]): readonly number[];
  /**
   * Puts tabs into a group, the first one's place deciding. Without `groupId` into a new one. A group that loses its last tab is gone.
   * @throws SdkError not_found
   */
  group(tabIds: readonly number[], groupId?: number): TabGroup;
  /** @throws SdkError not_found */
  updateGroup(groupId: number, change: Partial<Omit<TabGroup, 'groupId'>>): TabGroup;
  /** Puts a tab where another was. */
  place(tabId: number, place: TabPlace): void;
  /** While it lasts nothing of this tab is remembered; `keep` says whether its page counts as visited then, and it as a tab. */
  restoring(tabId: number): (keep: boolean) => void;
  /** Looks at a tab once more before it closes. Never rejects. */
  refresh(tabId: number): Promise<void>;
}
