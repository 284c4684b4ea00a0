import { z } from 'zod';
import { runJavascript } from '../../actions/run-javascript.js';
import { defineTool } from '../../registry/define-tool.js';
import { acted, PATH_HINTS, tabInput, tabOfIds } from './fields.js';

export const invokeJsFn = defineTool({
  name: 'invokeJsFn',
  title: 'Invoke script function',
  description:
    'Run the body of a function in the page and get what it returns as JSON. Only for what no other tool can do; the default rules refuse it. await works.',
  level: 'L1',
  effects: 'write',
  capability: 'eval_page',
  hints: PATH_HINTS,
  input: tabInput({ fnBodyCode: z.string().min(1).max(100_000).describe('The body alone, with return: return document.title.') }),
  target: tabOfIds,
  async execute({ fnBodyCode }, context) {
    // An empty statement first: a body is never taken for an expression.
    const outcome = await runJavascript(context, { code: `;${fnBodyCode}` });
    const { value, note } = outcome.data;
    return acted(outcome, { result: value, ...(note === undefined ? {} : { note }) });
  },
});
