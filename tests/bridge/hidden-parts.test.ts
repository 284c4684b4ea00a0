import { enter, expect, facts, id, ids, MS, test } from './support/engine.js';

const CLOSED = `<x-host id=h></x-host><x-plain id=p></x-plain><script>
  const root = document.getElementById('h').attachShadow({ mode: 'closed' });
  root.innerHTML = '<button id=b>inside</button><x-inner id=i></x-inner>';
  root.getElementById('i').attachShadow({ mode: 'closed' }).innerHTML = '<button id=c>deep</button>';
</script>`;

test('closed roots are handed over, also nested ones, in the top and in frames', async ({ load, server, tab }) => {
  server.set('/in', CLOSED);
  await load(`${CLOSED}<iframe id=f src="{{B}}/in"></iframe>`);
  for (const world of [tab.top(), await enter(tab, tab.top(), '#f')]) {
    expect(await ids(world, '#b')).toEqual([]);
    const els = [await id(world, '#h'), await id(world, '#p')];
    expect(await tab.enrich(world, { closed: els, internals: [] }, MS)).toBe(true);
    expect((await facts(world, await id(world, '#b'))).text).toBe('inside');
    expect(await tab.enrich(world, { closed: [await id(world, '#i')], internals: [] }, MS)).toBe(true);
    expect((await facts(world, await id(world, '#c'))).text).toBe('deep');
    expect(await tab.enrich(world, { closed: [await id(world, '#p'), 9_999_999], internals: [] }, MS)).toBe(false);
  }
});

test('hundreds of closed roots are looked up in one call, bounded', async ({ load, tab }) => {
  await load(`<div id=all></div><script>for (let i = 0; i < 400; i++) {
    const host = document.createElement('x-h'); all.append(host); host.attachShadow({ mode: 'closed' }).innerHTML = '<i>' + i + '</i>'; }</script>`);
  const hosts = await ids(tab.top(), 'x-h');
  expect(await tab.enrich(tab.top(), { closed: hosts, internals: [] }, MS)).toBe(true);
  expect(await ids(tab.top(), 'i')).toHaveLength(300);
  expect(await tab.enrich(tab.top(), { closed: hosts.slice(300), internals: [] }, MS)).toBe(true);
  expect(await ids(tab.top(), 'i')).toHaveLength(400);
});

test('what custom elements declare through ElementInternals is told in ARIA words', async ({ load, tab }) => {
  await load(`<script>
    const define = (name, set) => customElements.define(name, class extends HTMLElement {
      constructor() { super(); set(this.attachInternals()); } });
    define('x-button', (i) => { i.role = 'button'; i.ariaLabel = 'Save'; });
    define('x-image', (i) => { i.role = 'img'; i.ariaLabel = 'Logo'; });
    define('x-content', (i) => { i.role = 'link'; });
    define('x-list', (i) => { i.role = 'listbox'; });
    define('x-nothing', () => undefined);
  </script><x-button></x-button><x-image></x-image><x-content>read on</x-content><x-list></x-list><x-nothing>text</x-nothing><x-plain>text</x-plain>`);
  const top = tab.top();
  const tags = ['x-button', 'x-image', 'x-content', 'x-list', 'x-nothing', 'x-plain'];
  const internals = await Promise.all(tags.map((tag) => id(top, tag)));
  expect(await tab.enrich(top, { closed: [], internals }, MS)).toBe(true);
  const found = await Promise.all(internals.map(async (el) => (await facts(top, el)).internals));
  expect(found).toEqual([
    { role: 'button', name: 'Save' },
    { role: 'img', name: 'Logo' },
    { role: 'link' },
    { role: 'listbox' },
    null,
    null,
  ]);
});
