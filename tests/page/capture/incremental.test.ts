/** Captures brought up to date against full walks: the same, whatever changed. */
import fc from 'fast-check';
import { describe } from 'vitest';
import { expect, test } from '../../support/test.js';
import { CaptureWorld } from './capture-world.js';
import { randomNode, randomPage } from './random-page.js';

/** One change; `pick` chooses the element. Runs in the page. */
interface Change {
  readonly kind: string;
  readonly pick: number;
  readonly html: string;
}
const KINDS = [
  'text',
  'text',
  'append',
  'insert',
  'remove',
  'class',
  'style',
  'hide',
  'attribute',
  'data',
  'value',
  'check',
  'focus',
  'scroll',
  'scrollPage',
  'move',
  'label',
  'option',
  'shadow',
  'rule',
  'nothing',
];
const change: fc.Arbitrary<Change> = fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(10_000), html: randomNode });

/** Applied by name in the main world of the page. */
const APPLY = `({kind, pick, html}) => {
  if (!document.body) return;
  const all = [...document.body.querySelectorAll('*')].filter(e => !e.closest('script'));
  const at = all[pick % Math.max(1, all.length)] ?? document.body;
  const made = () => { const t = document.createElement('template'); t.innerHTML = html; return t.content; };
  const texts = () => { const w = document.createTreeWalker(document.body, 4); const out = []; while (w.nextNode()) if (!w.currentNode.parentElement.closest('script,style')) out.push(w.currentNode); return out; };
  const some = (s) => { const l = document.querySelectorAll(s); return l[pick % Math.max(1, l.length)]; };
  switch (kind) {
    case 'text': { const l = texts(); const t = l[pick % Math.max(1, l.length)]; if (t) t.data = 'text ' + pick; break; }
    case 'append': at.append(made()); break;
    case 'insert': if (at.parentElement) at.before(made()); break;
    case 'remove': at.remove(); break;
    case 'class': at.className = 'c' + pick % 3; break;
    case 'style': at.style.cssText = ['display:inline', 'opacity:0', 'height:300px', 'display:none', 'cursor:pointer', 'position:absolute;left:-9999px'][pick % 6]; break;
    case 'hide': at.hidden = !at.hidden; break;
    case 'attribute': at.setAttribute(['role', 'aria-label', 'title', 'tabindex', 'aria-hidden', 'inert'][pick % 6], ['button', 'Label ' + pick, 'Title', '0', 'true', ''][pick % 6]); break;
    case 'data': at.setAttribute('data-x', pick); break;
    case 'value': { const e = some('input:not([type=checkbox]),textarea'); if (e) e.value = 'v' + pick; break; }
    case 'check': { const e = some('input[type=checkbox]'); if (e) e.checked = !e.checked; break; }
    case 'option': { const e = some('select'); if (e) e.selectedIndex = pick % 2; break; }
    case 'focus': { const e = some('button,input,a,textarea'); if (e) e.focus({ preventScroll: true }); else document.activeElement?.blur(); break; }
    case 'scroll': { const e = some('[style*=overflow]'); if (e) e.scrollTop = pick % 50; break; }
    case 'scrollPage': scrollTo(0, pick % 2000); break;
    case 'move': { const to = all[(pick * 7) % Math.max(1, all.length)]; if (to && !at.contains(to) && to !== at) to.append(at); break; }
    case 'label': { const e = some('input'); if (e) { e.id = 'i' + pick; const l = document.createElement('label'); l.htmlFor = e.id; l.textContent = 'For ' + pick; document.body.append(l); } break; }
    case 'shadow': { const h = some('x-host'); if (h?.shadowRoot) h.shadowRoot.querySelector('section').append(made()); break; }
    case 'rule': { const s = document.createElement('style'); s.textContent = ['.c1{display:none}', 'li:nth-child(2){visibility:hidden}', '.c0 + *{cursor:pointer}', 'input:checked ~ *{display:none}'][pick % 4]; document.head.append(s); break; }
  }
}`;

describe('an updated capture', () => {
  test('equals a full walk after random changes', { timeout: 200_000 }, async ({ page }) => {
    const world = await CaptureWorld.open(page);
    let updates = 0;
    await fc.assert(
      fc.asyncProperty(
        randomPage,
        fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        async (html, steps) => {
          await page.setContent(html, { waitUntil: 'load' });
          await world.compare();
          for (const step of steps) {
            for (const one of step) await page.evaluate(`(${APPLY})(${JSON.stringify(one)})`);
            const [updated, full] = await world.compare();
            if (updated.walk === 'incremental') updates++;
            expect({ ...updated, walk: 'full' }).toEqual(full);
          }
        },
      ),
      // Always the same pages: nothing rests on updates yet (see capture/trust.ts), and a search for more is run by hand.
      { numRuns: 60, seed: 7 },
    );
    expect(updates).toBeGreaterThan(10);
  });
});
