import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { GROUP_COLORS } from '../../shared/browser-data.js';
import { tabEvidence } from '../../tabs/evidence.js';
import { groupWords } from '../../tabs/group-words.js';
import { groupIdField } from '../fields.js';

export const tabGroupUpdate = defineTool({
  name: 'tab_group_update',
  title: 'Update tab group',
  description: 'Change title, color or state of a tab group.',
  level: 'L0',
  effects: 'write',
  capability: 'organize',
  provenance: 'tool',
  usesTab: false,
  input: z
    .strictObject({
      groupId: groupIdField.describe('Group, as listed by tab_groups_list.'),
      title: z.string().max(100).optional().describe('New title.'),
      color: z.enum(GROUP_COLORS).optional().describe('New color.'),
      collapsed: z.boolean().optional().describe('True folds it up.'),
    })
    .refine(
      ({ title, color, collapsed }) => title !== undefined || color !== undefined || collapsed !== undefined,
      'needs at least one of title, color and collapsed',
    ),
  async execute({ groupId, title, color, collapsed }, context) {
    const { browser, clock } = context;
    const start = clock.monotonic();
    context.recheck(undefined);
    context.dispatching();
    const group = browser.updateGroup(groupId, {
      ...(title === undefined ? {} : { title }),
      ...(color === undefined ? {} : { color }),
      ...(collapsed === undefined ? {} : { collapsed }),
    });
    return {
      data: group,
      content: [{ type: 'text', text: `The group is now ${groupWords(group)}.` }],
      evidence: tabEvidence(context.attemptId, [{ kind: 'tab_group_changed', ...group }], context.spent, clock.monotonic() - start),
    };
  },
});
