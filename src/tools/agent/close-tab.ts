import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { tabEvidence } from '../../tabs/evidence.js';
import { agentTabField, asJson } from '../fields.js';

export const closeTab = defineTool({
  name: 'close_tab',
  title: 'Close tab',
  description: 'Close a tab. Pages are not asked whether they agree.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  provenance: 'tool',
  input: z.strictObject({ tab_id: agentTabField }),
  target: ({ tab_id: tab }) => ({ tab }),
  async execute(_, context) {
    const { tab, clock } = context;
    const start = clock.monotonic();
    await context.browser.refresh(tab.tabId);
    await tab.write(async () => {
      context.recheck(undefined);
      context.dispatching();
      await tab.page.close();
    }, context.signal);
    const effects = [{ kind: 'tab_closed', tabId: tab.tabId }];
    return {
      ...asJson({ success: true, tab_id: tab.tabId }),
      evidence: tabEvidence(context.attemptId, effects, context.spent, clock.monotonic() - start),
      tabId: tab.tabId,
    };
  },
});
