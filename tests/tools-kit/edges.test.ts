/** What else the kit has to get right: order, size, the gate, and living beside the other toolset. */
import { browserKitTools, browserTools } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { codeOf, KIT, Kit } from './support.js';

test('both toolsets at once: no name clashes, and a view of one shows that one', async ({ attach, page: _page }) => {
  const session = await attach({ ...KIT, toolsets: ['browser', 'browser-kit'] });
  expect(session.registry.list({ toolsets: ['browser-kit'] }).map(({ name }) => name)).toEqual(browserKitTools.map(({ name }) => name));
  expect(session.registry.list()).toHaveLength(session.registry.list({ toolsets: ['browser'] }).length + browserKitTools.length);
  expect(session.registry.get('click')?.toolset).toBe('browser');
  const blind = await attach({ ...KIT, vision: false });
  expect(blind.registry.get('captureTab')).toBeUndefined();
  expect(browserTools.length).toBeGreaterThan(30);
});

test('a long table: every row there once, in order, nothing collapsed, and the last row is clicked', async ({ load, attach }) => {
  const rows = Array.from(
    { length: 400 },
    (_, i) => `<tr><th scope=row>Row ${i}</th><td><button onclick="document.title+=' ${i}'">Edit</button></td>`,
  );
  const page = await load(`<title>Rows</title><table aria-label=Table>${rows.join('')}</table>`);
  const kit = new Kit(await attach(KIT), page);
  const edits = (await kit.tuples()).filter((tuple) => tuple[2] === 'Edit');
  expect(edits).toHaveLength(400);
  await kit.do('clickOnElement', { readablePath: edits.at(-1)?.[0] });
  await kit.do('clickOnElement', { readablePath: edits[7]?.[0] });
  expect(await page.title()).toBe('Rows 399 7');
});

test('two calls on one tab run one after the other, and both end right', async ({ load, attach }) => {
  const page = await load('<label>One <input id=one></label><label>Two <input id=two></label>');
  const kit = new Kit(await attach(KIT), page);
  const tuples = await kit.tuples();
  const fill = (at: number, value: string) => kit.run('fillTextToElement', { readablePath: tuples[at]?.[0], value });
  const long = 'long '.repeat(400).trim();
  const results = await Promise.all([fill(0, long), fill(1, 'short')]);
  expect(results.map(codeOf).every((code) => code.startsWith('ok'))).toBe(true);
  expect([await page.inputValue('#one'), await page.inputValue('#two')]).toEqual([long, 'short']);
});

test('the gate is told the element a path stands for, and a change while somebody is asked voids the call', async ({ load, attach }) => {
  const page = await load('<button onclick="n++">Pay 5</button><script>n = 0</script>');
  const asked: unknown[] = [];
  let change = '';
  const session = await attach({
    toolsets: ['browser-kit'],
    gatekeeper: {
      policy: 'untrusted',
      onApproval: async (request) => {
        asked.push(request.facts.targets.map(({ role, name }) => ({ role, name })));
        if (change !== '') await page.evaluate(change);
        return { decision: 'once' } as const;
      },
    },
  });
  const kit = new Kit(session, page);
  const readablePath = await kit.path('button', 'Pay 5');
  await kit.do('clickOnElement', { readablePath });
  expect(asked).toEqual([[{ role: 'button', name: 'Pay 5' }]]);
  change = `document.querySelector('button').textContent = 'Pay 500'`;
  expect(codeOf(await kit.run('clickOnElement', { readablePath }))).toMatch(/approval_stale|stale_ref/);
  expect(await page.evaluate('n')).toBe(1);
});

test('markup in pages: no page ends inside a tag, and together they are the element', async ({ load, attach }) => {
  const items = Array.from(
    { length: 300 },
    (_, i) => `<li data-number="${i}" class="an item of the list">Item ${i} &lt; ${i + 1}</li>`,
  ).join('');
  const page = await load(`<ul aria-label=Items role=listbox>${items}</ul>`);
  const kit = new Kit(await attach(KIT), page);
  const first = await kit.read('getReadableElementHtml', { readablePath: await kit.path('listbox', 'Items') });
  const pages = [String(first['data'])];
  for (let n = 2; n <= Number(first['totalPages']); n++) {
    const next = await kit.session.callUnknown('getSnapshotPage', {
      snapshotId: first['snapshotId'],
      type: 'readable-element-html',
      pageNumber: n,
    });
    pages.push(String((next as unknown as { data: { data: string } }).data.data));
  }
  expect(pages.length).toBeGreaterThan(2);
  for (const part of pages) expect(part.lastIndexOf('<')).toBeLessThanOrEqual(part.lastIndexOf('>'));
  expect(pages.join('')).toBe(await page.evaluate(`document.querySelector('ul').outerHTML`));
});

test('values of code: what JSON can say, promises awaited, errors told', async ({ load, attach }) => {
  const page = await load('<script>pageFunction = () => 7</script>');
  const kit = new Kit(await attach({ toolsets: ['browser-kit'], gatekeeper: { policy: 'auto', removeDefaultRules: true } }), page);
  for (const [fnBodyCode, result] of [
    ['return "text"', 'text'],
    ['return pageFunction()', 7],
    ['return true', true],
    ['return [1, { a: null }]', [1, { a: null }]],
    ['return Promise.resolve(3)', 3],
    ['document.body.style.color = "red"', null],
    ['{ const a = 1; return a }', 1],
  ] as const)
    expect(await kit.do('invokeJsFn', { fnBodyCode })).toMatchObject({ ok: true, value: { result } });
  expect(codeOf(await kit.run('invokeJsFn', { fnBodyCode: 'throw new Error("no")' }))).toBe('script_error');
});
