import { navigate as act } from '../../actions/navigate.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, pageInput, urlField } from '../fields.js';

/** Ms for settling and the report after the load. */
const SLACK_MS = 5_000;

export const navigate = defineTool({
  name: 'navigate',
  title: 'Navigate',
  description:
    'Open a URL in a tab. The same URL reloads the page; a fragment of the same page does not. Redirects are followed and told. All refs of the page before end.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  egress: true,
  timeoutMs: (_, { navigation }) => navigation + SLACK_MS,
  input: pageInput({ url: urlField, dialog: dialogField }),
  target: ({ url }) => ({ url }),
  execute: ({ url, dialog }, context) => act(context, { url, dialog }),
});
