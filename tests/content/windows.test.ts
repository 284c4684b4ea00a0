/** Windows put together are the text, for any size. */
import fc from 'fast-check';
import { stopIn, windowOf } from '../../src/content/windows.js';
import { expect, test } from '../support/test.js';

const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\n\n', 'é', '😀', '👩‍👩‍👧', '\ud83d', '|'), maxLength: 300 });

test('of any text, by any sizes, nothing twice and nothing lost, no character in two', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.integer({ min: 2, max: 60 }), { minLength: 1, maxLength: 8 }), (text, sizes) => {
      let out = '';
      let at: number | undefined = 0;
      for (let turn = 0; at !== undefined; turn++) {
        const size = sizes[turn % sizes.length] as number;
        const window = windowOf(text, at, size);
        expect(window.from).toBe(at);
        expect(window.text.length).toBeLessThanOrEqual(size);
        if (text.isWellFormed()) expect(window.text.isWellFormed()).toBe(true);
        out += window.text;
        at = window.next;
      }
      expect(out).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('a stop is always further on, never beyond what may be kept but for half a character', () => {
  fc.assert(
    fc.property(anyText, fc.nat(300), fc.integer({ min: 1, max: 80 }), (text, start, length) => {
      const from = Math.min(start, text.length);
      const to = Math.min(text.length, from + length);
      const at = stopIn(text, from, to);
      expect(at).toBeGreaterThanOrEqual(Math.min(from + 1, text.length));
      expect(at).toBeLessThanOrEqual(to + 1);
    }),
    { numRuns: 300 },
  );
});

test('of a page that changes underneath, by random sizes', async ({ load, session }) => {
  const page = await load(
    `<!doctype html><meta charset="utf-8"><title>T</title><body><ul id="u">${Array.from({ length: 60 }, (_, i) => `<li>${i} 😀 <b>bold</b> <a href="/${i}">wörd</a></li>`).join('')}</ul></body>`,
  );
  const whole = await session.call('extract', {});
  if (!whole.ok) throw new Error(whole.error.message);
  const { captureId, markdown, totalChars, nextChar } = whole.data;
  expect([markdown.length, nextChar]).toEqual([totalChars, undefined]);
  const read = async (fromChar: number, maxChars: number) => {
    const result = await session.call('extract', { captureId, fromChar, maxChars });
    if (!result.ok) throw new Error(result.error.message);
    return result.data;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 40, max: 2_000 }), { minLength: 1, maxLength: 5 }), async (sizes) => {
      let text = '';
      let fromChar: number | undefined = 0;
      for (let turn = 0; fromChar !== undefined; turn++) {
        const data = await read(fromChar, sizes[turn % sizes.length] as number);
        text += data.markdown;
        fromChar = data.nextChar;
        if (turn % 5 === 0) await page.evaluate('u.append(u.firstElementChild); u.insertAdjacentHTML("afterbegin", "<li>new</li>")');
      }
      expect(text).toBe(markdown);
    }),
    { numRuns: 12 },
  );
});
