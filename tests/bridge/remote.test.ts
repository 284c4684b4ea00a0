/** The same flow against a browser started here, behind a Playwright server and behind a debugging port. */
import { spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser, LAUNCH_ARGS } from '../../scripts/browser.mjs';
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO, refOf, textOf } from '../tools/support.js';

interface Reached {
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}
const ARGS = [...LAUNCH_ARGS, '--site-per-process'];
const executable = async () => (await findBrowser()) as string;

async function local(): Promise<Reached> {
  const browser = await chromium.launch({ executablePath: await executable(), args: ARGS });
  return { browser, close: () => browser.close() };
}

async function playwrightServer(): Promise<Reached> {
  const server = await chromium.launchServer({ executablePath: await executable(), args: ARGS });
  const browser = await chromium.connect(server.wsEndpoint());
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { browser, close };
}

async function debuggingPort(): Promise<Reached> {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-profile-'));
  const child = spawn(await executable(), [...ARGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`]);
  const endpoint = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.once('exit', () => reject(new Error(`The browser ended: ${said}`)));
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
      const found = /ws:\/\/\S+/.exec(said)?.[0];
      if (found) resolve(found);
    });
  });
  const browser = await chromium.connectOverCDP(endpoint);
  const close = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await browser.close();
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { browser, close };
}

const HTML = `<title>Shop</title>
<label>Name <input id="name"></label>
<button onclick="document.getElementById('out').textContent = 'Hello ' + document.getElementById('name').value">Greet</button>
<p id="out"></p>
<button onclick="document.getElementById('said').textContent = String(confirm('Sure?'))">Ask</button><p id="said"></p>
<a href="/child" target="_blank">Open child</a>
<a href="/file.txt" download>Get file</a>
<label>File <input type="file" id="file" onchange="this.files[0].text().then((text) => { document.getElementById('got').textContent = 'Got ' + text })"></label><p id="got"></p>
<div id="host"></div>
<iframe src="{{B}}/frame" title="Other site"></iframe>
<script>
  const root = document.getElementById('host').attachShadow({ mode: 'closed' });
  root.innerHTML = '<button>Hidden part</button><output></output>';
  root.querySelector('button').onclick = () => { root.querySelector('output').textContent = 'Closed root pressed'; };
</script>`;

/** Listeners on what Playwright gave. Its own count too, so they are compared. */
function listeners(...emitters: readonly object[]): readonly number[] {
  const events = ['dialog', 'framenavigated', 'close', 'crash', 'page', 'download', 'console', 'request', 'load', 'domcontentloaded'];
  return (emitters as unknown as readonly EventEmitter[]).flatMap((emitter) => events.map((event) => emitter.listenerCount(event)));
}

async function click(session: Session, role: string, name: string, dialog?: 'accept') {
  const done = await session.call('click', {
    element: name,
    ref: await refOf(session, role, name, 1),
    tabId: 1,
    ...(dialog ? { dialog } : {}),
  });
  expect(done, name).toSucceed();
  return done;
}

test.for<[string, () => Promise<Reached>, boolean]>([
  ['started here', local, false],
  ['behind a Playwright server', playwrightServer, true],
  ['behind a debugging port', debuggingPort, true],
])('a browser %s works the same', { timeout: 90_000 }, async ([, reach, isRemote], { server }) => {
  const { Session: Sessions } = await import('../../src/index.js');
  server.set('/', HTML);
  server.set('/child', '<title>Child</title><h1>Child page</h1>');
  server.set('/frame', `<button onclick="this.textContent = 'Pressed in frame'">Press in frame</button>`);
  server.set('/file.txt', 'the file', { headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment' } });
  const folder = await mkdtemp(join(tmpdir(), 'surehand-upload-'));
  const { browser, close } = await reach();
  try {
    const context = await browser.newContext({ acceptDownloads: true });
    const page = await context.newPage();
    await page.goto(server.url('/'));
    await writeFile(join(folder, 'note.txt'), 'a note');
    const before = listeners(page, context);
    const session = await Sessions.attach(page, { ...AUTO, roots: [folder] });
    expect(session.capabilities).toMatchObject({ cdp: true, world: 'isolated', headed: false, remote: isRemote });

    const name = await refOf(session, 'textbox', 'Name', 1);
    expect(await session.call('type', { element: 'Name', ref: name, text: 'Ada' })).toSucceed();
    expect(textOf(await click(session, 'button', 'Greet'))).toContain('Hello Ada');
    expect(textOf(await click(session, 'button', 'Ask', 'accept'))).toContain('true');
    expect(textOf(await click(session, 'button', 'Hidden part'))).toContain('Closed root pressed');
    expect(textOf(await click(session, 'button', 'Press in frame'))).toContain('Pressed in frame');
    expect(page.frames()).toHaveLength(2);

    const arriving = page.waitForEvent('download');
    await click(session, 'link', 'Get file');
    const download = await arriving;
    // A browser elsewhere has no path to give; saving streams the file to this machine.
    await download.saveAs(join(folder, 'saved.txt'));
    expect(await readFile(join(folder, 'saved.txt'), 'utf8')).toBe('the file');

    const file = await session.call('upload_file', {
      element: 'File',
      ref: await refOf(session, 'button', 'File', 1),
      paths: ['note.txt'],
    });
    expect(file).toSucceed();
    expect(await session.call('wait_for', { text: 'Got a note' })).toSucceed();

    const picture = await session.call('screenshot', {});
    expect(picture).toMatchObject({ ok: true, content: [expect.anything(), { type: 'image' }] });
    expect(await click(session, 'link', 'Open child')).toMatchObject({
      data: { effects: expect.arrayContaining([expect.objectContaining({ kind: 'tab_created', tabId: 2 })]) },
    });
    expect(await session.call('read_page', {})).toSucceed({ title: 'Child' });
    await session.call('tab_close', { tabId: 2 });
    expect(await session.call('session_restore', { sessionId: 'closed_1' })).toMatchObject({
      ok: true,
      data: { tabs: [{ tabId: 3, title: 'Child' }] },
    });

    await session.dispose();
    const left = await page.evaluate(() => Object.getOwnPropertyNames(globalThis).filter((key) => /surehand/i.test(key)));
    expect(left).toEqual([]);
    expect(listeners(page, context)).toEqual(before);
    // Dialogs are Playwright's again, and the page goes on.
    expect(await page.evaluate("confirm('Left to Playwright')")).toBe(false);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
});
