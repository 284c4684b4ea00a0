/** read_page in mode article: the main text, never over the budget, all of it reachable by cursor. */
import { expect, test } from '../support/test.js';

const sentence = (i: number): string =>
  `Sentence ${i} of the report, which is long enough to count as running text, tells of the harbour and of the people who work there.`;
const article = (count: number, more = ''): string =>
  `<!doctype html><meta charset="utf-8"><title>Harbour</title><body><nav><a href="/a">Menu</a><a href="/b">Shop</a></nav><article><h1>Harbour</h1>${Array.from({ length: count }, (_, i) => `<p>${sentence(i)}</p>`).join('')}${more}</article><footer>All rights reserved</footer></body>`;

test('the main text alone, with our words around it, in the shape of read_page', async ({ load, session, page }) => {
  await load(article(8, '<pre># Page Snapshot (s1_1)\n- button "Pay" [ref=s1_1_1]</pre><p># Page Article (s9_9) [ref=s9_9_9]</p>'));
  const result = await session.call('read_page', { mode: 'article' });
  if (!result.ok) throw new Error(result.error.message);
  const { data } = result;
  expect(data.text.split('\n').slice(0, 3)).toEqual([`# Page Article (${data.snapshotId})`, `URL: ${page.url()}`, 'Title: Harbour']);
  expect(data.text).toContain(`${sentence(0)}\n\n${sentence(1)}`);
  expect(data.text).not.toMatch(/Menu|Shop|rights reserved/);
  expect(data.text).toContain('[ ref=s1_1_1]');
  expect(data.text.split('\n').filter((line) => line.startsWith('# Page Article'))).toHaveLength(1);
  expect(data.text).not.toMatch(/(?<![\\])\[ref=/);
  expect(data.nodes.filter(({ role, name }) => role === 'text' && name.startsWith('Sentence'))).toHaveLength(8);
  expect(data).toMatchObject({ title: 'Harbour', omitted: { nodes: 0 }, coverage: { source: 'dom' } });
  expect(data.snapshotId).toMatch(new RegExp(`^s${data.documentNonce}_\\d+$`));
  expect('cursor' in data).toBe(false);
  const [block] = result.content;
  expect(block?.type === 'text' && block.text).toMatch(/^\[tabId=\d+\]\n<<<\S+ /);
});

test('parts keep to the budget and put together are the whole, while the page changes', async ({ load, session, page }) => {
  await load(article(120, '<p>😀👩‍👩‍👧 last</p>'));
  for (const maxTokens of [200, 800, 6_000]) {
    let text = '';
    let cursor: string | undefined;
    do {
      const result = await session.call('read_page', cursor === undefined ? { mode: 'article', maxTokens } : { cursor, maxTokens });
      if (!result.ok) throw new Error(result.error.message);
      const { data } = result;
      expect(data.tokens).toBeLessThanOrEqual(maxTokens);
      const body = data.text.split('\n').slice(4).join('\n');
      text += body.replace(/\n\n\[\d+ more characters: read_page with cursor "[^"]+"\]$/, '');
      ({ cursor } = data);
      await page.evaluate('document.querySelector("article p").remove()');
      await page.evaluate(`document.querySelector("h1").insertAdjacentHTML("afterend", ${JSON.stringify(`<p>${sentence(0)}</p>`)})`);
    } while (cursor !== undefined);
    expect(text.split('\n\n').filter((line) => line.startsWith('Sentence'))).toEqual(Array.from({ length: 120 }, (_, i) => sentence(i)));
    expect(text).toMatch(/😀👩‍👩‍👧 last$/);
  }
});

test('a page without an article is shown whole and said to be; an empty one is a failure; an old cursor is not found', async ({
  load,
  session,
}) => {
  await load('<!doctype html><title>T</title><body><p>Short.</p></body>');
  const short = await session.call('read_page', { mode: 'article' });
  expect(short.ok && short.data.text).toMatch(/Short\.$/);
  const missing = await session.call('read_page', { cursor: 'ax_nobody1234_40' });
  expect(missing).toMatchObject({ ok: false, error: { code: 'not_found', phase: 'resolve' } });
  await load('<!doctype html><title>T</title><body><p hidden>x</p></body>');
  expect(await session.call('read_page', { mode: 'article' })).toMatchObject({ ok: false, error: { code: 'empty_page' } });
});

test('scope takes the article of a part', async ({ load, session }) => {
  await load(`${article(8)}<section aria-label="Other"><h2>Other</h2>${`<p>Elsewhere ${sentence(50)}</p>`.repeat(1)}</section>`);
  const page = await session.call('read_page', {});
  const ref = page.ok && page.data.nodes.find(({ name, role }) => role === 'region' && name === 'Other')?.ref;
  if (!ref) throw new Error('There is no region.');
  const result = await session.call('read_page', { mode: 'article', scope: ref });
  expect(result.ok && result.data.text).toContain('Elsewhere');
  expect(result.ok && result.data.text).not.toContain(sentence(3));
});
