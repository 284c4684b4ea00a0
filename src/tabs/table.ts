/** What a list of tabs shows. */
import type { PageEngine } from '../bridge/types.js';

export interface TabInfo {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
  /** The visible one. */
  readonly active: boolean;
  /** The one calls without `tabId` go to. */
  readonly default: boolean;
  readonly openerTabId?: number;
  readonly crashed?: true;
}

/** Ms a page has to tell its title; a busy one is listed without. */
const TITLE_MS = 2_000;
const MAX_URL = 500;
const MAX_TITLE = 200;
/** Control and bidi characters would break the line of a list. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

const line = (text: string, max: number): string => {
  const plain = text.replace(UNSAFE, ' ').trim();
  return plain.length > max ? `${plain.slice(0, max)}…` : plain;
};

/** URL without user and password; the body of a data: URL is left out. */
function shownUrl(url: string): string {
  if (url.startsWith('data:')) return `${url.slice(0, Math.min(url.indexOf(',') + 1 || 40, 100))}…`;
  return line(url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1'), MAX_URL);
}

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
    return { url, title: line(title, MAX_TITLE) };
  } catch {
    return { url, title: '' }; // A page that does not answer has no title to show, and is still a tab.
  }
}

/**
 * The tabs in the order they were opened.
 * @param mayRead false for a tab whose title and path are not given out
 */
export async function listTabs(
  tabs: readonly PageEngine[],
  ids: { readonly active: number | undefined; readonly default: number | undefined },
  mayRead: (tab: PageEngine) => boolean,
  signal: AbortSignal,
): Promise<readonly TabInfo[]> {
  return Promise.all(
    tabs.map(async (tab) => ({
      tabId: tab.tabId,
      ...(await describeTab(tab, mayRead(tab), signal)),
      active: tab.tabId === ids.active,
      default: tab.tabId === ids.default,
      ...(tab.openerTabId === undefined ? {} : { openerTabId: tab.openerTabId }),
      ...(tab.crashed ? { crashed: true as const } : {}),
    })),
  );
}
