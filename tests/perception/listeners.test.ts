/** Elements that get refs because scripts listen on them: plain listeners, React and Vue handler props, frames, shadow roots; and what is none. */
import type { Page } from 'playwright-core';
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO } from '../tools/support.js';

async function read(session: Session) {
  const result = await session.call('read_page', { maxTokens: 6000 });
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`);
  return result.data;
}
/** Names of the lines with a ref. */
async function named(session: Session): Promise<string[]> {
  const { nodes } = await read(session);
  return nodes.filter((node) => node.ref).map(({ role, name, hint }) => `${role} ${name || (hint ?? '')}`);
}

const EVENTS = [
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'keydown',
  'keyup',
  'keypress',
  'dragstart',
  'drop',
];

test.for(EVENTS)('an element with a %s listener gets a ref', async (type, { attach, load }) => {
  await load(`<p>Words</p><div id="t">Target</div><script>t.addEventListener('${type}',()=>{})</script>`);
  const { nodes } = await read(await attach());
  expect(nodes.filter((node) => node.ref).length).toBe(1);
});

test('an element with a handler property of a script gets a ref', async ({ attach, load }) => {
  await load(`<p>Words</p><div id="t">Target</div><script>t.onclick=()=>{}</script>`);
  expect((await read(await attach())).nodes.filter((node) => node.ref)).toHaveLength(1);
});

test('delegation on the page, moves and scrolls make no target', async ({ attach, load }) => {
  await load(
    `<p>Words</p><div id="t">Plain</div><script>for(const n of [window,document,document.documentElement,document.body])n.addEventListener('click',()=>{});for(const e of ['mousemove','mouseover','scroll','focus','wheel'])t.addEventListener(e,()=>{})</script>`,
  );
  expect((await read(await attach())).nodes.filter((node) => node.ref)).toEqual([]);
});

test('what holds most of a page is delegation, not a target', async ({ attach, load }) => {
  await load(
    `<div id="app">${'<p>Words</p>'.repeat(60)}<div id="t">Target</div></div><script>app.addEventListener('click',()=>{});t.addEventListener('click',()=>{})</script>`,
  );
  expect((await read(await attach())).nodes.filter((node) => node.ref)).toHaveLength(1);
});

test('clicking by such a ref runs the listener', async ({ attach, load }) => {
  const page = await load(`<p>Words</p><div id="t">Target</div><script>t.addEventListener('click',()=>{document.title='hit'})</script>`);
  const session = await attach(AUTO);
  const ref = (await read(session)).nodes.find((node) => node.ref)?.ref as string;
  expect(await session.call('click', { element: 'Target', ref })).toSucceed();
  expect(await page.title()).toBe('hit');
});

test('same-origin frames, foreign frames and open shadow roots', async ({ attach, load, server }) => {
  const inner = (name: string) => `<p>Words</p><div id="t">${name}</div><script>t.addEventListener('click',()=>{})</script>`;
  server.set('/same', inner('Near'));
  server.set('/other', inner('Far'));
  await load(
    `<iframe src="/same" title="same"></iframe><iframe src="${server.urlB('/other')}" title="other"></iframe><iframe sandbox="allow-scripts" srcdoc="${inner('Boxed').replaceAll('"', '&quot;')}" title="boxed"></iframe><div id="h"></div><script>h.attachShadow({mode:'open'}).innerHTML='<p>Words</p><div>Shaded</div>';h.shadowRoot.querySelector('div').addEventListener('click',()=>{})</script>`,
  );
  const session = await attach();
  const { nodes } = await read(session);
  const own = nodes.filter((node) => node.ref && node.role === 'generic' && node.name).map((node) => node.name);
  expect(own.sort()).toEqual(['Boxed', 'Far', 'Near', 'Shaded']);
});

