/** Refs across navigations, views, frames and documents. */
import { describe } from 'vitest';
import { expect, test } from './support/test.js';

describe('another page', () => {
  test('a nonce of another document is not known in a new world', async ({ open, server }) => {
    const page = await open('<a id="a" href="/next">Next record</a> <button>Delete record</button>');
    const { key } = await page.read();
    server.set('/next', '<!doctype html><title>Second</title><button>Delete record</button>');
    await page.page.click('#a');
    await page.page.waitForFunction('document.title === "Second"');
    const { RefsPage } = await import('./support/refs-page.js');
    const { source } = await import('./support/source.js');
    const next = await RefsPage.install(page.page, source, 'otherseedotherse');
    await next.read();
    expect(await next.resolve(key('button', 'Delete record'))).toEqual({ ok: false, code: 'unknown', candidates: [] });
  });

  test('pushState: new nodes', async ({ open }) => {
    const page = await open('<div id="r"><button>Delete record</button></div>');
    const { key } = await page.read();
    await page.change("history.pushState(null, '', '/records/2'); r.innerHTML = '<button>Delete record</button>'");
    const reply = await page.resolve(key('button', 'Delete record'));
    expect(reply).toMatchObject({
      code: 'stale_ref',
      reason: 'navigated',
      was: { name: 'Delete record' },
      candidates: [{ name: 'Delete record' }],
    });
  });

  test('pushState: the same nodes show another record', async ({ open }) => {
    const page = await open('<nav><a href="#x">Home</a></nav><main><button>Delete record</button></main>');
    const { key } = await page.read();
    await page.change("history.pushState(null, '', '/records/2')");
    expect(await page.resolve(key('button', 'Delete record'))).toMatchObject({
      reason: 'context_changed',
      was: { context: { kind: 'page' } },
      now: { context: { kind: 'page', key: expect.stringContaining('/records/2') } },
    });
    expect(await page.outcome(key('link', 'Home'))).toBe('ok');
  });

  test('pushState: a route in the fragment, and a fragment that is none', async ({ open }) => {
    const page = await open('<main><button>Delete record</button></main>');
    const { key } = await page.read();
    await page.change("history.pushState(null, '', '#top')");
    expect(await page.outcome(key('button', 'Delete record'))).toBe('ok');
    await page.change("history.pushState(null, '', '#/records/2')");
    expect(await page.outcome(key('button', 'Delete record'))).toBe('context_changed');
  });

  test('pushState: parameters alone are another view when title or heading change with them', async ({ open }) => {
    const page = await open('<main><h1>Lamps</h1><button>Next page</button></main>');
    const { key } = await page.read();
    await page.change("history.pushState(null, '', '?page=2')");
    expect(await page.outcome(key('button', 'Next page'))).toBe('ok');
    await page.change("document.querySelector('h1').textContent = 'Vases'");
    expect(await page.outcome(key('button', 'Next page'))).toBe('context_changed');
    await page.change("document.querySelector('h1').textContent = 'Lamps'; document.title = 'Vases'");
    expect(await page.outcome(key('button', 'Next page'))).toBe('context_changed');
  });

  test('pushState: a row keeps its meaning', async ({ open }) => {
    const page = await open(
      '<table><tr><td>Ada</td><td><button>Delete</button></td></tr><tr><td>Bob</td><td><button>Delete</button></td></tr></table>',
    );
    const { key } = await page.read();
    await page.change("history.pushState(null, '', '/other')");
    expect(await page.outcome(key('button', 'Delete', 1))).toBe('ok');
  });

  test('a form of another record', async ({ open }) => {
    const page = await open('<form id="edit"><input aria-label="Name" value="Ada"><button type="button">Save</button></form>');
    const { key } = await page.read();
    await page.change("history.pushState(null, '', '/people/2'); document.querySelector('input').value = 'Bob'");
    expect(await page.outcome(key('button', 'Save'))).toBe('context_changed');
  });

  test('another heading above it', async ({ open }) => {
    const page = await open('<div><h2 id="h">Mail from Ada</h2></div><div><button>Archive</button></div>');
    const first = await page.read();
    await page.change("h.textContent = 'Mail from Bob'");
    await page.read();
    expect(await page.outcome(first.key('button', 'Archive'))).toBe('context_changed');
  });

  test('another title of the page, while nobody has been shown it', async ({ open }) => {
    const page = await open('<div><h1 id="h">Mail from Ada</h1></div><div><button>Archive</button></div>');
    const first = await page.read();
    await page.change("h.textContent = 'Mail from Bob'");
    expect(await page.resolve(first.key('button', 'Archive'))).toMatchObject({
      reason: 'context_changed',
      was: { context: { kind: 'page', key: 'Mail from Ada' } },
      now: { context: { kind: 'page', key: 'Mail from Bob' } },
    });
    await page.read();
    // It was printed since: whoever uses the old ref has seen the new heading.
    expect(await page.outcome(first.key('button', 'Archive'))).toBe('ok same_node');
  });

  test('a heading that only counts', async ({ open }) => {
    const page = await open('<h2 id="h">Cart (2)</h2><button>Add</button>');
    const { key } = await page.read();
    await page.change("h.textContent = 'Cart (3)'");
    expect(await page.outcome(key('button', 'Add'))).toBe('ok');
  });

  test('document.open writes another page into the same document', async ({ open }) => {
    const page = await open('<button>Delete record</button>');
    const { key } = await page.read();
    await page.page.setContent('<title>Test</title><button>Delete record</button>');
    expect(await page.outcome(key('button', 'Delete record'))).toBe('navigated');
  });
});

