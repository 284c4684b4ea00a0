/** Clicks: where they land, what they report, what they refuse. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, clickOn, kindsOf, refOf } from './support.js';

describe('what a click does', () => {
  test('buttons, double click and modifiers reach the page as a person sends them', async ({ load, attach }) => {
    const page = await load(
      "<button id=b>Go</button><script>window.log=[];for(const e of ['click','auxclick','dblclick'])b.addEventListener(e,x=>log.push(e+x.button+(x.ctrlKey?'c':'')+(x.shiftKey?'s':'')+x.isTrusted))</script>",
    );
    const session = await attach(AUTO);
    await clickOn(session, 'button', 'Go', { modifiers: ['Control', 'Shift'] });
    await clickOn(session, 'button', 'Go', { button: 'right' });
    await clickOn(session, 'button', 'Go', { button: 'middle' });
    await clickOn(session, 'button', 'Go', { doubleClick: true });
    expect(await page.evaluate('log')).toEqual([
      'click0cstrue',
      'auxclick2true',
      'auxclick1true',
      'click0true',
      'click0true',
      'dblclick0true',
    ]);
  });

  test('a checkbox that turns is verified, a button without effect is not', async ({ load, attach }) => {
    await load('<label><input type=checkbox> News</label><button>Nothing</button>');
    const session = await attach(AUTO);
    const on = await clickOn(session, 'checkbox', 'News');
    expect(on.evidence).toMatchObject({ dispatch: 'confirmed', effect: 'verified' });
    expect(on.evidence?.effects).toContainEqual({ kind: 'target_state', state: 'checked', was: false, now: true });
    await clickOn(session, 'button', 'Nothing');
    expect((await clickOn(session, 'button', 'Nothing')).evidence).toMatchObject({ effect: 'none', effects: [] });
  });

  test('a link is verified by the address it leads to', async ({ load, attach, server }) => {
    server.set('/next', '<h1>Next</h1>');
    await load('<a href=/next>On</a>');
    const result = await clickOn(await attach(AUTO), 'link', 'On');
    expect(result).toSucceed({ url: server.url('/next') });
    expect(result.evidence).toMatchObject({ effect: 'verified' });
    expect(result.ok && result.data.diff).toContain('heading "Next"');
  });

  test('a closed tab is an outcome', async ({ load, attach, server, context }) => {
    server.set('/pop', '<title>Pick</title><button onclick=\'opener.o.textContent="ada";window.close()\'>Ada</button>');
    const page = await load('<button onclick="window.open(\'/pop\')">Sign in</button><p id=o></p>');
    const session = await attach(AUTO);
    const opened = await clickOn(session, 'button', 'Sign in');
    expect(kindsOf(opened)).toContain('tab_created');
    const pop = context.pages()[1]!;
    const tabId = session.tabIdOf(pop)!;
    const read = await session.call('read_page', { tabId });
    const ref = read.ok ? read.data.nodes.find((node) => node.name === 'Ada' && node.ref)?.ref : undefined;
    const closed = await session.call('click', { element: 'Ada', ref: ref!, tabId });
    expect(closed).toSucceed();
    expect(kindsOf(closed)).toContain('tab_closed');
    expect(await page.evaluate('o.textContent')).toBe('ada');
  });

  test('downloads, file choosers and dialogs are effects', async ({ load, attach, server }) => {
    server.set('/file', 'x', {
      headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename=a.bin' },
    });
    const page = await load(
      '<a href=/file>Get</a><label>Photo <input type=file></label><button onclick="o.textContent=confirm(\'Sure?\')">Ask</button><p id=o></p>',
    );
    const session = await attach(AUTO);
    expect((await clickOn(session, 'link', 'Get')).evidence?.effects).toContainEqual(
      expect.objectContaining({ kind: 'download', suggestedFilename: 'a.bin' }),
    );
    expect((await clickOn(session, 'button', 'Ask')).evidence?.effects).toContainEqual({
      kind: 'dialog',
      dialogType: 'confirm',
      message: 'Sure?',
      answer: 'dismissed',
    });
    expect(await page.evaluate('o.textContent')).toBe('false');
    await clickOn(session, 'button', 'Ask', { dialog: 'accept' });
    expect(await page.evaluate('o.textContent')).toBe('true');
  });
});

test('a file chooser is an effect, also of the first click of a session', async ({ load, attach, page, context }) => {
  await load('<label>Photo <input type=file></label>');
  for (let round = 0; round < 6; round++) {
    const fresh = await context.newPage();
    await fresh.goto(page.url());
    const session = await attach(AUTO, fresh);
    const { ref } = (await session.describe(fresh.locator('input')))!;
    expect(kindsOf(await session.call('click', { element: 'Photo', ref }))).toContain('file_chooser');
  }
});

describe('what a click refuses', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['disabled', '<button disabled>Go</button>', 'disabled'],
    [
      'covered',
      '<button>Go</button><div role=dialog aria-label="Cookies" style="position:fixed;inset:0;background:#fff">Cookies</div>',
      'occluded',
    ],
    [
      'moving',
      '<style>@keyframes m{to{left:1000px}}button{position:absolute;left:0;width:80px;animation:m 1s linear infinite alternate}</style><button>Go</button>',
      'not_stable',
    ],
  ];
  for (const [title, html, code] of cases) {
    test(`${title}: ${code}, and nothing was sent`, async ({ load, attach }) => {
      const page = await load(
        `${html}<script>window.log=[];document.querySelector('button').addEventListener('pointerdown',e=>log.push(e.type))</script>`,
      );
      const session = await attach({ ...AUTO, timeouts: { precheck: 600 } });
      const result = await clickOn(session, 'button', 'Go');
      expect(result).toFailWith(code);
      expect(result.evidence).toMatchObject({ dispatch: 'not_started', effect: 'none' });
      expect(await page.evaluate('log')).toEqual([]);
    });
  }

  test('the blocker has a ref that can be used', async ({ load, attach }) => {
    await load(
      '<button id=b>Go</button><div id=v role=dialog aria-label=Cookies style="position:fixed;inset:0;background:#fff"><button onclick=v.remove()>OK</button></div>',
    );
    const session = await attach({ ...AUTO, timeouts: { precheck: 300 } });
    const result = await clickOn(session, 'button', 'Go');
    expect(result).toFailWith('occluded', /Cookies/);
    const blocker = result.ok ? undefined : (result.error.details?.['blocker'] as { ref: string; role: string; name: string });
    expect(blocker).toMatchObject({ role: 'dialog', name: 'Cookies', ref: expect.stringMatching(/^s/) });
    await clickOn(session, 'button', 'OK');
    expect(await clickOn(session, 'button', 'Go')).toSucceed();
  });

  test('what passes in time is waited for', async ({ load, attach }) => {
    const page = await load(
      '<button id=b disabled onclick="o.textContent=\'pressed\'">Go</button><p id=o></p><script>setTimeout(()=>{b.disabled=false},400)</script>',
    );
    expect(await clickOn(await attach(AUTO), 'button', 'Go')).toSucceed();
    expect(await page.evaluate('o.textContent')).toBe('pressed');
  });
});

describe('a target that slips away under the pointer', () => {
  test('is not missed: the press is swallowed and made again where it is', async ({ load, attach }) => {
    // The move of the pointer itself shifts the row; the wrong button comes to lie under it.
    const page = await load(
      '<style>button{display:block;width:200px;height:40px}</style><button id=w onclick="log.push(\'wrong\')">Delete</button><button id=t onclick="log.push(\'right\')">Keep</button>' +
        "<script>window.log=[];let once=false;addEventListener('mousemove',()=>{if(once)return;once=true;const d=document.createElement('div');d.style.height='40px';document.body.prepend(d)},true)</script>",
    );
    const result = await clickOn(await attach(AUTO), 'button', 'Keep');
    expect(result).toSucceed();
    expect(await page.evaluate('log')).toEqual(['right']);
  });

  test('is given up when it does so each time, with nothing pressed', async ({ load, attach }) => {
    const page = await load(
      '<style>button{display:block;width:200px;height:40px}</style><button id=w onclick="log.push(\'wrong\')">Delete</button><button id=t onclick="log.push(\'right\')">Keep</button>' +
        "<script>window.log=[];addEventListener('mousemove',()=>{const d=document.createElement('div');d.style.height='40px';document.body.prepend(d)},true)</script>",
    );
    const result = await clickOn(await attach(AUTO), 'button', 'Keep');
    expect(result).toFailWith('occluded', /No element was pressed/);
    // The pointer has moved there, which the page has seen.
    expect(result.evidence).toMatchObject({ dispatch: 'dispatched' });
    expect(await page.evaluate('log')).toEqual([]);
  });

  test('between the last look and the press: no element gets it, and what the window may have seen counts as sent', async ({
    load,
    attach,
  }) => {
    const page = await load(
      '<style>button{display:block;width:200px;height:40px}</style><button onclick="log.push(\'wrong\')">Delete</button><button onclick="log.push(\'right\')">Keep</button>' +
        "<script>window.log=[];window.downs=0;let moves=0;addEventListener('pointerdown',()=>downs++,true);addEventListener('mousemove',()=>{if(++moves%2)return;const d=document.createElement('div');d.style.height='40px';document.body.prepend(d)},true)</script>",
    );
    const result = await clickOn(await attach(AUTO), 'button', 'Keep');
    expect(result).toFailWith('occluded', /No element was pressed/);
    expect(result.evidence).toMatchObject({ dispatch: 'dispatched' });
    expect(await page.evaluate('[log, downs]')).toEqual([[], 3]);
  });
});

describe('in frames', () => {
  for (const [title, style] of [
    ['plain', ''],
    ['with border and padding', 'border:7px solid;padding:11px'],
    ['zoomed', 'zoom:1.25'],
    ['scaled', 'transform:scale(1.5);transform-origin:0 0'],
  ] as const) {
    test(`of another origin, ${title}: the point is hit`, async ({ load, attach, server }) => {
      server.set('/inner', "<button style='margin:20px' onclick=\"this.textContent='pressed'\">In</button>", { origin: 'B' });
      const page = await load(`<iframe src="{{B}}/inner" style="margin:30px;width:300px;height:150px;${style}"></iframe>`);
      expect(await clickOn(await attach(AUTO), 'button', 'In')).toSucceed();
      expect(await page.frames()[1]!.evaluate('document.querySelector("button").textContent')).toBe('pressed');
    });
  }

  test('that is rotated: refused, nothing sent', async ({ load, attach, server }) => {
    server.set('/inner', '<button>In</button>', { origin: 'B' });
    await load('<iframe src="{{B}}/inner" style="margin:100px;rotate:10deg"></iframe>');
    const result = await clickOn(await attach(AUTO), 'button', 'In');
    expect(result).toFailWith('unsupported_frame');
    expect(result.evidence).toMatchObject({ dispatch: 'not_started' });
  });

  test('below the fold of the page around: scrolled to', async ({ load, attach, server }) => {
    server.set('/inner', '<button onclick="this.textContent=\'pressed\'">In</button>', { origin: 'B' });
    const page = await load('<div style="height:2000px">tall</div><iframe src="{{B}}/inner"></iframe>');
    expect(await clickOn(await attach(AUTO), 'button', 'In')).toSucceed();
    expect(await page.frames()[1]!.evaluate('document.querySelector("button").textContent')).toBe('pressed');
  });
});

describe('synthetic mode', () => {
  test('presses by events, and a checkbox turns', async ({ load, attach }) => {
    const page = await load(
      '<label><input type=checkbox id=c> News</label><script>window.trusted=[];c.onclick=e=>trusted.push(e.isTrusted)</script>',
    );
    const result = await clickOn(await attach({ ...AUTO, input: 'synthetic' }), 'checkbox', 'News');
    expect(result.evidence).toMatchObject({ effect: 'verified' });
    expect(await page.evaluate('[c.checked, trusted]')).toEqual([true, [false]]);
  });
});

test('a stale ref sends nothing', async ({ load, attach }) => {
  const page = await load('<button id=b>Go</button>');
  const session = await attach(AUTO);
  const ref = await refOf(session, 'button', 'Go');
  await page.evaluate("b.textContent='Delete all'");
  const result = await session.call('click', { element: 'Go', ref });
  expect(result).toFailWith('stale_ref');
  expect(result.evidence?.dispatch ?? 'not_started').toBe('not_started');
});
