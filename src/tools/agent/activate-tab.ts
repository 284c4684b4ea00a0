import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { WINDOW_ID } from '../../tabs/agent-tabs.js';
import { tabEvidence } from '../../tabs/evidence.js';
import { describeTab } from '../../tabs/table.js';
import { agentTabField, asJson } from '../fields.js';

export const activateTab = defineTool({
  name: 'activate_tab',
  title: 'Activate tab',
  description: 'Bring a tab and its window to the front. Tabs in the background can be read as well.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  provenance: 'tool',
  input: z.strictObject({ tab_id: agentTabField }),
  target: ({ tab_id: tab }) => ({ tab }),
  async execute(_, context) {
    const { tab, engine, clock } = context;
    const start = clock.monotonic();
    await tab.write(async () => {
      context.recheck(undefined);
      context.dispatching();
      await tab.page.bringToFront();
    }, context.signal);
    engine.setActive(tab.tabId);
    const { url, title } = await describeTab(tab, context.mayRead(tab), context.signal);
    const effects = [{ kind: 'tab_focused', tabId: tab.tabId }];
    return {
      ...asJson({ id: tab.tabId, url, title, active: true, windowId: WINDOW_ID }),
      evidence: tabEvidence(context.attemptId, effects, context.spent, clock.monotonic() - start),
      tabId: tab.tabId,
    };
  },
});
