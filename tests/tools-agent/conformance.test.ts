/** The toolset has the tools and parameters of its document, no more and no less. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeTool } from '../../src/registry/descriptor.js';
import { agentTools } from '../../src/tools/index.js';

interface Row {
  readonly tool: string;
  readonly parameter?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly default?: string;
}
interface Schema {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly description: string;
}
const listed = JSON.parse(readFileSync(new URL('../conformance/agent.json', import.meta.url), 'utf8')) as readonly Row[];
const descriptors = agentTools.map((tool) => describeTool(tool).descriptor);

function typeOf({ type, items }: Schema): string {
  if (type === 'array' && items) return `${typeOf(items)}[]`;
  return type === 'integer' ? 'number' : type;
}

/** What the document says of a parameter, read out of the descriptor. */
function rowsOf({ name, inputSchema }: (typeof descriptors)[number]): Row[] {
  const fields = Object.entries(inputSchema.properties as Readonly<Record<string, Schema>>);
  if (fields.length === 0) return [{ tool: name }];
  return fields.map(([parameter, schema]) => {
    const said = /default ([^;.]+)|(\w+) \(default\)/.exec(schema.description);
    const row = { tool: name, parameter, type: typeOf(schema), required: inputSchema.required?.includes(parameter) ?? false };
    return said ? { ...row, default: (said[1] ?? said[2] ?? '').replace(/: .*|^a new one$/, '') } : row;
  });
}

test('tools, parameters, types, what is required, and defaults are those of the list', () => {
  const ours = descriptors.flatMap(rowsOf).map((row) => (row.default === '' ? { ...row, default: undefined } : row));
  expect(ours).toEqual(listed);
});

test('choices are those of the document', () => {
  const choices = descriptors.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties as Readonly<Record<string, Schema>>).flatMap(([field, schema]) =>
      schema.enum ? [[`${name}.${field}`, schema.enum] as const] : [],
    ),
  );
  expect(Object.fromEntries(choices)).toEqual({
    'opfs_read.mode': ['text', 'blob', 'auto'],
    'execute_script.target': ['page', 'sandbox'],
    'agent.type': ['researcher', 'page_operator', 'general'],
    'update_task.status': ['pending', 'in_progress', 'completed'],
  });
});

test('every file is a tool of its own name, is in the list, and in the table of the document', () => {
  const files = readdirSync(new URL('../../src/tools/agent/', import.meta.url)).sort();
  expect(files).toEqual(agentTools.map((tool) => `${tool.name.replaceAll('_', '-')}.ts`).sort());
  const table = readFileSync(new URL('../../docs/toolsets-agent.md', import.meta.url), 'utf8');
  for (const { name } of agentTools) {
    const row = new RegExp(`^\\| \`${name}\` \\| \`(\\S+)\` \\| \`(\\S+)\` \\|`, 'm').exec(table);
    expect([name, row?.[1]]).toEqual([name, `src/tools/agent/${name.replaceAll('_', '-')}.ts`]);
    expect(existsSync(new URL(`../../${row?.[2]}`, import.meta.url)), name).toBe(true);
    expect(readFileSync(new URL(`../../${row?.[2]}`, import.meta.url), 'utf8'), name).toContain(name);
  }
});

test.each(descriptors.map((tool) => [tool.name, tool] as const))('%s: words and schema keep the house rules', (_, tool) => {
  expect(tool.description.replace('<!--', '')).toMatch(/^[A-Z][^!]*[.]$/s);
  expect(tool.description.length).toBeLessThanOrEqual(300);
  expect(tool.inputSchema.additionalProperties).toBe(false);
  for (const schema of Object.values(
    tool.inputSchema.properties as Readonly<Record<string, Schema & { minimum?: number; maximum?: number }>>,
  )) {
    expect(schema.description).toMatch(/[.]$/);
    if (schema.type === 'integer') expect([typeof schema.minimum, typeof schema.maximum]).toEqual(['number', 'number']);
  }
});

test('what each tool is held to by the gate', () => {
  expect(
    Object.fromEntries(
      descriptors.map(({ name, effects, capability, egress }) => [name, `${effects} ${capability}${egress ? ' egress' : ''}`]),
    ),
  ).toEqual({
    web_fetch: 'read fetch egress',
    web_search: 'read fetch egress',
    get_tab_content: 'read read',
    list_tabs: 'read read',
    open_tab: 'write navigate egress',
    close_tab: 'write navigate',
    activate_tab: 'write navigate',
    opfs_write: 'write files',
    opfs_read: 'read files',
    opfs_list: 'read files',
    opfs_delete: 'write files',
    ask_user: 'read ask',
    execute_script: 'write eval_page',
    agent: 'read agents',
    create_task: 'read memory',
    update_task: 'read memory',
    list_tasks: 'read memory',
  });
});
