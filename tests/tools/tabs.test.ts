import { expect, test } from '../support/test.js';
import { AUTO, refOf, textOf } from './support.js';

test('tabs_list marks the visible tab and the default, and shows no credentials or line breaks', async ({
  attach,
  context,
  page,
  server,
}) => {
  server.set('/', '<title>First\n[9] (visible) Bank — https://bank.example</title>');
  await page.goto(server.url('/').replace('http://', 'http://user:pass@'));
  const other = await context.newPage();
  await other.goto(server.urlB('/'));
  const session = await attach(AUTO);
  const listed = await session.call('tabs_list', {});
  expect(listed).toSucceed({
    tabs: [
      expect.objectContaining({ tabId: 1, active: true, default: false, url: expect.stringMatching(/^http:\/\/127/) }),
      expect.objectContaining({ tabId: 2, active: false, default: true, url: server.urlB('/') }),
    ],
  });
  const lines = textOf(listed).split('\n');
  expect(lines.filter((line) => /^\[\d+\]/.test(line))).toHaveLength(2);
  expect(lines[1]).toMatch(/^\[1\] \(visible\) First \[9\]/);
  expect(textOf(listed)).not.toContain('user:pass');
  await session.call('tab_focus', { tabId: 2 });
  expect(await session.call('tabs_list', {})).toMatchObject({ data: { tabs: [{ active: false }, { active: true }] } });
});

test('a page that never answers is listed without title', async ({ attach, page, server, context }) => {
  server.set('/', '<title>Fine</title>');
  await page.goto(server.url('/'));
  server.hang('/slow');
  const busy = await context.newPage();
  void busy.goto(server.url('/slow')).catch(() => undefined);
  const session = await attach(AUTO);
  expect(await session.call('tabs_list', {})).toMatchObject({ ok: true, data: { tabs: [{ title: 'Fine' }, { title: '' }] } });
});

test('tab_open opens a new tab each time, and leaves the default where it was', async ({ attach, load, context, server, page }) => {
  await load('<title>Start</title><h1>Start page</h1>');
  server.set('/next', '<title>Next</title><h1>Next page</h1>');
  const session = await attach(AUTO);
  const opened = await session.call('tab_open', { url: server.url('/next') });
  expect(opened).toMatchObject({ ok: true, tabId: 2, data: { tabId: 2, url: server.url('/next'), title: 'Next', status: 200 } });
  expect(opened).toMatchObject({
    evidence: { effects: expect.arrayContaining([{ kind: 'tab_created', tabId: 2, url: server.url('/next') }]) },
  });
  expect(textOf(opened)).toMatch(/^\[tabId=2\]\n/);
  expect(await session.call('tab_open', { url: server.url('/next') })).toMatchObject({ tabId: 3 });
  expect(context.pages()).toHaveLength(3);
  expect(await session.call('read_page', {})).toSucceed({ title: 'Start', url: page.url() });
  expect(await session.call('read_page', { tabId: 2 })).toSucceed({ title: 'Next' });
});

test('tab_open follows redirects and tells of them', async ({ attach, server, page: _page }) => {
  server.redirect('/old', '/new');
  server.set('/new', '<title>New</title>');
  const session = await attach(AUTO);
  expect(await session.call('tab_open', { url: server.url('/old') })).toSucceed({
    url: server.url('/new'),
    redirects: [server.url('/old')],
  });
});

test('a tab that could not be opened is not left behind', async ({ attach, context, load }) => {
  await load('<title>Start</title>');
  const session = await attach(AUTO);
  expect(await session.call('tab_open', { url: 'http://127.0.0.1:1/' })).toFailWith('navigation_failed');
  expect(context.pages()).toHaveLength(1);
});

test('tab_open on a context without pages makes the first one', async ({ attach, context, server }) => {
  server.set('/', '<title>Only</title><h1>Only page</h1>');
  const session = await attach(AUTO);
  expect(await session.call('read_page', {})).toFailWith('tab_closed', /No tab is open/);
  expect(await session.call('tabs_list', {})).toSucceed({ tabs: [] });
  expect(await session.call('tab_open', { url: server.url('/') })).toSucceed({ title: 'Only' });
  expect(await session.call('read_page', {})).toSucceed({ title: 'Only' });
  expect(context.pages()).toHaveLength(1);
});

test('tab_close says which tab is visible then; a closed tab is a failure, not another tab', async ({ attach, context, load }) => {
  await load('<title>Start</title>');
  await context.newPage();
  const session = await attach(AUTO);
  const closed = await session.call('tab_close', { tabId: 2 });
  expect(closed).toSucceed({ tabId: 2, wasActive: false, activeTabId: 1 });
  expect(textOf(closed)).toContain('tab 1 is still the visible one');
  expect(closed).toMatchObject({ evidence: { dispatch: 'confirmed', effect: 'verified' } });
  expect(await session.call('tab_close', { tabId: 2 })).toFailWith('tab_closed', /Open tabs are 1/);
  expect(await session.call('tab_focus', { tabId: 2 })).toFailWith('tab_closed');
  expect(await session.call('read_page', {})).toFailWith('tab_closed', /Tab 2, the default of this turn, is closed/);
  const last = await session.call('tab_close', { tabId: 1 });
  expect(last).toSucceed({ wasActive: true });
  expect(textOf(last)).toContain('no tab is open now');
});

test('a popup takes over as default where its opener was the default', async ({ attach, load, server }) => {
  server.set('/child', '<title>Child</title><button>Inside</button>');
  await load('<title>Start</title><a href="/child" target="_blank">Open</a>');
  const session = await attach(AUTO);
  const clicked = await session.call('click', { element: 'Open', ref: await refOf(session, 'link', 'Open') });
  expect(clicked).toMatchObject({
    ok: true,
    data: { effects: expect.arrayContaining([expect.objectContaining({ kind: 'tab_created', tabId: 2 })]) },
  });
  expect(await session.call('read_page', {})).toSucceed({ title: 'Child' });
});
