/** Random lists, random changes: a ref never means another row. */
import fc from 'fast-check';
import type { RefsPage } from './support/refs-page.js';
import { expect, test } from './support/test.js';

interface Row {
  readonly key: string;
  readonly status: string;
  readonly count: number;
}

const KEYS = ['Ada', 'Bob', 'Order 17', 'Order 18', '1', '2', '3', '1041', '10:30'];
const row: fc.Arbitrary<Row> = fc.record({
  key: fc.constantFrom(...KEYS),
  status: fc.constantFrom('open', 'done', 'Ada'),
  count: fc.integer({ min: 0, max: 3 }),
});
const rows = fc.array(row, { minLength: 1, maxLength: 6 });

/** How a list is drawn. Every item holds its key in an element of class k, which no line shows otherwise. */
const SHAPES = {
  table: (r: Row) =>
    `<tr data-k="${r.key}"><td>${r.key}</td><td>${r.status}</td><td>${r.count}</td><td><button>Delete</button><button>Edit</button></td></tr>`,
  list: (r: Row) =>
    `<li data-k="${r.key}"><b>${r.key}</b> <i>${r.status}</i> <u>${r.count}</u> <button>Delete</button><button>Edit</button></li>`,
  cards: (r: Row) =>
    `<div class="card" data-k="${r.key}"><h3>${r.key}</h3><p>${r.status}</p><p>${r.count} items</p><button>Delete</button><button>Edit</button></div>`,
  toolbar: (r: Row) =>
    `<tr data-k="${r.key}"><td>${r.key}</td><td>${r.status}</td><td>${r.count}</td><td><ul><li><button>Delete</button></li><li><button>Edit</button></li></ul></td></tr>`,
} as const;
type Shape = keyof typeof SHAPES;

/** Ways to get from one list to the next. */
const CHANGES = ['in place', 'drawn anew', 'moved', 'in place, short'] as const;

const wrap = (shape: Shape, items: string) =>
  shape === 'list' ? `<ul>${items}</ul>` : shape === 'cards' ? `<div>${items}</div>` : `<table><tbody>${items}</tbody></table>`;

/** In the page: `from` is the parent of the items, `next` the new items as HTML. */
const CHANGE = `(how, next) => {
  const from = document.querySelector('[data-k]').parentElement;
  const template = document.createElement('template');
  template.innerHTML = next;
  const wanted = [...template.content.querySelectorAll('[data-k]')];
  const texts = (item) => { const list = []; const walk = document.createTreeWalker(item, NodeFilter.SHOW_TEXT); while (walk.nextNode()) list.push(walk.currentNode); return list; };
  const put = (item, like) => { const then = texts(item); texts(like).forEach((text, i) => { then[i].data = text.data; }); item.dataset.k = like.dataset.k; };
  if (how === 'drawn anew') { from.replaceChildren(...wanted); return; }
  const items = [...from.children];
  if (how === 'moved') {
    // Nodes follow their key, as with a keyed list; new ones are made, those left over go.
    const free = new Set(items);
    from.append(...wanted.map((like) => { const own = [...free].find((item) => item.dataset.k === like.dataset.k); if (!own) return like; free.delete(own); put(own, like); return own; }));
    for (const item of free) item.remove();
    return;
  }
  wanted.forEach((like, i) => { if (items[i]) put(items[i], like); else if (how === 'in place') from.append(like); });
  for (const item of items.slice(wanted.length)) item.remove();
}`;

async function keyUnder(page: RefsPage, el: number): Promise<{ key: string | null; name: string | null }> {
  return page.inside(
    `(() => { const el = port.element(${el}); return { key: el.closest('[data-k]')?.dataset.k ?? null, name: el.textContent }; })()`,
  );
}

test('resolve never gives an element of another row or another name', async ({ open }) => {
  const page = await open('<div id="root"></div>');
  let acted = 0;
  let refused = 0;
  const shapes = Object.keys(SHAPES) as Shape[];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...shapes),
      rows,
      fc.array(fc.tuple(fc.constantFrom(...CHANGES), rows), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (shape, first, steps, rereads) => {
        const html = (list: readonly Row[]) => list.map(SHAPES[shape]).join('');
        await page.page.evaluate(`root.innerHTML = ${JSON.stringify(wrap(shape, html(first)))}`);
        const { keys } = await page.read();
        const issued = (['Delete', 'Edit'] as const).flatMap((name) =>
          keys('button', name).map((key, i) => ({ key, name, row: first[i]!.key })),
        );
        expect(issued.length).toBe(first.length * 2);
        for (const [how, next] of steps) {
          await page.page.evaluate(
            `(${CHANGE})(${JSON.stringify(how)}, ${JSON.stringify(shape === 'table' || shape === 'toolbar' ? `<table><tbody>${html(next)}</tbody></table>` : html(next))})`,
          );
          if (rereads) await page.read();
          for (const { key, name, row: was } of issued) {
            const reply = await page.resolve(key, 0);
            if (!reply.ok) {
              refused++;
              continue;
            }
            acted++;
            expect(await keyUnder(page, reply.facts.el)).toEqual({ key: was, name });
          }
        }
      },
    ),
    { numRuns: 60, seed: 20_240_501 },
  );
  // Not by refusing everything.
  expect(acted).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
}, 240_000);
