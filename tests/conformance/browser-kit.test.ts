/** The document of the kit as a list, against what the tools say of themselves: no gap, and nothing more. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeTool } from '../../src/registry/descriptor.js';
import { browserKitTools } from '../../src/tools/index.js';

interface Row {
  readonly tool: string;
  readonly parameter?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly default?: unknown;
}
type Schema = { readonly type?: string; readonly enum?: readonly string[]; readonly default?: unknown };

const wanted = JSON.parse(readFileSync(new URL('./browser-kit.json', import.meta.url), 'utf8')) as Row[];

function rowsOf(tool: (typeof browserKitTools)[number]): Row[] {
  const { name, inputSchema } = describeTool(tool).descriptor;
  const fields = Object.entries(inputSchema.properties as Record<string, Schema>);
  if (fields.length === 0) return [{ tool: name }];
  return fields.map(([parameter, schema]) => ({
    tool: name,
    parameter,
    type: schema.enum ? schema.enum.join(' | ') : (schema.type ?? '?'),
    required: inputSchema.required?.includes(parameter) ?? false,
    default: schema.default ?? null,
  }));
}

test('every tool and parameter of the document, in its order, of its type', () => {
  expect(wanted.map(({ tool }) => tool).filter((tool, at, all) => all.indexOf(tool) === at)).toHaveLength(19);
  expect(browserKitTools.flatMap(rowsOf)).toEqual(wanted);
});
