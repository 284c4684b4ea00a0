/** The precheck on real pages: what passes, what is refused and why, and at which point an event reaches the target. */
import { describe } from 'vitest';
import { expect, test } from '../../support/test.js';
import { ActingWorld, CLICK, codeOf } from './acting-world.js';

const LOG =
  '<script>window.log=[];addEventListener("click",e=>log.push(e.composedPath().map((n) => n.id).filter(Boolean).join()),true)</script>';

describe('state', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a button', '<button id=t>Go</button>', 'ok'],
    ['a link', '<a id=t href=#x>Go</a>', 'ok'],
    ['an element with display: contents', '<div id=t style="display:contents" role=button><span>Go</span></div>', 'ok'],
    ['display: none', '<button id=t style="display:none">Go</button>', 'not_visible'],
    ['visibility: hidden', '<button id=t style="visibility:hidden">Go</button>', 'not_visible'],
    ['transparent', '<button id=t style="opacity:0">Go</button>', 'not_visible'],
    ['disabled', '<button id=t disabled>Go</button>', 'disabled'],
    ['in a disabled fieldset', '<fieldset disabled><button id=t>Go</button></fieldset>', 'disabled'],
    ['in the legend of a disabled fieldset', '<fieldset disabled><legend><button id=t>Go</button></legend></fieldset>', 'ok'],
    ['aria-disabled', '<div id=t role=button aria-disabled=true>Go</div>', 'disabled'],
    ['in an aria-disabled group', '<div role=group aria-disabled=true><button id=t>Go</button></div>', 'disabled'],
    [
      'marked as enabled in an aria-disabled group',
      '<div role=group aria-disabled=true><button id=t aria-disabled=false>Go</button></div>',
      'ok',
    ],
    ['inert', '<div inert><button id=t>Go</button></div>', 'disabled'],
    ['pointer-events: none', '<button id=t style="pointer-events:none">Go</button>', 'occluded'],
    ['fixed outside of the viewport', '<button id=t style="position:fixed;left:-300px;top:10px;width:100px">Go</button>', 'not_visible'],
    ['covered by its sibling', '<button id=t>Go</button><div id=veil style="position:fixed;inset:0;background:#fff8">x</div>', 'occluded'],
    [
      'covered by its ancestor',
      '<div style="position:relative;z-index:0;width:200px"><div style="position:relative;z-index:-1"><button id=t>Go</button></div></div>',
      'ok',
    ],
    [
      'an icon in a button',
      '<button><svg id=t width=20 height=20 style="pointer-events:none"><rect width=20 height=20 /></svg></button>',
      'ok',
    ],
    ['outside an open modal dialog', '<button id=t>Go</button><dialog id=d>Question</dialog><script>d.showModal()</script>', 'occluded'],
  ];
  for (const [title, html, code] of cases) {
    test(`${title}: ${code}`, async ({ load }) => {
      const world = await ActingWorld.open(await load(html));
      expect(codeOf(await world.check('#t'))).toBe(code);
    });
  }

  test('outside an open modal dialog, for the keyboard: disabled', async ({ load }) => {
    const world = await ActingWorld.open(
      await load('<button id=t>Go</button><dialog id=d>Question</dialog><script>d.showModal()</script>'),
    );
    expect(codeOf(await world.check('#t', ['attached', 'visible', 'enabled']))).toBe('disabled');
  });

  test('a removed element is detached', async ({ load }) => {
    const page = await load('<button id=t>Go</button>');
    const world = await ActingWorld.open(page);
    const el = await world.find('#t');
    await page.evaluate('t.remove()');
    expect(codeOf(await world.call('check', { el, checks: CLICK, attempt: 0 }))).toBe('detached');
  });

  const fields: readonly (readonly [string, string, string])[] = [
    ['a text input', '<input id=t>', 'ok'],
    ['a textarea', '<textarea id=t></textarea>', 'ok'],
    ['a contenteditable', '<div id=t contenteditable>x</div>', 'ok'],
    ['inside a contenteditable', '<div contenteditable><p id=t>x</p></div>', 'ok'],
    ['a combobox around an input', '<div id=t role=combobox><input></div>', 'ok'],
    ['a label of an input', '<label id=t>Name <input></label>', 'ok'],
    ['a read-only input', '<input id=t readonly value=x>', 'not_editable'],
    ['aria-readonly', '<div id=t role=textbox contenteditable aria-readonly=true>x</div>', 'not_editable'],
    ['contenteditable=false', '<div id=t role=textbox contenteditable=false>x</div>', 'not_editable'],
    ['a button', '<button id=t>Go</button>', 'not_editable'],
    ['a checkbox', '<input id=t type=checkbox>', 'not_editable'],
    ['a disabled input', '<input id=t disabled>', 'disabled'],
    ['an input of a disabled fieldset', '<fieldset disabled><input id=t></fieldset>', 'disabled'],
  ];
  for (const [title, html, code] of fields) {
    test(`text into ${title}: ${code}`, async ({ load }) => {
      const world = await ActingWorld.open(await load(html));
      expect(codeOf(await world.check('#t', ['attached', 'visible', 'enabled', 'editable', 'in_view', 'receives_events']))).toBe(code);
    });
  }
});

