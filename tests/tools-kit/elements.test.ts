/** Tuples, paths and the pages they come in: the edge cases and faults of the system the kit follows. */
import { expect, test } from '../support/test.js';
import { codeOf, KIT, Kit } from './support.js';

const FORM = `<title>Form</title><h1>Order</h1>
<form aria-label="Order"><label for=u>User</label><input id=u value=ada><label>Password <input type=password value=s3cret></label>
<label><input type=checkbox checked> News</label><label><input type=checkbox> Ads</label><input aria-labelledby=lab><span id=lab>Town name</span></form>
<div role=button tabindex=0><b>Big</b> <i>button</i></div><button style="display:none">Hidden</button><button>Send</button>
<div id=host></div><script>host.attachShadow({mode:'open'}).innerHTML='<button>Inside</button>'</script>`;

test('tuples: roles and names of ours, values, passwords masked, hidden left out, shadow roots and role=button there', async ({
  load,
  attach,
}) => {
  const page = await load(FORM);
  const kit = new Kit(await attach(KIT), page);
  const tuples = await kit.tuples();
  const told = tuples.map(([, ...rest]) => rest);
  expect(told).toContainEqual(['textbox', 'User', 'ada']);
  expect(told).toContainEqual(['textbox', 'Password', '••••']);
  expect(told).toContainEqual(['checkbox', 'News', 'checked']);
  expect(told).toContainEqual(['checkbox', 'Ads']);
  expect(told).toContainEqual(['textbox', 'Town name']);
  expect(told).toContainEqual(['button', 'Big button']);
  expect(told).toContainEqual(['button', 'Inside']);
  expect(JSON.stringify(tuples)).not.toMatch(/s3cret|Hidden/);
  for (const [path] of tuples) expect(path).toMatch(/^0(\.\d+)+$/);
  expect(new Set(tuples.map(([path]) => path)).size).toBe(tuples.length);
  const [form] = tuples.find((tuple) => tuple[1] === 'form') ?? [''];
  expect(tuples.find((tuple) => tuple[2] === 'User')?.[0]).toMatch(new RegExp(`^${form.replaceAll('.', '\\.')}\\.`));
});

test('a path means what it meant where it was given out: whatever comes before it later, or in its place, is not clicked', async ({
  load,
  attach,
}) => {
  const page = await load(`<ul><li>Tea <button>Delete</button><li>Salt <button>Delete</button></ul><p id=log></p><script>
    document.onclick = (e) => { if (e.target.localName === 'button') log.textContent += e.target.parentNode.firstChild.data; }</script>`);
  const kit = new Kit(await attach(KIT), page);
  const tuples = await kit.tuples();
  const paths = tuples.filter((tuple) => tuple[2] === 'Delete').map(([path]) => path);
  expect(paths).toHaveLength(2);
  await page.evaluate(`document.querySelector('ul').insertAdjacentHTML('afterbegin', '<li>Bread <button>Delete</button>')`);
  await kit.read('getReadableText');
  await kit.do('clickOnElement', { readablePath: paths[0] });
  await kit.do('clickOnElement', { readablePath: `0:${paths[1]}` });
  expect(await page.textContent('#log')).toBe('Tea Salt ');
  await page.evaluate(`document.querySelectorAll('li')[1].firstChild.data = 'Oil '`);
  const changed = await kit.run('clickOnElement', { readablePath: paths[0] });
  expect(changed).toMatchObject({ ok: false, error: { code: 'stale_ref', details: { reason: 'context_changed' } } });
  expect(changed.ok ? '' : changed.error.hint).toContain('getReadableElements');
  await page.reload();
  expect(await kit.run('clickOnElement', { readablePath: paths[1] })).toMatchObject({ error: { details: { reason: 'navigated' } } });
  expect(await page.textContent('#log')).toBe('');
});

test('an element that says something else now: the failure names what could be meant, and that can be used as a path', async ({
  load,
  attach,
}) => {
  const page = await load(`<button onclick="log.textContent+='old'">Save</button><p id=log></p>`);
  const kit = new Kit(await attach(KIT), page);
  const readablePath = await kit.path('button', 'Save');
  await page.evaluate(`(() => {
    document.querySelector('button').textContent = 'Delete';
    document.body.insertAdjacentHTML('beforeend', '<button onclick="log.textContent+=\\'new\\'">Save</button>');
  })()`);
  const failed = await kit.run('clickOnElement', { readablePath });
  expect(failed).toMatchObject({ ok: false, error: { code: 'stale_ref', details: { reason: 'changed', candidates: [{ name: 'Save' }] } } });
  expect(await page.textContent('#log')).toBe('');
  const [candidate] = (failed as unknown as { error: { details: { candidates: { ref: string }[] } } }).error.details.candidates;
  await kit.do('clickOnElement', { readablePath: candidate?.ref });
  expect(await page.textContent('#log')).toBe('new');
});

