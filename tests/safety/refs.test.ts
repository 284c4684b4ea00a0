/** The ref-safety matrix through the public API: zero wrong clicks, and a failure says why, what it was, what it is now, and what else could be meant. */
import type { Page } from 'playwright-core';
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO } from '../tools/support.js';

const LOG =
  '<script>window.log=[];addEventListener("click",(e)=>{const b=e.target.closest("button,a");if(b)log.push(b.dataset.id??b.textContent)},true)</script>';
const rows = (names: readonly string[], more = ''): string =>
  `<table><thead><tr><th>Name</th><th>Do</th></tr></thead><tbody>${names.map((name) => `<tr><td>${name}</td><td><button data-id="${name}">Delete</button></td></tr>`).join('')}</tbody></table>${more}${LOG}`;
const clicked = (page: Page): Promise<unknown> => page.evaluate('log');

/** Ref of the nth node with a role and name in a fresh snapshot. */
async function pick(session: Session, role: string, name: string, nth = 0): Promise<string> {
  const read = await session.call('read_page', {});
  if (!read.ok) throw new Error(read.error.message);
  const ref = read.data.nodes.filter((node) => node.ref && node.role === role && node.name === name)[nth]?.ref;
  if (!ref) throw new Error(`No ${role} "${name}" in\n${read.data.text}`);
  return ref;
}
/** Picks a target, lets the page change, clicks the ref. */
async function clickAfter(session: Session, page: Page, ref: string, change: string) {
  await page.evaluate(change);
  return session.call('click', { element: 'the target', ref });
}

test('a sibling inserted before the target: the same node is clicked', async ({ attach, load }) => {
  const page = await load(`<div id="r"><button>Birch</button><button>Cedar</button></div>${LOG}`);
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Cedar');
  const result = await clickAfter(session, page, ref, 'r.insertAdjacentHTML("afterbegin","<button>Aspen</button>")');
  expect(result).toSucceed();
  expect(await clicked(page)).toEqual(['Cedar']);
});

test('renamed in place: changed, with what it was and is', async ({ attach, load }) => {
  const page = await load(`<button id="b">Delete draft</button>${LOG}`);
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete draft');
  const result = await clickAfter(session, page, ref, 'b.textContent="Confirm purchase"');
  expect(result).toFailWith('stale_ref');
  expect(!result.ok && result.error.details).toMatchObject({
    reason: 'changed',
    was: { name: 'Delete draft' },
    now: { name: 'Confirm purchase' },
  });
  expect(await clicked(page)).toEqual([]);
});

test('removed and an equal one added in the same place: clicked once, by unique match', async ({ attach, load }) => {
  const page = await load(rows(['Ada', 'Ben']));
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete', 1);
  const result = await clickAfter(
    session,
    page,
    ref,
    'document.querySelectorAll("tbody tr")[1].outerHTML=document.querySelectorAll("tbody tr")[1].outerHTML',
  );
  expect(result).toSucceed();
  expect(result.evidence?.recovered).toBe('unique_match');
  expect(await clicked(page)).toEqual(['Ben']);
});

test('removed and one with the same label added in another row: refused, candidates named', async ({ attach, load }) => {
  const page = await load(rows(['Ada', 'Ben']));
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete', 1);
  const result = await clickAfter(
    session,
    page,
    ref,
    'document.querySelectorAll("tbody tr")[1].remove();document.querySelector("tbody").insertAdjacentHTML("beforeend","<tr><td>Cleo</td><td><button>Delete</button></td></tr>")',
  );
  expect(result).toFailWith('stale_ref', /Candidates/);
  const details = result.ok ? undefined : (result.error.details as { reason: string; candidates: { ref: string; name: string }[] });
  expect(details?.reason).toBe('removed');
  expect(details?.candidates.map((one) => one.name)).toContain('Delete');
  expect(await clicked(page)).toEqual([]);
});

test('a list re-sorted in place, the same node in another row: context_changed', async ({ attach, load }) => {
  const page = await load(rows(['Ada', 'Ben', 'Cleo']));
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete', 0);
  const sort =
    'const c=[...document.querySelectorAll("tbody td:first-child")];const n=c.map(x=>x.textContent).reverse();c.forEach((x,i)=>{x.textContent=n[i]})';
  const result = await clickAfter(session, page, ref, sort);
  expect(result).toFailWith('stale_ref');
  expect(!result.ok && result.error.details).toMatchObject({
    reason: 'context_changed',
    was: { context: { key: 'Ada' } },
    now: { context: { key: 'Cleo' } },
  });
  expect(await clicked(page)).toEqual([]);
});

test('rows moved as nodes: the button goes with its row', async ({ attach, load }) => {
  const page = await load(rows(['Ada', 'Ben', 'Cleo']));
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete', 0);
  const result = await clickAfter(session, page, ref, 'const t=document.querySelector("tbody");t.append(t.firstElementChild)');
  expect(result).toSucceed();
  expect(await clicked(page)).toEqual(['Ada']);
});

test('rows that differ only in a number are told apart', async ({ attach, load }) => {
  const page = await load(rows(['Order 1041', 'Order 1042']));
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete', 0);
  const result = await clickAfter(
    session,
    page,
    ref,
    'const c=document.querySelectorAll("tbody td:first-child");c[0].textContent="Order 1042";c[1].textContent="Order 1041"',
  );
  expect(result).toFailWith('stale_ref');
  expect(!result.ok && result.error.details).toMatchObject({ reason: 'context_changed' });
  expect(await clicked(page)).toEqual([]);
});

