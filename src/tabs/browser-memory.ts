/** What a session remembers of its tabs beside their pages: visits, closed tabs, order and groups; with what the host lends. */
import type { Frame, Page } from 'playwright-core';
import type { BrowserData } from '../bridge/browser-data.js';
import { within } from '../bridge/lifeline.js';
import type { Engine, PageEngine } from '../bridge/types.js';
import type {
  BookmarkEntry,
  ClosedEntry,
  HistoryEntry,
  HistoryQuery,
  SiteEntry,
  TabGroup,
  TabMemory,
  TabPlace,
} from '../shared/browser-data.js';
import { SdkError } from '../shared/errors.js';
import { ClosedTabs } from './closed.js';
import { TabStrip } from './strip.js';
import { fits, latestPerUrl, Visits } from './visits.js';
import { shownTitle, withoutUser } from './words.js';

/** URLs before the present one that are kept of a tab. */
export const MOST_BACK = 20;
/** Longest URL that is remembered. */
export const LONGEST_URL = 8_192;
/** Ms a tab has to tell its history. */
const HISTORY_MS = 2_000;

/** What the host lends, asked and checked. */
export interface LentData {
  readonly history?: (query: HistoryQuery, signal: AbortSignal) => Promise<readonly HistoryEntry[]>;
  readonly bookmarks?: (query: string, signal: AbortSignal) => Promise<readonly BookmarkEntry[]>;
  readonly topSites?: (signal: AbortSignal) => Promise<readonly SiteEntry[]>;
}

/** Everything there is to save. */
export interface RememberedData {
  readonly visits: readonly HistoryEntry[];
  readonly closed: readonly ClosedEntry[];
  /** Open tabs, first to last. */
  readonly open: readonly TabMemory[];
}

interface Known {
  readonly tab: PageEngine;
  /** '' while the tab shows nothing that could be opened again. */
  url: string;
  title: string;
  back: readonly string[];
  visit: HistoryEntry | undefined;
  isRestoring: boolean;
  readonly release: () => void;
}

/** A URL that can be opened again, without user name and password; '' for others. */
function rememberable(url: string): string {
  return /^https?:/i.test(url) && url.length <= LONGEST_URL ? withoutUser(url) : '';
}

type Tabs = Pick<Engine, 'context' | 'pages' | 'byTabId' | 'byPage' | 'onTabEvent' | 'options'>;

export class BrowserMemory implements BrowserData {
  readonly #engine: Tabs;
  readonly #lent: LentData;
  readonly #strip = new TabStrip();
  readonly #visits = new Visits();
  readonly #closed = new ClosedTabs();
  readonly #known = new Map<number, Known>();
  readonly #offs: readonly (() => void)[];

