import { goBack as act } from '../../actions/navigate.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, pageInput } from '../fields.js';

/** Ms for settling and the report after the load. */
const SLACK_MS = 5_000;

export const goBack = defineTool({
  name: 'go_back',
  title: 'Go back',
  description: 'Go back in the history of a tab, to the page before.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  timeoutMs: (_, { navigation }) => navigation + SLACK_MS,
  input: pageInput({ dialog: dialogField }),
  execute: ({ dialog }, context) => act(context, { dialog }),
});