describe('frames', () => {
  const frame = (body: string) => `<iframe name="f" title="Pay" srcdoc="${body.replaceAll('"', '&quot;')}"></iframe>`;

  test('inside a same-origin frame, with the chain of owners', async ({ open }) => {
    const page = await open(`<table><tr><td>Ada</td><td id="c">${frame('<button>Pay</button>')}</td></tr></table>`);
    await page.frame('f').waitForSelector('button');
    const { key } = await page.read();
    const reply = await page.resolve(key('button', 'Pay'));
    if (!reply.ok) throw new Error(JSON.stringify(reply));
    expect(reply.facts).toMatchObject({ frameName: 'Pay', url: 'about:srcdoc', context: { kind: 'row', key: 'Ada' } });
    expect(reply.facts.owners).toEqual([await page.el('iframe')]);
    expect(reply.facts.origin).toMatch(/^http:/);
  });

  test('the row around a frame is its context', async ({ open }) => {
    const page = await open(`<table><tr><td id="c">Ada</td><td>${frame('<button>Pay</button>')}</td></tr></table>`);
    await page.frame('f').waitForSelector('button');
    const { key } = await page.read();
    await page.change("c.textContent = 'Bob'");
    expect(await page.outcome(key('button', 'Pay'))).toBe('context_changed');
  });

  test('the frame shows another document', async ({ open }) => {
    const page = await open(frame('<button>Pay</button>'));
    await page.frame('f').waitForSelector('button');
    const { key } = await page.read();
    const old = key('button', 'Pay');
    await page.change("document.querySelector('iframe').srcdoc = '<button id=n>Pay</button>'");
    await page.frame('f').waitForSelector('#n');
    expect(await page.resolve(old)).toMatchObject({
      code: 'stale_ref',
      reason: 'frame_replaced',
      was: { name: 'Pay' },
      candidates: [{ role: 'button', name: 'Pay' }],
    });
    await page.read();
    expect(await page.outcome(old)).toBe('frame_replaced');
  });

  test('the frame is taken away', async ({ open }) => {
    const page = await open(frame('<button>Pay</button>'));
    await page.frame('f').waitForSelector('button');
    const { key } = await page.read();
    await page.change("document.querySelector('iframe').remove()");
    expect(await page.outcome(key('button', 'Pay'))).toBe('frame_replaced');
  });

  test('a node that moves to another document is not the same', async ({ open }) => {
    const page = await open(`<button id="a">Pay</button>${frame('<p>Empty</p>')}`);
    await page.frame('f').waitForSelector('p');
    const { key } = await page.read();
    await page.change("document.querySelector('iframe').contentDocument.body.append(a)");
    expect(await page.outcome(key('button', 'Pay'))).toBe('removed');
  });

  test('a node that comes in from a frame is not the same', async ({ open }) => {
    const page = await open(`<div id="r"></div>${frame('<button>Pay</button>')}`);
    await page.frame('f').waitForSelector('button');
    const { key } = await page.read();
    await page.change("r.append(document.querySelector('iframe').contentDocument.querySelector('button'))");
    expect(await page.outcome(key('button', 'Pay'))).toBe('removed');
  });
});

