import { readReply } from '../../src/bridge/replies.js';
import { enter, expect, facts, id, MS, mapMiddle, tabOf, test } from './support/engine.js';

const CSP =
  "default-src 'none'; script-src 'nonce-n'; frame-src *; style-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types 'none'";
const TAMPER = `for (const name of Object.getOwnPropertyNames(Array.prototype)) if (typeof [][name] === 'function') Array.prototype[name] = () => { throw new Error('tampered'); };
  JSON.stringify = JSON.parse = Function.prototype.call = Function.prototype.apply = () => 'tampered';
  Element.prototype.getBoundingClientRect = () => ({ x: 1, y: 1, width: 1, height: 1 });
  MutationObserver = setTimeout = requestAnimationFrame = Promise = Map = WeakMap = function () { throw new Error('tampered'); };
  Object.prototype.then = 1;
  console = new Proxy({}, { get() { throw new Error('tampered'); } });`;

test('a page that replaces the built-ins under CSP and Trusted Types is read and mapped as any other', async ({ load, server, tab }) => {
  const body = `<button id=t style="position:absolute;left:50px;top:20px;width:80px;height:30px">go</button><script nonce=n>${TAMPER}</script>`;
  server.set('/in', body, { headers: { 'content-security-policy': CSP } });
  await load(`${body}<iframe id=f style="margin-top:90px" src="{{B}}/in"></iframe>`, { headers: { 'content-security-policy': CSP } });
  const top = tab.top();
  const frame = await enter(tab, top, '#f');
  for (const world of [top, frame]) {
    expect(await facts(world, await id(world, '#t'))).toMatchObject({ text: 'go', x: 50, y: 20, width: 80, height: 30 });
  }
  expect(await mapMiddle(tab, frame, '#t')).toMatchObject({ x: expect.any(Number), y: expect.any(Number) });
});

test('frames without scripts are read', async ({ load, tab, browser, server }) => {
  await load('<iframe id=f sandbox srcdoc="<p>House rules</p>"></iframe>');
  expect(await (await enter(tab, tab.top(), '#f')).call('hasText', { text: 'House rules' }, MS)).toBe(true);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { acquire } = await import('./support/engine.js');
  const engine = acquire(context);
  server.set('/', '<noscript>none</noscript>');
  await page.goto(server.url());
  expect(await tabOf(engine, page).top().call('hasText', { text: 'none' }, MS)).toBe(true);
  await engine.release();
  await context.close();
});

test('a page cannot find us, and finds no trace of us', async ({ load, page, tab }) => {
  await load(
    `<p>x<script>globalThis.before = {}; before.keys = Reflect.ownKeys(globalThis).length; before.html = document.documentElement.outerHTML</script>`,
  );
  await tab.top().call('ping', {}, MS);
  await id(tab.top(), 'p');
  expect(await page.evaluate('Reflect.ownKeys(globalThis).length - before.keys')).toBe(0);
  expect(await page.evaluate('document.documentElement.outerHTML.length - before.html.length')).toBeLessThanOrEqual(
    '</p></body></html>\n'.length,
  );
});

test('an answer of another shape is an error, never a value', async ({ load, tab }) => {
  await load('<p>x');
  const el = await id(tab.top(), 'p');
  await expect(tab.top().call('selector', { el }, MS)).rejects.toMatchObject({
    code: 'frame_unavailable',
    details: { reason: 'malformed' },
  });
  // The small bundle has no such method.
  await expect(tab.top().call('focus', { el }, MS)).rejects.toMatchObject({ code: 'frame_unavailable', details: { reason: 'malformed' } });
  for (const text of [undefined, 7, '{', 'null', '[]', '{"nonce":1}', '{"ok":true}'])
    expect(() => readReply('ping', text)).toThrow('something else');
  expect(() => readReply('check', '{"ok":false,"failure":{}}')).toThrow('something else');
  expect(readReply('focus', '{"ok":false,"failure":{"code":"detached"}}')).toEqual({ ok: false, failure: { code: 'detached' } });
});
