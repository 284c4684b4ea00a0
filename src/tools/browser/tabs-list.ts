import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { listTabs } from '../../tabs/table.js';

export const tabsList = defineTool({
  name: 'tabs_list',
  title: 'List tabs',
  description: 'List the open tabs with id, title and URL, in their order. Marks the visible tab, the default tab of this turn and groups.',
  level: 'L0',
  effects: 'read',
  capability: 'read',
  usesTab: false,
  input: z.strictObject({}),
  async execute(_, context) {
    const { engine, browser, signal } = context;
    const ids = { active: engine.activeTabId(), default: context.defaultTabId() };
    const open = context.tabs();
    const ordered = browser.inOrder(open.map(({ tabId }) => tabId)).flatMap((id) => open.find(({ tabId }) => tabId === id) ?? []);
    const facts = { mayRead: context.mayRead, groupOf: (tabId: number) => browser.groupOf(tabId) };
    const tabs = await listTabs(ordered, ids, facts, signal);
    const lines = tabs.map(({ tabId, title, url, active, default: isDefault, crashed, groupId }) => {
      const group = groupId === undefined ? '' : `group ${groupId}`;
      const marks = [active ? 'visible' : '', isDefault ? 'default' : '', group, crashed ? 'crashed' : ''].filter((mark) => mark !== '');
      return `[${tabId}]${marks.length > 0 ? ` (${marks.join(', ')})` : ''} ${title === '' ? '(no title)' : title} — ${url}`;
    });
    return { data: { tabs }, content: [{ type: 'text', text: lines.length > 0 ? lines.join('\n') : 'No tab is open.' }] };
  },
});
