/** Scrolling, watching, synthetic clicks, focus. */
import { describe } from 'vitest';
import { expect, test } from '../../support/test.js';
import { ActingWorld, codeOf } from './acting-world.js';

describe('scroll', () => {
  for (const mode of ['<!doctype html>', '<!-- quirks -->']) {
    test(`the page by pages, to the end and by pixels (${mode})`, async ({ load }) => {
      const page = await load(`${mode}<body style="margin:0"><div style="height:3000px;width:2000px">tall</div>`);
      const world = await ActingWorld.open(page);
      expect(await world.call('scroll', { direction: 'down', amount: 'page' })).toMatchObject({
        value: { before: { y: 0 }, after: { y: 612 }, atEdge: false, scroller: '' },
      });
      expect(await world.call('scroll', { direction: 'down', amount: 'end' })).toMatchObject({
        value: { before: { y: 612 }, atEdge: true },
      });
      expect(await world.call('scroll', { direction: 'down', amount: 'end' })).toMatchObject({ value: { atEdge: true } });
      expect(await world.call('scroll', { direction: 'right', amount: 100 })).toMatchObject({
        value: { after: { x: 100 }, atEdge: false },
      });
      expect(await world.call('scroll', { direction: 'up', amount: 'end' })).toMatchObject({ value: { after: { y: 0 }, atEdge: true } });
    });
  }

  test('the nearest scrollable ancestor of an element, and the largest box of a page that does not scroll', async ({ load }) => {
    const page = await load(
      '<style>body{margin:0;height:100vh;overflow:hidden}</style><div id=l role=list aria-label=Members style="height:400px;overflow:auto"><div id=in style="height:4000px">x</div></div>',
    );
    const world = await ActingWorld.open(page);
    expect(await world.call('scroll', { el: await world.find('#in'), direction: 'down', amount: 'page' })).toMatchObject({
      value: { after: { y: 340 }, scroller: 'list "Members"' },
    });
    expect(await world.call('scroll', { direction: 'down', amount: 'page' })).toMatchObject({
      value: { before: { y: 340 }, after: { y: 680 } },
    });
    expect(await page.evaluate('l.scrollTop')).toBe(680);
  });
});

describe('watch', () => {
  test('counts changes and started timers, and sees the focus and the target', async ({ load }) => {
    const page = await load('<button id=t aria-expanded=false>Go</button><p id=o></p>');
    const world = await ActingWorld.open(page);
    const { watchId, state } = await world.call('watchStart', { el: await world.find('#t') });
    expect(state).toMatchObject({ connected: true, role: 'button', states: { expanded: false }, focused: false });
    expect(await world.call('quiet', { watchId, quietMs: 30, maxMs: 300 })).toMatchObject({
      added: 0,
      changed: 0,
      timersStarted: 0,
      framesStarted: 0,
      quietMs: -1,
      focusChanged: false,
    });
    await page.evaluate(
      'setTimeout(()=>{},9000);setTimeout(()=>{},9000);requestAnimationFrame(()=>{});t.setAttribute("aria-expanded","true");o.append("x",document.createElement("b"));t.focus()',
    );
    expect(await world.call('quiet', { watchId, quietMs: 30, maxMs: 300 })).toMatchObject({
      added: 2,
      changed: 1,
      timersStarted: 2,
      framesStarted: 1,
      focusChanged: true,
      focus: { role: 'button' },
      state: { states: { expanded: true }, focused: true },
    });
  });

  test('changes of our overlay do not count, those in shadow trees and frames do', async ({ load }) => {
    const page = await load('<div id=h><template shadowrootmode=open><i>x</i></template></div><iframe id=f srcdoc="<p>in</p>"></iframe>');
    await page.frameLocator('#f').locator('p').waitFor();
    const world = await ActingWorld.open(page);
    const { watchId } = await world.call('watchStart', {});
    await world.call('annotate', { marks: [{ box: [0, 0, 9, 9], label: 'ours' }] });
    await world.call('clearDrawings', {});
    expect(await world.call('watchRead', { watchId, stop: false })).toMatchObject({ added: 0, removed: 0, changed: 0 });
    // An element of the page with the tag of ours is the page's.
    await page.evaluate('document.documentElement.append(document.createElement("surehand-overlay"))');
    expect(await world.call('watchRead', { watchId, stop: false })).toMatchObject({ added: 1, changed: 0 });
    await page.evaluate('h.shadowRoot.append("y");f.contentDocument.body.append("z")');
    expect(await world.call('watchRead', { watchId, stop: true })).toMatchObject({ added: 3 });
  });

  test('an animation that ends is waited for, an endless one is not', async ({ load }) => {
    const page = await load(
      '<style>@keyframes s{to{opacity:.5}}#a{animation:s 1s infinite}#b.on{transition:opacity 5s;opacity:.2}</style><i id=a>a</i><i id=b>b</i>',
    );
    const world = await ActingWorld.open(page);
    const { watchId } = await world.call('watchStart', {});
    expect((await world.call('watchRead', { watchId, stop: false })).animationMs).toBe(0);
    await page.evaluate('b.offsetTop;b.className="on";b.offsetTop');
    expect((await world.call('quiet', { watchId, quietMs: 0, maxMs: 100 })).animationMs).toBeGreaterThan(1000);
  });
});

