/** What each provider is sent, written down in full: a projection that changes is a change that hosts notice. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { aiSdkTools, toModelOutput } from '../../src/adapters/ai-sdk.js';
import { anthropicTools, runAnthropicToolUses } from '../../src/adapters/anthropic.js';
import { chatTools, readArguments, responsesTools, runChatToolCalls, runResponsesToolCalls } from '../../src/adapters/openai.js';
import { strictSchema, withoutNulls } from '../../src/adapters/parts/strict.js';
import { describeTool } from '../../src/registry/descriptor.js';
import { browserTools } from '../../src/tools/index.js';
import { fakeHost, PIXEL } from './support.js';

const ADD_PLAIN = {
  type: 'object',
  properties: {
    a: { type: 'number', description: 'First.' },
    b: { type: 'number', description: 'Second.' },
    how: { type: 'string', enum: ['plain', 'loud'], description: 'How.' },
    nested: {
      anyOf: [
        { type: 'string', enum: ['x'] },
        { type: 'object', properties: { deep: { type: 'string', minLength: 1, description: 'Deep.' } }, additionalProperties: false },
      ],
      description: 'Either.',
    },
  },
  required: ['a'],
  additionalProperties: false,
};
const ADD_STRICT = {
  type: 'object',
  properties: {
    a: { type: 'number', description: 'First.' },
    b: { type: ['number', 'null'], description: 'Second.' },
    how: { type: ['string', 'null'], enum: ['plain', 'loud', null], description: 'How.' },
    nested: {
      anyOf: [
        { type: 'string', enum: ['x'] },
        {
          type: 'object',
          properties: { deep: { type: ['string', 'null'], description: 'Deep.' } },
          required: ['deep'],
          additionalProperties: false,
        },
        { type: 'null' },
      ],
      description: 'Either.',
    },
  },
  required: ['a', 'b', 'how', 'nested'],
  additionalProperties: false,
};
const FAILED = 'Failed: not_found (verify).\nHint: List what exists and use that.\nThere is nothing.';

test('OpenAI chat: tools and results', async () => {
  const { host } = fakeHost();
  const names = ['add'];
  expect(chatTools(host, { names })).toEqual([
    { type: 'function', function: { name: 'add', description: 'Add two numbers.', parameters: ADD_PLAIN } },
  ]);
  expect(chatTools(host, { names, strict: true })).toEqual([
    { type: 'function', function: { name: 'add', description: 'Add two numbers.', parameters: ADD_STRICT, strict: true } },
  ]);
  const call = (id: string, name: string, text = '{}') => ({ id, type: 'function', function: { name, arguments: text } });
  const messages = await runChatToolCalls(host, [call('c1', 'add', '{"a":1}'), call('c2', 'picture'), call('c3', 'refuse', '')]);
  expect(messages).toEqual([
    { role: 'tool', tool_call_id: 'c1', content: '{"a":1}' },
    { role: 'tool', tool_call_id: 'c2', content: 'Here it is.' },
    { role: 'tool', tool_call_id: 'c3', content: FAILED },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Pictures of tool call c2:' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
      ],
    },
  ]);
});

test('OpenAI responses: tools and results', async () => {
  const { host } = fakeHost();
  expect(responsesTools(host, { names: ['add'], strict: true })).toEqual([
    { type: 'function', name: 'add', description: 'Add two numbers.', parameters: ADD_STRICT, strict: true },
  ]);
  expect(responsesTools(host, { names: ['add'] })[0]).toMatchObject({ parameters: ADD_PLAIN, strict: false });
  const call = (call_id: string, name: string, text: string) => ({ type: 'function_call', call_id, name, arguments: text });
  const items = await runResponsesToolCalls(
    host,
    [{ type: 'reasoning' }, call('c1', 'add', '{"a":1,"b":null,"how":null,"nested":{"deep":null}}'), call('c2', 'picture', '{}')],
    { strict: true },
  );
  expect(items).toEqual([
    { type: 'function_call_output', call_id: 'c1', output: '{"a":1,"nested":{}}' },
    {
      type: 'function_call_output',
      call_id: 'c2',
      output: [
        { type: 'input_text', text: 'Here it is.' },
        { type: 'input_image', image_url: `data:image/png;base64,${PIXEL}`, detail: 'auto' },
      ],
    },
  ]);
});

test('Anthropic: tools and results', async () => {
  const { host } = fakeHost();
  expect(anthropicTools(host, { names: ['add', 'picture'], cache: true })).toEqual([
    { name: 'add', description: 'Add two numbers.', input_schema: ADD_PLAIN },
    {
      name: 'picture',
      description: 'Give a picture.',
      input_schema: { type: 'object', properties: {}, additionalProperties: false },
      cache_control: { type: 'ephemeral' },
    },
  ]);
  const use = (id: string, name: string, input: unknown = {}) => ({ type: 'tool_use', id, name, input });
  const blocks = await runAnthropicToolUses(host, [
    { type: 'text' },
    use('u1', 'add', { a: 2 }),
    use('u2', 'picture'),
    use('u3', 'refuse'),
  ]);
  expect(blocks).toEqual([
    { type: 'tool_result', tool_use_id: 'u1', content: [{ type: 'text', text: '{"a":2}' }] },
    {
      type: 'tool_result',
      tool_use_id: 'u2',
      content: [
        { type: 'text', text: 'Here it is.' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
      ],
    },
    { type: 'tool_result', tool_use_id: 'u3', content: [{ type: 'text', text: FAILED }], is_error: true },
  ]);
});

test('AI SDK: tools, and calls that are made at once run in their order', async () => {
  const { host, session } = fakeHost();
  const tools = await aiSdkTools(host, { names: ['add', 'refuse'] });
  expect(Object.keys(tools)).toEqual(['add', 'refuse']);
  expect(tools['add']).toMatchObject({ description: 'Add two numbers.', inputSchema: { jsonSchema: ADD_PLAIN } });
  const run = (a: number) => tools['add']!.execute!({ a }, { toolCallId: `call_${a}`, messages: [] });
  await Promise.all([run(1), run(2), run(3)]);
  const order = session.events.flatMap((event) =>
    event.type === 'call_proposed' || event.type === 'call_done' ? [`${event.type} ${event.callId}`] : [],
  );
  expect(order).toEqual([1, 2, 3].flatMap((n) => [`call_proposed call_${n}`, `call_done call_${n}`]));
});

test('AI SDK: a model is told text, pictures and failures as what they are, in version 5 and 6', async () => {
  const { host } = fakeHost();
  const [text, picture, failed] = await Promise.all(
    [['add', { a: 1 }] as const, ['picture', {}] as const, ['refuse', {}] as const].map(([name, input]) => host.callUnknown(name, input)),
  );
  expect(toModelOutput({ output: text })).toEqual({ type: 'text', value: '{"a":1}' });
  expect(toModelOutput(text!)).toEqual({ type: 'text', value: '{"a":1}' });
  expect(toModelOutput({ output: failed })).toEqual({ type: 'error-text', value: FAILED });
  const parts = (type: string) => ({
    type: 'content',
    value: [
      { type: 'text', text: 'Here it is.' },
      { type, data: PIXEL, mediaType: 'image/png' },
    ],
  });
  expect(toModelOutput({ output: picture })).toEqual(parts('image-data'));
  expect(toModelOutput(picture!)).toEqual(parts('media'));
});

test('what a model wrote that is no JSON, or names no tool, comes back as a failure it can read', async () => {
  const { host } = fakeHost();
  const call = (name: string, text: string) => ({ id: 'c1', type: 'function', function: { name, arguments: text } });
  const [malformed] = await runChatToolCalls(host, [call('add', '{"a":1')]);
  expect(malformed!.content).toMatch(/invalid_input.*must be object, not the string/s);
  const [unknown] = await runChatToolCalls(host, [call('ad', '{}')]);
  expect(unknown!.content).toMatch(/unknown_tool.*Did you mean add\?/s);
  const [empty] = await runChatToolCalls(host, [{ id: 'c1', type: 'custom' }]);
  expect(empty!.content).toContain('unknown_tool');
});

test('an abort reaches the call', async () => {
  const { host } = fakeHost();
  const controller = new AbortController();
  const running = runAnthropicToolUses(host, [{ type: 'tool_use', id: 'u1', name: 'slow', input: {} }], { signal: controller.signal });
  controller.abort();
  const [block] = await running;
  expect(block).toMatchObject({ is_error: true, content: [{ text: expect.stringContaining('aborted') }] });
});

/** Every object in a schema. */
function objects(schema: unknown): Record<string, unknown>[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = schema as Record<string, unknown>;
  return [...('type' in own && own['type'] === 'object' ? [own] : []), ...Object.values(own).flatMap(objects)];
}