describe('generations and limits', () => {
  test('33 generations: the first expires, the second does not', async ({ open }) => {
    const page = await open('<button>Save</button>');
    const keys = [];
    for (let i = 0; i < 33; i++) keys.push((await page.read()).key('button', 'Save'));
    expect(await page.resolve(keys[0]!)).toEqual({ ok: false, code: 'stale_ref', reason: 'expired', candidates: [] });
    expect(await page.outcome(keys[1]!)).toBe('ok same_node');
    expect(await page.outcome(keys[32]!)).toBe('ok');
  });

  test('20,001 records: the first expires', async ({ open }) => {
    const page = await open('<div id="r"></div>');
    await page.change("r.innerHTML = Array.from({ length: 20001 }, (_, i) => '<button>B' + i + '</button>').join('')");
    const { reply, keyOf } = await page.read();
    const refs = reply.nodes.filter((node) => node.ref);
    expect(refs.length).toBe(20_001);
    expect(await page.outcome(keyOf(refs[0]!))).toBe('expired');
    expect(await page.outcome(keyOf(refs[1]!))).toBe('ok');
    expect(await page.outcome(keyOf(refs[20_000]!))).toBe('ok');
  }, 60_000);

  test('refs nobody issued', async ({ open }) => {
    const page = await open('<p>Text</p><button>Save</button>');
    const { key } = await page.read();
    const known = key('button', 'Save');
    expect(await page.outcome({ ...known, nonce: 'zzzzzz' })).toBe('unknown');
    expect(await page.outcome({ ...known, snapshotId: 99 })).toBe('unknown');
    expect(await page.outcome({ ...known, index: 999 })).toBe('expired');
  });

  test('2,000 levels of nesting', async ({ open }) => {
    const page = await open('<div id="r"></div>');
    await page.change(
      "let at = r; for (let i = 0; i < 2000; i++) { at = at.appendChild(document.createElement(i % 9 ? 'div' : 'article')) } at.innerHTML = '<button id=b>Deep</button>'",
    );
    const { key } = await page.read();
    expect(await page.outcome(key('button', 'Deep'))).toBe('ok');
    await page.change('b.remove()');
    expect(await page.outcome(key('button', 'Deep'))).toBe('removed');
  });

  test('a page whose form and document properties are shadowed', async ({ open }) => {
    const names = [
      'nodeName',
      'nodeType',
      'parentNode',
      'ownerDocument',
      'isConnected',
      'getAttribute',
      'action',
      'method',
      'localName',
      'children',
      'closest',
    ];
    const page = await open(
      `<form id="f" action="/send" method="post">${names.map((name) => `<input name="${name}" aria-label="${name}">`).join('')}<button>Send</button></form>
       <img name="body" alt=""><img name="URL" alt=""><img name="documentElement" alt=""><form name="defaultView"></form>`,
    );
    const { key } = await page.read();
    const reply = await page.resolve(key('button', 'Send'));
    expect(reply).toMatchObject({ ok: true, facts: { submits: true, formMethod: 'post', formAction: expect.stringMatching(/\/send$/) } });
    await page.change('f.remove()');
    expect(await page.outcome(key('button', 'Send'))).toBe('removed');
  });
});
