import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { listTabs } from '../../tabs/table.js';
import { answer, WINDOW_ID } from './fields.js';

/** Tabs listed; the active one and the newest are among them. */
const MAX_TABS = 200;

export const getContext = defineTool({
  name: 'getContext',
  title: 'Get context',
  description: 'List the browser, its window and its tabs with their ids, titles and URLs. Call it first, and keep what it says.',
  level: 'L0',
  effects: 'read',
  capability: 'read',
  usesTab: false,
  input: z.strictObject({}),
  async execute(_, { engine, browser, sessionId, mayRead, defaultTabId, tabs: openTabs, signal }) {
    const ids = { active: engine.activeTabId(), default: defaultTabId() };
    const open = openTabs();
    const shown = open.filter(({ tabId }, index) => tabId === ids.active || open.length - index < MAX_TABS);
    const found = await listTabs(shown, ids, { mayRead, groupOf: (tabId) => browser.groupOf(tabId) }, signal);
    const tabs = found.map(({ tabId, title, url, active }) => ({
      id: String(tabId),
      windowId: WINDOW_ID,
      tabUri: `bk:///browsers/${sessionId}/tabs/${tabId}`,
      url,
      title,
      active,
    }));
    const live = engine.context.browser();
    const one = {
      browserId: sessionId,
      status: 'online',
      browserInfo: { browserName: live?.browserType().name() ?? 'unknown', browserVersion: live?.version() ?? '' },
      extensionInfo: { extensionId: 'surehand', extensionVersion: '0', manifestVersion: 2 },
      windows: [{ id: WINDOW_ID, focused: true }],
      tabs,
    };
    return answer({ browsers: [one], tabs });
  },
});
