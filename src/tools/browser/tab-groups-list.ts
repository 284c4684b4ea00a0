import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { groupWords } from '../../tabs/group-words.js';

export const tabGroupsList = defineTool({
  name: 'tab_groups_list',
  title: 'List tab groups',
  description: 'List the tab groups with id, title, color, state and tabs.',
  level: 'L0',
  effects: 'read',
  capability: 'read',
  provenance: 'tool',
  usesTab: false,
  input: z.strictObject({}),
  async execute(_, { browser }) {
    const groups = browser.groups();
    const lines = groups.map((group) => `${groupWords(group)} · tabs ${group.tabIds.join(', ')}`);
    return { data: { groups }, content: [{ type: 'text', text: lines.length > 0 ? lines.join('\n') : 'There are no tab groups.' }] };
  },
});
