/** Stores, interactions and recovery through the public API, on real pages and files. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { fileStore, Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { refOf, textOf } from '../tools/support.js';

let root = '';
let count = 0;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'surehand store '));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = () => join(root, String(++count));
const BUTTON = '<button>Save</button>';

test('a site grant and a rule of the user outlive the session; a session grant and a rule of the host do not', async ({
  attach,
  load,
  page,
}) => {
  await load(BUTTON);
  const store = () => fileStore(at);
  const at = folder();
  let asked = 0;
  const answer = (decision: 'site' | 'decline') => {
    asked++;
    return { decision };
  };
  const first = await attach({ store: store(), gatekeeper: { onApproval: () => answer('site') } }, page);
  expect(await first.call('click', { element: 'Save', ref: await refOf(first, 'button', 'Save') })).toSucceed();
  first.gatekeeper.addRule({ tool: 'hover', verdict: 'deny', source: 'user', id: 'no-hover' });
  first.gatekeeper.addRule({ tool: 'drag', verdict: 'deny', id: 'host-rule' });
  await first.call('hover', { element: 'Save', ref: await refOf(first, 'button', 'Save') });
  await first.dispose();
  const second = await attach({ store: store(), gatekeeper: { onApproval: () => answer('decline') } }, page);
  const ref = await refOf(second, 'button', 'Save');
  expect(await second.call('click', { element: 'Save', ref })).toSucceed();
  expect(asked).toBe(1);
  expect(await second.call('hover', { element: 'Save', ref })).toFailWith('denied');
  expect(second.gatekeeper.rules.map(({ id }) => id)).toEqual(['no-hover']);
  expect(second.gatekeeper.removeRule('no-hover')).toBe(true);
  second.gatekeeper.revoke();
  expect(await second.call('click', { element: 'Save', ref })).toFailWith('approval_declined');
  await second.dispose();
  const third = await attach({ store: store() }, page);
  expect([third.gatekeeper.rules, third.gatekeeper.grants]).toEqual([[], []]);
});

test('a damaged store lets no session start', async ({ page }) => {
  const at = folder();
  const good = { v: 1, grants: [], rules: [{ id: 'r', tool: '*', verdict: 'allow', source: 'user' }] };
  for (const text of [
    '{',
    '[]',
    JSON.stringify({ gatekeeper: { ...good, rules: [{ id: 'r', verdict: 'allow', source: 'user' }] } }),
    '{"gatekeeper":{"v":2}}',
  ]) {
    await import('node:fs/promises').then(({ mkdir }) => mkdir(at, { recursive: true }));
    writeFileSync(join(at, 'state.json'), text);
    await expect(Session.attach(page, { store: fileStore(at) }), text).rejects.toMatchObject({ code: 'gate_failed' });
  }
  writeFileSync(join(at, 'state.json'), JSON.stringify({ gatekeeper: good }));
  const session = await Session.attach(page, { store: fileStore(at) });
  expect(session.gatekeeper.rules).toMatchObject([{ id: 'r' }]);
  await session.dispose();
});

test('a store that cannot save lets nothing go on', async ({ attach, load, page }) => {
  await load(BUTTON);
  const state = { load: async () => undefined, save: async () => Promise.reject(new Error('disk full')) };
  const session = await attach({ gatekeeper: { policy: 'auto', store: state } }, page);
  const ref = await refOf(session, 'button', 'Save');
  session.gatekeeper.addRule({ tool: 'hover', verdict: 'deny', source: 'user' });
  expect(await session.call('click', { element: 'Save', ref })).toFailWith('gate_failed', 'disk full');
});

test('a journal that cannot be written lets nothing be sent', async ({ attach, load, page }) => {
  await load(`${BUTTON}<script>document.querySelector('button').onclick = () => (document.title = 'pressed')</script>`);
  const journal = {
    append({ type }: { type: string }) {
      if (type === 'call_dispatching') throw new Error('disk full');
    },
    read: async () => ({ events: [], damaged: 0 }),
  };
  const session = await attach({ gatekeeper: { policy: 'auto' }, store: { state: fileStore(folder()).state, journal } }, page);
  const ref = await refOf(session, 'button', 'Save');
  const result = await session.call('click', { element: 'Save', ref });
  expect(result).toFailWith('internal', /journal cannot be written: disk full/);
  expect(result.evidence?.dispatch).toBe('not_started');
  expect(await page.title()).toBe('');
});

test('recover tells of calls that an earlier session did not end, and settled ones are told no more', async ({ attach, load, page }) => {
  await load(BUTTON);
  const at = folder();
  const first = await attach({ store: fileStore(at), gatekeeper: { policy: 'auto' }, secrets: { pin: 'correct horse' } }, page);
  const ref = await refOf(first, 'button', 'Save');
  expect(await first.call('click', { element: 'correct horse', ref })).toSucceed();
  await first.dispose();
  // The process ended before the last click was written off: its end is taken away.
  const file = join(at, 'journal.jsonl');
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/"type":"call_done".*"tool":"click"/.test(line));
  writeFileSync(file, lines.join('\n'));
  const second = await attach({ store: fileStore(at) }, page);
  await second.call('tabs_list', {});
  const { retry, inspect, uncertain, damagedLines } = await second.recover();
  expect([retry, inspect, damagedLines]).toEqual([[], [], 0]);
  expect(uncertain).toMatchObject([{ tool: 'click', state: 'dispatching', recovery: 'never-retry', input: { element: '••••', ref } }]);
  second.settleRecovered(uncertain[0]!.attemptId, 'done');
  expect((await second.recover()).uncertain).toEqual([]);
  expect(readFileSync(file, 'utf8')).not.toContain('correct horse');
});

test('sessions of one process share a folder, and none takes the running call of another for one that was left', async ({
  attach,
  load,
  page,
}) => {
  await load(BUTTON);
  const at = folder();
  let answer = (_: { readonly decision: 'decline' }): void => undefined;
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const onApproval = () => {
    asked();
    return new Promise<{ readonly decision: 'decline' }>((resolve) => {
      answer = resolve;
    });
  };
  const first = await attach({ store: fileStore(at), gatekeeper: { onApproval } }, page);
  const running = first.call('click', { element: 'Save', ref: await refOf(first, 'button', 'Save') });
  await isAsked;
  const second = await attach({ store: fileStore(at) }, page);
  expect(await second.recover()).toEqual({ retry: [], inspect: [], uncertain: [], damagedLines: 0 });
  answer({ decision: 'decline' });
  expect(await running).toFailWith('approval_declined');
  expect(existsSync(join(at, 'lock'))).toBe(true);
  await first.dispose();
  expect(existsSync(join(at, 'lock'))).toBe(true);
  await second.dispose();
  expect(existsSync(join(at, 'lock'))).toBe(false);
});

test('a folder that another process uses lets no session start, and stays as it is', async ({ load, page }) => {
  await load(BUTTON);
  const at = folder();
  mkdirSync(at);
  const lock = JSON.stringify({ pid: 1, started: 'x', host: 'elsewhere.example' });
  writeFileSync(join(at, 'lock'), lock);
  await expect(Session.attach(page, { store: fileStore(at) })).rejects.toMatchObject({
    code: 'store_in_use',
    message: expect.stringContaining('process 1 on elsewhere.example'),
  });
  expect(readdirSync(at)).toEqual(['lock']);
  expect(readFileSync(join(at, 'lock'), 'utf8')).toBe(lock);
});

test('what the user is asked about for want of access, and that access taken away forgets what was granted', async ({
  attach,
  load,
  page,
  server,
}) => {
  await load(BUTTON);
  const flags: (readonly string[])[] = [];
  const changes: string[] = [];
  const session = await attach(
    {
      gatekeeper: {
        policy: 'auto',
        hostAccess: ['https://elsewhere.example'],
        onApproval: (request) => {
          flags.push(request.flags);
          return { decision: 'session' };
        },
      },
    },
    page,
  );
  session.events.on('authority_changed', ({ change }) => changes.push(change));
  session.gatekeeper.setHostAccess([server.origin]);
  const ref = await refOf(session, 'button', 'Save');
  const click = () => session.call('click', { element: 'Save', ref });
  expect(await click()).toSucceed();
  session.gatekeeper.setHostAccess([]);
  expect(await session.gatekeeper.explain({ tool: 'click', input: { element: 'Save', ref } })).toMatchObject({
    verdict: 'ask',
    by: 'host_access',
    rule: `hostAccess:${server.origin}`,
    flags: ['host_access'],
  });
  expect(await click()).toSucceed();
  // Missing access is not what a grant is for.
  expect(await click()).toSucceed();
  expect(flags).toEqual([['host_access'], ['host_access']]);
  expect(session.gatekeeper.grants).toHaveLength(2);
  session.gatekeeper.setHostAccess([server.origin]);
  session.gatekeeper.setHostAccess([]);
  expect(session.gatekeeper.grants).toHaveLength(0);
  expect(changes).toEqual(['host_access', 'host_access', 'host_access', 'host_access']);
});

test('watch_page: a page is watched without being held, also after a restart', { timeout: 60_000 }, async ({
  attach,
  load,
  page,
  server,
}) => {
  await load('<h1>Queue</h1><button>Save</button>');
  const at = folder();
  const options = { store: fileStore(at), gatekeeper: { policy: 'auto' }, interactions: { mode: 'suspend' } } as const;
  const first = await attach(options, page);
  const watch = await first.call('watch_page', { condition: 'text', value: 'Your turn' });
  if (!watch.ok) throw new Error(watch.error.message);
  // Other calls on the page go on meanwhile.
  expect(await first.call('click', { element: 'Save', ref: await refOf(first, 'button', 'Save') })).toSucceed();
  await first.dispose();
  const second = await attach({ ...options, store: fileStore(at) }, page);
  expect(second.interactions.list('waiting')).toMatchObject([{ kind: 'watch_page', id: watch.data.interactionId }]);
  await page.evaluate("document.body.append('Your turn')");
  await expect.poll(() => second.interactions.get(watch.data.interactionId)?.status, { timeout: 20_000 }).toBe('submitted');
  expect(second.interactions.get(watch.data.interactionId)?.value).toEqual({ matched: true, condition: 'text' });
  // In mode wait the call itself ends with it.
  await second.dispose();
  const third = await attach({ gatekeeper: { policy: 'auto' } }, page);
  const call = third.call('watch_page', { condition: 'url', value: '/done' });
  server.set('/done', 'Done');
  await page.goto(server.url('/done'));
  const result = await call;
  expect(result).toSucceed({ status: 'submitted', value: { matched: true, url: server.url('/done') } });
  expect(textOf(result)).toMatch(/web_content_/);
});

test("networkScope 'all': what a page loads from outside is refused too", async ({ attach, page, server }) => {
  server.set(
    '/',
    '<title>wait</title><img src="{{B}}/pixel"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><script src="/own.js"></script>',
  );
  server.set(
    '/own.js',
    "fetch('{{B}}/leak', { mode: 'no-cors' }).catch(() => (document.title = 'refused'))".replace('{{B}}', server.originB),
    {
      headers: { 'content-type': 'text/javascript' },
    },
  );
  const session = await attach({ gatekeeper: { policy: 'auto', allowedOrigins: [server.origin], networkScope: 'all' } }, page);
  expect(await session.call('navigate', { url: server.url('/') })).toSucceed();
  await expect.poll(() => page.title()).toBe('refused');
  expect(server.requests.filter(({ origin }) => origin === 'B')).toEqual([]);
});
