/** A URL in a new tab. */
import type { PageEngine } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { ActionContext } from './context.js';
import { navigate } from './navigate.js';

/**
 * Opens a URL in a new tab. A tab that shows nothing of what was asked is not left behind.
 * @param open makes the empty tab
 * @throws SdkError as navigate
 */
export async function openUrl(context: ActionContext, url: string, open: () => Promise<PageEngine>) {
  context.recheck(undefined);
  context.dispatching();
  const tab = await open();
  try {
    const outcome = await navigate(context.on(tab), { url });
    const created = { kind: 'tab_created', tabId: tab.tabId, url: outcome.data.url };
    return {
      ...outcome,
      data: { ...outcome.data, tabId: tab.tabId, effects: [created, ...outcome.data.effects] },
      evidence: { ...outcome.evidence, effects: [created, ...outcome.evidence.effects] },
      tabId: tab.tabId,
    };
  } catch (error) {
    if (!SdkError.isInstance(error) || error.code !== 'navigation_uncertain') await tab.page.close().catch(() => undefined);
    throw error;
  }
}
