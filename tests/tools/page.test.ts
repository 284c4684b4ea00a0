import { expect, test } from '../support/test.js';
import { AUTO, refOf, textOf } from './support.js';

const ROWS = Array.from({ length: 400 }, (_, i) => `<tr><td>row-${i}</td><td><a href="#r${i}">Open ${i}</a></td></tr>`).join('');

test('read_page fits its budget, and the cursor reads every row once', async ({ attach, load }) => {
  await load(`<title>Rows</title><table>${ROWS}</table>`);
  const session = await attach(AUTO);
  const rows: string[] = [];
  let cursor: string | undefined;
  let parts = 0;
  do {
    const part = await session.call('read_page', { maxTokens: 2000, ...(cursor === undefined ? {} : { cursor }) });
    if (!part.ok) throw new Error(part.error.message);
    expect(part.data.tokens).toBeLessThanOrEqual(2000);
    for (const node of part.data.nodes) if (!node.context && /^row-\d+$/.test(node.name) && node.role !== 'row') rows.push(node.name);
    cursor = part.data.cursor;
    parts++;
  } while (cursor !== undefined && parts < 60);
  expect(new Set(rows).size).toBe(400);
  expect(rows.length).toBe(400);
  expect(parts).toBeGreaterThan(2);
});

test('read_page takes a scope, a mode and boxes', async ({ attach, load }) => {
  await load('<main><h1>Head</h1><p>Loose text</p><form aria-label="Search"><input aria-label="Query"><button>Go</button></form></main>');
  const session = await attach(AUTO);
  const scope = await refOf(session, 'form', 'Search');
  const part = await session.call('read_page', { scope, boxes: true });
  expect(part).toSucceed();
  if (!part.ok) return;
  expect(part.data.nodes.map((node) => node.role)).not.toContain('heading');
  expect(part.data.nodes.find((node) => node.name === 'Go')?.box).toMatchObject({ width: expect.any(Number) });
  const interactive = await session.call('read_page', { mode: 'interactive' });
  expect(textOf(interactive)).toContain('button "Go"');
  expect(textOf(interactive)).not.toContain('Loose text');
  expect(await session.call('read_page', { maxTokens: 100 })).toFailWith('invalid_input', /at least 200/);
  expect(await session.call('read_page', { cursor: 'nonsense' })).not.toSucceed();
});

test('find_in_page finds what a snapshot left out, and its ref works', async ({ attach, load, page }) => {
  await load(`<title>Rows</title><table>${ROWS}</table>`);
  const session = await attach(AUTO);
  const found = await session.call('find_in_page', { query: 'open 399' });
  expect(found).toSucceed({ total: 1 });
  if (!found.ok) return;
  const ref = found.data.nodes.find((node) => node.role === 'link')?.ref ?? '';
  expect(await session.call('click', { element: 'Open 399', ref })).toSucceed();
  expect(page.url()).toContain('#r399');
  expect(await session.call('find_in_page', { query: 'not there at all' })).toSucceed({ total: 0 });
});

test('navigate, go_back and go_forward tell where the tab is and what the page shows', async ({ attach, load, server, page }) => {
  await load('<title>One</title><h1>Page one</h1>');
  server.redirect('/hop', '/two');
  server.set('/two', '<title>Two</title><h1>Page two</h1>');
  const session = await attach(AUTO);
  const there = await session.call('navigate', { url: server.url('/hop') });
  expect(there).toSucceed({ url: server.url('/two'), title: 'Two', status: 200, redirects: [server.url('/hop')] });
  expect(textOf(there)).toContain('Page two');
  expect(there).toMatchObject({ evidence: { dispatch: 'confirmed', effect: 'verified' } });
  expect(await session.call('go_back', {})).toSucceed({ url: server.url('/'), title: 'One' });
  expect(await session.call('go_forward', {})).toSucceed({ url: server.url('/two') });
  expect(await session.call('navigate', { url: 'http://127.0.0.1:1/' })).toFailWith('navigation_failed');
  expect(page.isClosed()).toBe(false);
});

