import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.js';
import { SdkError } from '../../shared/errors.js';
import { tabEvidence } from '../../tabs/evidence.js';
import { groupWords } from '../../tabs/group-words.js';
import { groupIdField, wantedTabField } from '../fields.js';

export const tabsGroup = defineTool({
  name: 'tabs_group',
  title: 'Group tabs',
  description:
    'Put tabs into a group: a new one, or with groupId an existing one. The tabs then lie side by side. A group without tabs is gone.',
  level: 'L0',
  effects: 'write',
  capability: 'organize',
  provenance: 'tool',
  usesTab: false,
  input: z.strictObject({
    tabIds: z.array(wantedTabField).min(1).max(200).describe('Tabs, in the order they shall have.'),
    groupId: groupIdField.optional().describe('Group to join; without it a new one.'),
  }),
  async execute({ tabIds, groupId }, context) {
    const { browser, clock } = context;
    const start = clock.monotonic();
    const open = context.tabs().map(({ tabId }) => tabId);
    const gone = tabIds.filter((id) => !open.includes(id));
    if (gone.length > 0) {
      throw new SdkError('tab_closed', `There is no open tab ${gone.join(', ')}; nothing was grouped. Open tabs are ${open.join(', ')}.`, {
        phase: 'resolve',
        details: { open, gone },
      });
    }
    context.recheck(undefined);
    context.dispatching();
    const group = browser.group(tabIds, groupId);
    const members = browser.groups().find((one) => one.groupId === group.groupId)?.tabIds ?? [];
    const count = new Set(tabIds).size;
    return {
      data: { ...group, tabIds: members },
      content: [
        { type: 'text', text: `${count} tab${count === 1 ? ' is' : 's are'} in ${groupWords(group)}; its tabs are ${members.join(', ')}.` },
      ],
      evidence: tabEvidence(
        context.attemptId,
        [{ kind: 'tabs_grouped', groupId: group.groupId, tabIds }],
        context.spent,
        clock.monotonic() - start,
      ),
    };
  },
});
