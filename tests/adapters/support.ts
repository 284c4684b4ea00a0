/** A host without a browser: real registry and pipeline, tools that answer at once. */
import { z } from 'zod';
import type { ToolHost } from '../../src/adapters/parts/host.js';
import type { AnyTool } from '../../src/registry/define-tool.js';
import { SdkError } from '../../src/shared/errors.js';
import { FakeSession, fakeTool } from '../registry/support.js';

export const PIXEL = 'iVBORw0KGgo=';

const base = { level: 'builtin', usesTab: false, target: () => ({}) } as const;

/** Tools of every kind that an adapter has to project. */
export const TOOLS: readonly AnyTool[] = [
  fakeTool({
    ...base,
    name: 'add',
    title: 'Add',
    description: 'Add two numbers.',
    effects: 'read',
    capability: 'read',
    input: z.strictObject({
      a: z.number().describe('First.'),
      b: z.number().optional().describe('Second.'),
      how: z.enum(['plain', 'loud']).optional().describe('How.'),
      nested: z
        .union([z.enum(['x']), z.strictObject({ deep: z.string().min(1).optional().describe('Deep.') })])
        .optional()
        .describe('Either.'),
    }),
    execute: async (input) => ({ data: input, content: [{ type: 'text', text: JSON.stringify(input) }] }),
  }),
  fakeTool({
    ...base,
    name: 'picture',
    title: 'Picture',
    description: 'Give a picture.',
    effects: 'read',
    capability: 'read',
    input: z.strictObject({}),
    execute: async () => ({
      data: {},
      content: [
        { type: 'text', text: 'Here it is.' },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
      ],
    }),
  }),
  fakeTool({
    ...base,
    name: 'refuse',
    title: 'Refuse',
    description: 'Always fail.',
    capability: 'memory',
    input: z.strictObject({}),
    execute: async () => {
      throw new SdkError('not_found', 'There is nothing.', { phase: 'verify' });
    },
  }),
  fakeTool({
    ...base,
    name: 'slow',
    title: 'Slow',
    description: 'Tell of progress, then wait until it is stopped.',
    effects: 'read',
    capability: 'read',
    input: z.strictObject({}),
    execute: (_, context) =>
      new Promise((_resolve, reject) => {
        context.progress('half way');
        context.signal.addEventListener('abort', () => reject(context.signal.reason));
      }),
  }),
];

/** The session as adapters see it. */
export function fakeHost(): { readonly session: FakeSession; readonly host: ToolHost } {
  const session = new FakeSession({ tools: TOOLS });
  const bus = session.host.events as unknown as { on: ToolHost['events']['on'] };
  return {
    session,
    host: {
      registry: session.host.registry,
      events: { on: (type, listener) => bus.on(type, listener) },
      callUnknown: (name, input, options) => session.call(name, input, options),
    },
  };
}
