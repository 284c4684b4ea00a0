/** Browser data as hosts lend it and tools see it. */
import type { BookmarkEntry, ClosedEntry, HistoryEntry, HistoryQuery, SiteEntry, TabGroup, TabPlace } from '../shared/browser-data.js';

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
