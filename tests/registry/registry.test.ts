import { expect, test } from 'vitest';
import { z } from 'zod';
import { ToolRegistry } from '../../src/registry/registry.js';
import { SdkError } from '../../src/shared/errors.js';
import { browserTools } from '../../src/tools/index.js';
import { fakeTool } from './support.js';

test('a registry lists frozen descriptors in the order of registration', () => {
  const registry = new ToolRegistry();
  for (const tool of browserTools) registry.register(tool);
  const list = registry.list();
  expect(list.map((tool) => tool.name)).toEqual(browserTools.map((tool) => tool.name));
  expect(Object.isFrozen(list)).toBe(true);
  for (const tool of list) {
    expect(Object.isFrozen(tool)).toBe(true);
    expect(Object.isFrozen(tool.inputSchema.properties)).toBe(true);
  }
  expect(registry.list()).toBe(list);
  expect(registry.list({ levels: ['L0'] }).map((tool) => tool.name)).toEqual([
    'tabs_list',
    'tab_open',
    'tab_focus',
    'tab_close',
    'navigate',
    'go_back',
    'go_forward',
    'history_search',
    'bookmarks_search',
    'top_sites',
    'sessions_recently_closed',
    'session_restore',
    'tab_groups_list',
    'tabs_group',
    'tab_group_update',
  ]);
});

test('a name that is taken is an error that shows both identities', () => {
  const registry = new ToolRegistry();
  registry.register(fakeTool());
  const remote = fakeTool({ level: 'mcp', binding: { kind: 'mcp', id: 'poke', serverId: 'desk' } });
  const adding = () => registry.register(remote);
  expect(adding).toThrow(SdkError);
  expect(adding).toThrow(/L1\/write\/never-retry\/local:poke.*mcp\/write\/never-retry\/mcp:desk\/poke/);
  expect(registry.register(remote, { prefix: 'desk_' }).name).toBe('desk_poke');
  expect(registry.list().map((tool) => tool.name)).toEqual(['poke', 'desk_poke']);
});

test('two toolsets with one name: the conflict says which is which, and a prefix ends it', () => {
  const registry = new ToolRegistry();
  registry.register(fakeTool(), { toolset: 'browser' });
  expect(() => registry.register(fakeTool(), { toolset: 'kit' })).toThrow(
    expect.objectContaining({
      code: 'already_exists',
      details: {
        name: 'poke',
        registered: 'L1/write/never-retry/local:poke of browser',
        added: 'L1/write/never-retry/local:poke of kit',
      },
    }),
  );
  // Nothing of the refused tool is left.
  expect([registry.generation, registry.get('poke')?.toolset]).toEqual([1, 'browser']);
  expect(registry.register(fakeTool(), { toolset: 'kit', prefix: 'kit_' })).toMatchObject({ name: 'kit_poke', binding: { id: 'poke' } });
  for (const prefix of ['Kit_', 'kit-', `${'k'.repeat(64)}_`])
    expect(() => registry.register(fakeTool(), { prefix })).toThrow(/is no tool name/);
});

test('views: by level, by toolset, by both', () => {
  const registry = new ToolRegistry();
  registry.register(fakeTool({ name: 'one', level: 'L0' }), { toolset: 'browser' });
  registry.register(fakeTool({ name: 'two', level: 'L1' }), { toolset: 'browser' });
  registry.register(fakeTool({ name: 'three', level: 'L1' }), { toolset: 'kit' });
  registry.register(fakeTool({ name: 'four', level: 'L2' }));
  const names = (options: Parameters<typeof registry.list>[0]) => registry.list(options).map(({ name }) => name);
  expect(names({ toolsets: ['browser'] })).toEqual(['one', 'two']);
  expect(names({ levels: ['L1'] })).toEqual(['two', 'three']);
  expect(names({ levels: ['L1', 'L2'], toolsets: ['kit'] })).toEqual(['three']);
  expect(names({ toolsets: [] })).toEqual([]);
  expect(names({})).toEqual(['one', 'two', 'three', 'four']);
  expect(Object.isFrozen(registry.list({ levels: ['L1'] }))).toBe(true);
});

/** Every object in a value. */
function objectsIn(value: unknown): readonly object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

test('a snapshot is frozen through and through, and stays what it was', () => {
  const registry = new ToolRegistry();
  for (const tool of browserTools) registry.register(tool);
  const taken = registry.snapshot();
  expect(objectsIn(taken).length).toBeGreaterThan(200);
  expect(objectsIn(taken).filter((one) => !Object.isFrozen(one))).toEqual([]);
  const before = JSON.stringify(taken);
  registry.unregister('click');
  registry.register(fakeTool());
  expect(JSON.stringify(taken)).toBe(before);
  expect(registry.snapshot()).not.toBe(taken);
});

