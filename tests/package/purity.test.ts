import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { libraryEntries } from '../../build/entries.js';
import { assertBuilt, manifest, ROOT, runNode, specifiers } from '../support/package.js';

beforeAll(assertBuilt);

/** What else is loaded, and may leave traces of its own. */
const others = JSON.stringify([...Object.keys(manifest.dependencies), 'zod']);

/** Code that loads a specifier and prints what that changed in the process. */
function probe(specifier: string, kind: 'import' | 'require'): string {
  const load = kind === 'import' ? 'await import' : 'require';
  return `(async () => {
    const facts = () => ({
      globals: Reflect.ownKeys(globalThis).map(String).sort(),
      env: JSON.stringify(process.env),
      listeners: process.eventNames().map(String).sort(),
      handles: process.getActiveResourcesInfo().filter((name) => !/^(CloseReq|FSReq)/.test(name)).sort(),
      prototypes: [Object, Array, Function, String, Promise, Error].map((type) => Reflect.ownKeys(type.prototype).length),
    });
    for (const name of ${others}) await import(name);
    const before = facts();
    const names = Object.keys(${load}('${specifier}')).filter((name) => !/^(default|module\\.exports|__esModule)$/.test(name)).sort();
    const loaded = ${kind === 'require' ? 'Object.keys(require.cache)' : '[]'};
    console.log(JSON.stringify({ before, after: facts(), names, loaded }));
  })()`;
}

interface Probe {
  readonly before: unknown;
  readonly after: unknown;
  readonly names: readonly string[];
  readonly loaded: readonly string[];
}

describe.each(specifiers(libraryEntries))('%s', (specifier) => {
  test('loads as ESM and as CommonJS, changes nothing, and exports the same names', async () => {
    const esm = (await runNode(probe(specifier, 'import'), 'module')) as Probe;
    const cjs = (await runNode(probe(specifier, 'require'), 'commonjs')) as Probe;
    expect(esm.after).toEqual(esm.before);
    expect(cjs.after).toEqual(cjs.before);
    expect(esm.names.length).toBeGreaterThan(0);
    expect(cjs.names).toEqual(esm.names);
  });

  test('does not load what the host may not have', async () => {
    const { loaded } = (await runNode(probe(specifier, 'require'), 'commonjs')) as Probe;
    const optional = loaded.filter((file) => /node_modules[\\/](playwright[^\\/]*|ai|@modelcontextprotocol)[\\/]/.test(file));
    expect(loaded.length).toBeGreaterThan(0);
    expect(optional).toEqual([]);
  });
});

test('every source that is meant to be exported is declared in package.json', () => {
  const wanted = Object.keys(libraryEntries).map((entry) =>
    entry === 'index' ? '.' : entry.startsWith('adapters/') ? './adapters/*' : `./${entry}`,
  );
  expect(Object.keys(manifest.exports).sort()).toEqual([...new Set([...wanted, './package.json'])].sort());
});

test('what is built names no folder of the machine that built it', () => {
  const files = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.[a-z]+$/.test(file));
  const guilty = files.filter((file) => readFileSync(join(ROOT, 'dist', file), 'utf8').includes(ROOT.replace(/[\\/]$/, '')));
  expect(files.length).toBeGreaterThan(0);
  expect(guilty).toEqual([]);
});

test('both builds in one process share one engine per context', async () => {
  const code = `(async () => {
    const { EventEmitter } = require('node:events');
    const esm = await import('surehand');
    const cjs = require('surehand');
    const context = Object.assign(new EventEmitter(), { pages: () => [], newPage() {}, newCDPSession() {}, browser: () => null });
    const first = await esm.Session.attach(context, {});
    const listeners = context.listenerCount('close');
    const second = await cjs.Session.attach(context, {});
    const both = context.listenerCount('close');
    await first.dispose();
    const one = context.listenerCount('close');
    await second.dispose();
    console.log(JSON.stringify({ differ: esm.Session !== cjs.Session, listeners, both, one, none: context.listenerCount('close') }));
  })()`;
  expect(await runNode(code, 'commonjs')).toEqual({ differ: true, listeners: 1, both: 1, one: 1, none: 0 });
});
