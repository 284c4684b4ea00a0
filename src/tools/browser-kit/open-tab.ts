import { z } from 'zod';
import { openUrl } from '../../actions/open-url.js';
import { defineTool } from '../../registry/define-tool.js';
import { openTab as openEmpty } from '../../tabs/open.js';
import { urlField } from '../fields.js';
import { acted, browserIdField, PATH_HINTS, tabOfIds, WINDOW_ID, windowIdField } from './fields.js';

/** Ms for opening, settling and the report besides the load. */
const SLACK_MS = 7_000;

export const openTab = defineTool({
  name: 'openTab',
  title: 'Open tab',
  description: 'Open a URL in a new tab and wait until it has loaded. Use the returned ids in the next calls.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  egress: true,
  usesTab: false,
  timeoutMs: (_, { navigation }) => navigation + SLACK_MS,
  hints: PATH_HINTS,
  input: z.strictObject({ browserId: browserIdField, windowId: windowIdField, url: urlField }),
  target: (input, lookup) => ({ ...tabOfIds(input, lookup), url: input.url }),
  async execute({ browserId, url }, context) {
    const outcome = await openUrl(context, url, () => openEmpty(context.engine, context.signal));
    return acted(outcome, { browserId, windowId: WINDOW_ID, tabId: String(outcome.tabId) });
  },
});
