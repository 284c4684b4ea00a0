/** refFormat 'compact': short refs in every view and failure, with the safety of the long ones. */
import { expect, test } from '../support/test.js';
import { textOf } from '../tools/support.js';

const COMPACT = { refFormat: 'compact', gatekeeper: { policy: 'auto' } } as const;
const LONG = /\b[sc][a-z0-9]{4,16}_\d+_\d+_\d+|\bs[a-z0-9]{4,16}_\d+_\d+(?!\))\b/;
const LOG = '<script>window.log=[];addEventListener("click",(e)=>log.push(e.target.id||e.target.textContent),true)</script>';
/** Text without the id of the header, which is no ref. */
const body = (text: string): string => text.replace(/\((?:s|c)[a-z0-9]+(?:_\d+)+\)/g, '()');

test('read, find, diff, describe and deep reads print short refs that all tools take', async ({ attach, load }) => {
  const page = await load(
    `${LOG}<button id="a">Alpha</button><button id="b" onclick="document.body.insertAdjacentHTML('beforeend','<button>New one</button>')">Beta</button><input aria-label="Name">`,
  );
  const session = await attach(COMPACT);
  const read = await session.call('read_page', {});
  if (!read.ok) throw new Error(read.error.message);
  expect(read.data.nodes.map((node) => node.ref)).toEqual(['e1', 'e2', 'e3']);
  expect(body(textOf(read))).not.toMatch(LONG);
  expect(await session.describe('e1')).toMatchObject({ ref: 'e1', role: 'button', name: 'Alpha' });
  const found = await session.call('find_in_page', { query: 'Beta' });
  expect(body(textOf(found))).toMatch(/\[ref=e\d+\]/);
  expect(body(textOf(found))).not.toMatch(LONG);
  const clicked = await session.call('click', { element: 'Beta', ref: 'e2' });
  expect(clicked).toSucceed();
  expect(body(textOf(clicked))).toMatch(/New one" \[ref=e\d+\]/);
  expect(body(textOf(clicked))).not.toMatch(LONG);
  const deep = await session.call('read_page_deep', {});
  if (!deep.ok) throw new Error(deep.error.message);
  expect(body(textOf(deep))).not.toMatch(LONG);
  const alpha = deep.data.nodes.find((node) => node.name === 'Alpha')?.ref as string;
  expect(alpha).toMatch(/^e\d+$/);
  expect(await session.call('click', { element: 'Alpha', ref: alpha })).toSucceed();
  expect(await session.call('type', { element: 'Name', ref: 'e3', text: 'Ada' })).toSucceed();
  expect(await session.call('hover', { element: 'Alpha', ref: 'e1' })).toSucceed();
  expect(await session.call('read_page', { scope: 'e1' })).toSucceed();
  expect(await (await session.locator('e1')).textContent()).toBe('Alpha');
  expect(await page.evaluate('log.filter((one) => one)')).toEqual(['b', 'a']);
});

test('the same node in one snapshot has one short ref, numbers are never reused', async ({ attach, load }) => {
  const page = await load('<button>Alpha</button>');
  const session = await attach(COMPACT);
  const seen = new Set<string>();
  for (let i = 0; i < 5; i++) {
    await page.reload();
    const read = await session.call('read_page', {});
    const ref = read.ok && read.data.nodes[0]?.ref;
    if (!ref) throw new Error('no ref');
    expect(seen.has(ref)).toBe(false);
    seen.add(ref);
  }
});

test('stale, ambiguous and never issued short refs are refused like long ones, candidates in the short form', async ({ attach, load }) => {
  const page = await load(
    `${LOG}<table><tr><td>Ada</td><td><button>Delete</button></td></tr><tr><td>Ben</td><td><button>Delete</button></td></tr></table>`,
  );
  const session = await attach(COMPACT);
  expect(await session.call('click', { element: 'x', ref: 'e999' })).toFailWith('unknown_ref');
  expect(await session.call('click', { element: 'x', ref: 'e0' })).toFailWith('invalid_input');
  const read = await session.call('read_page', {});
  const refs = read.ok ? read.data.nodes.filter((node) => node.role === 'button').map((node) => node.ref as string) : [];
  await page.evaluate('document.querySelector("button").remove()');
  const removed = await session.call('click', { element: 'Delete', ref: refs[0] as string });
  expect(removed).toFailWith('stale_ref');
  expect(body(textOf(removed))).toMatch(/\[ref=e\d+\]/);
  expect(body(textOf(removed))).not.toMatch(LONG);
  await page.evaluate(
    'document.querySelectorAll("td")[0].textContent="Ben";document.querySelectorAll("tr")[1].children[0].textContent="Cleo"',
  );
  const moved = await session.call('click', { element: 'Delete', ref: refs[1] as string });
  expect(moved).toFailWith('stale_ref');
  expect(!moved.ok && moved.error.details).toMatchObject({ reason: 'context_changed', ref: refs[1] });
  await page.reload();
  const gone = await session.call('click', { element: 'Delete', ref: refs[1] as string });
  expect(gone).toFailWith('stale_ref');
  expect(!gone.ok && gone.error.details).toMatchObject({ reason: 'navigated' });
  expect(await page.evaluate('log')).toEqual([]);
});

test('a short ref means nothing in another session', async ({ attach, load }) => {
  await load('<button>Alpha</button>');
  const session = await attach(COMPACT);
  await session.call('read_page', {});
  const other = await attach(COMPACT);
  expect(await other.call('click', { element: 'Alpha', ref: 'e1' })).toFailWith('unknown_ref');
});