  /** Begins with the tabs that are open: their pages count as visited now. */
  constructor(engine: Tabs, lent: LentData) {
    this.#engine = engine;
    this.#lent = lent;
    const onPage = (page: Page) => {
      const tab = engine.byPage(page);
      if (tab) this.#know(tab);
    };
    engine.context.on('page', onPage);
    this.#offs = [
      () => void engine.context.off('page', onPage),
      engine.onTabEvent((tab, entry) => {
        if (entry.type === 'tab_closed' && entry.tabId === tab.tabId) this.#ended(tab, entry.at);
      }),
    ];
    for (const tab of engine.pages()) this.#know(tab);
  }

  /** Leaves no listener behind. */
  dispose(): void {
    for (const off of this.#offs) off();
    for (const known of this.#known.values()) known.release();
    this.#known.clear();
  }

  // ---------------------------------------------------------------- history, bookmarks, sites

  async history(query: HistoryQuery, signal: AbortSignal): Promise<readonly HistoryEntry[]> {
    // A title is known a moment after its page.
    await this.refreshAll();
    const own = this.#visits.all().filter((visit) => fits(visit, query));
    const lent = (await this.#lent.history?.(query, signal)) ?? [];
    return latestPerUrl([...own, ...lent]);
  }

  async bookmarks(query: string, signal: AbortSignal): Promise<readonly (BookmarkEntry & { readonly url: string })[]> {
    if (!this.#lent.bookmarks) {
      throw new SdkError('not_configured', 'This session knows no bookmarks.', {
        hint: 'Do without them; the host can lend some with the option providers.bookmarks.',
      });
    }
    const found = await this.#lent.bookmarks(query, signal);
    return found.flatMap(({ id, title, url }) => (url === undefined ? [] : [{ id, title, url }]));
  }

  async topSites(signal: AbortSignal): Promise<readonly SiteEntry[]> {
    if (this.#lent.topSites) return this.#lent.topSites(signal);
    await this.refreshAll();
    return this.#visits.top();
  }

  // ---------------------------------------------------------------- closed tabs

  closed(): readonly ClosedEntry[] {
    return this.#closed.list();
  }
  findClosed(sessionId: string): ClosedEntry | undefined {
    return this.#closed.find(sessionId);
  }
  takeClosed(sessionId: string): ClosedEntry {
    return this.#closed.take(sessionId);
  }
  putBack(entry: ClosedEntry): void {
    this.#closed.putBack(entry);
  }

  restoring(tabId: number): (keep: boolean) => void {
    const tab = this.#engine.byTabId(tabId);
    const known = tab && this.#know(tab);
    if (!known) return () => undefined;
    known.isRestoring = true;
    return (keep) => {
      known.isRestoring = false;
      if (keep) this.#navigated(known);
    };
  }

  // ---------------------------------------------------------------- order and groups

  groups(): readonly (TabGroup & { readonly tabIds: readonly number[] })[] {
    return this.#strip.groups();
  }
  groupOf(tabId: number): TabGroup | undefined {
    return this.#strip.groupOf(tabId);
  }
  inOrder(tabIds: readonly number[]): readonly number[] {
    const known = this.#strip.order.filter((id) => tabIds.includes(id));
    return [...known, ...tabIds.filter((id) => !known.includes(id))];
  }
  group(tabIds: readonly number[], groupId?: number): TabGroup {
    for (const id of tabIds) this.#strip.add(id);
    return this.#strip.group(tabIds, groupId);
  }
  updateGroup(groupId: number, change: Partial<Omit<TabGroup, 'groupId'>>): TabGroup {
    return this.#strip.update(groupId, change);
  }
  place(tabId: number, place: TabPlace): void {
    this.#strip.place(tabId, place);
  }

  // ---------------------------------------------------------------- saved and loaded

  /** Everything, as it is now. */
  remembered(): RememberedData {
    const open = this.#strip.order.flatMap((tabId) => {
      const known = this.#known.get(tabId);
      return known && known.url !== '' && !known.isRestoring ? [this.#memoryOf(known)] : [];
    });
    return { visits: [...this.#visits.all()], closed: [...this.#closed.list()].reverse(), open };
  }

  /**
   * Takes up what an earlier session remembered. Its open tabs go on where a tab shows the same page; the others make a closed window.
   * @param savedAt when its tabs were open, Unix ms
   */
  recall({ visits, closed, open }: RememberedData, savedAt: number): void {
    const renumbered = new Map<number, number>();
    const renumber = <T extends TabMemory>(tab: T): T => {
      if (!tab.group) return tab;
      const groupId = renumbered.get(tab.group.groupId) ?? this.#strip.nextGroupId();
      renumbered.set(tab.group.groupId, groupId);
      return { ...tab, group: { ...tab.group, groupId } };
    };
    this.#visits.merge(visits);
    const tabs = open.map(renumber);
    for (const entry of closed) this.#closed.add(entry.kind, entry.tabs.map(renumber), entry.closedAt);
    const missing = this.#takeUp(tabs);
    this.#closed.add('window', missing, savedAt);
  }

  /** @returns those that no open tab shows */
  #takeUp(tabs: readonly TabMemory[]): readonly TabMemory[] {
    const free = this.#strip.order.filter((id) => this.#strip.groupOf(id) === undefined);
    return tabs.filter((tab) => {
      const at = free.findIndex((id) => this.#known.get(id)?.url === tab.url);
      const tabId = free[at];
      if (tabId === undefined) return true;
      free.splice(at, 1);
      this.#strip.place(tabId, tab);
      return false;
    });
  }

  // ---------------------------------------------------------------- what tabs do

  /** Asks open tabs for their titles and history. Never rejects. */
  async refreshAll(): Promise<void> {
    await Promise.all([...this.#known.keys()].map((tabId) => this.refresh(tabId)));
  }

  async refresh(tabId: number): Promise<void> {
    const known = this.#known.get(tabId);
    if (!known || known.isRestoring) return;
    const told = await within(this.#ask(known.tab), HISTORY_MS);
    if (!told || known.isRestoring || told.url !== known.url) return;
    known.title = told.title;
    if (told.back) known.back = told.back;
    if (known.visit?.url === told.url) known.visit = this.#visits.retitle(known.visit, told.title);
  }

  async #ask(tab: PageEngine): Promise<{ readonly url: string; readonly title: string; readonly back?: readonly string[] }> {
    const { cdp } = tab;
    if (!cdp) {
      const { title, url } = await tab.top().call('ping', {}, { timeoutMs: HISTORY_MS });
      return { url: rememberable(url), title: shownTitle(title) };
    }
    // Answers during a pending navigation too, unlike everything that runs in the page.
    const { entries, currentIndex } = await cdp.send('Page.getNavigationHistory');
    const before = entries.slice(0, currentIndex).map((entry) => rememberable(entry.url));
    const current = entries[currentIndex];
    return {
      url: rememberable(current?.url ?? ''),
      title: shownTitle(current?.title ?? ''),
      back: before.filter((url) => url !== '').slice(-MOST_BACK),
    };
  }

  #know(tab: PageEngine): Known | undefined {
    const there = this.#known.get(tab.tabId);
    if (there || tab.closed) return there;
    const { page } = tab;
    const look = () => void this.refresh(tab.tabId);
    const onNavigated = (frame: Frame) => {
      if (frame === page.mainFrame()) this.#navigated(known);
    };
    page.on('framenavigated', onNavigated);
    page.on('domcontentloaded', look);
    page.on('load', look);
    const release = () => {
      page.off('framenavigated', onNavigated);
      page.off('domcontentloaded', look);
      page.off('load', look);
    };
    const known: Known = { tab, url: '', title: '', back: [], visit: undefined, isRestoring: false, release };
    this.#known.set(tab.tabId, known);
    this.#strip.add(tab.tabId);
    this.#navigated(known);
    return known;
  }

  #navigated(known: Known): void {
    if (known.isRestoring) return;
    const url = rememberable(known.tab.page.url());
    if (known.url !== '' && known.url !== url) known.back = [...known.back, known.url].slice(-MOST_BACK);
    known.url = url;
    known.title = '';
    known.visit = url === '' ? undefined : this.#visits.add({ url, title: '', visitedAt: this.#engine.options.clock.now() });
    void this.refresh(known.tab.tabId);
  }

  #ended(tab: PageEngine, at: number): void {
    const known = this.#known.get(tab.tabId);
    if (known && known.url !== '' && !known.isRestoring) this.#closed.add('tab', [this.#memoryOf(known)], at);
    known?.release();
    this.#known.delete(tab.tabId);
    this.#strip.remove(tab.tabId);
  }

  #memoryOf({ tab, url, title, back }: Known): TabMemory {
    return { url, title, back, ...this.#strip.placeOf(tab.tabId) };
  }
}
