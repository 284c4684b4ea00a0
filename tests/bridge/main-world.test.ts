import { acquire, enter, expect, facts, id, ids, MS, mapMiddle, tabOf, test } from './support/engine.js';

test('main-world mode serves pages and frames without CDP', async ({ load, server, page, mainEngine }) => {
  server.set('/deep', '<p>deep</p>');
  server.set('/mid', '<p>middle</p><iframe id=d src="{{A}}/deep"></iframe>');
  await load('<p>top</p><iframe id=m src="{{B}}/mid"></iframe><iframe id=o srcdoc="<p>own</p>"></iframe>');
  const tab = tabOf(mainEngine, page);
  expect(tab.cdp).toBeUndefined();
  const top = tab.top();
  const mid = await enter(tab, top, '#m');
  const deep = await enter(tab, mid, '#d');
  expect(await Promise.all([top, mid, deep].map((world) => world.call('hasText', { text: 'own' }, MS)))).toEqual([true, false, false]);
  expect(await deep.call('hasText', { text: 'deep' }, MS)).toBe(true);
  expect(tab.worlds()).toEqual([top, mid, deep]);
  expect(await tab.enrich(top, { closed: [1], internals: [1] }, MS)).toBe(false);
});

test('main-world mode follows navigations and tells them apart', async ({ page, server, context }) => {
  server.set('/1', '<p>one');
  server.set('/2', '<p>two');
  await page.goto(server.url('/1'));
  const engine = acquire(context, 'main');
  const tab = tabOf(engine, page);
  const top = tab.top();
  const { nonce } = await top.call('ping', {}, MS);
  tab.noteDocument(top, nonce, true);
  const el = await id(top, 'p');
  await page.evaluate("location.hash = 'x'; history.pushState(1, '', '/pushed')");
  expect((await top.call('ping', {}, MS)).nonce).toBe(nonce);
  expect(tab.worldOfNonce(nonce)).toEqual({ world: top });
  await page.goto(server.urlB('/2'));
  expect(tab.worldOfNonce(nonce)).toEqual({ gone: 'navigated' });
  expect(await top.call('hasText', { text: 'two' }, MS)).toBe(true);
  expect(await top.call('readValue', { el }, MS)).toEqual({ ok: false, failure: { code: 'detached' } });
  await page.setContent('<p>three');
  expect(await top.call('hasText', { text: 'three' }, MS)).toBe(true);
  expect(tab.navigationCount).toBe(1);
  expect(tab.log.since(0).filter(({ type }) => type === 'navigated')).toMatchObject([
    { sameDocument: true },
    { sameDocument: true },
    { sameDocument: false, url: server.urlB('/2') },
  ]);
  await engine.release();
});

test('main-world mode gives each document its own element ids and ends with the tab', async ({ load, page, mainEngine }) => {
  await load('<p>a</p><p>b</p>');
  const tab = tabOf(mainEngine, page);
  const first = await ids(tab.top(), 'p');
  await page.reload();
  const second = await ids(tab.top(), 'p');
  expect(second.filter((el) => first.includes(el))).toEqual([]);
  expect((await facts(tab.top(), second[1] as number)).text).toBe('b');
  await page.close();
  await expect(tab.top().call('ping', {}, MS)).rejects.toMatchObject({ code: 'tab_closed' });
});

test('main-world mode maps points of upright frames and refuses others', async ({ page, server, mainEngine }) => {
  server.set('/in', '<style>body{margin:0}</style><button id=t style="width:80px;height:30px">go</button>');
  server.set('/', '<style>body{margin:13px}</style><iframe id=f style="border:7px solid;padding:11px" src="{{B}}/in"></iframe>');
  await page.goto(server.url());
  const tab = tabOf(mainEngine, page);
  const world = await enter(tab, tab.top(), '#f');
  expect(await mapMiddle(tab, world, '#t')).toEqual({ x: 13 + 18 + 40, y: 13 + 18 + 15 });
  await page.evaluate('document.getElementById("f").style.rotate = "5deg"');
  await expect(mapMiddle(tab, world, '#t')).rejects.toMatchObject({ code: 'unsupported_frame' });
  await page.evaluate(
    `document.getElementById("f").style.rotate = ""; document.body.insertAdjacentHTML('beforeend', '<div id=veil style="position:fixed;inset:0">')`,
  );
  await expect(mapMiddle(tab, world, '#t')).rejects.toMatchObject({ code: 'occluded', details: { blocker: 'veil' } });
});

test('main-world mode works under a strict policy with Trusted Types', async ({ load, page, mainEngine }) => {
  const policy = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  await load('<p>strict', { headers: { 'content-security-policy': policy } });
  expect(await tabOf(mainEngine, page).top().call('hasText', { text: 'strict' }, MS)).toBe(true);
});
