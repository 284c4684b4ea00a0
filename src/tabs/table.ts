/** What a list of tabs shows. */
import type { PageEngine } from '../bridge/types.js';
import { shownTitle, shownUrl } from './words.js';

export interface TabInfo {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
  /** The visible one. */
  readonly active: boolean;
  /** The one calls without `tabId` go to. */
  readonly default: boolean;
  readonly openerTabId?: number;
  readonly groupId?: number;
  readonly crashed?: true;
}

/** Ms a page has to tell its title; a busy one is listed without. */
const TITLE_MS = 2_000;
/** URL without path: all that is said of a tab nothing may be read of. */
const withheld = (tab: PageEngine) => ({ url: shownUrl(tab.page.url()).replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#]*).*/i, '$1/'), title: '' });

/**
 * URL and title of a tab. Never waits long, never rejects.
 * @param mayRead false: title and path are not given out
 */
export async function describeTab(
  tab: PageEngine,
  mayRead: boolean,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly title: string }> {
  if (!mayRead) return withheld(tab);
  const url = shownUrl(tab.page.url());
  if (tab.crashed || tab.closed || tab.navigationPending) return { url, title: '' };
  try {
    const { title } = await tab.top().call('ping', {}, { signal, timeoutMs: TITLE_MS });
    return { url, title: shownTitle(title) };
  } catch {
    return { url, title: '' }; // A page that does not answer has no title to show, and is still a tab.
  }
}

/**
 * What is shown of tabs, in their order.
 * @param facts `mayRead` is false for a tab whose title and path are not given out
 */
export async function listTabs(
  tabs: readonly PageEngine[],
  ids: { readonly active: number | undefined; readonly default: number | undefined },
  { mayRead, groupOf }: { mayRead(tab: PageEngine): boolean; groupOf(tabId: number): { readonly groupId: number } | undefined },
  signal: AbortSignal,
): Promise<readonly TabInfo[]> {
  return Promise.all(
    tabs.map(async (tab) => ({
      tabId: tab.tabId,
      ...(await describeTab(tab, mayRead(tab), signal)),
      active: tab.tabId === ids.active,
      default: tab.tabId === ids.default,
      ...optional('openerTabId', tab.openerTabId),
      ...optional('groupId', groupOf(tab.tabId)?.groupId),
      ...(tab.crashed ? { crashed: true as const } : {}),
    })),
  );
}

const optional = <K extends string>(key: K, value: number | undefined): { readonly [P in K]?: number } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: number };
