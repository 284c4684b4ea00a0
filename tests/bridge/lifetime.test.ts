import type { BrowserContext, Page } from 'playwright-core';
import { SdkError } from '../../src/shared/errors.js';
import { acquire, enter, expect, id, logged, MS, tabOf, test } from './support/engine.js';

type Counted = { listenerCount(event: string): number; eventNames(): (string | symbol)[] };
/** Every listener on an object of Playwright, by event. */
const listeners = (of: unknown) =>
  (of as Counted)
    .eventNames()
    .map((event) => `${String(event)} ${(of as Counted).listenerCount(String(event))}`)
    .filter((line) => !line.endsWith(' 0'))
    .sort();
const everything = (context: BrowserContext, page: Page) => [context, page, context.browser()].flatMap(listeners);

test('sessions on one context share an engine, one for each mode', async ({ context }) => {
  const first = acquire(context);
  const second = acquire(context);
  const other = acquire(context, 'main');
  expect(second).toBe(first);
  expect(other).not.toBe(first);
  await first.release();
  const page = await context.newPage();
  await tabOf(second, page).ready(MS);
  await second.release();
  expect(acquire(context)).not.toBe(first);
  await acquire(context).release();
  await acquire(context).release();
  await other.release();
});

test('200 engines leave no listener, session or global behind', async ({ context, page, server, browser }) => {
  server.set('/in', '<p>in');
  server.set('/', '<p>top</p><iframe id=f src="{{B}}/in"></iframe>');
  await page.goto(server.url());
  const root = await browser.newBrowserCDPSession();
  const attached = async () => {
    const { targetInfos } = await root.send('Target.getTargets');
    return targetInfos.filter(({ type }) => type === 'page' || type === 'iframe').length;
  };
  const globals = () => page.evaluate('Reflect.ownKeys(globalThis).length');
  const detached = { sessions: 0 };
  const original = context.newCDPSession.bind(context);
  let opened = 0;
  context.newCDPSession = async (target) => {
    const session = await original(target);
    opened++;
    session.on('close', () => detached.sessions++);
    return session;
  };
  const before = { listeners: everything(context, page), targets: await attached(), globals: await globals() };
  for (let i = 0; i < 200; i++) {
    const engine = acquire(context);
    const tab = tabOf(engine, page);
    await tab.top().call('ping', {}, MS);
    if (i % 40 === 0) await enter(tab, tab.top(), '#f');
    await engine.release();
  }
  expect({ listeners: everything(context, page), targets: await attached(), globals: await globals() }).toEqual(before);
  expect(opened).toBe(205);
  expect(detached.sessions).toBe(opened);
  await root.detach();
}, 120_000);

test('main-world mode leaves no listener or global behind either', async ({ context, page, load }) => {
  await load('<p>x');
  const globals = () => page.evaluate('Reflect.ownKeys(globalThis).join()');
  const before = [everything(context, page), await globals()];
  for (let i = 0; i < 20; i++) {
    const engine = acquire(context, 'main');
    await tabOf(engine, page).top().call('ping', {}, MS);
    await engine.release();
  }
  expect([everything(context, page), await globals()]).toEqual(before);
});

test('tab ids count from 1, in order, and are never used again', async ({ context, server }) => {
  server.set('/', '<title>x</title>');
  const [a, b] = [await context.newPage(), await context.newPage()];
  const engine = acquire(context);
  expect(engine.pages().map(({ tabId }) => tabId)).toEqual([1, 2]);
  expect(engine.activeTabId()).toBe(1);
  engine.setActive(2);
  expect(engine.activeTabId()).toBe(2);
  await b.close();
  expect(engine.activeTabId()).toBe(1);
  const c = await context.newPage();
  expect(tabOf(engine, c).tabId).toBe(3);
  expect(engine.byTabId(2)?.closed).toBe(true);
  expect(engine.byTabId(4)).toBeUndefined();
  expect(engine.pages().map(({ page }) => page)).toEqual([a, c]);
  await engine.release();
});

test('popups tell their opener, also without one of their own', async ({ engine, page, load, server, context }) => {
  server.set('/pop', '<title>pop</title>');
  await load('<a id=l href="/pop" target=_blank>x</a>');
  const tab = tabOf(engine, page);
  await tab.ready(MS);
  for (const open of ["window.open('/pop'); 0", "window.open('/pop', '_blank', 'noopener'); 0", "document.getElementById('l').click()"]) {
    const seen: (number | undefined)[] = [];
    const known = new Promise<void>((resolve) => {
      const stop = engine.onPage((popup) => {
        seen.push(popup.openerTabId);
        stop();
        resolve();
      });
    });
    await page.evaluate(open);
    await known;
    expect(seen).toEqual([1]);
  }
  const events = tab.log.since(0).filter(({ type }) => type === 'tab_created');
  expect(events).toMatchObject([2, 3, 4].map((tabId) => ({ tabId, openerTabId: 1, url: server.url('/pop') })));
  expect(tab.windowsPending).toBe(0);
  await Promise.all(context.pages().map((each) => (each === page ? undefined : each.close())));
});

