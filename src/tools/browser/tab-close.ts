import { z } from 'zod';
import { closeTab } from '../../actions/close-tab.js';
import { defineTool } from '../../registry/define-tool.js';
import { tabEvidence } from '../../tabs/evidence.js';
import { wantedTabField } from '../fields.js';

export const tabClose = defineTool({
  name: 'tab_close',
  title: 'Close tab',
  description: 'Close a tab. Pages are not asked whether they agree.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  provenance: 'tool',
  input: z.strictObject({ tabId: wantedTabField }),
  async execute(_, context) {
    const { tab, engine } = context;
    const wasActive = engine.activeTabId() === tab.tabId;
    const ms = await closeTab(context);
    const activeTabId = engine.activeTabId();
    const now = activeTabId === undefined ? 'no tab is open now' : `tab ${activeTabId} is ${wasActive ? 'now' : 'still'} the visible one`;
    return {
      data: { tabId: tab.tabId, wasActive, ...(activeTabId === undefined ? {} : { activeTabId }) },
      content: [{ type: 'text', text: `Tab ${tab.tabId} is closed; ${now}.` }],
      evidence: tabEvidence(context.attemptId, [{ kind: 'tab_closed', tabId: tab.tabId }], context.spent, ms),
      tabId: tab.tabId,
    };
  },
});
