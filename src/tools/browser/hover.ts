import { hover as act } from '../../actions/hover.js';
import { defineTool } from '../../registry/define-tool.js';
import { elementField, pageInput, refField } from '../fields.js';

export const hover = defineTool({
  name: 'hover',
  title: 'Hover',
  description: 'Move the mouse pointer over an element, for example to open a menu or a tooltip. The pointer stays there.',
  level: 'L1',
  effects: 'write',
  capability: 'interact',
  input: pageInput({ element: elementField, ref: refField }),
  target: ({ ref, element }) => ({ refs: [ref], element }),
  execute: ({ ref }, context) => act(context, { ref }),
});