test('paths nobody gave out, or malformed ones, and wrong ids are refused with the right words', async ({ load, attach }) => {
  const page = await load('<button>Go</button>');
  const kit = new Kit(await attach(KIT), page);
  const readablePath = await kit.path('button', 'Go');
  expect(codeOf(await kit.run('clickOnElement', { readablePath: '0.9.9' }))).toBe('unknown_ref');
  expect(codeOf(await kit.run('clickOnElement', { readablePath: '#go' }))).toBe('invalid_input');
  expect(await kit.run('clickOnElement', { readablePath, browserId: 'other' })).toMatchObject({
    ok: false,
    error: { code: 'not_found', details: { field: 'browserId' } },
  });
  expect(await kit.run('clickOnElement', { readablePath, windowId: '2' })).toMatchObject({
    ok: false,
    error: { code: 'not_found', details: { field: 'windowId' } },
  });
  expect(codeOf(await kit.run('getSelection', { tabId: '999' }))).toBe('tab_closed');
  expect(codeOf(await kit.run('clickOnElement', { readablePath, tabId: 'x' }))).toBe('invalid_input');
  expect(codeOf(await kit.run('clickOnElement', { readablePath }))).toBe('ok {"ok":true,"effects":["focus on button \\"Go\\""]}');
});

test('pages of 8,192 characters: text, elements and markup, also after a navigation', async ({ load, attach }) => {
  const words = Array.from({ length: 2_000 }, (_, i) => `word${i}`).join(' ');
  const buttons = Array.from({ length: 220 }, (_, i) => `<button>Number ${i} of a long list of buttons</button>`).join('');
  const page = await load(`<p>${words}</p><section aria-label=All>${buttons}</section>`);
  const kit = new Kit(await attach(KIT), page);
  const text = await kit.read('getReadableText');
  expect(text).toMatchObject({ hasNextPage: true, nextPageNumber: 2 });
  expect((text['data'] as string).length).toBeLessThanOrEqual(8_192);
  const first = await kit.read('getReadableElements');
  expect(first['totalPages']).toBeGreaterThanOrEqual(2);
  const tuples = await kit.tuples();
  expect(tuples.filter((tuple) => tuple[1] === 'button')).toHaveLength(220);
  const sizes = (first['data'] as unknown[]).map((item) => JSON.stringify(item).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8_192);
  const readablePath = tuples.find((tuple) => tuple[1] === 'region')?.[0];
  const html = await kit.read('getReadableElementHtml', { readablePath });
  expect(html['data']).toMatch(/^<section[\s\S]*>$/);
  await page.goto('about:blank');
  const page2 = (type: string, pageNumber: number, snapshotId: unknown) =>
    kit.session.callUnknown('getSnapshotPage', { snapshotId, type, pageNumber });
  const rest: string[] = [];
  for (let n = 2; n <= (text['totalPages'] as number); n++) {
    const next = await page2('readable-text', n, text['snapshotId']);
    rest.push((next as unknown as { data: { data: string; nextPageNumber: number | null } }).data.data);
  }
  expect([text['data'], ...rest].join('')).toContain(words);
  const last = await page2('readable-element-html', html['totalPages'] as number, html['snapshotId']);
  expect(last).toMatchObject({ data: { hasNextPage: false, nextPageNumber: null } });
  for (const [type, n, id, words] of [
    ['readable-text', 9, text['snapshotId'], /Page 9 out of range \(1–4\)/],
    ['readable-elements', 1, text['snapshotId'], /does not match cached type/],
    ['readable-text', 2, 'snapshot:none', /No cached snapshot pages found/],
  ] as const)
    expect(await page2(type, n, id)).toMatchObject({ ok: false, error: { code: 'not_found', message: expect.stringMatching(words) } });
});

test('markup holds no password', async ({ load, attach }) => {
  const page = await load(FORM);
  const kit = new Kit(await attach(KIT), page);
  const html = await kit.read('getReadableElementHtml', { readablePath: await kit.path('form', 'Order') });
  expect(html['data']).toContain('type="password" value="••••"');
  expect(html['data']).toContain('value="ada"');
  expect(html['data']).not.toContain('s3cret');
  expect(await page.inputValue('[type=password]')).toBe('s3cret');
});

test('frames: what is in them has paths, plain and counted inside the frame, and is clicked there', async ({ load, attach, server }) => {
  server.set('/inner', `<button onclick="this.textContent='Pressed'">Inner</button>`);
  const page = await load(`<button>Outer</button><iframe title=Same src="/inner"></iframe><iframe title=Other src="{{B}}/inner"></iframe>`);
  const kit = new Kit(await attach(KIT), page);
  const inner = (await kit.tuples()).filter((tuple) => tuple[2] === 'Inner');
  expect(inner).toHaveLength(2);
  await kit.do('clickOnElement', { readablePath: inner[0]?.[0] });
  await kit.do('clickOnElement', { readablePath: '2:0.0' });
  for (const frame of page.frames().slice(1)) expect(await frame.textContent('button')).toBe('Pressed');
  await kit.click('button', 'Outer');
});
