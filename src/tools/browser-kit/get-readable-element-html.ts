import { htmlCapture } from '../../content/readable.js';
import { defineTool } from '../../registry/define-tool.js';
import { SdkError } from '../../shared/errors.js';
import { firstPage, PATH_HINTS, pathField, readInput, tabOfIds, targetOfPath } from './fields.js';

export const getReadableElementHtml = defineTool({
  name: 'getReadableElementHtml',
  title: 'Get readable element markup',
  description: 'Read the HTML of one element by its path, in pages of 8,192 characters that cut no tag. Passwords in it are masked.',
  level: 'L1',
  effects: 'read',
  capability: 'read',
  hints: PATH_HINTS,
  input: readInput({ readablePath: pathField }),
  target: (input, lookup) => ({ ...tabOfIds(input, lookup), refs: [targetOfPath(input.readablePath, input.tabId, lookup).ref] }),
  async execute(_input, context) {
    const [target] = context.targets;
    if (!target) throw new SdkError('internal', 'The element was not looked up.');
    return firstPage(context, await htmlCapture(context, target, { signal: context.signal, timeoutMs: context.remaining() }));
  },
});
