import { closeTab as close } from '../../actions/close-tab.js';
import { defineTool } from '../../registry/define-tool.js';
import { tabEvidence } from '../../tabs/evidence.js';
import { acted, PATH_HINTS, tabInput, tabOfIds } from './fields.js';

export const closeTab = defineTool({
  name: 'closeTab',
  title: 'Close tab',
  description: 'Close a tab. Pages are not asked whether they agree, and it cannot be undone.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  provenance: 'tool',
  hints: PATH_HINTS,
  input: tabInput({}),
  target: tabOfIds,
  async execute(_input, context) {
    const { tabId } = context.tab;
    const ms = await close(context);
    const evidence = tabEvidence(context.attemptId, [{ kind: 'tab_closed', tabId }], context.spent, ms);
    return acted({ data: { effects: [] }, evidence, tabId });
  },
});
