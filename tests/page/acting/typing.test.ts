/** Text plans, exact formats, native setting, reading back. */
import { describe } from 'vitest';
import { expect, test } from '../../support/test.js';
import { ActingWorld, codeOf } from './acting-world.js';

describe('exact formats', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['type=date', '2031-03-17', '2031-03-17'],
    ['type=date', '2031-02-30', 'invalid_value'],
    ['type=date', '2032-02-29', '2032-02-29'],
    ['type=date', '17.03.2031', 'invalid_value'],
    ['type=date min=2031-01-01', '2030-12-31', 'invalid_value'],
    ['type=date', '', ''],
    ['type=time', '14:05', '14:05'],
    ['type=time', '25:00', 'invalid_value'],
    ['type=time min=22:00 max=06:00', '23:30', '23:30'],
    ['type=time min=22:00 max=06:00', '12:00', 'invalid_value'],
    ['type=datetime-local', '2031-03-17T14:05', '2031-03-17T14:05'],
    ['type=datetime-local', '2031-03-17 14:05', '2031-03-17T14:05'],
    ['type=datetime-local', '2031-03-17', 'invalid_value'],
    ['type=month', '2031-03', '2031-03'],
    ['type=month', 'March', 'invalid_value'],
    ['type=week', '2031-W07', '2031-W07'],
    ['type=week', '2026-W53', '2026-W53'],
    ['type=week', '2031-W53', 'invalid_value'],
    ['type=color', '#FF8800', '#ff8800'],
    ['type=color', 'red', 'invalid_value'],
    ['type=range', '7', '7'],
    ['type=range max=10', '77', 'invalid_value'],
    ['type=range step=5', '7', 'invalid_value'],
    ['type=number', '-3.5', '-3.5'],
    ['type=number', 'many', 'invalid_value'],
    ['type=number max=10', '11', 'invalid_value'],
    ['type=number', '', ''],
  ];
  for (const [attributes, text, wanted] of cases) {
    test(`${attributes} <- ${JSON.stringify(text)}: ${wanted}`, async ({ load }) => {
      const page = await load(
        `<input id=t ${attributes}><script>window.ev=[];for(const e of ['input','change'])t.addEventListener(e,()=>ev.push(e+':'+t.value))</script>`,
      );
      const before = await page.evaluate('t.value');
      const world = await ActingWorld.open(page);
      const request = { el: await world.find('#t'), text, mode: 'replace' } as const;
      const plan = await world.call('planType', request);
      const done = await world.call('setValue', request);
      if (wanted === 'invalid_value') {
        expect([codeOf(plan), codeOf(done), await page.evaluate('t.value'), await page.evaluate('ev')]).toEqual([
          wanted,
          wanted,
          before,
          [],
        ]);
        return;
      }
      expect(done).toEqual({ ok: true, value: { value: wanted } });
      expect(await page.evaluate('ev')).toEqual([`input:${wanted}`, `change:${wanted}`]);
    });
  }
});

describe('plans', () => {
  test('maxlength is obeyed, and kept text counts', async ({ load }) => {
    const world = await ActingWorld.open(await load('<input id=t maxlength=5 value=abc>'));
    const el = await world.find('#t');
    expect(await world.call('planType', { el, text: 'vwxyz12', mode: 'replace' })).toMatchObject({
      value: { how: 'keys', insert: 'vwxyz', expected: 'vwxyz', before: 'abc' },
    });
    expect(await world.call('planType', { el, text: 'vwxyz12', mode: 'append' })).toMatchObject({
      value: { insert: 'vw', expected: 'abcvw' },
    });
  });

  test('without prepare nothing gets the focus; with it the old text is selected', async ({ load }) => {
    const page = await load('<input id=t value=abc>');
    const world = await ActingWorld.open(page);
    const el = await world.find('#t');
    await world.call('planType', { el, text: 'x', mode: 'replace' });
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
    await world.call('planType', { el, text: 'x', mode: 'replace', prepare: true });
    expect(await page.evaluate('[document.activeElement.id, t.selectionStart, t.selectionEnd]')).toEqual(['t', 0, 3]);
    await world.call('planType', { el, text: 'x', mode: 'append', prepare: true });
    expect(await page.evaluate('[t.selectionStart, t.selectionEnd]')).toEqual([3, 3]);
  });

  test('an editable element is selected as a whole, and read as lines', async ({ load }) => {
    const page = await load('<div id=t contenteditable><p>one</p><p>two<br>three</p></div>');
    const world = await ActingWorld.open(page);
    const el = await world.find('#t');
    const plan = await world.call('planType', { el, text: 'x', mode: 'replace', prepare: true });
    expect(plan).toMatchObject({ value: { kind: 'contenteditable', before: 'one\ntwo\nthree' } });
    expect(await page.evaluate('[document.activeElement.id, getSelection().toString().replace(/\\s+/g, " ")]')).toEqual([
      't',
      'one two three',
    ]);
  });

  test('a value that a framework tracks on the instance is set past it', async ({ load }) => {
    const page = await load(`<input id=t><script>
      window.seen=[];let kept=t.value;const own=Object.getOwnPropertyDescriptor(HTMLInputElement.prototype,'value');
      Object.defineProperty(t,'value',{get(){return own.get.call(t)},set(v){kept=v;own.set.call(t,v)}});
      t.addEventListener('input',()=>{const v=own.get.call(t);if(v!==kept){kept=v;seen.push(v)}})</script>`);
    const world = await ActingWorld.open(page);
    const done = await world.call('setValue', { el: await world.find('#t'), text: 'ap', mode: 'replace' });
    expect([done, await page.evaluate('seen')]).toEqual([{ ok: true, value: { value: 'ap' } }, ['ap']]);
  });

  test('named children of a form shadow nothing', async ({ load }) => {
    const page = await load('<form><input id=t name=parentNode><input name=nodeName><input name=matches><input name=getRootNode></form>');
    const world = await ActingWorld.open(page);
    expect(codeOf(await world.check('#t', ['attached', 'visible', 'enabled', 'editable', 'in_view', 'receives_events']))).toBe('ok');
  });
});
