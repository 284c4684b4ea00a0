import { z } from 'zod';
import { openUrl } from '../../actions/open-url.js';
import { defineTool } from '../../registry/define-tool.js';
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
    const outcome = await openUrl(context, url, () => openTab(context.engine, context.signal));
    return { ...outcome, content: [{ type: 'text', text: `Opened tab ${outcome.tabId}.` }, ...outcome.content] };
  },
});
