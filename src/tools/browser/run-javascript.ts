import { z } from 'zod';
import { runJavascript as act } from '../../actions/run-javascript.js';
import { defineTool } from '../../registry/define-tool.js';
import { dialogField, pageInput } from '../fields.js';

/** Ms for settling and the report after the script itself. */
const SLACK_MS = 5_000;

export const runJavascript = defineTool({
  name: 'run_javascript',
  title: 'Run script',
  description:
    'Run code in the page and get its value as JSON. Only for what no other tool can do; the default rules refuse it. Frames of other origins are out of reach.',
  level: 'L1',
  effects: 'write',
  capability: 'eval_page',
  timeoutMs: ({ timeoutMs }, { call }) => Math.max(call, (timeoutMs ?? 0) + SLACK_MS),
  input: pageInput({
    code: z.string().min(1).max(100_000).describe('One expression, or statements with return; await works.'),
    timeoutMs: z.int().min(1).max(120_000).optional().describe('Longest run in milliseconds.'),
    dialog: dialogField,
  }),
  execute: ({ code, timeoutMs, dialog }, context) => act(context, { code, timeoutMs, dialog }),
});
