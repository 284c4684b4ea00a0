/** Prints docs/toolsets.md: where each tool of the documents stands, and where it is tested. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { browserKitTools, browserTools } from '../src/tools/index.js';

interface Toolset {
  readonly name: string;
  readonly tools: readonly { readonly name: string; readonly title: string }[];
  /** Folders of its tests, the first that has one counts. */
  readonly tests: readonly string[];
}

const TOOLSETS: readonly Toolset[] = [
  {
    name: 'browser',
    tools: browserTools,
    tests: ['actions', 'actions-l2', 'tools', 'content', 'interaction', 'perception', 'tabs', 'adapters-live', 'safety', 'examples'],
  },
  { name: 'browser-kit', tools: browserKitTools, tests: ['tools-kit'] },
];

const fileOf = ({ name: toolset }: Toolset, tool: string): string =>
  `src/tools/${toolset}/${tool.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** The first test that calls the tool by its name. */
function testOf({ tests }: Toolset, tool: string): string {
  const names = tests.flatMap((folder) =>
    readdirSync(`tests/${folder}`)
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => `tests/${folder}/${name}`),
  );
  const found = names.find((path) => readFileSync(path, 'utf8').includes(`'${tool}'`));
  if (!found) throw new Error(`No test in ${tests.map((folder) => `tests/${folder}`).join(', ')} calls ${tool}.`);
  return found;
}

function rowOf(toolset: Toolset, { name, title }: Toolset['tools'][number]): string {
  const file = fileOf(toolset, name);
  if (!existsSync(file)) throw new Error(`${name} of toolset ${toolset.name} should stand in ${file}.`);
  return `| \`${name}\` | ${title} | [${file}](../${file}) | [${testOf(toolset, name)}](../${testOf(toolset, name)}) |`;
}

const KIT_NOTES = [
  'The kit, and what it does otherwise than the system it follows:',
  '',
  '- Ids are strings. `browserId` is the id of the session, `windowId` is `1`, `manifestVersion` 2, so every tool applies.',
  '- A failed call is a failed result with a code and a hint (over MCP `isError`), not `ok: false` in a good one.',
  '- A `readablePath` stands for what it stood for where it was given out last, and is checked like a ref: an element that changed is `stale_ref` with the reason, and `candidates` of the failure can be used as paths.',
  '- Paths are printed plain (`0.2.1`), through frames too; the same path counted inside a frame (`0:0.2.1`, frames numbered from 0 in the order of the page) is taken as well.',
  '- Roles and names are those of `read_page`; what a person cannot see or reach is left out, passwords are masked.',
  '- Options of a closed native dropdown are listed below it, and clicking one chooses it. Fields for files take paths inside the option `roots`, one a line, and count as uploads for the Gatekeeper.',
  '- A picture of `captureTab` has one pixel for each CSS pixel.',
  '- Over MCP the same readings are resources: `bk:///context`, `bk:///browsers/{browserId}/tabs/{tabId}/readable-text`, `…/readable-elements`, `…/readable-element-html/{readablePath}`, `bk:///snapshot-types/{type}/snapshots/{snapshotId}/pages/{pageNumber}`. Their text is fenced like that of tools.',
];

export function toolsetsDoc(): string {
  return [
    '<!-- Printed from the code by scripts/docs.mjs. -->',
    '# Toolsets',
    '',
    "Chosen by the option `toolsets`; default `['browser']`. Each tool is one file.",
    '',
    ...TOOLSETS.flatMap((toolset) => [
      `## \`${toolset.name}\``,
      '',
      '| tool | what | file | test |',
      '| --- | --- | --- | --- |',
      ...toolset.tools.map((tool) => rowOf(toolset, tool)),
      '',
      ...(toolset.name === 'browser-kit' ? [...KIT_NOTES, ''] : []),
    ]),
  ].join('\n');
}
