import { defineTool } from '../../registry/define-tool.js';
import { tabClose } from '../browser/tab-close.js';
import { acted, PATH_HINTS, tabInput, tabOfIds } from '../kit.js';

export const closeTab = defineTool({
  name: 'closeTab',
  title: 'Close tab',
  description: 'Close a tab. Pages are not asked whether they agree, and it cannot be undone.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  provenance: 'tool',
  hints: PATH_HINTS,
  input: tabInput({}),
  target: tabOfIds,
  async execute({ tabId }, context) {
    const { evidence } = await tabClose.execute({ tabId: Number(tabId) }, context);
    return acted({ data: { effects: [] }, ...(evidence ? { evidence } : {}), tabId: Number(tabId) });
  },
});
