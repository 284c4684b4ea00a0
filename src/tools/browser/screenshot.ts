import { z } from 'zod';
import { screenshot as act } from '../../actions/screenshot.js';
import { defineTool } from '../../registry/define-tool.js';
import { parseRef } from '../../shared/ref.js';
import { pageInput } from '../fields.js';

const WHOLE: ReadonlySet<string> = new Set(['viewport', 'fullpage']);

export const screenshot = defineTool({
  name: 'screenshot',
  title: 'Screenshot',
  description:
    'Take a picture of the viewport, the full page or one element. Use it for what a snapshot cannot show, such as a canvas. The viewport size in CSS pixels and the device pixel ratio come with it.',
  level: 'L2',
  effects: 'read',
  capability: 'read',
  requires: ['vision'],
  input: pageInput({
    target: z
      .string()
      .refine((text) => WHOLE.has(text) || parseRef(text) !== undefined, 'is neither viewport, fullpage nor a ref')
      .optional()
      .describe('viewport (default), fullpage, or the ref of an element.'),
    annotate: z.boolean().optional().describe('True: draw the refs of what can be acted on, and list them.'),
    format: z.enum(['png', 'jpeg']).optional().describe('Picture format; default png.'),
  }),
  target: ({ target }) => (target === undefined || WHOLE.has(target) ? {} : { refs: [target] }),
  execute: ({ target, format, annotate }, context) => act(context, { target, format, annotate }),
});
