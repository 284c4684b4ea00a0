import { screenshot } from '../../actions/screenshot.js';
import { defineTool } from '../../registry/define-tool.js';
import { PATH_HINTS, tabInput, tabOfIds } from './fields.js';

export const captureTab = defineTool({
  name: 'captureTab',
  title: 'Capture tab',
  description:
    'Take a picture of the visible part of a tab. One pixel of it is one CSS pixel, whatever the screen: width and height are the space of the coordinate tools.',
  level: 'L2',
  effects: 'read',
  capability: 'read',
  requires: ['vision'],
  hints: PATH_HINTS,
  input: tabInput({}),
  target: tabOfIds,
  async execute(_input, context) {
    const { data, content, evidence, tabId } = await screenshot(context, { scale: 'css' });
    const image = content.find((block) => block.type === 'image');
    const size = { width: data.viewport.width, height: data.viewport.height, mimeType: `image/${data.format}` };
    return {
      data: { ok: true as const, value: { data: image?.type === 'image' ? image.data : '', ...size } },
      content: [{ type: 'text', text: JSON.stringify({ ok: true, value: size }) }, ...(image ? [image] : [])],
      evidence,
      tabId,
    };
  },
});
