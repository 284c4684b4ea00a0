/** The README tells the truth: its example compiles and runs, and its options table is complete. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertBuilt, ROOT, run } from '../support/package.js';
import { moduleOf, replaceOnce, scratch, typeErrors } from '../support/snippets.js';
import { expect, test } from '../support/test.js';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

const PAGE = `<title>Example</title><main><h1>Welcome</h1><form aria-label="Sign in">
<label>E-mail <input type="email"></label><label>Password <input type="password" value="pa55word"></label><button type="button">Sign in</button></form><p id="out"></p></main>
<script>document.querySelector('button').onclick = () => { out.textContent = 'Signed in as Robin.'; };</script>`;

function exampleOf(text: string): string {
  const code = /<!-- example:begin -->\s*```ts\n([\s\S]*?)```\s*<!-- example:end -->/.exec(text)?.[1];
  if (code === undefined) throw new Error('README.md has no example between its markers.');
  return code;
}

test('the example compiles against the package', () => {
  assertBuilt();
  const file = join(scratch(), 'example.mts');
  writeFileSync(file, exampleOf(readme));
  expect(typeErrors(file)).toEqual([]);
}, 60_000);

/** What the sketches of the README leave to their reader. */
const PRELUDE = `import type { Session, SessionOptions } from 'surehand';
declare const session: Session, signal: AbortSignal, name: string, input: unknown, messages: unknown[];
declare function ask(preview: string, flags: readonly string[]): Promise<'once' | 'decline'>;
`;

test('the sketches of adapters, loop and approvals compile too', () => {
  assertBuilt();
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  const [, adapters, loop, approvals] = blocks;
  expect(blocks).toHaveLength(4);
  const file = join(scratch(), 'sketches.mts');
  writeFileSync(
    file,
    `${adapters}${PRELUDE}${loop}\nexport const options: SessionOptions = {\n${approvals}\n};\nexport { tools };\nexport const adapters: unknown[] = [aiSdkTools, chatTools, runChatToolCalls, anthropicTools, runAnthropicToolUses, serveHttp, serveStdio, connectMcp];\n`,
  );
  expect(typeErrors(file)).toEqual([]);
}, 60_000);

test('the example is ten lines besides its imports', () => {
  const lines = exampleOf(readme)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('import '));
  expect(lines.length).toBeLessThanOrEqual(10);
});

test('the example runs, reads the page and clicks the button', async ({ server }) => {
  assertBuilt();
  server.set('/', PAGE);
  const file = await moduleOf(scratch(), replaceOnce(exampleOf(readme), 'https://example.org/', server.url('/')));
  const { stdout, stderr } = await run(process.execPath, [file]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/- form "Sign in"/);
  expect(stdout).toMatch(/button "Sign in" \[ref=s/);
  expect(stdout).toContain('Signed in as Robin.');
  expect(stdout).not.toContain('pa55word');
}, 60_000);

test('the options table names every option, and no other', () => {
  const source = readFileSync(join(ROOT, 'src/session/options.ts'), 'utf8');
  const body = /export interface SessionOptions \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
  const options = [...body.matchAll(/^ {2}readonly (\w+)\?:/gm)].map((match) => match[1]);
  const section = readme.split('## Options of `Session.attach`')[1]?.split('\n## ')[0] ?? '';
  const cells = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] ?? '');
  const told = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1]));
  expect(options.length).toBeGreaterThan(10);
  expect(told.toSorted()).toEqual(options.toSorted());
});

test('the tool table is what the descriptors say', async () => {
  const { generateDocs } = await import('../../build/generate-docs.js');
  const { browserTools } = await import('../../src/index.js');
  expect(readme, 'README.md is stale: run npm run gen').toBe(generateDocs().get('README.md'));
  const table = /<!-- tools:begin -->([\s\S]*?)<!-- tools:end -->/.exec(readme)?.[1] ?? '';
  const told = [...table.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
  expect(told).toEqual(browserTools.map(({ name }) => name));
});
