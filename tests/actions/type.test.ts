/** Text into fields of all kinds, and what is reported of it. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, type refOf, typeInto } from './support.js';

describe('what a field holds afterwards', () => {
  const cases: readonly (readonly [string, string, string, object, string])[] = [
    ['replaces', '<input id=t aria-label=F value=old>', 'new', {}, 'new'],
    ['appends', '<input id=t aria-label=F value=old>', '+new', { mode: 'append' }, 'old+new'],
    ['clears', '<input id=t aria-label=F value=old>', '', {}, ''],
    ['key by key', '<input id=t aria-label=F value=old>', 'Añ é', { slowly: true }, 'Añ é'],
    ['an email, appended', '<input id=t type=email aria-label=F value=a@b>', '.org', { mode: 'append' }, 'a@b.org'],
    ['a password', '<input id=t type=password aria-label=F>', 's3cret', {}, 's3cret'],
    ['maxlength', '<input id=t maxlength=5 aria-label=F value=old>', 'abcdefgh', {}, 'abcde'],
    ['lines into a textarea', '<textarea id=t aria-label=F>old</textarea>', 'one\ntwo', {}, 'one\ntwo'],
    ['lines into a textarea, key by key', '<textarea id=t aria-label=F>old</textarea>', 'one\ntwo', { slowly: true }, 'one\ntwo'],
    ['lines into an input', '<input id=t aria-label=F>', 'one\ntwo', {}, 'onetwo'],
    ['a date', '<input id=t type=date aria-label=F>', '2031-03-17', {}, '2031-03-17'],
    ['a range', '<input id=t type=range aria-label=F value=3 max=10>', '7', {}, '7'],
  ];
  for (const [title, html, text, more, wanted] of cases) {
    test(title, async ({ load, attach }) => {
      const page = await load(html);
      const session = await attach(AUTO);
      const role = html.includes('type=range') ? 'slider' : html.includes('type=date') ? await dateRole(session) : 'textbox';
      const result = await typeInto(session, role, 'F', text, more);
      expect(result).toSucceed();
      expect(await page.evaluate('t.value')).toBe(wanted);
      expect(result.evidence).toMatchObject({
        effect: 'verified',
        dispatch: 'confirmed',
      });
    });
  }

  async function dateRole(session: Parameters<typeof refOf>[0]): Promise<string> {
    const page = await session.call('read_page', {});
    return (page.ok && page.data.nodes.find((node) => node.name === 'F')?.role) || 'textbox';
  }

  test('a code of one box a character', async ({ load, attach }) => {
    const page = await load(
      `<form>${Array.from({ length: 4 }, (_, i) => `<input maxlength=1 aria-label="Digit ${i + 1}">`).join('')}</form><script>for(const i of document.forms[0])i.oninput=()=>i.nextElementSibling?.focus()</script>`,
    );
    const result = await typeInto(await attach(AUTO), 'textbox', 'Digit 1', '4711');
    expect(result).toMatchObject({ ok: true, data: { value: { asked: '4711', now: '4711' } }, evidence: { effect: 'verified' } });
    expect(await page.evaluate('[...document.forms[0]].map(i=>i.value).join("")')).toBe('4711');
  });

  test('events are trusted, and a replacement is one input', async ({ load, attach }) => {
    const page = await load(
      '<input id=t aria-label=F value=old><script>window.log=[];t.oninput=e=>log.push(e.isTrusted+":"+t.value)</script>',
    );
    await typeInto(await attach(AUTO), 'textbox', 'F', 'new');
    expect(await page.evaluate('log')).toEqual(['true:new']);
  });

  test('a page that rewrites the value is told: set to X, asked Y', async ({ load, attach }) => {
    await load('<input id=t aria-label=F><script>t.oninput=()=>{t.value=t.value.toUpperCase()}</script>');
    const result = await typeInto(await attach(AUTO), 'textbox', 'F', 'abc');
    expect(result).toMatchObject({ ok: true, data: { value: { asked: 'abc', now: 'ABC' } }, evidence: { effect: 'observed' } });
    expect(result.content[0]).toMatchObject({ text: expect.stringContaining('Set textbox "F" to "ABC", asked "abc".') });
  });

  test('a page that takes nothing is a failure, not a success', async ({ load, attach }) => {
    await load("<input id=t aria-label=F value=kept><script>t.addEventListener('beforeinput',e=>e.preventDefault())</script>");
    const result = await typeInto(await attach(AUTO), 'textbox', 'F', 'abc');
    expect(result).toFailWith('l1_not_effective', /still holds "kept"/);
    expect(result.evidence).toMatchObject({ dispatch: 'confirmed' });
  });

  test('a password is never told', async ({ load, attach }) => {
    await load('<input type=password aria-label=F value=before>');
    expect(JSON.stringify(await typeInto(await attach(AUTO), 'textbox', 'F', 'hunter2'))).not.toMatch(/hunter2|before/);
  });
});

describe('what is refused', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['read-only', '<input id=t readonly aria-label=F value=kept>', 'x', 'not_editable'],
    ['disabled', '<input id=t disabled aria-label=F value=kept>', 'x', 'disabled'],
    ['no such day', '<input id=t type=date aria-label=F value=2031-03-17>', '2031-02-30', 'invalid_value'],
    ['letters as a number', '<input id=t type=number aria-label=F value=2>', 'many', 'invalid_value'],
    ['a color by name', '<input id=t type=color aria-label=F value="#112233">', 'red', 'invalid_value'],
    ['beyond a maximum', '<input id=t type=number max=5 aria-label=F value=2>', '9', 'invalid_value'],
  ];
  for (const [title, html, text, code] of cases) {
    test(`${title}: ${code}, nothing destroyed`, async ({ load, attach }) => {
      const page = await load(html);
      const before = await page.evaluate('t.value');
      const session = await attach(AUTO);
      const read = await session.call('read_page', {});
      const ref = read.ok ? read.data.nodes.find((node) => node.name === 'F')?.ref : undefined;
      const result = await session.call('type', { element: 'F', ref: ref!, text });
      expect(result).toFailWith(code);
      expect(result.evidence).toMatchObject({ dispatch: 'not_started' });
      expect(await page.evaluate('t.value')).toBe(before);
    });
  }
});

describe('rich editors', () => {
  test('get text through the editing pipeline, and lines without sending', async ({ load, attach }) => {
    const page = await load(
      '<div id=t contenteditable role=textbox aria-label=F>old</div><script>window.log=[];t.addEventListener("beforeinput",e=>log.push(e.inputType));t.addEventListener("keydown",e=>{if(e.key==="Enter"&&!e.shiftKey)log.push("sent")})</script>',
    );
    const result = await typeInto(await attach(AUTO), 'textbox', 'F', 'one\ntwo');
    expect(result).toSucceed();
    expect(await page.evaluate('[t.innerText.trim(), log]')).toEqual(['one\ntwo', ['insertText', 'insertLineBreak', 'insertText']]);
    expect(result.evidence).toMatchObject({ effect: 'verified' });
  });
});

describe('submit', () => {
  test('submits a form once', async ({ load, attach }) => {
    const page = await load(
      '<form id=f><input aria-label=F></form><script>window.log=[];f.onsubmit=e=>{e.preventDefault();log.push("submit")}</script>',
    );
    await typeInto(await attach(AUTO), 'textbox', 'F', 'x', { submit: true });
    expect(await page.evaluate('log')).toEqual(['submit']);
  });

  test('submits once where the page handles Enter itself', async ({ load, attach }) => {
    const page = await load(
      '<form id=f><input id=t aria-label=F></form><script>window.log=[];t.onkeydown=e=>{if(e.key==="Enter"){e.preventDefault();log.push("own")}};f.onsubmit=e=>{e.preventDefault();log.push("submit")}</script>',
    );
    await typeInto(await attach(AUTO), 'textbox', 'F', 'x', { submit: true });
    expect(await page.evaluate('log')).toEqual(['own']);
  });

  test('follows a search to its results', async ({ load, attach, server }) => {
    server.set('/find', '<h1>Results</h1>');
    await load('<form action=/find><input name=q aria-label=F></form>');
    const result = await typeInto(await attach(AUTO), 'textbox', 'F', 'deep sea', { submit: true });
    expect(result).toSucceed({ url: server.url('/find?q=deep+sea') });
  });
});

describe('synthetic mode', () => {
  test('sets natively, and tries the trusted tool once when that fails', async ({ load, attach }) => {
    const page = await load(
      '<input id=t aria-label=F><input id=u aria-label=G><script>u.addEventListener("input",()=>{u.value=""})</script>',
    );
    const session = await attach({ ...AUTO, input: 'synthetic' });
    expect(await typeInto(session, 'textbox', 'F', 'abc')).toSucceed();
    expect(await page.evaluate('t.value')).toBe('abc');
    const failed = await typeInto(session, 'textbox', 'G', 'zyx');
    expect(failed).toFailWith('l1_not_effective');
    // The trusted tool had its one try, too: the page clears the field whoever types.
    expect(failed.details).toMatchObject({ escalatedFrom: { tool: 'type' }, escalatedTo: { tool: 'type_trusted' } });
  });
});
