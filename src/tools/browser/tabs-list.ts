import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { listTabs } from '../../tabs/table.js';

export const tabsList = defineTool({
  name: 'tabs_list',
  title: 'List tabs',
  description: 'List the open tabs with id, title and URL. Marks the visible tab and the default tab of this turn.',
  level: 'L0',
  effects: 'read',
  capability: 'read',
  usesTab: false,
  input: z.strictObject({}),
  async execute(_, context) {
    const { engine, signal } = context;
    const ids = { active: engine.activeTabId(), default: context.defaultTabId() };
    const tabs = await listTabs(context.tabs(), ids, (tab) => context.mayRead(tab), signal);
    const lines = tabs.map(({ tabId, title, url, active, default: isDefault, crashed }) => {
      const marks = [active ? 'visible' : '', isDefault ? 'default' : '', crashed ? 'crashed' : ''].filter((mark) => mark !== '');
      return `[${tabId}]${marks.length > 0 ? ` (${marks.join(', ')})` : ''} ${title === '' ? '(no title)' : title} — ${url}`;
    });
    return { data: { tabs }, content: [{ type: 'text', text: lines.length > 0 ? lines.join('\n') : 'No tab is open.' }] };
  },
});
