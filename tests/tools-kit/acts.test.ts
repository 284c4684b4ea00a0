/** Acting by path and by point: every kind of control without a person, once each, and nothing twice. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/test.js';
import { codeOf, KIT, Kit } from './support.js';

const CONTROLS = `<title>Controls</title>
<label>Day <input id=day type=date></label><label>Hour <input id=hour type=time></label><label>Moment <input id=moment type=datetime-local></label>
<label>Month <input id=month type=month></label><label>Week <input id=week type=week></label><label>Colour <input id=colour type=color></label>
<label>Volume <input id=volume type=range max=10></label><label>Count <input id=count type=number value=3></label>
<label>Short <input id=short maxlength=3></label><label>Old <input id=old value=old></label>
<label>Loud <input id=loud oninput="this.value=this.value.toUpperCase()"></label>
<label>Size <select id=size><option>S<option>M<option disabled>L</select></label>
<label>Many <select id=many multiple size=3><option>a<option>b<option>c</select></label>
<div id=rich contenteditable role=textbox aria-label=Rich>before</div><label>Paper <input id=paper type=file></label>
<button id=combo role=combobox aria-label=Fruit aria-expanded=false aria-controls=list onclick="list.hidden=false;this.setAttribute('aria-expanded',true)">None</button>
<ul id=list role=listbox hidden><li role=option onclick="combo.textContent=this.textContent;list.hidden=true">Apple<li role=option onclick="combo.textContent=this.textContent;list.hidden=true">Pear</ul>
<input id=pick aria-label="Pick a day" readonly onclick="popup.hidden=false"><div id=popup role=dialog aria-label=Calendar hidden>
<button onclick="month2.textContent='April'">Next</button><p id=month2>March</p><button onclick="pick.value=month2.textContent+' 9';popup.hidden=true">9</button></div>`;

test('complex inputs: native ones, dropdowns, a date popup, an editor and a file, all without a person', async ({ load, attach }) => {
  const page = await load(CONTROLS);
  const file = join(tmpdir(), `surehand-kit-${process.pid}.txt`);
  await writeFile(file, 'paper');
  const kit = new Kit(await attach({ ...KIT, roots: [tmpdir()] }), page);
  const tuples = await kit.tuples();
  const pathOf = (text: string): string => tuples.find((tuple) => tuple[2] === text)?.[0] ?? `no ${text}`;
  for (const [text, id, value, held = value] of [
    ['Day', 'day', '2026-01-31'],
    ['Hour', 'hour', '09:30'],
    ['Moment', 'moment', '2026-01-31T09:30'],
    ['Month', 'month', '2026-01'],
    ['Week', 'week', '2026-W05'],
    ['Colour', 'colour', '#ff0000'],
    ['Volume', 'volume', '7'],
    ['Count', 'count', '12'],
    ['Short', 'short', 'abcdef', 'abc'],
    ['Old', 'old', '', ''],
    ['Loud', 'loud', 'abc', 'ABC'],
    ['Size', 'size', 'M'],
  ] as const) {
    const result = await kit.run('fillTextToElement', { readablePath: pathOf(text), value });
    expect({ text, ok: result.ok, held: await page.inputValue(`#${id}`) }).toEqual({ text, ok: true, held });
  }
  await kit.do('fillTextToElement', { readablePath: pathOf('Rich'), value: 'after' });
  expect(await page.textContent('#rich')).toBe('after');
  await kit.do('fillTextToElement', { readablePath: pathOf('Paper'), value: file });
  expect(await page.evaluate(`paper.files[0].name`)).toBe(file.split('/').at(-1));
  for (const [text, value, code] of [
    ['Day', '31/01/2026', 'invalid_value'],
    ['Colour', 'red', 'invalid_value'],
    ['Volume', '77', 'invalid_value'],
    ['Size', 'L', 'no_option'],
  ] as const)
    expect(codeOf(await kit.run('fillTextToElement', { readablePath: pathOf(text), value }))).toBe(code);
  expect(await page.inputValue('#day')).toBe('2026-01-31');
  await kit.click('option', 'S');
  expect(await page.inputValue('#size')).toBe('S');
  await kit.click('option', 'b');
  expect(await page.evaluate(`[...many.selectedOptions].map((o) => o.text)`)).toEqual(['b']);
  await kit.click('combobox', 'Fruit');
  await kit.click('option', 'Pear');
  expect(await page.textContent('#combo')).toBe('Pear');
  await kit.click('textbox', 'Pick a day');
  await kit.click('button', 'Next');
  await kit.click('button', '9');
  expect(await page.inputValue('#pick')).toBe('April 9');
});

test('one press is one press: whatever the page listens to, and no form but the own one is submitted', async ({ load, attach, server }) => {
  server.set('/inner', `<form onsubmit="document.title='submitted';return false"><input aria-label=Inner><button>Inner</button></form>`);
  const page = await load(`<button onmousedown="down.value++">Down</button><button onclick="n++">Silent</button><output id=down>0</output>
    <input aria-label=Lonely><form onsubmit="s++;return false"><input id=q aria-label=Query></form>
    <form onsubmit="other++;return false"><button>Other</button></form>
    <iframe src=/inner></iframe><script>n = 0; s = 0; other = 0; setInterval(() => document.body.dataset.t = Math.random(), 20)</script>`);
  const kit = new Kit(await attach(KIT), page);
  await kit.click('button', 'Down');
  await kit.click('button', 'Silent');
  await kit.do('hitEnterOnElement', { readablePath: await kit.path('textbox', 'Lonely') });
  await kit.do('hitEnterOnElement', { readablePath: await kit.path('textbox', 'Query') });
  expect(await page.evaluate(`[down.value, n, s, other]`)).toEqual(['1', 1, 1, 0]);
  expect(await page.frames()[1]?.title()).toBe('');
});

test('coordinates: those of the picture, at a device pixel ratio of 2, also in a frame', async ({ browser, server, attach }) => {
  server.set(
    '/inner',
    `<style>body{margin:0}</style><button style="width:100px;height:40px" onclick="this.textContent='Pressed'">In</button>`,
  );
  server.set(
    '/',
    `<style>body{margin:0} *{position:absolute} iframe{left:300px;top:200px;border:7px solid}</style>
    <button style="left:100px;top:50px;width:80px;height:30px" onclick="n++">At</button>
    <form onsubmit="s=q.value;return false"><input id=q style="left:100px;top:120px;width:150px;height:20px"></form>
    <select id=size style="left:100px;top:300px;width:80px;height:20px"><option>S<option>M</select>
    <iframe src="{{B}}/inner"></iframe><script>n = 0; s = ''</script>`,
  );
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.goto(server.url('/'));
  const kit = new Kit(await attach(KIT, context), page);
  const captured = await kit.run('captureTab');
  expect(captured).toMatchObject({ ok: true, data: { value: { width: 800, height: 600, mimeType: 'image/png' } } });
  const image = captured.content.find((block) => block.type === 'image');
  const png = Buffer.from(image?.type === 'image' ? image.data : '', 'base64');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([800, 600]);
  expect(captured.content.map((block) => (block.type === 'text' ? block.text : '')).join('')).not.toContain('base64');
  await kit.do('clickOnCoordinates', { x: 140, y: 65 });
  await kit.do('clickOnCoordinates', { x: 357, y: 227 });
  await kit.do('fillTextToCoordinates', { x: 160, y: 130, value: 'tea' });
  await kit.do('hitEnterOnCoordinates', { x: 160, y: 130 });
  await kit.do('fillTextToCoordinates', { x: 130, y: 310, value: 'M' });
  expect(await page.evaluate(`[n, s, size.value]`)).toEqual([1, 'tea', 'M']);
  await kit.do('hitEnterOnCoordinates', { x: 140, y: 65 });
  expect(await page.evaluate(`n`)).toBe(2);
  expect(await page.frames()[1]?.textContent('button')).toBe('Pressed');
  expect(codeOf(await kit.run('fillTextToCoordinates', { x: 700, y: 500, value: 'x' }))).toBe('not_editable');
  expect(codeOf(await kit.run('clickOnCoordinates', { x: 1_400, y: 65 }))).toBe('invalid_input');
  await context.close();
});

test('scrolling: the page by about a viewport, a panel without the page, and nothing at an edge', async ({ load, attach, server }) => {
  server.set('/inner', '<div style="height:3000px">Inner</div>');
  const page =
    await load(`<div id=panel tabindex=0 aria-label=Panel role=group style="height:200px;overflow:auto"><div style="height:2000px"><button>Child</button></div></div>
    <button>Plain</button><iframe title=Frame src=/inner></iframe><div style="height:5000px;width:4000px">Long</div>`);
  const kit = new Kit(await attach(KIT), page);
  const at = () => page.evaluate(`[scrollX, scrollY, panel.scrollTop, frames[0].scrollY].map(Math.round)`);
  await kit.do('scrollPage', { direction: 'up' });
  const [child, plain] = [await kit.path('button', 'Child'), await kit.path('button', 'Plain')];
  await kit.do('scrollElement', { readablePath: plain, direction: 'down' });
  expect(await at()).toEqual([0, 0, 0, 0]);
  await kit.do('scrollElement', { readablePath: child, direction: 'down' });
  expect(await at()).toEqual([0, 0, 180, 0]);
  await kit.do('scrollElement', { readablePath: child, direction: 'down', amount: 400 });
  expect(await at()).toEqual([0, 0, 580, 0]);
  await kit.do('scrollPage', { direction: 'down', amount: 400 });
  await kit.do('scrollPage', { direction: 'right', amount: 50 });
  expect(await at()).toEqual([50, 400, 580, 0]);
  await kit.do('scrollPage', { direction: 'down' });
  const [, y] = (await at()) as number[];
  expect(y).toBeGreaterThan(950);
});

test('a hint for a person: drawn, told to the host, one target, and never seen by a reading', async ({ load, attach }) => {
  const page = await load('<title>Pay</title><button>Confirm</button><canvas width=300 height=200></canvas>');
  const kit = new Kit(await attach(KIT), page);
  const told: unknown[] = [];
  kit.session.events.on('human_hint', (event) => told.push(event));
  const readablePath = await kit.path('button', 'Confirm');
  const hint = await kit.do('showHumanHint', { action: 'click', message: ' It costs money. ', readablePath });
  expect(hint).toMatchObject({
    ok: true,
    humanMessage: 'Please click the highlighted element. It costs money.',
    expiresInSeconds: 60,
    target: { type: 'readablePath', readablePath, label: 'Confirm' },
    tab: { title: 'Pay' },
  });
  const overlays = () => page.evaluate(`document.documentElement.querySelectorAll(':scope > :not(head, body)').length`);
  expect(await overlays()).toBe(1);
  const second = await kit.do('showHumanHint', { action: 'fill', value: '42', message: 'Code.', x: 100, y: 100 });
  expect(second).toMatchObject({
    humanMessage: 'Please type "42" into the highlighted field. Code.',
    target: { type: 'coordinates', x: 100 },
  });
  expect(await overlays()).toBe(1);
  expect(told).toMatchObject([
    { action: 'click', target: { readablePath } },
    { action: 'fill', value: '42', expiresInSeconds: 60 },
  ]);
  expect(JSON.stringify(await kit.tuples())).not.toContain('Please');
  for (const [input, words] of [
    [{ action: 'fill', readablePath }, /fill action requires value/],
    [{ action: 'click', readablePath, x: 1, y: 1 }, /not both/],
    [{ action: 'click', x: 1 }, /provide readablePath or x and y/],
  ] as const)
    expect(await kit.run('showHumanHint', { message: 'Now.', ...input })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', message: expect.stringMatching(words) },
    });
});

test('the gate sees the element behind a path, a choice and an upload as what they are, and code is refused by default', async ({
  load,
  attach,
}) => {
  const page = await load(
    '<label>Paper <input type=file></label><label>Size <select><option>S<option>M</select></label><a href="http://other.test/">Away</a>',
  );
  const rules = [
    { capability: 'upload', verdict: 'deny' },
    { tool: 'select_option', verdict: 'deny' },
  ] as const;
  const kit = new Kit(
    await attach({ ...KIT, roots: [tmpdir()], gatekeeper: { policy: 'auto', rules, blockedOrigins: ['http://other.test'] } }),
    page,
  );
  const readablePath = await kit.path('button', 'Paper');
  expect(codeOf(await kit.run('fillTextToElement', { readablePath, value: join(tmpdir(), 'x.txt') }))).toBe('denied');
  expect(codeOf(await kit.run('clickOnElement', { readablePath: await kit.path('option', 'M') }))).toBe('denied');
  expect(codeOf(await kit.run('clickOnElement', { readablePath: await kit.path('link', 'Away') }))).toBe('blocked_origin');
  expect(codeOf(await kit.run('invokeJsFn', { fnBodyCode: 'return 1' }))).toBe('denied');
  expect(codeOf(await kit.session.callUnknown('openTab', { ...kit.ids, tabId: undefined, url: 'http://other.test/' }))).toMatch(
    /blocked_origin|invalid_input/,
  );
});
