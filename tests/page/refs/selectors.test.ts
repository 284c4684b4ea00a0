/** Selectors for Playwright, boxes of frames, and picks by event. */
import type { ElementHandle } from 'playwright-core';
import { describe } from 'vitest';
import type { RefsPage } from './support/refs-page.js';
import { expect, test } from './support/test.js';

/** The selector of an element, and whether Playwright finds exactly that element by it. */
async function check(
  page: RefsPage,
  el: number,
): Promise<{ selector: string; frames: readonly string[]; count: number; mark: string | null }> {
  const { selector, frames } = await page.value('selector', { el });
  let scope: Pick<typeof page.page, 'locator' | 'frameLocator'> = page.page;
  for (const frame of frames) scope = scope.frameLocator(frame) as typeof scope;
  const found = scope.locator(selector);
  return { selector, frames, count: await found.count(), mark: await found.first().getAttribute('data-mark') };
}

describe('selector', () => {
  test('prefers what authors give', async ({ open }) => {
    const page = await open(`<button id="save:1" data-mark="1">a</button><button data-testid="x&quot;y\\z" data-mark="2">b</button>
      <input name="mail" data-mark="3"><button aria-label="Two\nlines" data-mark="4">c</button><i></i><i data-mark="5"></i>
      <b id="twice" data-mark="6"></b><b id="twice" data-mark="7"></b><i name="n"></i><b name="n" data-mark="8"></b>`);
    const marks = await page.inside<number[]>("[...document.querySelectorAll('[data-mark]')].map((one) => port.idOf(one))");
    const selectors = [];
    for (const [at, el] of marks.entries()) {
      const { selector, count, mark } = await check(page, el);
      expect([count, mark]).toEqual([1, String(at + 1)]);
      selectors.push(selector.replace('css:light=', ''));
    }
    expect(selectors.slice(0, 3)).toEqual(['#save\\:1', 'button[data-testid="x\\"y\\\\z"]', 'input[name="mail"]']);
    expect(selectors[3]).toBe('button[aria-label="Two\\a lines"]');
    expect(selectors[4]).toBe('i:nth-of-type(2)');
  });

  test('every element of a page', async ({ open }) => {
    const page =
      await open(`<main><section><p>a <b>b</b> <b>c</b></p><svg width="9" height="9"><a href="#"><linearGradient></linearGradient><rect></rect><rect></rect></a></svg>
      <a href="#"><x-y><b></b></x-y></a></section><section><p>d <b>e</b></p><math><mi>x</mi></math></section></main><form><input name="id"><input name="children"></form>`);
    const count = await page.inside<number>(
      "[...document.querySelectorAll('*')].forEach((one, i) => one.setAttribute('data-mark', i)) ?? document.querySelectorAll('*').length",
    );
    const els = await page.inside<number[]>("[...document.querySelectorAll('*')].map((one) => port.idOf(one))");
    expect(count).toBeGreaterThan(20);
    for (const [at, el] of els.entries()) {
      const found = await check(page, el);
      expect([found.selector, found.count, found.mark]).toEqual([found.selector, 1, String(at)]);
    }
  });

  test('through open shadow roots, with look-alikes in the light and in other roots', async ({ open }) => {
    const page = await open(`<div class="h"><button>light</button></div><div class="h" id="two"></div><button id="in">outer</button>`);
    await page.change(`for (const host of document.querySelectorAll('.h')) {
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<p><button id="in">one</button></p><div class="x"><button>two</button><slot></slot></div><section></section>';
      root.querySelector('section').attachShadow({ mode: 'open' }).innerHTML = '<p><button id="in">deep</button></p><div class="x"><button>two</button></div>';
    }`);
    const els = await page.inside<number[]>(`(() => {
      const all = [];
      const walk = (root) => { for (const one of root.querySelectorAll('*')) { one.setAttribute('data-mark', all.length); all.push(port.idOf(one)); if (one.shadowRoot) walk(one.shadowRoot); } };
      walk(document.body);
      return all;
    })()`);
    expect(els.length).toBeGreaterThan(20);
    for (const [at, el] of els.entries()) {
      const found = await check(page, el);
      expect([found.selector, found.count, found.mark]).toEqual([found.selector, 1, String(at)]);
    }
  });

  test('through frames, outermost first', async ({ open }) => {
    const page = await open(
      `<iframe name="o" srcdoc="<p>x</p><iframe name='i' srcdoc='<button data-mark=1>Pay</button><button>Pay</button>'></iframe>"></iframe>`,
    );
    await page.frame('i').waitForSelector('button');
    const el = await page.inside<number>("port.idOf(frames[0].frames[0].document.querySelector('button'))");
    await page.read();
    const found = await check(page, el);
    expect(found.frames).toEqual(['css:light=iframe[name="o"]', 'css:light=iframe[name="i"]']);
    expect([found.count, found.mark]).toEqual([1, '1']);
  });

  test('2,000 levels deep', async ({ open }) => {
    const page = await open('<div id="r"></div><div></div>');
    await page.change(
      "let at = r; for (let i = 0; i < 2000; i++) { at.append(document.createElement('i')); at = at.appendChild(document.createElement('div')) } at.innerHTML = '<i data-mark=1></i>'",
    );
    const found = await check(page, await page.el('[data-mark]'));
    expect([found.count, found.mark]).toEqual([1, '1']);
  });

  test('a closed root, and what is not there', async ({ open }) => {
    const page = await open('<div id="h"></div>');
    await page.inside(
      "globalThis.root = document.querySelector('#h').attachShadow({ mode: 'closed' }); root.innerHTML = '<button>In</button>'; port.adoptRoot(port.idOf(document.querySelector('#h')), root)",
    );
    const el = await page.inside<number>("port.idOf(root.querySelector('button'))");
    expect(await page.call('selector', { el })).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
    await page.change('h.remove()');
    expect(await page.call('selector', { el })).toMatchObject({ ok: false, failure: { code: 'detached' } });
    expect(await page.call('selector', { el: 999 })).toMatchObject({ ok: false, failure: { code: 'detached' } });
  });
});

