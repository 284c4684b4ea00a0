import type { ServerResponse } from 'node:http';
import { SdkError } from '../../src/shared/errors.js';
import { enter, expect, id, MS, test } from './support/engine.js';

const reason = (error: unknown) => (SdkError.isInstance(error) ? `${error.code} ${error.details?.['reason'] ?? ''}`.trim() : String(error));

test('a read that a navigation overtakes is answered by the new document', async ({ load, server, tab }) => {
  let open: ServerResponse | undefined;
  server.set('/next', (_request, response) => {
    open = response;
  });
  const page = await load('<p>old');
  const top = tab.top();
  await top.call('ping', {}, MS);
  const before = tab.navigationCount;
  await page.evaluate("location.href = '/next'; 0");
  await expect.poll(() => open).toBeDefined();
  expect(tab.navigationPending).toBe(true);
  const read = top.call('hasText', { text: 'new' }, MS);
  await expect(top.call('hasText', { text: 'new' }, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
  open?.writeHead(200, { 'content-type': 'text/html' }).end('<p>new');
  expect(await read).toBe(true);
  expect(tab.navigationPending).toBe(false);
  expect(tab.navigationCount).toBe(before + 1);
});

test('a navigation that comes to nothing holds reads back and lets them go', async ({ load, server, tab }) => {
  let open: ServerResponse | undefined;
  server.set('/nothing', (_request, response) => {
    open = response;
  });
  const page = await load('<p>old');
  await tab.top().call('ping', {}, MS);
  const before = tab.navigationCount;
  await page.evaluate("location.href = '/nothing'; 0");
  await expect.poll(() => open).toBeDefined();
  const read = tab.top().call('hasText', { text: 'old' }, MS);
  open?.writeHead(204).end();
  expect(await read).toBe(true);
  await expect.poll(() => tab.navigationPending).toBe(false);
  expect(tab.navigationCount).toBe(before);
});

test('an action is dispatched once, or not at all', async ({ load, server, tab }) => {
  const open: ServerResponse[] = [];
  server.set('/next', (_request, response) => void open.push(response));
  const page = await load('<button onclick="n=(window.n||0)+1">old</button>');
  const top = tab.top();
  const el = await id(top, 'button');
  const click = (timeoutMs = 5000) =>
    top.call('click', { el, x: 0, y: 0, button: 'left', count: 1, modifiers: [] }, { timeoutMs }).catch(reason);
  expect(await click()).toEqual({ ok: true, value: null });
  // Held back while a navigation is under way, and given up: it never runs afterwards, not even when the document stays.
  await page.evaluate("location.href = '/next'; 0");
  await expect.poll(() => open.length).toBe(1);
  expect(await click(50)).toBe('timeout');
  open[0]?.writeHead(204).end();
  await top.call('ping', {}, MS);
  expect(await page.evaluate('window.n')).toBe(1);
  await page.evaluate("location.href = '/next'; 0");
  await expect.poll(() => open.length).toBe(2);
  const late = click();
  open[1]?.writeHead(200, { 'content-type': 'text/html' }).end('<button onclick="n=(window.n||0)+1">new</button>');
  expect(await late).toBe('frame_unavailable navigated');
  expect(await click()).toBe('frame_unavailable navigated');
  expect(await page.evaluate('window.n')).toBeUndefined();
});

test('an action whose own effect is a navigation tells so', async ({ load, server, tab }) => {
  server.set('/next', '<p>new');
  await load('<button onclick="location.href=\'/next\'">go</button>');
  const top = tab.top();
  const el = await id(top, 'button');
  const done = await top.call('click', { el, x: 0, y: 0, button: 'left', count: 1, modifiers: [] }, MS).catch(reason);
  expect([{ ok: true, value: null }, 'frame_unavailable navigated']).toContainEqual(done);
  await expect.poll(() => top.call('hasText', { text: 'new' }, MS)).toBe(true);
});

test('what names an element of a document is not asked of the next', async ({ load, server, page, tab }) => {
  await load('<button>a</button>');
  const el = await id(tab.top(), 'button');
  server.set('/next', '<button>b</button>');
  await page.goto(server.url('/next'));
  await expect(tab.top().call('readValue', { el }, MS)).rejects.toMatchObject({
    code: 'frame_unavailable',
    details: { reason: 'navigated', ran: 'no' },
  });
});

test('a nonce tells its world, or what became of it', async ({ load, server, page, tab }) => {
  server.set('/in', '<p>in');
  server.set('/in2', '<p>in2');
  await load('<iframe id=f src="{{B}}/in"></iframe>');
  const top = tab.top();
  const frame = await enter(tab, top, '#f');
  const note = async (world: typeof top) => {
    const { nonce } = await world.call('ping', {}, MS);
    tab.noteDocument(world, nonce, true);
    return nonce;
  };
  const nonces = { top: await note(top), frame: await note(frame) };
  expect(tab.worldOfNonce(nonces.top)).toEqual({ world: top });
  expect(tab.worldOfNonce(nonces.frame)).toEqual({ world: frame });
  expect(tab.worldOfNonce('zzzzzz')).toBeUndefined();

  await page.frames()[1]?.goto(server.urlB('/in2'));
  expect(tab.worldOfNonce(nonces.frame)).toEqual({ gone: 'frame_replaced' });
  expect(await frame.call('hasText', { text: 'in2' }, MS)).toBe(true);
  const second = await note(frame);
  expect(tab.worldOfNonce(second)).toEqual({ world: frame });

  await page.evaluate('document.getElementById("f").remove()');
  await expect(frame.call('ping', {}, MS)).rejects.toMatchObject({ code: 'frame_unavailable' });
  expect(tab.worldOfNonce(second)).toEqual({ gone: 'frame_replaced' });
  expect(tab.worlds()).toEqual([top]);

  await page.goto(server.url('/in'));
  expect(tab.worldOfNonce(nonces.top)).toEqual({ gone: 'navigated' });
  expect(tab.worldOfNonce(second)).toEqual({ gone: 'navigated' });
});

test('a frame keeps its world when it changes site, and loses it when it is put in again', async ({ load, server, page, tab }) => {
  server.set('/in', '<p>in');
  await load('<iframe id=f src="{{B}}/in"></iframe>');
  const top = tab.top();
  const world = await enter(tab, top, '#f');
  // Another site (the first one), but sandboxed: it stays foreign and changes process.
  await page.evaluate(
    `const f = document.getElementById('f'); f.sandbox = 'allow-scripts'; f.src = '${server.url('/in')}'; new Promise((done) => (f.onload = done)).then(() => 0)`,
  );
  expect(await enter(tab, top, '#f')).toBe(world);
  expect(await world.call('hasText', { text: 'in' }, MS)).toBe(true);
  expect((await world.call('ping', {}, MS)).url).toBe(server.url('/in'));
  await page.evaluate(
    `const g = document.getElementById('f'); const loaded = new Promise((done) => (g.onload = done)); document.body.append(g); loaded.then(() => 0)`,
  );
  const again = await enter(tab, top, '#f');
  expect(again).not.toBe(world);
  expect(again.id).not.toBe(world.id);
});

test('frames that come and go never hang the page', async ({ load, server, page, tab }) => {
  server.set('/in', '<p>in');
  await load('<p>top');
  const top = tab.top();
  for (let i = 0; i < 10; i++) {
    await page.evaluate(`const f = document.createElement('iframe'); f.id = 'f'; f.src = '${server.urlB('/in')}';
      const loaded = new Promise((done) => (f.onload = done)); document.body.append(f); loaded.then(() => 0)`);
    const world = await enter(tab, top, '#f');
    const calls = Array.from({ length: 5 }, () => world.call('ping', {}, MS).then((reply) => reply.readyState, reason));
    await page.evaluate('document.getElementById("f").remove()');
    for (const told of await Promise.all(calls)) expect(['complete', 'frame_unavailable frame_replaced']).toContain(told);
  }
  expect(await top.call('hasText', { text: 'top' }, MS)).toBe(true);
  await expect.poll(() => tab.worlds()).toEqual([top]);
});

test('a frame that never answers, or reloads for ever, does not hold up the others', async ({ page, server, tab }) => {
  server.hang('/never');
  server.set('/loop', '<script>setTimeout(() => location.reload(), 30)</script><p>looping');
  server.set('/busy', '<p>busy<script>onload = () => setTimeout(() => { for (;;); })</script>');
  server.set('/fine', '<p>fine');
  server.set(
    '/',
    `<iframe id=never src="{{B}}/never"></iframe><iframe id=loop sandbox=allow-scripts src="{{A}}/loop"></iframe>
     <iframe id=busy src="{{B}}/busy"></iframe><iframe id=fine sandbox src="{{A}}/fine"></iframe>`,
  );
  await page.goto(server.url(), { waitUntil: 'commit' });
  const top = tab.top();
  const find = async (css: string) => tab.foreign(top, await id(top, css), MS);
  await expect.poll(async () => (await find('#fine'))?.call('hasText', { text: 'fine' }, MS), { timeout: 15_000 }).toBe(true);
  const frames = await Promise.all(['#never', '#loop', '#busy', '#fine'].map(find));
  expect(await frames[3]?.call('hasText', { text: 'fine' }, MS)).toBe(true);
  expect(await top.call('hasText', { text: 'nothing' }, MS)).toBe(false);
});
