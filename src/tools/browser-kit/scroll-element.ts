import { scroll } from '../../actions/scroll.js';
import { defineTool } from '../../registry/define-tool.js';
import { acted, amountField, directionField, PATH_HINTS, pathField, tabInput, tabOfIds, targetOfPath } from './fields.js';

export const scrollElement = defineTool({
  name: 'scrollElement',
  title: 'Scroll element',
  description:
    'Scroll a panel or list: the element at the path, or the nearest one around it that scrolls. The page itself stays where it is.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  hints: PATH_HINTS,
  input: tabInput({ readablePath: pathField, direction: directionField, amount: amountField }),
  target: (input, lookup) => ({ ...tabOfIds(input, lookup), refs: [targetOfPath(input.readablePath, input.tabId, lookup).ref] }),
  async execute({ readablePath, tabId, direction, amount }, context) {
    const { ref } = targetOfPath(readablePath, tabId, context);
    return acted(await scroll(context, { target: ref, direction, amount, share: 0.9, within: true }));
  },
});