test('a window that loads slowly is announced before it is there', async ({ engine, page, load, server }) => {
  let answer: (() => void) | undefined;
  server.set('/slow', (_request, response) => {
    answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>late</title>');
  });
  await load('<p>x');
  const tab = tabOf(engine, page);
  await tab.ready(MS);
  const known = new Promise<number>((resolve) => engine.onPage(({ tabId }) => resolve(tabId)));
  await page.evaluate("window.open('/slow'); 0");
  await tab.top().call('ping', {}, MS);
  expect(tab.windowsPending).toBe(1);
  await expect.poll(() => answer).toBeDefined();
  answer?.();
  expect(await known).toBe(2);
  expect(tab.windowsPending).toBe(0);
});

test('a crash, a closed tab and a closed context end what is under way, with their own codes', async ({ browser, server }) => {
  server.set('/', '<p>x');
  const context = await browser.newContext();
  const engine = acquire(context);
  const [crashing, closing, last] = [await context.newPage(), await context.newPage(), await context.newPage()];
  const pending = async (page: Page) => {
    await page.goto(server.url());
    const tab = tabOf(engine, page);
    await tab.ready(MS);
    const { watchId } = { watchId: 1 };
    await tab.top().call('ping', {}, MS);
    const waiting = tab
      .top()
      .call('quiet', { watchId, quietMs: 1, maxMs: 1 }, MS)
      .catch((error: SdkError) => error.code);
    return { tab, waiting };
  };
  const crashed = await pending(crashing);
  crashed.tab.cdp?.send('Page.crash').catch(() => undefined);
  expect(await crashed.waiting).toBe('tab_crashed');
  expect(crashed.tab.crashed).toBe(true);
  await expect(crashed.tab.top().call('ping', {}, MS)).rejects.toMatchObject({ code: 'tab_crashed' });
  expect(crashed.tab.log.since(0)).toContainEqual(expect.objectContaining({ type: 'crashed' }));

  const closed = await pending(closing);
  await closing.close();
  expect(await closed.waiting).toBe('tab_closed');
  await expect(closed.tab.top().call('ping', {}, MS)).rejects.toMatchObject({ code: 'tab_closed' });

  const over = await pending(last);
  await context.close();
  expect(await over.waiting).toBe('tab_closed');
  expect(engine.pages()).toEqual([]);
  await engine.release();
});

test('a browser that goes away ends everything with browser_closed', async ({ server }) => {
  const { chromium } = await import('playwright-core');
  const { findBrowser, LAUNCH_ARGS } = await import('../../scripts/browser.mjs');
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...LAUNCH_ARGS] });
  const page = await browser.newPage();
  server.set('/', '<p>x');
  await page.goto(server.url());
  const engine = acquire(page.context());
  const tab = tabOf(engine, page);
  await tab.top().call('ping', {}, MS);
  const waiting = tab
    .top()
    .call('quiet', { watchId: 1, quietMs: 1, maxMs: 1 }, MS)
    .catch((error: SdkError) => error.code);
  await browser.close();
  // Browsers close their pages first.
  expect(await waiting).toMatch(/^(tab|browser)_closed$/);
  expect(engine.browserClosed).toBe(true);
  await expect(tab.top().call('ping', {}, MS)).rejects.toMatchObject({ code: 'browser_closed' });
  await engine.release();
});

test('deadline and signal end a call, before it begins and while it runs', async ({ load, tab }) => {
  await load('<p>x');
  const top = tab.top();
  await top.call('ping', {}, MS);
  const endless = (options: { timeoutMs: number; signal?: AbortSignal }) =>
    top.call('quiet', { watchId: 1, quietMs: 1, maxMs: 1 }, options);
  await expect(endless({ timeoutMs: 20 })).rejects.toMatchObject({ code: 'timeout' });
  const stop = new AbortController();
  const running = endless({ ...MS, signal: stop.signal });
  stop.abort();
  await expect(running).rejects.toMatchObject({ code: 'aborted' });
  await expect(endless({ ...MS, signal: stop.signal })).rejects.toMatchObject({ code: 'aborted' });
  const own = AbortSignal.abort(new SdkError('session_disposed', 'over'));
  await expect(top.call('ping', {}, { ...MS, signal: own })).rejects.toMatchObject({ code: 'session_disposed' });
  expect((await top.call('ping', {}, MS)).readyState).toBe('complete');
});

test('writes run one at a time in order of asking', async ({ load, tab }) => {
  await load('<p>x');
  const ran: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const stop = new AbortController();
  const first = tab.write(async () => {
    ran.push('first');
    await gate;
    throw new Error('failed');
  }, undefined);
  const dropped = tab.write(async () => ran.push('dropped'), stop.signal);
  const last = tab.write(async () => ran.push('last'), undefined);
  stop.abort();
  await expect(dropped).rejects.toMatchObject({ code: 'aborted' });
  expect(ran).toEqual(['first']);
  open();
  await expect(first).rejects.toThrow('failed');
  await last;
  expect(ran).toEqual(['first', 'last']);
  await expect(tab.write(async () => ran.push('late'), stop.signal)).rejects.toMatchObject({ code: 'aborted' });
  expect(ran).toEqual(['first', 'last']);
});

