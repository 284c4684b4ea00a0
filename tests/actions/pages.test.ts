/** Pages as people write them, each with the one thing that trips up tools. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, clickOn, kindsOf, refOf, typeInto } from './support.js';

const LOG = '<script>window.log=[]</script>';

describe.each(['trusted', 'synthetic'] as const)('%s', (input) => {
  const options = { ...AUTO, input };

  test('a drawn switch over a hidden checkbox', async ({ load, attach }) => {
    const page = await load(
      '<label style="display:inline-block;width:50px;height:24px;background:#ccc"><input id=c type=checkbox style="position:absolute;opacity:0;width:0;height:0" aria-label=Alerts></label>',
    );
    expect((await clickOn(await attach(options), 'checkbox', 'Alerts')).evidence).toMatchObject({ effect: 'verified' });
    expect(await page.evaluate('c.checked')).toBe(true);
  });

  test('a dialog that closes on a press outside does not close on its own button', async ({ load, attach }) => {
    const page = await load(
      `${LOG}<div id=d role=dialog aria-label=Box style="position:fixed;left:100px;top:100px;padding:30px;background:#eee"><button onclick="log.push('ok')">OK</button></div><script>document.addEventListener('pointerdown',e=>{if(!d.contains(e.target))log.push('closed')})</script>`,
    );
    expect(await clickOn(await attach(options), 'button', 'OK')).toSucceed();
    expect(await page.evaluate('log')).toEqual(['ok']);
  });

  test('a button that listens to pointerdown only', async ({ load, attach }) => {
    const page = await load(`${LOG}<button onpointerdown="log.push('down')" onpointerup="log.push('up')">Hold</button>`);
    expect(await clickOn(await attach(options), 'button', 'Hold')).toSucceed();
    expect(await page.evaluate('log')).toEqual(['down', 'up']);
  });

  test('a window that opens 800 ms after the click', async ({ load, attach, server }) => {
    server.set('/pop', '<h1>Late</h1>');
    await load('<button onclick="setTimeout(()=>window.open(\'/pop\'),800)">Open</button>');
    expect(kindsOf(await clickOn(await attach(options), 'button', 'Open'))).toContain('tab_created');
  });

  test('a hash route', async ({ load, attach }) => {
    const page = await load('<a href="#/two">Two</a><main id=m>One</main><script>onhashchange=()=>{m.textContent=location.hash}</script>');
    const result = await clickOn(await attach(options), 'link', 'Two');
    expect(result.evidence?.effects).toContainEqual(expect.objectContaining({ kind: 'url', sameDocument: true }));
    expect(await page.evaluate('m.textContent')).toBe('#/two');
  });

  test('an editor that keeps its own model and draws it anew', async ({ load, attach }) => {
    const page = await load(
      "<div id=t contenteditable role=textbox aria-label=Note><p><br></p></div><script>let model='';const draw=()=>{t.innerHTML='';const p=document.createElement('p');p.textContent=model;t.append(p);const r=document.createRange();r.selectNodeContents(p);r.collapse(false);getSelection().removeAllRanges();getSelection().addRange(r)};t.addEventListener('beforeinput',e=>{e.preventDefault();if(e.inputType.startsWith('delete'))model='';else if(e.data)model+=e.data;draw()})</script>",
    );
    expect(await typeInto(await attach(options), 'textbox', 'Note', 'first words')).toSucceed();
    expect(await page.evaluate('[model, t.innerText.trim()]')).toEqual(['first words', 'first words']);
  });

  test('boxes for a code, one character each', async ({ load, attach }) => {
    const page = await load(
      '<form aria-label=Code><input maxlength=1 aria-label=A><input maxlength=1 aria-label=B><input maxlength=1 aria-label=C></form><script>const all=[...document.querySelectorAll("input")];all.forEach((b,i)=>{b.oninput=()=>{if(b.value)all[i+1]?.focus()}})</script>',
    );
    expect((await typeInto(await attach({ ...options, input: 'trusted' }), 'textbox', 'A', '123')).evidence).toMatchObject({
      effect: 'verified',
    });
    expect(await page.evaluate('all.map((b) => b.value)')).toEqual(['1', '2', '3']);
  });
});

describe('by the mouse and keys', () => {
  test('a menu that opens by hovering stays for its item', async ({ load, attach }) => {
    const page = await load(
      `${LOG}<style>nav ul{display:none;margin:0}nav:hover ul{display:block}</style><nav style="width:200px"><button>Shop</button><ul><li><button onclick="log.push('shoes')">Shoes</button></li></ul></nav>`,
    );
    const session = await attach(AUTO);
    await session.call('hover', { element: 'Shop', ref: await refOf(session, 'button', 'Shop') });
    expect(await clickOn(session, 'button', 'Shoes')).toSucceed();
    expect(await page.evaluate('log')).toEqual(['shoes']);
  });

  test('a tooltip on a disabled button can be read', async ({ load, attach }) => {
    await load(
      '<style>.tip{visibility:hidden}button:hover+.tip{visibility:visible}</style><button disabled>Pay</button><span class=tip role=tooltip>Fill in the form first</span>',
    );
    const session = await attach(AUTO);
    const result = await session.call('hover', { element: 'Pay', ref: await refOf(session, 'button', 'Pay') });
    expect(result).toSucceed();
    expect(result.ok && result.data.diff).toContain('Fill in the form first');
  });

  test('a shortcut of the page', async ({ load, attach }) => {
    const page = await load(
      `${LOG}<script>addEventListener('keydown',e=>{if(e.ctrlKey&&e.key==='k'){e.preventDefault();log.push('palette')}})</script>`,
    );
    expect(await (await attach(AUTO)).call('press_key', { key: 'ctrl+K' })).toSucceed();
    expect(await page.evaluate('log')).toEqual(['palette']);
  });

  test('leaving a page that asks first', async ({ load, attach, server }) => {
    server.set('/next', '<h1>Next</h1>');
    const page = await load(
      '<button id=b>Edit</button><a href=/next>Leave</a><script>b.onclick=()=>{onbeforeunload=e=>{e.preventDefault();e.returnValue="x"}}</script>',
    );
    const session = await attach(AUTO);
    await clickOn(session, 'button', 'Edit');
    expect(kindsOf(await clickOn(session, 'link', 'Leave'))).toContain('dialog');
    expect(page.url()).toBe(server.url('/'));
    expect(await clickOn(session, 'link', 'Leave', { dialog: 'accept' })).toSucceed({ url: server.url('/next') });
  });

  test('a secret is typed by its name and told nowhere', async ({ load, attach, server }) => {
    const page = await load('<input id=t aria-label=Token>');
    const said: unknown[] = [];
    const session = await attach({ ...AUTO, secrets: { token: { value: 'tok-93-zebra', origins: [server.origin] } } });
    session.events.on('*', (event) => said.push(event));
    const ref = await refOf(session, 'textbox', 'Token');
    const results = [
      await session.call('type', { element: 'Token', ref, secret: 'token' }),
      await session.call('type', { element: 'Token', ref, secret: 'nothing' }),
      await session.call('read_page', {}),
      await session.call('find_in_page', { query: 'zebra' }),
    ];
    expect(await page.evaluate('t.value')).toBe('tok-93-zebra');
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true, true]);
    expect(JSON.stringify([results, said, session.journal()])).not.toContain('tok-93-zebra');
  });

  test('a secret goes to no other origin', async ({ load, attach }) => {
    const page = await load('<input id=t aria-label=Token value=kept>');
    const session = await attach({ ...AUTO, secrets: { token: { value: 'tok-93-zebra', origins: ['https://bank.test'] } } });
    const ref = await refOf(session, 'textbox', 'Token');
    expect(await session.call('type', { element: 'Token', ref, secret: 'token' })).toFailWith('denied');
    expect(await page.evaluate('t.value')).toBe('kept');
  });
});
