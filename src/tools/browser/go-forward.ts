import { goForward as act } from '../../actions/navigate.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, pageInput } from '../fields.js';

/** Ms for settling and the report after the load. */
const SLACK_MS = 5_000;

export const goForward = defineTool({
  name: 'go_forward',
  title: 'Go forward',
  description: 'Go forward in the history of a tab, to the page that was gone back from.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  timeoutMs: (_, { navigation }) => navigation + SLACK_MS,
  input: pageInput({ dialog: dialogField }),
  execute: ({ dialog }, context) => act(context, { dialog }),
});
