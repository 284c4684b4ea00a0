import { enter, expect, facts, id, MS, tabOf, test } from './support/engine.js';

test('calls a page that was open before the engine came', async ({ page, server, context }) => {
  server.set('/', '<title>One</title><p>hello');
  await page.goto(server.url());
  const { acquire } = await import('./support/engine.js');
  const engine = acquire(context);
  const tab = tabOf(engine, page);
  expect(tab.tabId).toBe(1);
  expect(await tab.top().call('ping', {}, MS)).toMatchObject({ title: 'One', url: server.url(), readyState: 'complete' });
  expect(await page.evaluate('Object.getOwnPropertyNames(globalThis).filter((key) => /surehand/i.test(key))')).toEqual([]);
  await engine.release();
});

test('keeps a world over navigation, reload, back and document.open', async ({ page, server, tab }) => {
  server.set('/1', '<title>One</title><p>one');
  server.set('/2', '<title>Two</title><p>two');
  const top = tab.top();
  await tab.ready(MS);
  const nonces: string[] = [];
  const visit = async () => nonces.push((await top.call('ping', {}, MS)).nonce);
  await page.goto(server.url('/1'));
  await visit();
  await page.goto(server.urlB('/2'));
  expect(await top.call('hasText', { text: 'two' }, MS)).toBe(true);
  await visit();
  await page.reload();
  await visit();
  await page.goBack();
  expect(await top.call('hasText', { text: 'one' }, MS)).toBe(true);
  await visit();
  expect(new Set(nonces).size).toBe(4);
  expect(tab.navigationCount).toBe(4);
  expect(tab.top()).toBe(top);
  const el = await id(top, 'p');
  await page.evaluate("document.open(); document.write('<p>three'); document.close()");
  expect(await top.call('hasText', { text: 'three' }, MS)).toBe(true);
  await page.setContent('<p>four');
  expect(await top.call('hasText', { text: 'four' }, MS)).toBe(true);
  expect((await top.call('ping', {}, MS)).nonce).toBe(nonces[3]);
  expect(await top.call('readValue', { el }, MS)).toEqual({ ok: false, failure: { code: 'detached' } });
});

test('an element id of one document names nothing in the next', async ({ load, server, page, tab }) => {
  await load('<button>a</button>');
  const el = await id(tab.top(), 'button');
  server.set('/next', '<button>b</button>');
  await page.goto(server.url('/next'));
  await tab.top().call('ping', {}, MS);
  const next = await id(tab.top(), 'button');
  expect(next).not.toBe(el);
  expect(await tab.top().call('readValue', { el }, MS)).toEqual({ ok: false, failure: { code: 'detached' } });
  expect((await facts(tab.top(), next)).text).toBe('b');
});

test('enters out-of-process, nested and sandboxed frames', async ({ load, server, tab }) => {
  server.set('/deep', '<p>deep</p>');
  server.set('/mid', '<p>middle</p><iframe id=d src="{{A}}/deep"></iframe>');
  await load(
    `<iframe id=m src="{{B}}/mid"></iframe><iframe id=s sandbox srcdoc="<p>boxed</p>"></iframe><iframe id=o srcdoc="<p>own</p>"></iframe>`,
  );
  const top = tab.top();
  const mid = await enter(tab, top, '#m');
  expect(await mid.call('hasText', { text: 'middle' }, MS)).toBe(true);
  const deep = await enter(tab, mid, '#d');
  expect(await deep.call('hasText', { text: 'deep' }, MS)).toBe(true);
  const boxed = await enter(tab, top, '#s');
  expect(await boxed.call('hasText', { text: 'boxed' }, MS)).toBe(true);
  expect(await top.call('hasText', { text: 'own' }, MS)).toBe(true);
  expect(tab.worlds()).toEqual([top, mid, deep, boxed]);
  expect([mid.parent, deep.parent, boxed.parent]).toEqual([top, mid, top]);
  expect(await enter(tab, top, '#m')).toBe(mid);
});