test('the digest tells descriptors apart, by whatever differs, and nothing else', () => {
  const digestOf = (...tools: readonly Parameters<typeof fakeTool>[0][]) => {
    const registry = new ToolRegistry();
    for (const tool of tools) registry.register(fakeTool(tool));
    return registry.snapshot().digest;
  };
  const plain = digestOf({});
  expect(digestOf({})).toBe(plain);
  const others = [
    digestOf({ description: 'Pokes harder.' }),
    digestOf({ effects: 'read' }),
    digestOf({ capability: 'fill' }),
    digestOf({ egress: true }),
    digestOf({ recovery: 'inspect-first' }),
    digestOf({ trust: 'trusted' }),
    digestOf({ input: z.strictObject({ more: z.string().describe('More.') }) }),
    digestOf({}, { name: 'prod' }),
    digestOf({ name: 'prod' }, {}),
  ];
  expect(new Set([plain, ...others]).size).toBe(others.length + 1);
});

test('register and unregister count the generation and change the digest', () => {
  const registry = new ToolRegistry();
  registry.register(fakeTool());
  const one = registry.snapshot();
  registry.register(fakeTool({ name: 'prod' }));
  const two = registry.snapshot();
  expect([one.generation, two.generation]).toEqual([1, 2]);
  expect(two.digest).not.toBe(one.digest);
  expect(registry.unregister('prod')).toBe(true);
  expect(registry.unregister('prod')).toBe(false);
  expect(registry.snapshot()).toEqual({ ...one, generation: 3 });
  expect(registry.get('prod')).toBeUndefined();
  expect(one.tools.map((tool) => tool.name)).toEqual(['poke']);
});

test('names of Object.prototype are no tools', () => {
  const registry = new ToolRegistry();
  registry.register(fakeTool());
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
    expect(registry.get(name)).toBeUndefined();
    expect(() => registry.find(name)).toThrow(/There is no tool/);
  }
});

test('a tool the session cannot run is not listed, and says why when it is called', () => {
  const registry = new ToolRegistry((requirement) => requirement !== 'vision' && requirement !== 'search');
  for (const tool of browserTools) registry.register(tool);
  registry.register(fakeTool({ name: 'web_search', requires: ['search'] }));
  const names = registry.list().map((tool) => tool.name);
  expect(names).not.toContain('screenshot');
  expect(names).not.toContain('web_search');
  expect(registry.get('screenshot')).toBeUndefined();
  expect(() => registry.find('screenshot')).toThrow(expect.objectContaining({ code: 'unsupported' }));
  expect(() => registry.find('web_search')).toThrow(expect.objectContaining({ code: 'not_configured' }));
});

test('an unknown tool gets the names that are near', () => {
  const registry = new ToolRegistry();
  for (const tool of browserTools) registry.register(tool);
  const closestTo = (name: string) => {
    try {
      registry.find(name);
    } catch (error) {
      if (SdkError.isInstance(error)) return error.details?.['closest'];
    }
    return undefined;
  };
  expect(closestTo('clik')).toEqual(['click']);
  expect(closestTo('readpage')).toEqual(['read_page']);
  expect(closestTo('press')).toEqual(['press_key']);
  expect(closestTo('Navigate')).toEqual(['navigate']);
  expect(closestTo('browser_close_tab')).toContain('tab_close');
  expect(closestTo('zzzzzzzzzz')).toEqual([]);
});

test.each([
  ['a name with capitals', { name: 'Poke' }, /is no tool name/],
  ['a name with a blank', { name: 'po ke' }, /is no tool name/],
  ['an empty description', { description: ' ' }, /needs a description/],
  ['an mcp tool without a server', { level: 'mcp' as const }, /go together/],
  ['a local tool with an mcp binding', { binding: { kind: 'mcp' as const, id: 'x', serverId: 's' } }, /go together/],
  ['an object that lets unknown fields pass', { input: z.object({ a: z.string() }) }, /z\.strictObject/],
  ['a field JSON Schema cannot say', { input: z.strictObject({ when: z.date() }) }, /cannot be said in JSON Schema/],
])('%s is refused', (_, parts, message) => {
  expect(() => new ToolRegistry().register(fakeTool(parts))).toThrow(message);
});

test('defaults follow from level and effects', () => {
  const registry = new ToolRegistry();
  const [write, read, own, remote] = [
    registry.register(fakeTool()),
    registry.register(fakeTool({ name: 'peek', effects: 'read' })),
    registry.register(fakeTool({ name: 'note', level: 'builtin' })),
    registry.register(fakeTool({ name: 'far', level: 'mcp', binding: { kind: 'mcp', id: 'far', serverId: 's' } })),
  ];
  expect(write).toMatchObject({ recovery: 'never-retry', trust: 'untrusted', provenance: 'page', usesTab: true, egress: false });
  expect(read).toMatchObject({ recovery: 'retry-safe' });
  expect(own).toMatchObject({ trust: 'trusted', provenance: 'tool', usesTab: false });
  expect(remote).toMatchObject({ trust: 'untrusted', provenance: 'mcp', usesTab: false });
});
