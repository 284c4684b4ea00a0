import type { Page } from 'playwright-core';
import { expect, test } from '../support/test.js';
import { refOf } from './support.js';

const requestsOf = (server: { requests: readonly { origin: string; path: string }[] }, origin: string) =>
  server.requests.filter((request) => request.origin === origin && request.path !== '/favicon.ico').map((request) => request.path);

test.for<[string, string]>([
  ['a link', '<a href="{{B}}/out">Go</a>'],
  ['a link of a script', `<a href="#" onclick="location.href = '{{B}}/out'">Go</a>`],
  ['a redirect', '<a href="/hop">Go</a>'],
  ['two redirects', '<a href="/hophop">Go</a>'],
  ['a form of a script', `<form action="{{B}}/out" method="post"></form><a href="#" onclick="document.forms[0].submit()">Go</a>`],
  ['a popup', `<a href="#" onclick="window.open('{{B}}/out')">Go</a>`],
  ['a popup without opener', `<a href="#" onclick="window.open('{{B}}/out', '_blank', 'noopener')">Go</a>`],
  ['a popup with a redirect', '<a href="/hop" target="_blank">Go</a>'],
])('%s that leads outside is stopped before anything is asked for', async ([name, html], { attach, page, server }) => {
  server.redirect('/hop', server.urlB('/out'));
  server.redirect('/hophop', '/hop');
  server.set('/out', '<title>Outside</title>Outside panel');
  server.set('/', `<title>In</title>${html}`);
  await page.goto(server.url('/'));
  const session = await attach({ gatekeeper: { policy: 'auto', allowedOrigins: [server.origin] } });
  const clicked = await session.call('click', { element: 'Go', ref: await refOf(session, 'link', 'Go', 1), tabId: 1 });
  expect(clicked).toFailWith('blocked_origin');
  expect(JSON.stringify(clicked)).not.toContain('Outside panel');
  expect(requestsOf(server, 'B')).toEqual([]);
  if (name !== 'a link') expect(clicked).toMatchObject({ evidence: { dispatch: 'confirmed' } });
  expect(page.url().split('#')[0]).toBe(server.url('/'));
  expect(await session.call('read_page', { tabId: 1 })).toSucceed({ title: 'In' });
});

test('frames outside stay empty, frames inside do not', async ({ attach, page, server }) => {
  server.redirect('/hop', server.urlB('/out'));
  server.set('/out', '<h1>Outside panel</h1>');
  server.set('/in', '<h1>Inside panel</h1>');
  server.set('/', '<title>Frames</title><iframe src="{{B}}/out"></iframe><iframe src="/hop"></iframe><iframe src="/in"></iframe>');
  const session = await attach({ gatekeeper: { policy: 'auto', allowedOrigins: [server.origin] } });
  await page.goto(server.url('/'));
  const read = await session.call('read_page', {});
  expect(read).toSucceed({ title: 'Frames' });
  expect(JSON.stringify(read)).toContain('Inside panel');
  expect(JSON.stringify(read)).not.toContain('Outside panel');
  expect(requestsOf(server, 'B')).toEqual([]);
});

test.for<[string, boolean]>([
  ['at once', false],
  ['later', true],
])(
  'a frame of another process that goes outside %s, by two redirects, is stopped before anything is asked for',
  async ([, isLater], { attach, page, server }) => {
    const third = `http://third.localhost:${new URL(server.originB).port}`;
    server.redirect('/hop', '/hop2');
    server.redirect('/hop2', `${third}/out`);
    server.redirect('/fine', '/fine2');
    server.redirect('/fine2', '/end');
    server.set('/end', '<p>The end</p>');
    server.set('/out', '<h1>Outside panel</h1>');
    server.set(
      '/frame',
      `<p>Frame</p><a href="/hop">Out</a><a href="/fine">Fine</a>${isLater ? '' : '<script>location.href = "/hop"</script>'}`,
    );
    server.set('/', '<title>Top</title><iframe src="{{B}}/frame"></iframe>');
    const session = await attach({ gatekeeper: { policy: 'auto', allowedOrigins: [server.origin, server.originB] } });
    await page.goto(server.url('/'));
    const frame = page.frames()[1] as (typeof page)['frames'] extends () => (infer F)[] ? F : never;
    await frame.waitForSelector('a');
    if (isLater) expect(await session.call('click', { element: 'Out', ref: await refOf(session, 'link', 'Out') })).toSucceed();
    await expect.poll(() => requestsOf(server, 'B')).toContain('/hop2');
    expect(await session.call('click', { element: 'Fine', ref: await refOf(session, 'link', 'Fine') })).toSucceed();
    await frame.waitForSelector('text=The end');
    expect(requestsOf(server, 'B')).not.toContain('/out');
    expect(JSON.stringify(await session.call('read_page', {}))).not.toContain('Outside panel');
  },
);

test('tabs and popups inside work as ever, with redirects', async ({ attach, context, page, server }) => {
  server.redirect('/hop', '/next');
  server.set('/next', '<title>Next</title>');
  server.set('/', '<title>In</title><a href="/hop" target="_blank">Go</a>');
  await page.goto(server.url('/'));
  const session = await attach({ gatekeeper: { policy: 'auto', allowedOrigins: [server.origin] } });
  expect(await session.call('tab_open', { url: server.url('/hop') })).toSucceed({
    url: server.url('/next'),
    redirects: [server.url('/hop')],
  });
  const popup = context.waitForEvent('page');
  expect(await session.call('click', { element: 'Go', ref: await refOf(session, 'link', 'Go', 1), tabId: 1 })).toSucceed();
  await (await popup).waitForURL(server.url('/next'));
});

test('a blocked origin is stopped, others are not, and routes of the host still work', async ({ attach, context, page, server }) => {
  server.set('/', '<title>In</title><p>Real</p>');
  server.set('/out', '<title>Out</title>');
  await context.route('**/routed', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Routed</title>' }));
  const session = await attach({ gatekeeper: { policy: 'auto', blockedOrigins: [server.originB] } });
  await page.goto(server.url('/'));
  expect(await session.call('navigate', { url: server.url('/routed') })).toSucceed({ title: 'Routed' });
  expect(await session.call('navigate', { url: server.urlB('/out') })).toFailWith('blocked_origin');
  await expect(page.goto(server.urlB('/out'))).rejects.toThrow(/ERR_ABORTED/);
  expect(requestsOf(server, 'B')).toEqual([]);
});

test('origins may change at any time', async ({ attach, page, server }) => {
  server.set('/out', '<title>Out</title>');
  server.set('/', '<title>In</title>');
  await page.goto(server.url('/'));
  const session = await attach({ gatekeeper: { policy: 'auto' } });
  await session.gatekeeper.setOrigins({ blockedOrigins: [server.originB] });
  await expect(page.goto(server.urlB('/out'))).rejects.toThrow(/ERR_ABORTED/);
  await session.gatekeeper.setOrigins({});
  expect(await session.call('navigate', { url: server.urlB('/out') })).toSucceed({ title: 'Out' });
  await expect(session.gatekeeper.setOrigins({ allowedOrigins: ['nonsense'] })).rejects.toThrow(/allowedOrigins: "nonsense"/);
});

test('dispose takes the boundary away', async ({ attach, page, server }) => {
  server.set('/out', '<title>Out</title>');
  const session = await attach({ gatekeeper: { allowedOrigins: [server.origin] } });
  await expect(page.goto(server.urlB('/out'))).rejects.toThrow(/ERR_ABORTED/);
  await session.dispose();
  const open = async (target: Page) => (await target.goto(server.urlB('/out')))?.status();
  expect(await open(page)).toBe(200);
});
