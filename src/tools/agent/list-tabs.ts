import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { agentTab } from '../../tabs/agent-tabs.js';
import { matching } from '../../tabs/pattern.js';
import { asJson, windowField } from '../fields.js';

const patternField = z.string().min(1).max(500).optional();

export const listTabs = defineTool({
  name: 'list_tabs',
  title: 'List tabs',
  description: 'List the open tabs with id, URL, title and state. All conditions given have to hold.',
  level: 'L0',
  effects: 'read',
  capability: 'read',
  usesTab: false,
  input: z.strictObject({
    url_pattern: patternField.describe('Regular expression for the URL, whatever its case.'),
    title_pattern: patternField.describe('Regular expression for the title, whatever its case.'),
    active: z.boolean().optional().describe('True: only the active tab.'),
    window_id: windowField,
    audible: z.boolean().optional().describe('True: only tabs that play sound.'),
  }),
  async execute({ url_pattern: url, title_pattern: title, active, window_id: windowId, audible }, context) {
    const { engine, browser, signal } = context;
    const open = context.tabs();
    const ordered = browser.inOrder(open.map(({ tabId }) => tabId)).flatMap((id) => open.find(({ tabId }) => tabId === id) ?? []);
    const activeId = engine.activeTabId();
    const rows = await Promise.all(
      ordered.map((tab, index) => agentTab(tab, { active: tab.tabId === activeId, index, mayRead: context.mayRead(tab) }, signal)),
    );
    const urls =
      url === undefined
        ? undefined
        : matching(
            'url_pattern',
            url,
            rows.map((row) => row.url),
          );
    const titles =
      title === undefined
        ? undefined
        : matching(
            'title_pattern',
            title,
            rows.map((row) => row.title),
          );
    const found = rows.filter(
      (row, index) =>
        urls?.[index] !== false &&
        titles?.[index] !== false &&
        (active !== true || row.active) &&
        (audible !== true || row.audible) &&
        (windowId === undefined || row.windowId === windowId),
    );
    return asJson(found);
  },
});