describe('the point', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'a wrapped inline link',
      '<p style="width:160px;font:16px monospace">some words in front <a id=t href=#a>of a long link text</a> and behind</p>',
      't',
    ],
    ['a link around a float', '<a id=t href=#f><span style="float:right;width:120px;height:40px">Offer</span></a>', 't'],
    ['a link around a block', '<a id=t href=#c><div style="height:60px"><h3>Card</h3></div></a>', 't'],
    [
      'a partly covered button',
      '<div style="position:relative"><button id=t style="width:200px;height:60px">Go</button><div id=v style="position:absolute;left:0;top:0;width:180px;height:50px;background:red"></div></div>',
      't',
    ],
    [
      'a card with a link in its middle',
      '<div id=t onclick="" style="width:300px;padding:20px;text-align:center">Card <a id=inner href=#in style="padding:0 60px">more</a></div>',
      't',
    ],
    [
      'a ring',
      '<svg width=100 height=100><circle id=t cx=50 cy=50 r=40 fill=none stroke=red stroke-width=6 pointer-events=stroke /></svg>',
      't',
    ],
    ['a thin diagonal line', '<svg width=200 height=200><path id=t d="M5 5 L195 190" stroke=red stroke-width=4 fill=none /></svg>', 't'],
    [
      'an area of a map',
      '<img usemap=#m width=200 height=100 src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name=m><area id=t shape=rect coords="120,20,180,80" href=#area></map>',
      't',
    ],
  ];
  for (const [title, html, ids] of cases) {
    test(`of ${title}`, async ({ load }) => {
      const page = await load(html + LOG);
      const world = await ActingWorld.open(page);
      const reply = await world.check('#t');
      if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
      await page.mouse.click(reply.value.point.x, reply.value.point.y);
      expect(await page.evaluate('log.at(-1)')).toBe(ids);
    });
  }

  test('of a hidden checkbox is on its label, clear of a link in it', async ({ load }) => {
    const page = await load(
      '<input type=checkbox id=t style="position:absolute;opacity:0;width:0;height:0"><label id=l for=t style="display:block;width:400px;padding-left:28px">I take the <a href=#r style="display:inline-block;padding:0 60px">rules</a> as read</label>',
    );
    const world = await ActingWorld.open(page);
    const reply = await world.check('#t');
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
    await page.mouse.click(reply.value.point.x, reply.value.point.y);
    expect(await page.evaluate('t.checked + location.hash')).toBe('true');
  });

  test('of a transparent checkbox over its drawing is on itself', async ({ load }) => {
    const page = await load(
      '<span style="position:relative;display:inline-block;width:40px;height:20px;background:#ccc"><input type=checkbox id=t style="position:absolute;inset:0;width:40px;height:20px;opacity:0"></span>',
    );
    const world = await ActingWorld.open(page);
    const reply = await world.check('#t');
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
    await page.mouse.click(reply.value.point.x, reply.value.point.y);
    expect(await page.evaluate('t.checked')).toBe(true);
  });

  test('in an open and in a closed shadow root', async ({ load }) => {
    const page = await load('<div id=h><template shadowrootmode=open><button>Open</button></template></div>');
    const world = await ActingWorld.open(page);
    expect(codeOf(await world.check('#h >> button'))).toBe('ok');
  });

  test('in a same-origin frame has its owners', async ({ load }) => {
    const page = await load('<iframe id=f srcdoc="<button>In</button>" style="margin:50px;border:5px solid"></iframe>');
    await page.frameLocator('#f').locator('button').waitFor();
    const world = await ActingWorld.open(page);
    const reply = await world.check('#f >> button');
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
    expect(reply.value.owners).toEqual([await world.find('#f')]);
    expect(reply.value.point.y).toBeLessThan(50);
  });
});

