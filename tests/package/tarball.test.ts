import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryEntries } from '../../build/entries.js';
import { assertBuilt, manifest, ROOT, run, runNode, specifiers } from '../support/package.js';

const work = mkdtempSync(join(tmpdir(), 'surehand '));
const host = join(work, 'a host');
let files: string[] = [];

/** npm packs, and npm installs what it packed; everything else comes from this checkout, so no network is needed. */
beforeAll(async () => {
  assertBuilt();
  mkdirSync(host);
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work]);
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (!packed) throw new Error(`npm pack said nothing: ${stdout}`);
  files = packed.files.map((file) => file.path);
  const others = [...Object.keys(manifest.dependencies), 'playwright-core', 'zod', '@types/node'];
  const links = Object.fromEntries(others.map((name) => [name, `file:${join(ROOT, 'node_modules', name)}`]));
  const json = { name: 'a-host', private: true, dependencies: { ...links, [manifest.name]: `file:${join(work, packed.filename)}` } };
  writeFileSync(join(host, 'package.json'), JSON.stringify(json));
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], host);
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

test('the tarball holds the build, the licence and the manifest, and no sources or tests', () => {
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'package.json', 'dist/index.js', 'dist/index.cjs', 'dist/index.d.ts', 'dist/index.d.cts']),
  );
  expect(files.filter((file) => !/^(dist\/.+\.(js|cjs|d\.ts|d\.cts)|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(file))).toEqual(
    [],
  );
});

test.each(specifiers(libraryEntries))('%s is importable from ESM and CommonJS in a folder with a space', async (specifier) => {
  const esm = await runNode(`console.log(JSON.stringify(Object.keys(await import('${specifier}'))))`, 'module', host);
  const cjs = await runNode(`console.log(JSON.stringify(Object.keys(require('${specifier}'))))`, 'commonjs', host);
  expect(esm).toEqual(expect.arrayContaining(cjs as string[]));
  expect((cjs as string[]).length).toBeGreaterThan(0);
});

test('nothing but the declared entries can be reached', async () => {
  const reach = `import('${manifest.name}/dist/index.js').then(() => 'reached', (error) => error.code).then((said) => console.log(JSON.stringify(said)))`;
  expect(await runNode(reach, 'module', host)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
});

const CONSUMER = `
export async function readAndClick(context: BrowserContext): Promise<string> {
  const session = await Session.attach(context, { maxTokens: 2000 });
  const page = await session.call('read_page', {});
  const text: string = page.ok ? page.data.text : page.error.code;
  // @ts-expect-error: no tool has this name
  await session.call('clik', {});
  // @ts-expect-error: the input is checked
  await session.call('read_page', { maxTokens: 'many' });
  await session.dispose();
  return text;
}
`;

test('an ESM and a CommonJS host compile against the declarations, these checked too', async () => {
  const imports = `import type { BrowserContext } from 'playwright-core';\nimport { Session } from '${manifest.name}';\n`;
  writeFileSync(join(host, 'esm.mts'), imports + CONSUMER);
  writeFileSync(join(host, 'cjs.cts'), imports + CONSUMER);
  const options = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
    types: ['node'],
  };
  writeFileSync(join(host, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['esm.mts', 'cjs.cts'] }));
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', host], host);
});
