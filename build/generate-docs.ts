/** Prints docs/ from descriptors and tables, so that they cannot say anything else than the code. */
import { readFileSync } from 'node:fs';
import { DECISION_STEPS } from '../src/gatekeeper/decide.js';
import { COMPARED } from '../src/gatekeeper/identity.js';
import { SHIPPED_RULES } from '../src/gatekeeper/rules.js';
import { SHIPPED_SENSITIVE } from '../src/gatekeeper/sensitive.js';
import { describeTool, type ToolDescriptor } from '../src/registry/descriptor.js';
import { failures } from '../src/shared/failures.js';
import { browserKitTools, browserTools } from '../src/tools/index.js';
import { toolsetsDoc } from './toolsets-doc.js';

type Schema = Readonly<Record<string, unknown>>;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
const NOTE = '<!-- Printed from the code by scripts/docs.mjs. -->';

/** A JSON Schema in a few words: `"left" or "right"`, `integer 200..6000`, `string[]`. */
function typeText(schema: Schema): string {
  const anyOf = schema['anyOf'] as readonly Schema[] | undefined;
  if (anyOf) return anyOf.map(typeText).join(' or ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const values = schema['enum'] as readonly unknown[] | undefined;
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (schema['type'] === 'array') return `(${typeText(schema['items'] as Schema)})[]`.replace(/^\((\w+)\)/, '$1');
  if (schema['type'] === 'object') {
    const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
    const required = new Set(schema['required'] as readonly string[] | undefined);
    return `{ ${properties.map(([name, inner]) => `${name}${required.has(name) ? '' : '?'}: ${typeText(inner)}`).join(', ')} }`;
  }
  const { minimum, maximum } = schema;
  const isNumber = schema['type'] === 'integer' || schema['type'] === 'number';
  return isNumber && typeof maximum === 'number' && maximum < 1_000_000
    ? `${schema['type']} ${minimum}..${maximum}`
    : String(schema['type']);
}

function toolText({
  name,
  title,
  description,
  level,
  effects,
  capability,
  recovery,
  trust,
  egress,
  requires,
  inputSchema,
}: ToolDescriptor): string {
  const required = new Set(inputSchema.required);
  const fields = Object.entries(inputSchema.properties as Readonly<Record<string, Schema>>);
  const facts = [level, effects, `capability \`${capability}\``, recovery, `${trust} result`];
  if (egress) facts.push('judged by destination');
  if (requires.length > 0) facts.push(`needs ${requires.join(', ')}`);
  const inputs = fields.map(([field, schema]) => [
    `\`${field}\`${required.has(field) ? '' : '?'}`,
    `\`${typeText(schema)}\``,
    String(schema['description'] ?? ''),
  ]);
  return [
    `### \`${name}\``,
    '',
    `${title} (${facts.join(', ')}).`,
    '',
    description,
    '',
    inputs.length > 0 ? table(['field', 'type', 'meaning'], inputs) : 'No input.',
  ].join('\n');
}

/** A table of all tools, for the README too. */
export function toolTable(): string {
  const tools = browserTools.map((tool) => describeTool(tool).descriptor);
  return table(
    ['tool', 'level', 'effects', 'what it does'],
    tools.map((tool) => [`\`${tool.name}\``, tool.level, tool.effects, tool.description.split('. ', 1)[0]?.replace(/\.?$/, '.') ?? '']),
  );
}

function toolsDoc(): string {
  const kit = browserKitTools.map((tool) => describeTool(tool).descriptor);
  const tools = browserTools.map((tool) => describeTool(tool).descriptor);
  return [
    NOTE,
    '# Tools',
    '',
    'A `?` marks a field that may be left out. Unknown fields are refused.',
    '',
    toolTable(),
    '',
    ...tools.flatMap((tool) => [toolText(tool), '']),
    '## Toolset `browser-kit`',
    '',
    "Registered by `toolsets: ['browser-kit']`. Answers are JSON: `{ ok, value?, effects? }` of tools that act, pages of 8,192 characters of tools that read.",
    '',
    ...kit.flatMap((tool) => [toolText(tool), '']),
  ].join('\n');
}

function errorsDoc(): string {
  const rows = Object.entries(failures).map(([code, spec]) => [
    `\`${code}\``,
    spec.phases.join(', '),
    spec.retryable ? 'yes' : 'no',
    spec.text,
    spec.hint,
  ]);
  const intro =
    'A failed call gives `{ ok: false, error: { code, phase, message, hint, retryable, details? } }`. Retryable: the same call may succeed later.';
  return [NOTE, '# Failure codes', '', intro, '', table(['code', 'phases', 'retryable', 'meaning', 'hint'], rows), ''].join('\n');
}

function gatekeeperDoc(): string {
  const steps = DECISION_STEPS.map(([by, text], index) => [String(index + 1), `\`${by}\``, text]);
  const shipped = SHIPPED_RULES.map((rule) => [rule.id, rule.tool ?? `capability ${rule.capability}`, rule.origin ?? '*', rule.verdict]);
  return [
    NOTE,
    '# Gatekeeper',
    '',
    'Every call is judged by facts that the library computes: the element a ref stands for, where a link or form leads, the origin of its frame. The first step below that has an answer decides.',
    '',
    table(['step', 'decided by', 'what it says'], steps),
    '',
    'Among rules of the host deny goes before ask before allow, whatever their order; the more specific one is named. A deny or an ask covers a call that touches its origin anywhere, an allow only one that stays within it.',
    '',
    'URLs other than http, https and about:blank, and URLs with user name or password, are refused as `invalid_url`.',
    '',
    '## Shipped rules',
    '',
    table(['id', 'covers', 'origin', 'verdict'], shipped),
    '',
    '## Sensitive origins',
    '',
    'Shipped, and not to be removed; `gatekeeper.sensitiveOrigins` adds to them:',
    '',
    SHIPPED_SENSITIVE.map((pattern) => `\`${pattern}\``).join(', '),
    '',
    '## What voids an approval',
    '',
    'Between an approval and the moment of acting everything judged is looked up again. The approval is void, and nothing is sent, when one of these is different:',
    '',
    `tab, document, path and origin of the tab; of the element ${COMPARED.map(([what]) => what).join(', ')}; rules, policy, sensitive or allowed origins, host access; the registered tool.`,
    '',
  ].join('\n');
}

/** Relative, because this file is bundled before it runs: the working folder is the project's. */
const README = 'README.md';
const TOOL_TABLE = /(<!-- tools:begin -->\n)[\s\S]*?(<!-- tools:end -->)/;

/** The README as it is, with the table between its markers printed anew. */
function readme(): string {
  const text = readFileSync(README, 'utf8');
  if (!TOOL_TABLE.test(text))
    throw new Error('README.md has lost the markers of its tool table: <!-- tools:begin --> and <!-- tools:end -->.');
  return text.replace(TOOL_TABLE, (_, begin: string, end: string) => `${begin}${toolTable()}\n${end}`);
}

/** Path under the project's folder and text of every printed document. */
export function generateDocs(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/tools.md', toolsDoc()],
    ['docs/toolsets.md', toolsetsDoc()],
    ['docs/errors.md', errorsDoc()],
    ['docs/gatekeeper.md', gatekeeperDoc()],
    ['README.md', readme()],
  ]);
}