test('handler props of React and Vue', async ({ attach, load }) => {
  await load(
    `<p>Words</p><div id="root"><div id="r">React</div><div id="n">Neither</div><div id="v">Vue</div><div id="s">Solid</div></div>
    <script>
      root.addEventListener('click',()=>{});
      r.__reactProps$x1={onClick(){}}; n.__reactProps$x1={children:'x'};
      Object.defineProperty(v,'__vnode',{value:{props:{onClick(){}}},enumerable:false});
      s.$$click=()=>{};
    </script>`,
  );
  const { nodes } = await read(await attach());
  const shown = nodes.filter((node) => node.ref).map((node, _, all) => node.name || all.indexOf(node));
  expect(shown).toHaveLength(4);
  expect(nodes.some((node) => node.ref && node.name === 'Neither')).toBe(false);
});

test('listeners that come later are found by the next read', async ({ attach, load }) => {
  const page = await load('<p>Words</p><div id="t">Target</div>');
  const session = await attach();
  expect(await named(session)).toEqual([]);
  await page.evaluate("t.addEventListener('click',()=>{})");
  expect(await named(session)).toHaveLength(1);
});

test('elements that come later with listeners are found by find_in_page and by the diff of an action', async ({ attach, load }) => {
  const page = await load(`<button id="b">Add</button><script>
    const add=(text)=>{const d=document.createElement('div');d.textContent=text;d.addEventListener('click',()=>{});document.body.append(d)};
    b.onclick=()=>add('By click')</script>`);
  const session = await attach(AUTO);
  const ref = (await read(session)).nodes.find((node) => node.role === 'button')?.ref as string;
  const clicked = await session.call('click', { element: 'Add', ref });
  expect(clicked.ok && clicked.data.diff).toMatch(/By click[^\n]*\n?[^\n]*|By click/);
  expect(clicked.ok && clicked.data.refs.length).toBe(2);
  await page.evaluate("add('By script')");
  const found = await session.call('find_in_page', { query: 'By script' });
  expect(found.ok && found.data.nodes.some((node) => node.ref)).toBe(true);
});

async function hostile(page: Page, script: string): Promise<void> {
  await page.evaluate(script);
}

test('a page that bends what the look stands on neither breaks it nor takes a ref away', async ({ attach, load }) => {
  const page = await load(`<button>Real</button><p>Words</p><div id="t">Target</div><script>t.addEventListener('click',()=>{})</script>`);
  await hostile(
    page,
    `EventTarget.prototype.dispatchEvent=function(){throw new Error('no')};Document.prototype.querySelectorAll=()=>{throw new Error('no')};Reflect.ownKeys=()=>{throw 1};window.Event=class{constructor(){throw 1}};window.getEventListeners=()=>({click:[1]});performance.now=()=>0`,
  );
  expect(await named(await attach())).toEqual(['button Real']);
});

test('a page that never comes back from the look is read all the same', async ({ attach, load }) => {
  const page = await load(`<button>Real</button><p id="t">Words</p><script>t.addEventListener('click',()=>{})</script>`);
  await hostile(page, 'Document.prototype.querySelectorAll=()=>{for(;;);}');
  expect(await named(await attach())).toEqual(['button Real']);
});

test('a look leaves nothing in the page and its events are not seen there', async ({ attach, load }) => {
  const page = await load(
    `<p>Words</p><div id="t">Target</div><script>window.seen=[];window.before=0;for(const n of [window,document,t])for(const e of ['click','found'])n.addEventListener(e,(v)=>seen.push(v.type),true);window.before=Object.getOwnPropertyNames(window).length</script>`,
  );
  await read(await attach());
  expect(
    await page.evaluate(
      '[seen.length, Object.getOwnPropertyNames(window).length-before, document.querySelector("#t").getAttributeNames().join()]',
    ),
  ).toEqual([0, 0, 'id']);
});

test('one listener among thousands of elements is found, also where the document was written anew', async ({ attach, load }) => {
  const html = `${'<p onclick="1"><b>Words</b> <i>and</i> more</p>'.repeat(900)}<div id="t">Target</div>`;
  const page = await load(html);
  await page.evaluate("t.addEventListener('click',()=>{})");
  const session = await attach();
  const found = async () => {
    const result = await session.call('find_in_page', { query: 'Target' });
    return result.ok && result.data.nodes.some((node) => node.ref !== undefined && node.role === 'generic');
  };
  expect(await found()).toBe(true);
  await page.setContent(html);
  await page.evaluate("t.addEventListener('keydown',()=>{})");
  expect(await found()).toBe(true);
});
