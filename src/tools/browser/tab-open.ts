import { z } from 'zod';
import { navigate } from '../../actions/navigate.js';
import { defineTool } from '../../registry/define-tool.js';
import { SdkError } from '../../shared/errors.js';
import { openTab } from '../../tabs/open.js';
import { urlField } from '../fields.js';

/** Ms for opening, settling and the report besides the load. */
const SLACK_MS = 7_000;

export const tabOpen = defineTool({
  name: 'tab_open',
  title: 'Open tab',
  description: 'Open a URL in a new tab, in the background. The answer names its tabId; the default tab of the turn stays what it was.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  egress: true,
  usesTab: false,
  timeoutMs: (_, { navigation }) => navigation + SLACK_MS,
  input: z.strictObject({ url: urlField }),
  target: ({ url }) => ({ url }),
  async execute({ url }, context) {
    context.recheck(undefined);
    context.dispatching();
    const tab = await openTab(context.engine, context.signal);
    try {
      const outcome = await navigate(context.on(tab), { url });
      const created = { kind: 'tab_created', tabId: tab.tabId, url: outcome.data.url };
      const effects = [created, ...outcome.data.effects];
      return {
        ...outcome,
        data: { ...outcome.data, tabId: tab.tabId, effects },
        content: [{ type: 'text', text: `Opened tab ${tab.tabId}.` }, ...outcome.content],
        evidence: { ...outcome.evidence, effects: [created, ...outcome.evidence.effects] },
        tabId: tab.tabId,
      };
    } catch (error) {
      // A tab that shows nothing of what was asked is not left behind.
      if (!SdkError.isInstance(error) || error.code !== 'navigation_uncertain') await tab.page.close().catch(() => undefined);
      throw error;
    }
  },
});