describe('pick', () => {
  const send = 'element.dispatchEvent(new Event(name, { composed: true, bubbles: false }))';

  /** Runs code in the main world, with `element` and `name`. */
  async function dispatch(handle: ElementHandle | null, code: string, event: string): Promise<void> {
    await handle?.evaluate(new Function('element', 'name', code) as (element: unknown, name: string) => void, event);
  }

  test('the element that gets the event, also in frames and open roots; the page sees nothing', async ({ open }) => {
    const page = await open(`<button id="a">A</button><div id="h"></div><iframe name="f" srcdoc="<button id='c'>C</button>"></iframe>`);
    await page.frame('f').waitForSelector('button');
    await page.change(`h.attachShadow({ mode: 'open' }).innerHTML = '<button id="b">B</button>';
      window.seen = []; for (const name of ['p1', 'p2', 'p3']) { document.addEventListener(name, () => seen.push(name), true); a.addEventListener(name, () => seen.push(name)); }`);
    const cases = [
      ['p1', page.page.locator('#a'), 'a'],
      ['p2', page.page.locator('#b'), 'b'],
      ['p3', page.page.frameLocator('iframe').locator('#c'), 'c'],
    ] as const;
    for (const [event, locator, id] of cases) {
      expect(await page.call('armPick', { event })).toBeNull();
      await dispatch(await locator.elementHandle(), send, event);
      const el = await page.call('collectPick', { event });
      expect(await page.attributeOf(el, 'id')).toBe(id);
      // Disarmed.
      expect(await page.call('collectPick', { event })).toBe(0);
    }
    expect(await page.page.evaluate('seen')).toEqual([]);
  });

  test('an element of a closed root: its host first, then itself in the root of the host', async ({ open }) => {
    const page = await open('<div id="h"></div>');
    await page.change("window.inner = h.attachShadow({ mode: 'closed' }); inner.innerHTML = '<button id=b>B</button>'");
    const handle = (await page.page.evaluateHandle("inner.querySelector('button')")).asElement()!;
    await page.call('armPick', { event: 'p1' });
    await dispatch(handle, send, 'p1');
    const host = await page.call('collectPick', { event: 'p1' });
    expect(await page.attributeOf(host, 'id')).toBe('h');
    await page.call('armPick', { event: 'p1', host });
    await dispatch(handle, send, 'p1');
    // No root is known here.
    expect(await page.call('collectPick', { event: 'p1' })).toBe(0);
  });

  test('no event, no element; once only; what was armed is gone after dispose', async ({ open }) => {
    const page = await open('<button id="a">A</button><button id="b">B</button>');
    await page.call('armPick', { event: 'p1' });
    expect(await page.call('collectPick', { event: 'p1' })).toBe(0);
    await page.call('armPick', { event: 'p2' });
    await dispatch(await page.page.$('#a'), send, 'p2');
    await dispatch(await page.page.$('#b'), send, 'p2');
    expect(await page.attributeOf(await page.call('collectPick', { event: 'p2' }), 'id')).toBe('a');
    await page.change("window.seen = 0; addEventListener('p3', () => seen++, true)");
    await page.call('armPick', { event: 'p3' });
    await page.call('dispose', {});
    await dispatch(await page.page.$('#a'), send, 'p3');
    expect(await page.page.evaluate('seen')).toBe(1);
  });
});

describe('frameRect', () => {
  const frame = (style: string) =>
    `<div style="position:absolute;left:30px;top:40px;${style}"><iframe style="border:5px solid;border-left-width:7px;padding:3px 2px;width:100px;height:50px"></iframe></div>`;

  test('the content box, borders and padding left out', async ({ open }) => {
    const page = await open(frame(''));
    expect(await page.value('frameRect', { el: await page.el('iframe') })).toEqual({ box: [39, 48, 100, 50], exact: true });
    await page.change('document.body.style.height = "9000px"; scrollTo(0, 20)');
    expect(await page.value('frameRect', { el: await page.el('iframe') })).toEqual({ box: [39, 28, 100, 50], exact: true });
  });

  for (const [style, exact] of [
    ['transform:translate(10px, 5px)', true],
    ['translate:4px', true],
    ['transform:scale(1.5)', false],
    ['transform:rotate(3deg)', false],
    ['rotate:3deg', false],
    ['scale:1.2', false],
    ['zoom:1.5', false],
    ['transform:perspective(9px) translateZ(1px)', false],
  ] as const) {
    test(`${style}: ${exact ? 'exact' : 'not exact'}`, async ({ open }) => {
      const page = await open(frame(style));
      expect((await page.value('frameRect', { el: await page.el('iframe') })).exact).toBe(exact);
    });
  }

  test('what is no frame, and what is gone', async ({ open }) => {
    const page = await open('<p id="p">x</p>');
    const el = await page.el('p');
    expect(await page.call('frameRect', { el })).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
    await page.change('p.remove()');
    expect(await page.call('frameRect', { el })).toMatchObject({ ok: false, failure: { code: 'detached' } });
  });
});
