/** The host of a real browser is killed in the middle of a click: the journal says what the page got, or that nobody knows. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { esbuildPage } from '../../build/bundle-page.js';
import { findBrowser, LAUNCH_ARGS } from '../../scripts/browser.mjs';
import { fileStore, Session } from '../../src/index.js';
import { ROOT } from '../support/package.js';
import { expect, test } from '../support/test.js';

let folder = '';
let child = '';
let browserServer: Awaited<ReturnType<typeof chromium.launchServer>>;

beforeAll(async () => {
  mkdirSync(join(ROOT, 'temp'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'temp/crash-'));
  child = join(folder, 'child.mjs');
  await build({
    entryPoints: ['tests/journal-live/browser-child.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [esbuildPage],
    outfile: child,
    logLevel: 'error',
  });
  const executablePath = await findBrowser();
  browserServer = await chromium.launchServer({ ...(executablePath ? { executablePath } : {}), args: [...LAUNCH_ARGS] });
});
afterAll(async () => {
  await browserServer?.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const host = spawn(process.execPath, [child, browserServer.wsEndpoint(), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    host.on('error', reject);
    host.on('close', (_, signal) => resolve(signal));
  });
}

test.for([
  ['call_proposed', 'retry', 0],
  ['gate_decided', 'retry', 0],
  ['call_started', 'inspect', 0],
  ['call_dispatching', 'uncertain', 0],
  ['done-unwritten', 'uncertain', 1],
  ['call_done', 'nothing', 1],
] as const)('killed at %s: %s', { timeout: 60_000 }, async ([state, advice, presses], { server, page }) => {
  server.set('/', '<button onclick="navigator.sendBeacon(\'/pressed\')">Pay</button>');
  server.set('/pressed', '');
  const store = join(folder, state);
  expect(await run(server.url('/'), store, state)).toBe('SIGKILL');
  const pressed = () => server.requests.filter(({ path }) => path === '/pressed').length;
  await expect.poll(pressed).toBe(presses);
  // The lock of the dead process is in nobody's way.
  expect(JSON.parse(readFileSync(join(store, 'lock'), 'utf8'))).toMatchObject({ pid: expect.any(Number) });
  const session = await Session.attach(page, { store: fileStore(store) });
  const { damagedLines, ...lists } = await session.recover();
  expect(damagedLines).toBe(0);
  const found = Object.entries(lists).flatMap(([list, calls]) => calls.map(({ tool }) => `${list} ${tool}`));
  expect(found).toEqual(advice === 'nothing' ? [] : [`${advice} click`]);
  await session.dispose();
  // Reading what is left repeats nothing.
  expect(pressed()).toBe(presses);
});
