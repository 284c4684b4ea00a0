import { z } from 'zod';
import { scroll as act } from '../../actions/scroll.js';
import { defineTool } from '../../registry/define-tool.js';
import { pageInput, refField } from '../fields.js';

export const scroll = defineTool({
  name: 'scroll',
  title: 'Scroll',
  description:
    'Scroll the page, or the scrollable area of an element. Tells the position before and after and whether the edge is reached. Actions scroll to their element by themselves.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  input: pageInput({
    target: refField.optional().describe('Ref of what to scroll; without it the page.'),
    direction: z.enum(['up', 'down', 'left', 'right']).describe('Direction.'),
    amount: z
      .union([z.enum(['page', 'end', 'into_view']), z.number().min(0).max(10_000_000)])
      .optional()
      .describe('One page (default), to the end, until the target is in view, or CSS pixels.'),
  }),
  target: ({ target }) => (target === undefined ? {} : { refs: [target] }),
  execute: ({ target, direction, amount }, context) => act(context, { target, direction, amount }),
});
