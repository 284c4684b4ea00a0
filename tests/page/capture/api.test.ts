/** The methods of the capturing part: budget and repetition, cursors, search, text, scope, modes, boxes, services, listeners, input. */
import { describe } from 'vitest';
import { estimateTokens } from '../../../src/shared/tokens.js';
import { expect, test } from '../../support/test.js';
import { CaptureWorld, linesOf, stableText } from './capture-world.js';

const rows = (count: number): string =>
  `<table>${Array.from({ length: count }, (_, k) => `<tr><td>${k}</td><td><a href="/${k}">Row item-${String(k).padStart(4, '0')}</a></td><td><button>Edit ${k}</button></td></tr>`).join('')}</table>`;

describe('part 1', () => {
  test('says how many rows are left out, names none of them, and a loop over parts yields every row once', async ({ load, page }) => {
    await load(`<h1>Rows</h1>${rows(500)}<h2>After</h2><button>Last</button>`);
    const world = await CaptureWorld.open(page);
    const first = await world.capture();
    const text = linesOf(first).join('\n');
    expect(estimateTokens(text)).toBeLessThanOrEqual(3_000);
    expect(text).toMatch(/… \d+ more rows like the above \[more=/);
    expect(text).toContain('heading "After"');
    expect(text).toContain('button "Last"');
    const seen = new Map<string, number>();
    const read = (part: Parameters<typeof linesOf>[0]): void => {
      for (const [name] of linesOf(part)
        .join('\n')
        .matchAll(/item-\d{4}/g))
        seen.set(name, (seen.get(name) ?? 0) + 1);
    };
    read(first);
    let next: { readonly from: number; readonly offset: number } | undefined = { from: 1, offset: 0 };
    while (next) {
      const part = await world.more(first.captureId, next.from, next.offset, 3_000);
      read(part);
      next = part.next;
    }
    expect(seen.size).toBe(500);
    expect([...seen.values()].every((count) => count === 1)).toBe(true);
    expect(first.omitted.nodes).toBe(first.total - first.nodes.filter((node) => node.role !== 'more').length);
  });

  test('keeps focus and an open dialog although everything else is long', async ({ load, page }) => {
    await load(`${rows(300)}<input aria-label="Far field"><div role="dialog" aria-label="Cookies"><p>Ask</p><button>Accept</button></div>`);
    await page.evaluate(`document.querySelector('input').focus({ preventScroll: true })`);
    const world = await CaptureWorld.open(page);
    const text = stableText(await world.capture({ budget: 400 }));
    expect(text).toContain('- textbox "Far field" [active] [ref]');
    expect(text).toContain('- dialog "Cookies" [ref]');
    expect(text).toContain('- button "Accept" [ref]');
  });

  test('shows what is in view before what is not', async ({ load, page }) => {
    await load(Array.from({ length: 400 }, (_, k) => `<p><a href="/${k}">Link ${k}</a></p>`).join(''));
    const world = await CaptureWorld.open(page);
    const top = stableText(await world.capture({ budget: 400 }));
    expect(top).toContain('link "Link 0"');
    expect(top).not.toContain('link "Link 399"');
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const bottom = stableText(await world.capture({ budget: 400 }));
    expect(bottom).toContain('link "Link 37');
    expect(bottom).not.toContain('link "Link 40"');
  });

  test('cuts long text at words, and goes on where it stopped', async ({ load, page }) => {
    const words = Array.from({ length: 4_000 }, (_, k) => `w${k}`).join(' ');
    await load(`<p>${words}</p><button aria-label="${'🧭'.repeat(700)}END">x</button>`);
    const world = await CaptureWorld.open(page);
    const first = await world.capture({ budget: 500 });
    const pieces: string[] = first.nodes.filter((node) => node.i === 1).map((node) => node.name);
    const names: string[] = first.nodes.filter((node) => node.role === 'button' || node.i === 2).map((node) => node.name);
    let next: { readonly from: number; readonly offset: number } | undefined = { from: 1, offset: 0 };
    while (next) {
      const part = await world.more(first.captureId, next.from, next.offset, 500);
      pieces.push(...part.nodes.filter((node) => node.i === 1 && !node.context).map((node) => node.name));
      names.push(...part.nodes.filter((node) => node.i === 2 && !node.context).map((node) => node.name));
      next = part.next;
    }
    expect(pieces.length).toBeGreaterThan(2);
    expect(
      pieces
        .map((piece) => piece.replace(/…$/, '').trim())
        .join(' ')
        .split(' '),
    ).toEqual(words.split(' '));
    for (const name of names) expect(name.isWellFormed()).toBe(true);
    expect(names.map((name) => name.replace(/…$/, '')).join('')).toBe(`${'🧭'.repeat(700)}END`);
  });
});

describe('cursors', () => {
  test('serve the last 8 captures and no older one', async ({ load, page }) => {
    await load(rows(200));
    const world = await CaptureWorld.open(page);
    const first = await world.capture();
    for (let k = 0; k < 7; k++) await world.capture();
    expect((await world.more(first.captureId, 1, 0, 500)).nodes.length).toBeGreaterThan(0);
    await world.capture();
    expect(await world.call('more', { captureId: first.captureId, from: 1, budget: 500 })).toMatchObject({
      ok: false,
      failure: { code: 'not_found' },
    });
  });

  test('read what was there, not what is', async ({ load, page }) => {
    await load(rows(200));
    const world = await CaptureWorld.open(page);
    const first = await world.capture();
    await page.evaluate('document.body.textContent = "gone"');
    await world.capture({ incremental: false });
    const part = await world.more(first.captureId, 1, 0, 2_000);
    expect(stableText(part)).toContain('link "Row item-0');
  });

  test('read one gap up to its end', async ({ load, page }) => {
    await load(rows(300));
    const world = await CaptureWorld.open(page);
    const first = await world.capture();
    const gap = first.nodes.find((node) => node.more)?.more;
    expect(gap).toBeDefined();
    const part = await world.call('more', { captureId: first.captureId, from: gap?.from ?? 0, to: (gap?.from ?? 0) + 5, budget: 2_000 });
    const own = part.ok ? part.value.nodes.filter((node) => !node.context) : [];
    expect(own.map((node) => node.i)).toEqual(Array.from({ length: 5 }, (_, k) => (gap?.from ?? 0) + k));
  });
});

describe('search', () => {
  test('is fresh, goes through the whole page, and finds names, values, descriptions, placeholders and hints', async ({ load, page }) => {
    await load(
      `${rows(400)}<section aria-label="Deep"><input aria-label="Code" value="Needle one"><button title="needle two">B</button><input placeholder="NEEDLE three" aria-label="p"><button data-testid="needle-four"></button><p>some needle five here</p></section>`,
    );
    const world = await CaptureWorld.open(page);
    await page.evaluate(`document.querySelector('p').textContent = 'now needle five and six'`);
    const reply = await world.call('find', { query: ' needle', limit: 20, maxMs: 5_000 });
    if (!reply.ok) throw new Error(reply.failure.code);
    expect(reply.value.total).toBe(5);
    expect(stableText(reply.value)).toBe(
      [
        '- region "Deep" [context] [ref]',
        '  - textbox "Code" [value="Needle one"] [ref]',
        '  - button "B" [description="needle two"] [ref]',
        '  - textbox "p" [placeholder="NEEDLE three"] [ref]',
        '  - button [hint="needle-four"] [ref]',
        '  - text: "now needle five and six"',
      ].join('\n'),
    );
  });

  test('counts beyond its limit and shows the part of a long text that matched', async ({ load, page }) => {
    await load(`<p>${'before '.repeat(300)}the match ${'after '.repeat(300)}</p>${'<p>the match</p>'.repeat(5)}`);
    const world = await CaptureWorld.open(page);
    const reply = await world.call('find', { query: 'THE MATCH', limit: 2, maxMs: 5_000 });
    if (!reply.ok) throw new Error(reply.failure.code);
    expect(reply.value.total).toBe(6);
    expect(reply.value.nodes).toHaveLength(2);
    expect(reply.value.nodes[0]?.name).toContain('the match');
    expect(reply.value.nodes[0]?.name.length).toBeLessThan(400);
  });

  test('text is there as a person reads it', async ({ load, page }) => {
    await load(
      '<p>Order   <b>51</b>\n is&nbsp;ready</p><p style="display:none">hidden words</p><p style="opacity:0">faint words</p><button>Two</button> <button>buttons</button><input value="typed text">',
    );
    const world = await CaptureWorld.open(page);
    const has = async (text: string): Promise<boolean> => world.call('hasText', { text });
    expect(await has('Order 51 is ready')).toBe(true);
    expect(await has('Two buttons')).toBe(true);
    expect(await has('typed text')).toBe(true);
    expect(await has('hidden words')).toBe(false);
    expect(await has('faint words')).toBe(false);
  });
});

describe('what is captured', () => {
  test('scope: one subtree, as the page would show it', async ({ load, page }) => {
    await load('<main><p>Outside</p><section aria-label="In"><p>Inside</p><button>Go</button></section></main>');
    const world = await CaptureWorld.open(page);
    expect(stableText(await world.capture({ scope: await world.idOf('section') }))).toBe(
      '- region "In" [ref]\n  - text: "Inside"\n  - button "Go" [ref]',
    );
    const gone = await world.idOf('button');
    await page.evaluate(`document.querySelector('button').remove()`);
    expect(await world.call('capture', { budget: 3_000, mode: 'snapshot', maxMs: 5_000, scope: gone })).toMatchObject({
      ok: false,
      failure: { code: 'detached' },
    });
  });

  test('interactive: what can be operated, headings, landmarks, and what places them', async ({ load, page }) => {
    await load('<main><h1>Title</h1><p>Text</p><ul><li>Words only</li><li>With <a href="/x">link</a></li></ul></main>');
    const world = await CaptureWorld.open(page);
    expect(stableText(await world.capture({ mode: 'interactive' }))).toBe(
      '- main\n  - heading "Title" [level=1]\n  - list\n    - listitem\n      - link "link" [ref]',
    );
  });

  test('boxes: of what is in view, or of all', async ({ load, page }) => {
    await load(
      '<button style="position:absolute;left:10px;top:20px;width:80px;height:30px">Near</button><button style="position:absolute;top:4000px">Far</button>',
    );
    const world = await CaptureWorld.open(page);
    const near = (await world.capture()).nodes;
    expect(near[0]).toMatchObject({ box: [10, 20, 80, 30], inViewport: true });
    expect(near[1]?.box).toBeUndefined();
    expect((await world.capture({ boxes: true })).nodes[1]?.box?.[1]).toBe(4000);
  });

  test('a walk that runs out of time says so', async ({ load, page }) => {
    await load(rows(3_000));
    const world = await CaptureWorld.open(page);
    const reply = await world.capture({ maxMs: 0 });
    expect(reply.coverage.truncatedByTime).toBe(true);
    expect((await world.capture()).coverage.truncatedByTime).toBe(false);
  });

  test('a page 2,000 elements deep', async ({ load, page }) => {
    await load(
      `<body><script>let p=document.body;for(let i=0;i<2000;i++){const e=document.createElement(i%50===49?'blockquote':'div');e.style.margin='0';p.append(e);p=e}p.innerHTML='<button>Innermost</button>'</script>`,
    );
    const world = await CaptureWorld.open(page);
    expect(stableText(await world.capture())).toContain('button "Innermost"');
  });

  test('an SVG document', async ({ load, page }) => {
    await load(
      '<svg xmlns="http://www.w3.org/2000/svg"><title>Map</title><text x="9" y="30">Ground floor</text><a href="#h"><text x="9" y="60">Hall</text></a><g role="button" tabindex="0" aria-label="Zoom in"><circle cx="99" cy="80" r="25"/></g></svg>',
      { headers: { 'content-type': 'image/svg+xml' } },
    );
    const world = await CaptureWorld.open(page);
    const text = stableText(await world.capture());
    expect(text).toContain('text: "Ground floor"');
    expect(text).toContain('link "Hall"');
    expect(text).toContain('button "Zoom in"');
  });

  test('asks once about hosts that may have a closed root, and about custom elements', async ({ load, page }) => {
    await load('<x-box></x-box><script>customElements.define("x-box",class extends HTMLElement{})</script>');
    const world = await CaptureWorld.open(page);
    const reply = await world.capture();
    const box = await world.idOf('x-box');
    expect(reply.closedCandidates).toContain(box);
    expect(reply.internalsCandidates).toEqual([box]);
    await world.call('noClosedRoot', { els: [...reply.closedCandidates] });
    expect((await world.capture({ incremental: false })).closedCandidates).toEqual([]);
  });
});

describe('services', () => {
  test('give the row an element stands in, and those beside it', async ({ load, page }) => {
    await load(
      '<table><tr><th>Ada</th><td><a href="/ada">profile</a></td><td><button id="b">Delete</button></td></tr><tr><th>Bob</th><td></td><td><button>Delete</button></td></tr></table>',
    );
    const world = await CaptureWorld.open(page);
    const view = await world.view(await world.idOf('#b'));
    expect(view).toMatchObject({ role: 'button', name: 'Delete', ref: true, visible: true, inView: true });
    expect(view.container).toMatchObject({ kind: 'row', cell: 'Ada', text: 'Ada profile Delete', siblings: 2 });
    expect(view.container.href).toMatch(/\/ada$/);
  });

  test('take repeated elements of one class with controls for cards', async ({ load, page }) => {
    await load(
      '<div class="card" id="c1"><h3>One</h3><button id="b">Buy</button></div><div class="card"><h3>Two</h3><button>Buy</button></div><div class="other"><button id="o">Other</button></div>',
    );
    const world = await CaptureWorld.open(page);
    expect((await world.view(await world.idOf('#b'))).container).toMatchObject({ kind: 'card', heading: 'One', id: 'c1', siblings: 2 });
    expect((await world.view(await world.idOf('#o'))).container).toBeNull();
  });

  test('describe what has no line', async ({ load, page }) => {
    await load('<button style="display:none" id="h">Hidden</button><p id="p">Text</p>');
    const world = await CaptureWorld.open(page);
    expect(await world.view(await world.idOf('#h'))).toMatchObject({ role: 'button', visible: false, ref: false });
    expect(await world.view(await world.idOf('#p'))).toMatchObject({ role: 'paragraph', visible: true, ref: false });
  });

  test('see a fixed element that opacity or clipping takes out of sight as not visible', async ({ load, page }) => {
    await load(
      '<button id="a" style="opacity:0">A</button><div style="height:0;overflow:hidden"><button id="b">B</button></div><button id="c" style="position:absolute;left:-999px">C</button><button id="d">D</button>',
    );
    const world = await CaptureWorld.open(page);
    for (const [id, visible] of [
      ['#a', false],
      ['#b', false],
      ['#c', false],
      ['#d', true],
    ] as const)
      expect((await world.view(await world.idOf(id))).visible, id).toBe(visible);
  });
});

test('trusted input is counted, once a press', async ({ load, page }) => {
  await load('<button>Press</button>');
  const world = await CaptureWorld.open(page);
  const before = (await world.call('ping', {})).inputSeq;
  await page.mouse.click(20, 20);
  expect((await world.call('ping', {})).inputSeq).toBe(before + 1);
  await page.evaluate(`document.querySelector('button').click()`);
  expect((await world.call('ping', {})).inputSeq).toBe(before + 1);
});
