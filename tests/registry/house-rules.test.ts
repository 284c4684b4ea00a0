import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { describeTool } from '../../src/registry/descriptor.js';
import { failures } from '../../src/shared/failures.js';
import { browserKitTools, browserTools } from '../../src/tools/index.js';

const descriptors = browserTools.map((tool) => describeTool(tool).descriptor);
const everyTool = [...descriptors, ...browserKitTools.map((tool) => describeTool(tool).descriptor)];
const SENTENCES = /^[A-Z0-9"][^!]*[.]$/s;

/** Sizes a host pays for in every request. */
const MAX_DESCRIPTION = 300;
const MAX_BYTES_PER_TOOL = 1_050;

test('names are unique and in snake_case', () => {
  const names = descriptors.map((tool) => tool.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('every file in tools/browser-kit is a tool of its own name, and is in the list', () => {
  const files = readdirSync(new URL('../../src/tools/browser-kit/', import.meta.url)).sort();
  expect(files).toEqual([...browserKitTools.map((tool) => `${kebab(tool.name)}.ts`), 'fields.ts', 'index.ts'].sort());
});

test('every file in tools/browser is a tool of its own name, and is in the list', () => {
  const files = readdirSync(new URL('../../src/tools/browser/', import.meta.url)).sort();
  expect(files).toEqual(browserTools.map((tool) => `${tool.name.replaceAll('_', '-')}.ts`).sort());
  for (const file of files) {
    const source = readFileSync(new URL(`../../src/tools/browser/${file}`, import.meta.url), 'utf8');
    expect(source.match(/defineTool\(/g)).toHaveLength(1);
  }
});

test.each(everyTool.map((tool) => [tool.name, tool] as const))('%s: words and schema keep the house rules', (_, tool) => {
  expect(tool.description).toMatch(SENTENCES);
  expect(tool.description.length).toBeLessThanOrEqual(MAX_DESCRIPTION);
  expect(tool.title).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
  expect(tool.inputSchema.additionalProperties).toBe(false);
  for (const { name, schema } of fields(tool.inputSchema.properties)) {
    expect({ name, description: schema['description'] }).toEqual({ name, description: expect.stringMatching(/[.]$/) });
    if (schema['type'] === 'integer' || schema['type'] === 'number')
      expect(schema).toMatchObject({ minimum: expect.anything(), maximum: expect.anything() });
    if (schema['type'] === 'object') expect(schema['additionalProperties']).toBe(false);
  }
  if (tool.usesTab) expect(tool.inputSchema.properties).toHaveProperty('tabId');
  expect(JSON.stringify(tool.inputSchema)).not.toMatch(/\$(ref|defs|schema)|9007199254740991/);
});

test.each(everyTool.map((tool) => [tool.name, tool.inputSchema] as const))('%s: a validator of providers takes the schema', (_, schema) => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  expect(validate({ surely_unknown: 1 })).toBe(false);
});

test('all schemas together stay small', () => {
  const bytes = Buffer.byteLength(
    JSON.stringify(descriptors.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
  );
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES_PER_TOOL * descriptors.length);
});

test('the catalogue of the seeds is there, with its effects and levels', () => {
  const table = Object.fromEntries(descriptors.map(({ name, level, effects }) => [name, `${level} ${effects}`]));
  expect(table).toEqual({
    tabs_list: 'L0 read',
    tab_open: 'L0 write',
    tab_focus: 'L0 write',
    tab_close: 'L0 write',
    navigate: 'L0 write',
    go_back: 'L0 write',
    go_forward: 'L0 write',
    history_search: 'L0 read',
    bookmarks_search: 'L0 read',
    top_sites: 'L0 read',
    sessions_recently_closed: 'L0 read',
    session_restore: 'L0 write',
    tab_groups_list: 'L0 read',
    tabs_group: 'L0 write',
    tab_group_update: 'L0 write',
    read_page: 'L1 read',
    find_in_page: 'L1 read',
    get_selection: 'L1 read',
    extract: 'L1 read',
    click: 'L1 write',
    hover: 'L1 write',
    type: 'L1 write',
    select_option: 'L1 write',
    press_key: 'L2 write',
    scroll: 'L1 read',
    wait_for: 'L1 read',
    run_javascript: 'L1 write',
    batch_actions: 'L1 write',
    read_page_deep: 'L2 read',
    screenshot: 'L2 read',
    click_trusted: 'L2 write',
    type_trusted: 'L2 write',
    click_xy: 'L2 write',
    drag: 'L2 write',
    upload_file: 'L2 write',
    ask_user: 'interaction read',
    request_user_action: 'interaction read',
    watch_page: 'interaction write',
    schedule_resume: 'interaction read',
    fetch_url: 'builtin read',
  });
});

test('reads are safe to retry, writes are not, and everything of a page is untrusted', () => {
  for (const tool of descriptors.filter(({ level }) => level !== 'interaction')) {
    expect(tool.recovery).toBe(tool.effects === 'read' ? 'retry-safe' : 'never-retry');
    const isAboutTabs = ['tab_close', 'tab_focus', 'tab_groups_list', 'tabs_group', 'tab_group_update'].includes(tool.name);
    expect([tool.trust, tool.provenance]).toEqual(['untrusted', isAboutTabs ? 'tool' : 'page']);
  }
});

test.each(Object.entries(failures))('failure %s: says what it means and what to do', (code, spec) => {
  expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  expect(spec.text).toMatch(SENTENCES);
  expect(spec.hint).toMatch(SENTENCES);
  expect(new Set(spec.phases).size).toBe(spec.phases.length);
});

interface Field {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}
/** Fields of an object schema, those of objects inside unions too. */
function fields(properties: Readonly<Record<string, unknown>>, prefix = ''): readonly Field[] {
  return Object.entries(properties).flatMap(([key, value]) => {
    const schema = value as Readonly<Record<string, unknown>>;
    const name = prefix + key;
    const branches = [schema, ...((schema['anyOf'] as Readonly<Record<string, unknown>>[] | undefined) ?? [])];
    return [
      { name, schema },
      ...branches.flatMap((branch) => fields((branch['properties'] as Record<string, unknown> | undefined) ?? {}, `${name}.`)),
    ];
  });
}
