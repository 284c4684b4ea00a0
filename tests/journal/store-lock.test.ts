/** One process a folder: a live one is told, a dead one is taken over, what cannot be judged is refused. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { holdFolder } from '../../src/session/store-lock.js';

let root = '';
let child = '';
let count = 0;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'surehand lock '));
  child = join(root, 'child.mjs');
  await build({
    entryPoints: ['tests/journal/lock-child.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile: child,
    logLevel: 'error',
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folder = () => join(root, String(++count));
/** A folder with a lock that says this. */
function locked(text: string): string {
  const at = folder();
  mkdirSync(at);
  writeFileSync(join(at, 'lock'), text);
  return at;
}

interface Other {
  readonly process: ChildProcess;
  /** Its next word. */
  says(): Promise<string>;
}
function other(at: string): Other {
  const started = spawn(process.execPath, [child, at], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void started.kill('SIGKILL'));
  return { process: started, says: async () => String((await once(started.stdout, 'data'))[0]).trim() };
}

test('a process that lives is told by its id, and its folder is free when it lets go', { timeout: 60_000 }, async () => {
  const at = folder();
  const holder = other(at);
  expect(await holder.says()).toBe('held');
  await expect(holdFolder(at)).rejects.toMatchObject({
    code: 'store_in_use',
    message: expect.stringContaining(`process ${holder.process.pid}`),
    hint: expect.stringContaining(join(at, 'lock')),
    details: { pid: holder.process.pid },
  });
  const closed = once(holder.process, 'close');
  holder.process.stdin?.end();
  await closed;
  expect(existsSync(join(at, 'lock'))).toBe(false);
  await (await holdFolder(at))();
});

test('what a killed process left locked is taken over', { timeout: 60_000 }, async () => {
  const at = folder();
  const holder = other(at);
  expect(await holder.says()).toBe('held');
  const closed = once(holder.process, 'close');
  holder.process.kill('SIGKILL');
  await closed;
  expect(existsSync(join(at, 'lock'))).toBe(true);
  const release = await holdFolder(at);
  expect(JSON.parse(readFileSync(join(at, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  expect(await other(at).says()).toBe('store_in_use');
  await release();
});

test('of several that take over a dead lock one gets it', { timeout: 60_000 }, async () => {
  const at = locked(JSON.stringify({ pid: process.ppid, started: 'long ago', host: hostname() }));
  const words = await Promise.all([1, 2, 3, 4].map(() => other(at).says()));
  expect(words.toSorted()).toEqual(['held', 'store_in_use', 'store_in_use', 'store_in_use']);
});

test('an id that was given to another process is no holder', async () => {
  const release = await holdFolder(locked(JSON.stringify({ pid: process.ppid, started: 'long ago', host: hostname() })));
  await release();
});

test.each([
  ['another machine', JSON.stringify({ pid: 1, started: 'x', host: 'elsewhere.example' }), /process 1 on elsewhere\.example/],
  ['half a lock', '{"pid":1', /somebody who cannot be told/],
  ['nothing', '', /somebody who cannot be told/],
])('%s cannot be judged, and counts as held', async (_, text, message) => {
  const at = locked(text);
  await expect(holdFolder(at)).rejects.toMatchObject({ code: 'store_in_use', message: expect.stringMatching(message) });
  expect(readFileSync(join(at, 'lock'), 'utf8')).toBe(text);
});

test('a process holds a folder as long as anybody in it does', async () => {
  const at = folder();
  const [one, two] = await Promise.all([holdFolder(at), holdFolder(join(at, '..', at.split('/').at(-1) ?? ''))]);
  await one();
  await one();
  expect(existsSync(join(at, 'lock'))).toBe(true);
  await two();
  expect(existsSync(join(at, 'lock'))).toBe(false);
});
