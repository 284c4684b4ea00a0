/** Opens tabs. */
import type { Engine, PageEngine } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';

/**
 * Opens an empty tab.
 * @param signal when it aborts first, a tab that still comes is closed again
 * @throws SdkError tab_closed when it was closed at once
 */
export async function openTab(engine: Engine, signal: AbortSignal): Promise<PageEngine> {
  const page = await engine.context.newPage();
  if (signal.aborted) {
    await page.close().catch(() => undefined);
    throw signal.reason;
  }
  const tab = engine.byPage(page);
  if (!tab) throw new SdkError('tab_closed', 'The new tab was closed at once.', { phase: 'dispatch' });
  return tab;
}
