/** Options of native selects and ARIA lists. */
import { describe } from 'vitest';
import { expect, test } from '../../support/test.js';
import { ActingWorld } from './acting-world.js';

const SHIPPING = `<select id=t><optgroup label=Ground><option value=gr-std>Standard</option><option value=gr-exp label="Express road">X</option></optgroup>
  <optgroup label=Overseas><option value=ov-std>Standard</option><option value=ov-no disabled>Barge</option></optgroup></select>
  <script>window.ev=[];for(const e of ['input','change'])t.addEventListener(e,()=>ev.push(e+':'+t.value))</script>`;
const MANY =
  '<select id=t multiple><option selected>A</option><option>B</option><option>C</option></select><script>window.ev=[];t.onchange=()=>ev.push([...t.selectedOptions].map(o=>o.text).join())</script>';

describe('native', () => {
  const good: readonly (readonly [string, string])[] = [
    ['ov-std', 'ov-std'],
    ['Express road', 'gr-exp'],
    ['Overseas > Standard', 'ov-std'],
  ];
  for (const [wish, value] of good) {
    test(`${wish} chooses ${value}, with input and change once each`, async ({ load }) => {
      const page = await load(SHIPPING);
      const world = await ActingWorld.open(page);
      const reply = await world.call('select', { el: await world.find('#t'), values: [wish] });
      expect(reply).toMatchObject({ ok: true, value: { changed: true, selected: [{ value }] } });
      expect(await page.evaluate('ev')).toEqual([`input:${value}`, `change:${value}`]);
    });
  }

  const bad: readonly (readonly [string, string, string])[] = [
    ['Standard', 'no_option', 'ambiguous'],
    ['Barge', 'no_option', 'disabled'],
    ['Zeppelin', 'no_option', 'unknown'],
  ];
  for (const [wish, code, reason] of bad) {
    test(`${wish} is refused (${reason}) and changes nothing`, async ({ load }) => {
      const page = await load(SHIPPING);
      const world = await ActingWorld.open(page);
      const reply = await world.call('select', { el: await world.find('#t'), values: [wish] });
      expect(reply).toMatchObject({
        ok: false,
        failure: { code, detail: { reason, options: [{ text: 'Standard', group: 'Ground' }, {}, {}, {}] } },
      });
      expect(await page.evaluate('[t.value, ev]')).toEqual(['gr-std', []]);
    });
  }

  test('the same choice is no change and no event', async ({ load }) => {
    const page = await load(SHIPPING);
    const world = await ActingWorld.open(page);
    expect(await world.call('select', { el: await world.find('#t'), values: ['gr-std'] })).toMatchObject({ value: { changed: false } });
    expect(await page.evaluate('ev')).toEqual([]);
  });

  test('a multiple select becomes exactly the given set; one unknown value changes nothing', async ({ load }) => {
    const page = await load(MANY);
    const world = await ActingWorld.open(page);
    const el = await world.find('#t');
    expect(await world.call('select', { el, values: ['B', 'Z'] })).toMatchObject({ failure: { code: 'no_option' } });
    expect(await world.call('select', { el, values: ['B', 'C'] })).toMatchObject({
      value: { changed: true, selected: [{ text: 'B' }, { text: 'C' }] },
    });
    expect(await page.evaluate('ev')).toEqual(['B,C']);
  });

  test('an empty value is a value', async ({ load }) => {
    const page = await load(
      '<select id=t><option value="">No preference</option><option value=k>Kosher</option></select><script>t.selectedIndex=-1</script>',
    );
    const world = await ActingWorld.open(page);
    await world.call('select', { el: await world.find('#t'), values: ['No preference'] });
    expect(await page.evaluate('t.selectedIndex')).toBe(0);
  });
});

describe('ARIA', () => {
  test('options of the list a combobox controls', async ({ load }) => {
    const world = await ActingWorld.open(
      await load(
        '<div id=t role=combobox aria-controls=l>Pick</div><ul id=l role=listbox><li role=option aria-selected=true>One</li><li role=option aria-disabled=true>Two</li></ul><ul role=listbox><li role=option>Other</li></ul>',
      ),
    );
    expect(await world.call('listOptions', { el: await world.find('#t') })).toMatchObject({
      ok: true,
      value: [
        { text: 'One', selected: true, disabled: false },
        { text: 'Two', disabled: true },
      ],
    });
  });
});