describe('synthetic click', () => {
  test('has the whole sequence, with coordinates, and activates', async ({ load }) => {
    const page = await load(
      `<input type=checkbox id=t><script>window.log=[];for(const e of ['pointerdown','mousedown','focus','pointerup','mouseup','click','change'])t.addEventListener(e,x=>log.push(e+(x.clientX?':'+x.clientX:'')))</script>`,
    );
    const world = await ActingWorld.open(page);
    await world.call('click', { el: await world.find('#t'), x: 15, y: 15, button: 'left', count: 1, modifiers: [] });
    expect(await page.evaluate('log')).toEqual([
      'pointerdown:15',
      'mousedown:15',
      'focus',
      'pointerup:15',
      'mouseup:15',
      'click:15',
      'change',
    ]);
    expect(await page.evaluate('t.checked')).toBe(true);
  });

  test('double, right and modifiers', async ({ load }) => {
    const page = await load(
      `<div id=t>x</div><script>window.log=[];for(const e of ['click','dblclick','contextmenu','auxclick'])t.addEventListener(e,x=>log.push(e+x.detail+(x.ctrlKey?'c':'')))</script>`,
    );
    const world = await ActingWorld.open(page);
    const el = await world.find('#t');
    await world.call('click', { el, x: 12, y: 12, button: 'left', count: 2, modifiers: ['Control'] });
    await world.call('click', { el, x: 12, y: 12, button: 'right', count: 1, modifiers: [] });
    expect(await page.evaluate('log')).toEqual(['click1c', 'click2c', 'dblclick2c', 'auxclick1', 'contextmenu0']);
  });
});

test('focus goes to what takes it, and is refused by what does not', async ({ load }) => {
  const page = await load('<button id=b>Go</button><p id=p>text</p>');
  const world = await ActingWorld.open(page);
  expect(codeOf(await world.call('focus', { el: await world.find('#b') }))).toBe('ok');
  expect(codeOf(await world.call('focus', { el: await world.find('#p') }))).toBe('not_editable');
  expect(await page.evaluate('document.activeElement.id')).toBe('b');
});

test('the highlight is seen by nobody: not by a watch, the pointer or the page, and it goes away', async ({ load }) => {
  const page = await load('<button id=t>Go</button>');
  const world = await ActingWorld.open(page);
  const el = await world.find('#t');
  const { watchId } = await world.call('watchStart', {});
  await world.call('highlight', { el, label: 'button "Go"', ms: 60_000 });
  expect(await page.evaluate('document.querySelector("surehand-overlay").shadowRoot')).toBeNull();
  expect(codeOf(await world.check('#t'))).toBe('ok');
  expect(await world.call('watchRead', { watchId, stop: true })).toMatchObject({ added: 0, removed: 0, changed: 0, timersStarted: 0 });
  // The next one takes its place, and goes by itself.
  await world.call('highlight', { el, label: 'button "Go"', ms: 100 });
  await expect.poll(() => page.evaluate('document.querySelectorAll("surehand-overlay").length')).toBe(0);
});
