import { scroll } from '../../actions/scroll.js';
import { defineTool } from '../../registry/define-tool.js';
import { acted, amountField, directionField, PATH_HINTS, tabInput, tabOfIds } from './fields.js';

export const scrollPage = defineTool({
  name: 'scrollPage',
  title: 'Scroll page',
  description: 'Scroll the page of a tab by about one viewport, or by an amount. At the edge it stays where it is, which is no failure.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  hints: PATH_HINTS,
  input: tabInput({ direction: directionField, amount: amountField }),
  target: tabOfIds,
  execute: async ({ direction, amount }, context) => acted(await scroll(context, { direction, amount, share: 0.9 })),
});
