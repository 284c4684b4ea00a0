/** Tabs in the words of a browser's own programming interface. */
import type { PageEngine } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import { isAudible } from './audible.js';
import { describeTab } from './table.js';

/** All tabs of a context are in one window. */
export const WINDOW_ID = 1;
/** Ms a page has to tell how far it is. */
const STATE_MS = 2_000;

export type TabStatus = 'loading' | 'complete' | 'unloaded';
export interface AgentTab {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly active: boolean;
  readonly windowId: number;
  readonly index: number;
  readonly audible: boolean;
  /** `unloaded`: it crashed. */
  readonly status: TabStatus;
}

/** Never rejects for a page that does not answer. */
export async function tabStatus(tab: PageEngine, signal: AbortSignal): Promise<TabStatus> {
  if (tab.crashed) return 'unloaded';
  if (tab.navigationPending) return 'loading';
  try {
    const { readyState } = await tab.top().call('ping', {}, { signal, timeoutMs: STATE_MS });
    return readyState === 'complete' ? 'complete' : 'loading';
  } catch {
    return 'loading';
  }
}

interface Place {
  readonly active: boolean;
  readonly index: number;
  readonly mayRead: boolean;
}
export async function agentTab(tab: PageEngine, { active, index, mayRead }: Place, signal: AbortSignal): Promise<AgentTab> {
  const [{ url, title }, audible, status] = await Promise.all([describeTab(tab, mayRead, signal), isAudible(tab), tabStatus(tab, signal)]);
  return { id: tab.tabId, url, title, active, windowId: WINDOW_ID, index, audible, status };
}

/** @throws SdkError not_found */
export function checkWindow(windowId: number | undefined): void {
  if (windowId === undefined || windowId === WINDOW_ID) return;
  throw new SdkError('not_found', `window_id: there is no window ${windowId}; all tabs are in window ${WINDOW_ID}.`, {
    phase: 'resolve',
    hint: 'Leave window_id out.',
    details: { field: 'window_id' },
  });
}