describe('the view', () => {
  test('an element in view does not scroll', async ({ load }) => {
    const page = await load('<button id=t style="margin-top:600px">Go</button><div style="height:3000px">');
    const world = await ActingWorld.open(page);
    const reply = await world.check('#t');
    expect(reply).toMatchObject({ ok: true, value: { scrolled: false } });
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  test('below the fold, in two scrollers, leaves the other pane alone', async ({ load }) => {
    const page = await load(
      '<style>body{margin:0;height:100vh;overflow:hidden;display:flex}.p{flex:1;overflow:auto}#in{height:160px;overflow:auto}</style><div class=p id=left><div style="height:900px">left</div></div><div class=p><div style="height:900px">head</div><div id=in><div style="height:520px">filler</div><button id=t>Go</button><div style="position:sticky;bottom:0;height:50px;background:pink">sum</div></div></div>',
    );
    const world = await ActingWorld.open(page);
    const first = await world.check('#t');
    const codes = [codeOf(first)];
    for (let attempt = 1; attempt <= 3 && codes.at(-1) !== 'ok'; attempt++) codes.push(codeOf(await world.check('#t', CLICK, attempt)));
    expect(codes.at(-1)).toBe('ok');
    expect(await page.evaluate('left.scrollTop')).toBe(0);
  });

  test('behind a sticky header another alignment helps, and the blocker has a name', async ({ load }) => {
    const page = await load(
      '<style>body{margin:0}header{position:sticky;top:0;height:120px;background:#cde}p{height:60px;margin:0}</style><header aria-label="Company bar">Bar</header>' +
        Array.from({ length: 30 }, (_, i) => `<p><button id=b${i}>${i}</button></p>`).join('') +
        '<div style="height:2000px"></div><script>scrollTo(0,700)</script>',
    );
    const world = await ActingWorld.open(page);
    const first = await world.check('#b11');
    expect(first).toMatchObject({
      ok: false,
      failure: { code: 'occluded', detail: { blocker: { role: 'banner', name: 'Company bar', tag: 'header' } } },
    });
    expect(codeOf(await world.check('#b11', CLICK, 1))).toBe('ok');
  });
});

describe('rest', () => {
  test('a sliding target is waited for', async ({ load }) => {
    const page = await load(
      '<style>#t{position:absolute;left:0;width:80px;transition:left .2s linear}#t.on{left:600px}</style><button id=t>Go</button>',
    );
    const world = await ActingWorld.open(page);
    await page.evaluate('t.offsetLeft;t.className="on"');
    const reply = await world.check('#t');
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
    expect(reply.value.point.x).toBeCloseTo(640, 0);
  });

  test('a target that keeps sliding is not stable', async ({ load }) => {
    const page = await load(
      '<style>@keyframes m{to{left:1000px}}#t{position:absolute;left:0;width:80px;animation:m 1s linear infinite alternate}</style><button id=t>Go</button>',
    );
    const world = await ActingWorld.open(page);
    expect(codeOf(await world.check('#t'))).toBe('not_stable');
  });

  test('a pulsing target can be pressed', async ({ load }) => {
    const page = await load(
      '<style>@keyframes p{50%{transform:scale(1.2)}}#t{animation:p .4s infinite;width:100px;height:40px}</style><button id=t>Go</button>',
    );
    const world = await ActingWorld.open(page);
    expect(codeOf(await world.check('#t'))).toBe('ok');
  });
});