test('every tool of the library can be said strictly, and means the same', () => {
  const ajv = new Ajv2020({ strict: false });
  for (const tool of browserTools) {
    const { descriptor } = describeTool(tool);
    const strict = strictSchema(descriptor.inputSchema as never);
    expect(strict, tool.name).toBeDefined();
    for (const one of objects(strict)) {
      expect(one['additionalProperties'], tool.name).toBe(false);
      expect(one['required'], tool.name).toEqual(Object.keys(one['properties'] as object));
    }
    // With nothing but nulls where a null may stand, the input is the one without those fields.
    const { properties = {}, required = [] } = descriptor.inputSchema;
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const nulls = Object.fromEntries(optional.map((name) => [name, null]));
    expect(withoutNulls(descriptor.inputSchema, nulls), tool.name).toEqual({});
    const validate = ajv.compile({ ...(strict as object), required: [] });
    expect(validate(nulls), `${tool.name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
});

test('a schema that cannot be said strictly is sent as it is', () => {
  for (const schema of [
    { type: 'object', properties: {}, additionalProperties: true },
    { type: 'object', properties: { a: { $ref: '#/x' } }, additionalProperties: false },
    { type: 'object', properties: { a: { oneOf: [] } }, additionalProperties: false },
    { type: 'object', properties: { a: {} }, additionalProperties: false },
  ])
    expect(strictSchema(schema)).toBeUndefined();
  expect(withoutNulls({ type: 'object', properties: { a: { type: ['string', 'null'] } } }, { a: null, b: null })).toEqual({
    a: null,
    b: null,
  });
  const { host } = fakeHost();
  expect(readArguments(host, 'add', '{"a":1,"b":null}')).toEqual({ a: 1, b: null });
  expect(readArguments(host, 'add', '{"a":1,"b":null}', { strict: true })).toEqual({ a: 1 });
});
