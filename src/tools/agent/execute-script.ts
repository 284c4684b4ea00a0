import { z } from 'zod';
import { runJavascript } from '../../actions/run-javascript.js';
import { runSandboxed } from '../../actions/sandbox.js';
import { defineTool, type ToolOutput } from '../../registry/define-tool.js';
import { agentTabField, asJson } from '../fields.js';

/** Ms a script has. */
const SCRIPT_MS = 30_000;
/** Ms for settling and the report besides. */
const SLACK_MS = 8_000;

export interface ScriptData {
  readonly result: unknown;
  readonly target: 'page' | 'sandbox';
  readonly tab_id?: number;
  /** The value is the first part of its JSON. */
  readonly truncated?: boolean;
  readonly note?: string;
}

export const executeScript = defineTool({
  name: 'execute_script',
  title: 'Run script',
  description:
    'Run JavaScript: in a page (target page), where the default rules refuse it, or for computing alone (target sandbox), without page, network or timers. Gives its value as JSON.',
  level: 'L1',
  effects: 'write',
  capability: 'eval_page',
  timeoutMs: () => SCRIPT_MS + SLACK_MS,
  input: z.strictObject({
    code: z.string().min(1).max(100_000).describe('One expression, or statements with return; await works.'),
    target: z.enum(['page', 'sandbox']).describe('Where it runs.'),
    tab_id: agentTabField.optional().describe('Tab for target page; default the active one.'),
  }),
  target: ({ target, tab_id: tab }) =>
    target === 'page' ? { tab: tab ?? 'active' } : { tab: 'none', judgedAs: { capability: 'read', effects: 'read' } },
  async execute({ code, target }, context): Promise<ToolOutput<ScriptData>> {
    if (target === 'sandbox') {
      const { value, truncated } = await runSandboxed(code, SCRIPT_MS, context.signal);
      return asJson({ result: value, target, ...(truncated ? { truncated } : {}) });
    }
    const { tabId } = context.tab;
    const { data, evidence } = await runJavascript(context, { code, timeoutMs: SCRIPT_MS });
    const { value, truncated, note } = data;
    return {
      ...asJson({ result: value, target, tab_id: tabId, ...(truncated ? { truncated } : {}), ...(note === undefined ? {} : { note }) }),
      evidence,
      tabId,
    };
  },
});