test('a recycled row of a virtual list is another row', async ({ attach, load }) => {
  const page = await load(
    `<ul style="height:90px;overflow:auto" id="l">${[1, 2, 3].map((i) => `<li><span>Member ${i}</span> <button>Open</button></li>`).join('')}</ul>${LOG}`,
  );
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Open', 1);
  const result = await clickAfter(session, page, ref, '[...l.querySelectorAll("span")].forEach((s,i)=>{s.textContent="Member "+(i+11)})');
  expect(result).toFailWith('stale_ref');
  expect(await clicked(page)).toEqual([]);
});

test('cards whose titles are numbers are told apart', async ({ attach, load }) => {
  const page = await load(
    `<div id="g">${[7, 8].map((n) => `<article><h3>${n}</h3><p>A seat by the window.</p><button data-id="${n}">Book</button></article>`).join('')}</div>${LOG}`,
  );
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Book', 0);
  const result = await clickAfter(session, page, ref, 'const h=g.querySelectorAll("h3");h[0].textContent="8";h[1].textContent="7"');
  expect(result).toFailWith('stale_ref');
  expect(await clicked(page)).toEqual([]);
});

test('the same label on the next page after a navigation: navigated', async ({ attach, load, server }) => {
  server.set('/next', rows(['Zoe']));
  const page = await load(rows(['Ada']));
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete');
  await page.goto(server.url('/next'));
  const result = await session.call('click', { element: 'Delete', ref });
  expect(result).toFailWith('stale_ref');
  expect(!result.ok && result.error.details).toMatchObject({ reason: 'navigated', was: { role: 'button', name: 'Delete' } });
  expect(await clicked(page)).toEqual([]);
});

test('the same label after pushState and a new view: refused', async ({ attach, load }) => {
  const page = await load(rows(['Ada']));
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete');
  const result = await clickAfter(
    session,
    page,
    ref,
    'history.pushState(null,"","/other");document.querySelector("tbody").innerHTML="<tr><td>Zoe</td><td><button>Delete</button></td></tr>"',
  );
  expect(result).toFailWith('stale_ref');
  expect(await clicked(page)).toEqual([]);
});

for (const where of ['same origin', 'another origin'] as const) {
  test(`the same label after a frame of ${where} is replaced: frame_replaced`, async ({ attach, load, server }) => {
    const frame = `<button>Pay</button>${LOG}`;
    server.set('/one', frame);
    server.set('/two', frame);
    const base = where === 'same origin' ? server.url('') : server.urlB('');
    const page = await load(`<iframe id="f" title="Payment" src="${base}/one"></iframe>`);
    const session = await attach(AUTO);
    const ref = await pick(session, 'button', 'Pay');
    const arrived = page.waitForEvent('framenavigated', (one) => one.url().endsWith('/two'));
    await page.evaluate(`f.src=${JSON.stringify(`${base}/two`)}`);
    await (await arrived).waitForLoadState();
    const result = await session.call('click', { element: 'Pay', ref });
    expect(result).toFailWith('stale_ref');
    expect(!result.ok && result.error.details).toMatchObject({ reason: 'frame_replaced' });
    expect(await page.frames()[1]?.evaluate('log')).toEqual([]);
  });
}

test('an older generation of the same node still acts, and says so', async ({ attach, load }) => {
  const page = await load(rows(['Ada', 'Ben']));
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete', 1);
  for (let i = 0; i < 3; i++) await session.call('read_page', {});
  const result = await session.call('click', { element: 'Delete', ref });
  expect(result).toSucceed();
  expect(result.evidence?.recovered).toBe('same_node');
  expect(await clicked(page)).toEqual(['Ben']);
});

test('a ref older than the kept generations has expired', async ({ attach, load }) => {
  const page = await load(rows(['Ada']));
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Delete');
  for (let i = 0; i < 32; i++) await session.call('read_page', {});
  const result = await session.call('click', { element: 'Delete', ref });
  expect(result).toFailWith('stale_ref');
  expect(!result.ok && result.error.details).toMatchObject({ reason: 'expired' });
  expect(await clicked(page)).toEqual([]);
});

test('two equal candidates: ambiguous, both offered, nothing clicked', async ({ attach, load }) => {
  const page = await load(`<div id="r"><button>Save</button></div>${LOG}`);
  const session = await attach(AUTO);
  const ref = await pick(session, 'button', 'Save');
  const result = await clickAfter(session, page, ref, 'r.innerHTML="<button>Save</button><button>Save</button>"');
  expect(result).toFailWith('ambiguous_target');
  const candidates = !result.ok && (result.error.details as { candidates: { ref: string }[] }).candidates;
  expect(candidates).toHaveLength(2);
  expect(await clicked(page)).toEqual([]);
  const again = await session.call('click', { element: 'Save', ref: (candidates as { ref: string }[])[1]?.ref as string });
  expect(again).toSucceed();
});

test('a page that swaps names while the approval is pending gets no click', async ({ attach, load }) => {
  const page = await load(`<button id="b">Archive</button>${LOG}`);
  const session = await attach({
    gatekeeper: {
      policy: 'untrusted',
      onApproval: async () => {
        await page.evaluate('b.textContent="Delete everything"');
        return { decision: 'once' as const };
      },
    },
  });
  const result = await session.call('click', { element: 'Archive', ref: await pick(session, 'button', 'Archive') });
  expect(result.ok).toBe(false);
  expect(!result.ok && result.error.code).toMatch(/approval_stale|stale_ref/);
  expect(await clicked(page)).toEqual([]);
});
