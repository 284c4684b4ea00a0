import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { tabEvidence } from '../../tabs/evidence.js';
import { describeTab } from '../../tabs/table.js';
import { wantedTabField } from '../fields.js';

export const tabFocus = defineTool({
  name: 'tab_focus',
  title: 'Focus tab',
  description: 'Bring a tab to the front. Only when the user wishes to see it: every other tool works on tabs in the background too.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  provenance: 'tool',
  input: z.strictObject({ tabId: wantedTabField }),
  async execute(_, context) {
    const { tab, engine, clock } = context;
    const start = clock.monotonic();
    await tab.write(async () => {
      context.recheck(undefined);
      context.dispatching();
      await tab.page.bringToFront();
    }, context.signal);
    engine.setActive(tab.tabId);
    const { title, url } = await describeTab(tab, context.mayRead(tab), context.signal);
    return {
      data: { tabId: tab.tabId, url, title },
      content: [{ type: 'text', text: `Tab ${tab.tabId} is in front: ${title === '' ? url : `${title} — ${url}`}` }],
      evidence: tabEvidence(context.attemptId, [{ kind: 'tab_focused', tabId: tab.tabId }], context.spent, clock.monotonic() - start),
      tabId: tab.tabId,
    };
  },
});
