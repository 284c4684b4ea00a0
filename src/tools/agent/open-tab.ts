import { z } from 'zod';
import type { ActionContext } from '../../actions/context.js';
import { navigate } from '../../actions/navigate.js';
import { defineTool } from '../../registry/define-tool.js';
import { SdkError } from '../../shared/errors.js';
import { agentTab, checkWindow, tabStatus } from '../../tabs/agent-tabs.js';
import { openTab as open } from '../../tabs/open.js';
import { agentTabField, asJson, urlField, windowField } from '../fields.js';

/** Ms a page has to load; then it is told as loading. */
const LOAD_MS = 30_000;
/** Ms for opening, settling and the report besides. */
const SLACK_MS = 7_000;

export const openTab = defineTool({
  name: 'open_tab',
  title: 'Open tab',
  description:
    'Open a URL in a new tab, or in the tab tab_id. Status is loading where the page had not loaded in time or was not waited for.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  egress: true,
  timeoutMs: (_, { navigation }) => navigation + LOAD_MS + SLACK_MS,
  input: z.strictObject({
    url: urlField,
    tab_id: agentTabField.optional().describe('Tab to open it in; default a new one.'),
    active: z.boolean().optional().describe('False: the tab is not brought to the front; default true.'),
    window_id: windowField,
    wait_until_loaded: z.boolean().optional().describe('False: does not wait for the page to load; default true.'),
  }),
  target: ({ url, tab_id: tab }) => ({ url, tab: tab ?? 'none' }),
  async execute({ url, tab_id: tabId, active = true, window_id: windowId, wait_until_loaded: waits = true }, context) {
    checkWindow(windowId);
    const here = tabId === undefined ? context.on(await fresh(context)) : context;
    const { tab, engine, signal } = here;
    const settings = { ...here.settings, settle: waits ? here.settings.settle : ('fast' as const) };
    const outcome = await navigate({ ...here, tab, settings }, { url }).catch(async (error: unknown) => {
      // A tab that shows nothing of what was asked is not left behind.
      const isUncertain = SdkError.isInstance(error) && error.code === 'navigation_uncertain';
      if (tabId === undefined && !isUncertain) await tab.page.close().catch(() => undefined);
      throw error;
    });
    if (active) {
      await tab.page.bringToFront();
      engine.setActive(tab.tabId);
    }
    if (waits && (await tabStatus(tab, signal)) === 'loading') await loaded(here);
    const index = here.browser.inOrder(here.tabs().map((one) => one.tabId)).indexOf(tab.tabId);
    const row = await agentTab(tab, { active: engine.activeTabId() === tab.tabId, index, mayRead: here.mayRead(tab) }, signal);
    const { audible: _, ...told } = row;
    return { ...asJson(told), evidence: outcome.evidence, tabId: tab.tabId };
  },
});

async function fresh(context: ActionContext): Promise<ActionContext['tab']> {
  context.recheck(undefined);
  context.dispatching();
  return open(context.engine, context.signal);
}

/** Until the load event, or the time is over: the status says which. */
async function loaded({ tab, signal, remaining }: ActionContext): Promise<void> {
  const timeout = Math.max(1, Math.min(LOAD_MS, remaining() - SLACK_MS));
  await Promise.race([
    tab.page.waitForLoadState('load', { timeout }).catch(() => undefined),
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  ]);
}
