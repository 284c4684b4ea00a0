/** read_page_deep and deep refs: what is shown, what they are bound to, and that nothing is sent when anything of it changed. */
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO } from '../tools/support.js';

const LOG =
  '<script>window.log=[];for(const t of ["mousedown","click","keydown","input"])addEventListener(t,(e)=>log.push(t+" "+(e.composedPath()[0].id||e.target.id)),true)</script>';

async function deep(session: Session, input: { maxTokens?: number } = {}) {
  const result = await session.call('read_page_deep', input);
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`);
  return result.data;
}
async function refOf(session: Session, role: string, name: string): Promise<string> {
  const { nodes, text } = await deep(session, { maxTokens: 6000 });
  const ref = nodes.find((node) => node.role === role && node.name === name)?.ref;
  if (!ref) throw new Error(`No ${role} "${name}" in\n${text}`);
  return ref;
}
async function staleAfter(session: Session, ref: string, change: () => Promise<unknown>) {
  await change();
  const result = await session.call('click', { element: 'target', ref });
  expect(result).toFailWith('stale_ref');
  return !result.ok ? (result.error.details as { reason: string }).reason : '';
}

test('a tree of roles, names and states, indented, with frames in place', async ({ attach, load, server }) => {
  server.set('/inner', '<button id="far">Far</button>');
  await load(
    `<title>Deep</title><h2>Things</h2><nav aria-label="Main"><a href="/x">Home</a></nav><input type="checkbox" checked aria-label="Agree"><input value="v" aria-label="Field" disabled><input type="password" value="hunter2" aria-label="Secret"><p>Some <b>bold</b> text</p>
    <iframe title="Near frame" srcdoc="<button>Near</button>"></iframe><iframe title="Far frame" src="${server.urlB('/inner')}"></iframe>
    <div id="h"></div><script>h.attachShadow({mode:'closed'}).innerHTML='<button>Closed</button>'</script>`,
  );
  const data = await deep(await attach());
  expect(data.text).toMatch(/^# Deep Accessibility Snapshot \(c[a-z0-9]{8}_\d+_1\)\nURL: http:.*\nTitle: Deep\n/);
  const lines = data.text
    .split('\n')
    .slice(4)
    .map((line) => line.replace(/ \[ref=c[a-z0-9]+_\d+_1_\d+\]/, ' [ref]'));
  expect(lines.filter((line) => line.startsWith('-') || line.startsWith(' '))).toEqual([
    '- heading "Things" [level=2]',
    '- navigation "Main"',
    '  - link "Home" [ref]',
    '- checkbox "Agree" [checked] [ref]',
    '- textbox "Field" [value="v"] [disabled] [ref]',
    '- textbox "Secret" [value="••••"] [ref]',
    '- text: "Some bold text"',
    '- iframe "Near frame"',
    '  - button "Near" [ref]',
    '- iframe "Far frame"',
    '  - button "Far" [ref]',
    '- button "Closed" [ref]',
  ]);
  expect(data.nodes.find((node) => node.name === 'Far')?.frame).toMatchObject({ name: 'Far frame', crossOrigin: true });
  expect(data.coverage.source).toBe('accessibility-tree');
});

test('other elements with listeners are sampled', async ({ attach, load }) => {
  const page = await load(
    `${LOG}<button id="b">Known</button><div id="card">A card</div><script>b.addEventListener('click',()=>{});card.addEventListener('keydown',()=>{});card.addEventListener('click',()=>{document.title='hit'});document.body.addEventListener('click',()=>{})</script>`,
  );
  const session = await attach(AUTO);
  const data = await deep(session);
  const targets = data.nodes.filter((node) => node.role === 'event-target');
  expect(targets.map(({ name, states }) => [name, states['events']])).toEqual([['card', 'click,keydown']]);
  expect(data.text).toMatch(/- event-target "card" \[events="click,keydown"\] \[ref=c/);
  expect(await session.call('click', { element: 'card', ref: targets[0]?.ref as string })).toSucceed();
  expect(await page.title()).toBe('hit');
});

test('the sample and the lines are bounded', async ({ attach, load }) => {
  await load(
    `<div id="all"></div><script>for(let i=0;i<400;i++){const d=document.createElement('div');d.id='d'+i;d.addEventListener('click',()=>{});all.append(d);all.insertAdjacentHTML('beforeend','<button>B'+i+'</button>')}for(let i=0;i<300;i++)all.insertAdjacentHTML('beforeend','<a href="#x">L'+i+'</a>')</script>`,
  );
  const session = await attach();
  const data = await deep(session, { maxTokens: 6000 });
  expect(data.eventTargets).toBe(120);
  expect(data.nodes.length).toBeLessThanOrEqual(500);
  expect(data.tokens).toBeLessThanOrEqual(6000);
  expect(data.nodes.length + data.omitted.nodes).toBe(700 + 120);
  for (const maxTokens of [200, 700, 3000]) expect((await deep(session, { maxTokens })).tokens).toBeLessThanOrEqual(maxTokens);
});

test('tools take deep refs: click, type, hover, select_option, press_key, scroll, describe, read_page scope, screenshot', async ({
  attach,
  load,
}) => {
  const page = await load(
    `${LOG}<button id="go">Go</button><input id="name" aria-label="Name"><select id="pick" aria-label="Pick"><option>One</option><option>Two</option></select><div tabindex="0" id="box" role="listbox" aria-label="Box" style="height:40px;overflow:auto"><div style="height:400px">Tall</div></div>`,
  );
  const session = await attach(AUTO);
  const [go, name, pick, box] = [
    await refOf(session, 'button', 'Go'),
    await refOf(session, 'textbox', 'Name'),
    await refOf(session, 'combobox', 'Pick'),
    await refOf(session, 'listbox', 'Box'),
  ];
  expect(await session.call('click', { element: 'Go', ref: go })).toSucceed();
  expect(await session.call('type', { element: 'Name', ref: name, text: 'Ada' })).toSucceed();
  expect(await session.call('hover', { element: 'Go', ref: go })).toSucceed();
  expect(await session.call('select_option', { element: 'Pick', ref: pick, values: ['Two'] })).toSucceed();
  expect(await session.call('press_key', { ref: name, key: 'End' })).toSucceed();
  expect(await session.call('scroll', { target: box, direction: 'down', amount: 'page' })).toSucceed();
  expect(await session.call('read_page', { scope: box })).toSucceed();
  expect(await session.call('screenshot', { target: go })).toSucceed();
  expect(await session.describe(go)).toMatchObject({ ref: go, role: 'button', name: 'Go' });
  expect(await page.evaluate('[document.querySelector("#name").value, pick.value, box.scrollTop > 0, log.includes("click go")]')).toEqual([
    'Ada',
    'Two',
    true,
    true,
  ]);
});

test('in closed roots and frames of all kinds', async ({ attach, load, server }) => {
  server.set('/inner', `${LOG}<button id="far" onclick="document.title='far'">Far</button>`);
  const page = await load(
    `${LOG}<iframe title="near" srcdoc="<button onclick='parent.document.title=&quot;near&quot;'>Near</button>"></iframe><iframe title="far" src="${server.urlB('/inner')}"></iframe>
    <div id="h"></div><script>const r=h.attachShadow({mode:'closed'});r.innerHTML='<div id=i></div>';const s=r.querySelector('#i').attachShadow({mode:'closed'});s.innerHTML='<button>Closed</button>';s.querySelector('button').onclick=()=>{document.title='closed'}</script>`,
  );
  const session = await attach(AUTO);
  for (const name of ['Near', 'Closed']) {
    expect(await session.call('click', { element: name, ref: await refOf(session, 'button', name) })).toSucceed();
    expect(await page.title()).toBe(name.toLowerCase());
  }
  expect(await session.call('click', { element: 'Far', ref: await refOf(session, 'button', 'Far') })).toSucceed();
  expect(
    await page
      .frames()
      .find((frame) => frame.url().endsWith('/inner'))
      ?.title(),
  ).toBe('far');
});

test('anything that is not the same any more is stale, and nothing is sent', async ({ attach, load, server }) => {
  const html = `${LOG}<button id="b">Pay</button><iframe title="f" src="/inner"></iframe><iframe title="g" src="${server.urlB('/inner')}"></iframe>`;
  server.set('/inner', `${LOG}<button id="in">Inner</button>`);
  const page = await load(html);
  const session = await attach(AUTO);
  const frame = (title: string) =>
    page.frames().find((one) => one.url() === (title === 'f' ? server.url('/inner') : server.urlB('/inner')));

  expect(await staleAfter(session, await refOf(session, 'button', 'Pay'), () => page.evaluate("b.textContent='Delete'"))).toBe('changed');
  expect(await page.evaluate('log')).toEqual([]);
  expect(await staleAfter(session, await refOf(session, 'button', 'Delete'), () => page.evaluate("b.setAttribute('role','link')"))).toBe(
    'changed',
  );
  expect(await staleAfter(session, await refOf(session, 'link', 'Delete'), () => page.evaluate('b.outerHTML=b.outerHTML'))).toBe('removed');
  expect(await page.evaluate('log')).toEqual([]);

  const inner = await refOf(session, 'button', 'Inner');
  expect(
    await staleAfter(
      session,
      inner,
      () =>
        frame('f')
          ?.evaluate('new Promise((done)=>{parent.document.querySelector("iframe").addEventListener("load",done);location.reload()})')
          .catch(() => undefined) as Promise<unknown>,
    ),
  ).toBe('document_identity_changed');
  const again = await refOf(session, 'button', 'Inner');
  expect(await staleAfter(session, again, () => page.evaluate('document.querySelector("iframe").remove()'))).toBe('frame_detached');
  const far = await refOf(session, 'button', 'Inner');
  expect(await staleAfter(session, far, () => page.evaluate('document.querySelector("iframe").remove()'))).toBe('frame_detached');

  const last = await refOf(session, 'link', 'Delete');
  expect(await staleAfter(session, last, () => page.reload())).toBe('ref_epoch_mismatch');
  expect(await page.evaluate('log')).toEqual([]);
});

test('a document written anew is another document', async ({ attach, load }) => {
  const page = await load('<button id="b">Pay</button>');
  const session = await attach(AUTO);
  const ref = await refOf(session, 'button', 'Pay');
  expect(await staleAfter(session, ref, () => page.setContent(`${LOG}<button id="b">Pay</button>`))).toBe('removed');
  expect(await page.evaluate('log')).toEqual([]);
});

test('the row a deep ref was first used in has to stay', async ({ attach, load }) => {
  const page = await load(`${LOG}<table><tr><td>Ada</td><td><button id="b">Delete</button></td></tr><tr><td>Ben</td></tr></table>`);
  const session = await attach(AUTO);
  const ref = await refOf(session, 'button', 'Delete');
  await session.describe(ref);
  await page.evaluate('document.querySelector("td").textContent="Cleo"');
  const result = await session.call('click', { element: 'Delete', ref });
  expect(result).toFailWith('stale_ref');
  expect(!result.ok && result.error.details).toMatchObject({ reason: 'context_changed' });
  expect(await page.evaluate('log')).toEqual([]);
});

test('refs of another session, of no read, and of an old one', async ({ attach, load }) => {
  await load('<button>Go</button>');
  const session = await attach(AUTO);
  const other = await attach(AUTO);
  const ref = await refOf(session, 'button', 'Go');
  const foreign = await other.call('click', { element: 'Go', ref });
  expect(foreign).toFailWith('stale_ref');
  expect(!foreign.ok && foreign.error.details).toMatchObject({ reason: 'ref_epoch_mismatch' });
  expect(await session.call('click', { element: 'Go', ref: ref.replace(/_\d+$/, '_99') })).toFailWith('unknown_ref');
  for (let i = 0; i < 8; i++) await deep(session);
  const old = await session.call('click', { element: 'Go', ref });
  expect(old).toFailWith('stale_ref');
  expect(!old.ok && old.error.details).toMatchObject({ reason: 'expired' });
});

test('a closed tab is told', async ({ attach, load, context }) => {
  const page = await load('<button>Go</button>');
  await context.newPage();
  const session = await attach(AUTO, page);
  const ref = await refOf(session, 'button', 'Go');
  await page.close();
  expect(await session.call('click', { element: 'Go', ref })).toFailWith('tab_closed');
});
