/** Hover, scroll, wait_for, navigation, screenshot. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, refOf } from './support.js';

test('hover applies :hover, and the menu stays open', async ({ load, attach }) => {
  await load(
    '<style>#m{display:none}#h:hover #m{display:block}</style><div id=h><button>Menu</button><div id=m><a href=#a>Entry</a></div></div>',
  );
  const session = await attach(AUTO);
  const result = await session.call('hover', { element: 'Menu', ref: await refOf(session, 'button', 'Menu') });
  expect(result.evidence).toMatchObject({ effect: 'verified' });
  expect(await refOf(session, 'link', 'Entry')).toMatch(/^s/);
});

describe('scroll', () => {
  test('tells the position before and after and the edge', async ({ load, attach }) => {
    const page = await load('<div style="height:2000px">tall</div>');
    const session = await attach(AUTO);
    expect(await session.call('scroll', { direction: 'down' })).toMatchObject({
      ok: true,
      data: { before: { y: 0 }, after: { y: 612 }, atEdge: false },
      evidence: { effect: 'verified' },
    });
    expect(await session.call('scroll', { direction: 'down', amount: 'end' })).toMatchObject({ data: { atEdge: true } });
    const stuck = await session.call('scroll', { direction: 'down', amount: 100 });
    expect(stuck).toMatchObject({ ok: true, data: { atEdge: true }, content: [{ text: expect.stringContaining('Nothing moved') }] });
    expect(await page.evaluate('scrollY')).toBe(await page.evaluate('document.documentElement.scrollHeight - innerHeight'));
  });

  test('brings an element into view', async ({ load, attach }) => {
    const page = await load('<div style="height:3000px">tall</div><button id=b>End</button>');
    const session = await attach(AUTO);
    await session.call('scroll', { target: await refOf(session, 'button', 'End'), direction: 'down', amount: 'into_view' });
    expect(await page.evaluate('b.getBoundingClientRect().top < innerHeight')).toBe(true);
  });
});

describe('wait_for', () => {
  test('text, text gone and state', async ({ load, attach }) => {
    await load(
      "<p id=o>Loading</p><button id=b disabled>Go</button><script>setTimeout(()=>{o.textContent='Ready now';b.disabled=false},300)</script>",
    );
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Go');
    expect(await session.call('wait_for', { text: 'Ready now' })).toSucceed();
    expect(await session.call('wait_for', { textGone: 'Loading' })).toSucceed();
    expect(await session.call('wait_for', { ref, state: 'enabled' })).toSucceed();
  });

  test('an address of the same document', async ({ load, attach }) => {
    await load("<p>Here</p><script>setTimeout(()=>history.pushState(0,0,'/done'),300)</script>");
    expect(await (await attach(AUTO)).call('wait_for', { url: '*/done' })).toSucceed();
  });

  test('says what still does not hold', async ({ load, attach }) => {
    await load('<p>Here</p>');
    expect(await (await attach(AUTO)).call('wait_for', { text: 'Elsewhere', timeMs: 200 })).toFailWith('timeout', /Elsewhere/);
  });

  test('does not hold up a write', async ({ load, attach }) => {
    await load('<button onclick="o.textContent=\'pressed\'">Go</button><p id=o></p>');
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Go');
    const waiting = session.call('wait_for', { text: 'pressed' });
    expect(await session.call('click', { element: 'Go', ref })).toSucceed();
    expect(await waiting).toSucceed();
  });

  test('survives a navigation', async ({ load, attach, server }) => {
    server.set('/next', '<p>Arrived</p>', { delayMs: 300 });
    await load("<script>setTimeout(()=>{location='/next'},100)</script>");
    expect(await (await attach(AUTO)).call('wait_for', { text: 'Arrived' })).toSucceed();
  });
});

