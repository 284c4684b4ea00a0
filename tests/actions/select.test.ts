/** Options of native selects and of ARIA widgets, end to end. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, refOf } from './support.js';

const WIDGET = `<div id=w role=combobox aria-label=Fruit aria-haspopup=listbox aria-expanded=false aria-controls=l tabindex=0 style="width:120px;border:1px solid">Choose</div>
<ul id=l role=listbox hidden><li role=option>Apple</li><li role=option aria-disabled=true>Pear</li><li role=option>Plum</li></ul>
<script>window.log=[];const show=v=>{l.hidden=!v;w.setAttribute('aria-expanded',String(v))};
w.onclick=()=>setTimeout(()=>show(l.hidden),60);w.onkeydown=e=>{if(e.key==='Escape'){log.push('esc');show(false)}};
for(const o of l.children)o.onclick=()=>{if(o.ariaDisabled)return;for(const p of l.children)p.removeAttribute('aria-selected');o.setAttribute('aria-selected','true');w.textContent=o.textContent;log.push(o.textContent);show(false)}</script>`;

describe('native', () => {
  const SELECT =
    '<label>Size <select id=t><option value=s>Small</option><option value=l>Large</option><option disabled>Huge</option></select></label>';

  test('chooses and proves it', async ({ load, attach }) => {
    const page = await load(SELECT);
    const session = await attach(AUTO);
    const ref = await refOf(session, 'combobox', 'Size');
    const result = await session.call('select_option', { element: 'Size', ref, values: ['Large'] });
    expect(result).toMatchObject({
      ok: true,
      data: { changed: true, selected: [{ text: 'Large', value: 'l' }] },
      evidence: { effect: 'verified' },
    });
    expect(await page.evaluate('t.value')).toBe('l');
    expect(await session.call('select_option', { element: 'Size', ref, values: ['Large'] })).toMatchObject({
      ok: true,
      data: { changed: false },
    });
  });

  test('what is not there is refused with all that is, before anything is sent', async ({ load, attach }) => {
    const page = await load(SELECT);
    const session = await attach(AUTO);
    const ref = await refOf(session, 'combobox', 'Size');
    for (const value of ['Giant', 'Huge']) {
      const result = await session.call('select_option', { element: 'Size', ref, values: [value] });
      expect(result).toFailWith('no_option', /"Small" \(value "s"\), "Large" \(value "l"\), "Huge" \[disabled\]/);
      expect(result.evidence).toMatchObject({ dispatch: 'not_started' });
    }
    expect(await page.evaluate('t.value')).toBe('s');
  });
});

describe('ARIA', () => {
  test('opens the list, clicks the option, and proves it', async ({ load, attach }) => {
    const page = await load(WIDGET);
    const session = await attach(AUTO);
    const result = await session.call('select_option', {
      element: 'Fruit',
      ref: await refOf(session, 'combobox', 'Fruit'),
      values: ['Plum'],
    });
    expect(result).toMatchObject({ ok: true, data: { changed: true, selected: [{ text: 'Plum' }] }, evidence: { effect: 'verified' } });
    expect(await page.evaluate('log')).toEqual(['Plum']);
  });

  test('closes the list again when there is no such option', async ({ load, attach }) => {
    const page = await load(WIDGET);
    const session = await attach(AUTO);
    const ref = await refOf(session, 'combobox', 'Fruit');
    for (const value of ['Mango', 'Pear'])
      expect(await session.call('select_option', { element: 'Fruit', ref, values: [value] })).toFailWith(
        'no_option',
        /"Apple", "Pear" \[disabled\], "Plum"/,
      );
    expect(await page.evaluate('[log, l.hidden]')).toEqual([['esc', 'esc'], true]);
  });

  test('filters a combobox that lists only what is typed', async ({ load, attach }) => {
    const page =
      await load(`<input id=w role=combobox aria-label=Town aria-expanded=false aria-controls=l><ul id=l role=listbox></ul><script>
      w.oninput=()=>{l.innerHTML='';w.setAttribute('aria-expanded','true');for(const n of ['Bonn','Bern','Graz'])if(w.value&&n.startsWith(w.value)){const o=document.createElement('li');o.role='option';o.textContent=n;o.onclick=()=>{w.value=n;l.innerHTML='';w.setAttribute('aria-expanded','false')};l.append(o)}}</script>`);
    const session = await attach(AUTO);
    const result = await session.call('select_option', {
      element: 'Town',
      ref: await refOf(session, 'combobox', 'Town'),
      values: ['Bern'],
    });
    expect(result).toSucceed();
    expect(await page.evaluate('w.value')).toBe('Bern');
  });

  test('what is no list is refused', async ({ load, attach }) => {
    await load('<a href=#x>Link</a>');
    const session = await attach(AUTO);
    expect(await session.call('select_option', { element: 'Link', ref: await refOf(session, 'link', 'Link'), values: ['x'] })).toFailWith(
      'not_editable',
    );
  });
});