test('type, select_option, press_key, hover and scroll do what they say', async ({ attach, load, page }) => {
  await load(`<title>Form</title><style>.tip{display:none} b:hover + .tip{display:block}</style>
    <label>Name <input id="name"></label><label>Size <select id="size"><option>S</option><option value="medium">M</option></select></label>
    <b tabindex="0" role="button">Hint</b><div class="tip">Tooltip text</div><div style="height:3000px"></div>`);
  const session = await attach(AUTO);
  const name = await refOf(session, 'textbox', 'Name');
  expect(await session.call('type', { element: 'Name', ref: name, text: 'Ada' })).toSucceed({ value: { asked: 'Ada', now: 'Ada' } });
  expect(await session.call('type', { element: 'Name', ref: name, text: ' L', mode: 'append' })).toSucceed();
  expect(await page.locator('#name').inputValue()).toBe('Ada L');
  expect(await session.call('press_key', { key: 'Backspace', ref: name })).toSucceed();
  expect(await page.locator('#name').inputValue()).toBe('Ada ');
  const size = await refOf(session, 'combobox', 'Size');
  expect(await session.call('select_option', { element: 'Size', ref: size, values: ['M'] })).toSucceed();
  expect(await page.locator('#size').inputValue()).toBe('medium');
  const wrong = await session.call('select_option', { element: 'Size', ref: size, values: ['XXL'] });
  expect(wrong).toFailWith('no_option');
  expect(textOf(wrong)).toContain('"text":"M"');
  expect(await session.call('hover', { element: 'Hint', ref: await refOf(session, 'button', 'Hint') })).toSucceed();
  expect(await page.locator('.tip').isVisible()).toBe(true);
  const scrolled = await session.call('scroll', { direction: 'down' });
  expect(scrolled).toSucceed();
  if (scrolled.ok) expect(scrolled.data.after.y).toBeGreaterThan(scrolled.data.before.y);
});

test('type needs either text or secret', async ({ attach, load }) => {
  await load('<input aria-label="Name">');
  const session = await attach(AUTO);
  const ref = await refOf(session, 'textbox', 'Name');
  expect(await session.call('type', { element: 'Name', ref })).toFailWith('invalid_input', /needs either text or secret/);
  expect(await session.call('type', { element: 'Name', ref, text: 'a', secret: 'b' })).toFailWith(
    'invalid_input',
    /needs either text or secret/,
  );
});

test('wait_for waits for text, for text to go, and says when it did not come', async ({ attach, load, page }) => {
  await load('<title>Wait</title><p id="p">Loading</p>');
  const session = await attach(AUTO);
  const appears = session.call('wait_for', { text: 'Ready now' });
  await page.evaluate(`document.querySelector('#p').textContent = 'Ready now'`);
  expect(await appears).toSucceed({ condition: 'text' });
  expect(await session.call('wait_for', { textGone: 'Loading' })).toSucceed({ condition: 'text_gone' });
  expect(await session.call('wait_for', { text: 'Loading', textGone: true })).toSucceed({ condition: 'text_gone' });
  expect(await session.call('wait_for', { timeMs: 10 })).toSucceed({ condition: 'time' });
  expect(await session.call('wait_for', { text: 'Never', timeMs: 50 })).toFailWith('timeout');
});

test.for<[Record<string, unknown>, RegExp]>([
  [{}, /needs a condition/],
  [{ text: 'a', url: 'b' }, /takes one condition/],
  [{ textGone: true }, /needs text when textGone is true/],
  [{ state: 'hidden', timeMs: 5 }, /needs ref when state is given/],
  [{ timeMs: 30_001 }, /timeMs is too large/],
])('wait_for refuses %j', async ([input, message], { session, page: _page }) => {
  expect(await session.callUnknown('wait_for', input)).toFailWith('invalid_input', message);
});

test('screenshot gives a picture, and says how large the viewport is', async ({ attach, load }) => {
  await load('<canvas width="50" height="40" aria-label="Chart"></canvas>');
  const session = await attach({});
  const shot = await session.call('screenshot', {});
  expect(shot).toSucceed({ viewport: { width: 1280, height: 720 }, devicePixelRatio: 1 });
  expect(shot.content.find((block) => block.type === 'image')).toMatchObject({
    mimeType: 'image/png',
    data: expect.stringMatching(/^iVBOR/),
  });
  expect(textOf(shot)).toMatch(/^\[tabId=1\]/);
  expect(await session.call('screenshot', { target: 'everything' })).toFailWith('invalid_input', /neither viewport, fullpage nor a ref/);
});
