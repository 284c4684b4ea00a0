/** Names of keys, and keys on real pages. */
import { describe } from 'vitest';
import { type KeyCombo, parseKey } from '../../src/actions/keys.js';
import { expect, test } from '../support/test.js';
import { AUTO, kindsOf, refOf } from './support.js';

describe('names', () => {
  const good: readonly (readonly [string, KeyCombo])[] = [
    ['Enter', { modifiers: [], key: 'Enter' }],
    ['enter', { modifiers: [], key: 'Enter' }],
    ['ArrowUP', { modifiers: [], key: 'ArrowUp' }],
    ['Esc', { modifiers: [], key: 'Escape' }],
    ['Return', { modifiers: [], key: 'Enter' }],
    ['Del', { modifiers: [], key: 'Delete' }],
    ['up', { modifiers: [], key: 'ArrowUp' }],
    ['Space', { modifiers: [], key: 'Space' }],
    [' ', { modifiers: [], key: 'Space' }],
    ['f5', { modifiers: [], key: 'F5' }],
    ['a', { modifiers: [], key: 'a' }],
    ['A', { modifiers: [], key: 'A' }],
    ['é', { modifiers: [], key: 'é' }],
    ['+', { modifiers: [], key: '+' }],
    ['Control++', { modifiers: ['Control'], key: '+' }],
    ['Ctrl + +', { modifiers: ['Control'], key: '+' }],
    ['Control+A', { modifiers: ['Control'], key: 'a' }],
    ['ctrl+shift+t', { modifiers: ['Control', 'Shift'], key: 'T' }],
    ['Cmd+C', { modifiers: ['Meta'], key: 'c' }],
    ['ControlOrMeta+a', { modifiers: ['ControlOrMeta'], key: 'a' }],
    ['Shift+1', { modifiers: ['Shift'], key: 'Digit1' }],
    ['Shift', { modifiers: [], key: 'Shift' }],
    ['Shift+Tab', { modifiers: ['Shift'], key: 'Tab' }],
  ];
  for (const [text, combo] of good) test(JSON.stringify(text), () => expect(parseKey(text)).toEqual(combo));

  for (const [text, part] of [
    ['Entr', 'Entr'],
    ['Control+Entr', 'Entr'],
    ['Hyper+a', 'Hyper'],
    ['Control+', ''],
    ['', ''],
    ['Control+Shift', 'Shift'],
  ] as const) {
    test(`${JSON.stringify(text)} is unknown`, () => {
      expect(() => parseKey(text)).toThrow(`Unknown key ${JSON.stringify(part)}`);
      expect(() => parseKey(text)).toThrow(/ArrowUp, ArrowDown/);
    });
  }
});

describe('on a page', () => {
  test('combinations, characters and the focus', async ({ load, attach }) => {
    const page = await load(
      '<input id=t aria-label=F value=old><button>B</button><script>window.log=[];addEventListener("keydown",e=>log.push([e.ctrlKey?"C-":"",e.shiftKey?"S-":"",e.key].join("")))</script>',
    );
    const session = await attach(AUTO);
    const ref = await refOf(session, 'textbox', 'F');
    await session.call('press_key', { key: 'Ctrl+A', ref });
    await session.call('press_key', { key: 'Shift+b' });
    await session.call('press_key', { key: 'é' });
    expect(await page.evaluate('t.value')).toBe('Bé');
    expect(await page.evaluate('log')).toEqual(['C-Control', 'C-a', 'S-Shift', 'S-B']);
    const result = await session.call('press_key', { key: 'Tab' });
    expect(kindsOf(result)).toContain('focus');
  });

  test('an unknown key is invalid input, and nothing is pressed', async ({ load, attach }) => {
    const page = await load('<script>window.log=[];addEventListener("keydown",e=>log.push(e.key))</script>x');
    const session = await attach(AUTO);
    expect(await session.call('press_key', { key: 'Control+Entr' })).toFailWith('invalid_input', /Entr/);
    expect(await page.evaluate('log')).toEqual([]);
  });

  test('an element that takes no focus is refused', async ({ load, attach }) => {
    await load('<h1>Title</h1><main aria-label=M><p>x</p></main>');
    const session = await attach(AUTO);
    const ref = await refOf(session, 'main', 'M');
    expect(await session.call('press_key', { key: 'Enter', ref })).toFailWith('not_editable');
  });
});