describe('navigate', () => {
  test('opens, reports the status and redirects, and reads the page', async ({ load, attach, server }) => {
    server.redirect('/a', '/b');
    server.set('/b', '<title>B</title><h1>Bee</h1>');
    server.set('/missing', '<h1>No</h1>', { status: 404 });
    await load('x');
    const session = await attach(AUTO);
    const result = await session.call('navigate', { url: server.url('/a') });
    expect(result).toMatchObject({
      ok: true,
      data: { url: server.url('/b'), status: 200, title: 'B', redirects: [server.url('/a')], loadState: 'complete' },
      evidence: { effect: 'verified' },
    });
    expect(result.ok && result.data.diff).toContain('Bee');
    expect(await session.call('navigate', { url: server.url('/missing') })).toMatchObject({
      ok: true,
      data: { status: 404 },
      content: [{ text: expect.stringContaining('404') }],
    });
  });

  test('the same URL reloads, a fragment does not', async ({ load, attach, server }) => {
    const page = await load('<script>window.born=Math.random()</script><p id=x>x</p>', { path: '/same' });
    const session = await attach(AUTO);
    const born = await page.evaluate('born');
    expect(await session.call('navigate', { url: server.url('/same#x') })).toMatchObject({
      ok: true,
      data: { effects: [expect.objectContaining({ kind: 'url', sameDocument: true })] },
    });
    expect(await page.evaluate('born')).toBe(born);
    await session.call('navigate', { url: server.url('/same') });
    await session.call('navigate', { url: server.url('/same') });
    expect(await page.evaluate('born')).not.toBe(born);
  });

  test('a load event that never comes does not hold it up', async ({ load, attach, server }) => {
    server.hang('/never.png');
    server.set('/slow', '<h1>Here</h1><img src=/never.png>');
    await load('x');
    const result = await (await attach(AUTO)).call('navigate', { url: server.url('/slow') });
    expect(result).toMatchObject({ ok: true, data: { loadState: 'interactive' } });
    expect(result.ok && result.data.diff).toContain('Here');
  });

  test('no server, no answer, and a page that asks to stay', async ({ load, attach, server }) => {
    const page = await load("<input><script>onbeforeunload=e=>{e.preventDefault();return 'stay'}</script>");
    server.hang('/never');
    server.set('/next', 'next');
    const session = await attach({ ...AUTO, timeouts: { navigation: 700 } });
    expect(await session.call('navigate', { url: server.url('/never'), dialog: 'accept' })).toFailWith('navigation_failed', /no answer/);
    expect(await session.call('read_page', {})).toSucceed();
    await page.locator('input').click();
    expect(await session.call('navigate', { url: server.url('/next') })).toFailWith('navigation_failed', /beforeunload/);
    expect(await session.call('navigate', { url: server.url('/next'), dialog: 'accept' })).toSucceed({ url: server.url('/next') });
    expect(await session.call('navigate', { url: 'http://127.0.0.1:1/' })).toFailWith('navigation_failed', /ERR_/);
  });

  test('back and forward, and the end of the history', async ({ load, attach, server }) => {
    server.set('/two', '<h1>Two</h1>');
    await load('<h1>One</h1>', { path: '/one' });
    const session = await attach(AUTO);
    await session.call('navigate', { url: server.url('/two') });
    expect(await session.call('go_back', {})).toSucceed({ url: server.url('/one') });
    expect(await session.call('go_forward', {})).toSucceed({ url: server.url('/two') });
    expect(await session.call('go_forward', {})).toFailWith('not_found');
  });

  test('a download is an effect', async ({ load, attach, server }) => {
    server.set('/file', 'x', {
      headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename=a.bin' },
    });
    await load('x');
    const result = await (await attach(AUTO)).call('navigate', { url: server.url('/file') });
    expect(result).toMatchObject({
      ok: true,
      data: { effects: [expect.objectContaining({ kind: 'download', suggestedFilename: 'a.bin' }), expect.anything()] },
    });
  });
});

describe('screenshot', () => {
  test('viewport, full page and an element, with the sizes', async ({ load, attach }) => {
    await load('<body style="margin:0"><div style="height:2000px">tall</div><button style="width:120px;height:40px">Go</button>');
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Go');
    expect(await session.call('screenshot', {})).toMatchObject({
      ok: true,
      data: { viewport: { width: 1280, height: 720 }, devicePixelRatio: 1 },
      content: [{ type: 'text' }, { type: 'image', mimeType: 'image/png' }],
    });
    expect(await session.call('screenshot', { target: 'fullpage', format: 'jpeg' })).toMatchObject({
      data: { clip: { width: 1280 } },
      content: [{}, { mimeType: 'image/jpeg' }],
    });
    expect(await session.call('screenshot', { target: ref })).toMatchObject({ ok: true, data: { clip: { width: 120, height: 40 } } });
  });
});