test('the log keeps the last thousand entries with numbers that only grow', async ({ tab }) => {
  for (let i = 0; i < 2500; i++) tab.log.append({ type: 'page_error', text: String(i) });
  expect(tab.log.seq).toBe(2500);
  const kept = tab.log.since(0);
  expect(kept).toHaveLength(1000);
  expect(kept[0]).toMatchObject({ seq: 1501, text: '1500' });
  expect(tab.log.since(2499).map(({ seq }) => seq)).toEqual([2500]);
  expect(tab.log.since(2500)).toEqual([]);
});

test('the log tells navigations, redirects, errors, downloads and failed requests', async ({ engine, tab, page, server }) => {
  server.set('/end', '<title>end</title>');
  server.redirect('/start', '/end');
  server.set('/file', 'data', {
    headers: { 'content-disposition': 'attachment; filename=a.bin', 'content-type': 'application/octet-stream' },
  });
  await tab.ready(MS);
  await page.goto(server.url('/start'));
  await page.evaluate("location.hash = 'x'; history.pushState(1, '', '/pushed')");
  await page.evaluate("console.error('bad', 1); console.log('fine'); setTimeout(() => { throw new Error('thrown') })");
  await page.evaluate("fetch('http://127.0.0.1:1/').catch(() => 0)");
  await page.evaluate("location.href = '/file'");
  await Promise.all(['download', 'request_failed', 'page_error', 'console_error'].map((type) => logged(engine, tab, type)));
  const told = tab.log.since(0).map(({ seq: _seq, at: _at, ...event }) => event);
  expect(told).toContainEqual({ type: 'redirected', from: server.url('/start'), to: server.url('/end') });
  expect(told.filter(({ type }) => type === 'navigated')).toEqual([
    { type: 'navigated', url: server.url('/end'), sameDocument: false },
    { type: 'navigated', url: server.url('/end#x'), sameDocument: true },
    { type: 'navigated', url: server.url('/pushed'), sameDocument: true },
  ]);
  expect(told).toContainEqual({ type: 'console_error', text: 'bad 1' });
  expect(told).toContainEqual({ type: 'page_error', text: 'thrown' });
  expect(told).toContainEqual({ type: 'download', url: server.url('/file'), suggestedFilename: 'a.bin' });
  expect(told.filter(({ type }) => type === 'request_failed')).toEqual([
    { type: 'request_failed', url: 'http://127.0.0.1:1/', errorText: expect.stringContaining('net::') },
  ]);
  expect(tab.navigationPending).toBe(false);
  expect(tab.navigationCount).toBe(1);
});

test('file choosers are caught only while asked for', async ({ engine, tab, page, load }) => {
  await load('<input id=i type=file multiple>');
  expect((page as unknown as Counted).listenerCount('filechooser')).toBe(0);
  const stop = tab.fileChoosers();
  await page.click('#i');
  await logged(engine, tab, 'file_chooser');
  stop();
  expect(tab.log.since(0)).toContainEqual(expect.objectContaining({ type: 'file_chooser', multiple: true }));
  expect((page as unknown as Counted).listenerCount('filechooser')).toBe(0);
});

test('requests are told pending since a mark, streams by their type', async ({ tab, page, server, load }) => {
  await load('<p>x');
  server.set('/stream', (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'));
  server.hang('/hang');
  const mark = tab.network.mark();
  expect(tab.network.pendingSince(0)).toEqual([]);
  await page.evaluate("new EventSource('/stream'); fetch('/hang').catch(() => 0); 0");
  await expect.poll(() => tab.network.pendingSince(mark).length).toBe(2);
  const pending = tab.network.pendingSince(mark).map(({ type, url }) => `${type} ${url}`);
  expect(pending.sort()).toEqual([`eventsource ${server.url('/stream')}`, `fetch ${server.url('/hang')}`]);
  expect(tab.network.startedSince(mark)).toBe(2);
  expect(tab.network.pendingSince(tab.network.mark())).toEqual([]);
});

test('input that nobody of us sent is foreign', async ({ tab, page, load }) => {
  await load('<button>x</button>');
  await tab.refreshInput(MS);
  const mark = tab.inputMark();
  tab.expectInput();
  await page.mouse.click(20, 20);
  await tab.refreshInput(MS);
  expect(tab.foreignInputSince(mark)).toBe(false);
  await page.keyboard.press('a');
  await tab.refreshInput(MS);
  expect(tab.foreignInputSince(mark)).toBe(true);
  expect(tab.foreignInputSince(tab.inputMark())).toBe(false);
  await id(tab.top(), 'button');
});
