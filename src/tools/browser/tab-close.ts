import { z } from 'zod';
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
    const { tab, engine, clock } = context;
    const start = clock.monotonic();
    const wasActive = engine.activeTabId() === tab.tabId;
    await context.browser.refresh(tab.tabId);
    await tab.write(async () => {
      context.recheck(undefined);
      context.dispatching();
      await tab.page.close();
    }, context.signal);
    const activeTabId = engine.activeTabId();
    const now = activeTabId === undefined ? 'no tab is open now' : `tab ${activeTabId} is ${wasActive ? 'now' : 'still'} the visible one`;
    return {
      data: { tabId: tab.tabId, wasActive, ...(activeTabId === undefined ? {} : { activeTabId }) },
      content: [{ type: 'text', text: `Tab ${tab.tabId} is closed; ${now}.` }],
      evidence: tabEvidence(context.attemptId, [{ kind: 'tab_closed', tabId: tab.tabId }], context.spent, clock.monotonic() - start),
      tabId: tab.tabId,
    };
  },
});
