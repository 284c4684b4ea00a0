/** Closing a tab. */
import type { ActionContext } from './context.js';

/**
 * Closes the tab of the call, after what is kept of closed tabs was brought up to date.
 * @returns ms it took
 */
export async function closeTab(context: ActionContext): Promise<number> {
  const { tab, clock } = context;
  const start = clock.monotonic();
  await context.browser.refresh(tab.tabId);
  await tab.write(async () => {
    context.recheck(undefined);
    context.dispatching();
    await tab.page.close();
  }, context.signal);
  return clock.monotonic() - start;
}
