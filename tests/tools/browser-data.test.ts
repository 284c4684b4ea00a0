import { SdkError } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO, textOf } from './support.js';

const title = (name: string) => `<title>${name}</title><h1>${name}</h1>`;

test('history_search finds what tabs showed, one line a page, by words and times', async ({ attach, page, server }) => {
  server.set('/tea', title('Green Tea'));
  server.set('/coffee', title('Dark Coffee'));
  let now = 1_000_000;
  const clock = { now: () => now, monotonic: () => performance.now() };
  const session = await attach({ ...AUTO, clock });
  for (const path of ['/tea', '/coffee', '/tea']) {
    now += 1_000;
    await session.call('navigate', { url: server.url(path) });
  }
  const all = await session.call('history_search', {});
  expect(all).toMatchObject({
    ok: true,
    data: {
      entries: [
        { url: server.url('/tea'), title: 'Green Tea', visitedAt: 1_003_000 },
        { url: server.url('/coffee'), title: 'Dark Coffee', visitedAt: 1_002_000 },
      ],
      leftOut: 0,
    },
  });
  expect(textOf(all)).toContain(`1970-01-01T00:16:43.000Z · Green Tea\n${server.url('/tea')}\n\n1970-01-01T00:16:42.000Z · Dark Coffee`);
  expect(all).toMatchObject({ trust: 'untrusted', provenance: 'page' });
  const titles = async (input: Parameters<typeof session.call<'history_search'>>[1]) => {
    const found = await session.call('history_search', input);
    return found.ok ? found.data.entries.map((entry) => [entry.title, entry.visitedAt]) : found.error.code;
  };
  expect(await titles({ query: 'TEA green' })).toEqual([['Green Tea', 1_003_000]]);
  expect(await titles({ query: 'tea dark' })).toEqual([]);
  expect(await titles({ query: '/coffee' })).toEqual([['Dark Coffee', 1_002_000]]);
  // The start counts, the end does not; a page is told by its latest visit between them.
  expect(await titles({ startTime: 1_001_000, endTime: 1_003_000 })).toEqual([
    ['Dark Coffee', 1_002_000],
    ['Green Tea', 1_001_000],
  ]);
  expect(await titles({ maxResults: 1 })).toEqual([['Green Tea', 1_003_000]]);
  expect(await titles({ startTime: 5, endTime: 5 })).toBe('invalid_input');
  expect(await titles({ maxResults: 101 })).toBe('invalid_input');
  expect(textOf(await session.call('history_search', { query: 'nothing of the kind' }))).toContain('No page of the history fits.');
  expect(page.url()).toBe(server.url('/tea'));
});

test('history of the host is merged in; bookmarks leave folders out before they are counted; the host ranks sites', async ({
  attach,
  load,
  server,
}) => {
  await load(title('Own page'), { path: '/own' });
  const asked: unknown[] = [];
  const session = await attach({
    ...AUTO,
    clock: { now: () => 5_000, monotonic: () => performance.now() },
    providers: {
      history: async (query, signal) => {
        asked.push([query, signal.aborted]);
        return [
          { url: server.url('/own'), title: 'Own page, long ago', visitedAt: 1_000 },
          { url: 'https://user:pass@news.example/', title: 'News', visitedAt: 2_000 },
          { url: 'https://late.example/', title: 'Too late', visitedAt: 9_000 },
        ];
      },
      bookmarks: [
        { id: 'f1', title: 'Shop folder' },
        { id: 'b1', title: 'Shop one', url: 'https://one.example/' },
        { id: 'b2', title: 'Other', url: 'https://shop.example/two' },
        { id: 'b3', title: 'Else', url: 'https://three.example/' },
      ],
      topSites: () => [
        { url: 'https://top.example/', title: 'Top' },
        { url: 'https://next.example/', title: 'Next' },
      ],
    },
  });
  expect(session.capabilities.providers).toEqual(['history', 'bookmarks', 'topSites']);
  expect(await session.call('history_search', { query: 'e', endTime: 6_000 })).toMatchObject({
    ok: true,
    data: {
      entries: [
        { url: server.url('/own'), title: 'Own page', visitedAt: 5_000 },
        { url: 'https://news.example/', title: 'News', visitedAt: 2_000 },
      ],
    },
  });
  expect(asked).toEqual([[{ query: 'e', startTime: 0, endTime: 6_000 }, false]]);
  const found = await session.call('bookmarks_search', { query: 'SHOP', maxResults: 2 });
  expect(found).toMatchObject({
    ok: true,
    data: {
      entries: [
        { id: 'b1', title: 'Shop one', url: 'https://one.example/' },
        { id: 'b2', title: 'Other', url: 'https://shop.example/two' },
      ],
    },
  });
  expect(textOf(found)).toContain('[b1] Shop one\nhttps://one.example/\n\n[b2] Other\nhttps://shop.example/two');
  expect(await session.call('bookmarks_search', { query: '' })).toFailWith('invalid_input');
  expect(await session.call('top_sites', { maxResults: 1 })).toMatchObject({
    ok: true,
    data: { entries: [{ url: 'https://top.example/', title: 'Top' }] },
  });
});

test('without the host there are no bookmarks to search, and sites are counted', async ({ attach, page, server }) => {
  for (const path of ['/a', '/b']) server.set(path, title(`Page ${path}`));
  const session = await attach(AUTO);
  for (const path of ['/a', '/b', '/a', '/b', '/a', '/b', '/a']) await page.goto(server.url(path));
  expect(session.registry.list().map(({ name }) => name)).not.toContain('bookmarks_search');
  expect(await session.call('bookmarks_search', { query: 'x' })).toFailWith('not_configured');
  expect(await session.call('top_sites', {})).toMatchObject({
    ok: true,
    data: {
      entries: [
        { url: server.url('/a'), title: 'Page /a' },
        { url: server.url('/b'), title: 'Page /b' },
      ],
    },
  });
});

test.for<[string, unknown, RegExp]>([
  ['throws', () => Promise.reject(new Error('no disk')), /provider history of the host failed: no disk/],
  ['gives no list', () => 'nothing', /provider history of the host gave an answer of the wrong shape: .*array/],
  ['gives a page without time', () => [{ url: 'https://x.example/', title: 'X' }], /\[0\]\.visitedAt is missing/],
])('a provider that %s fails the call and says so', async ([, history, message], { attach, page: _page }) => {
  const session = await attach({ ...AUTO, providers: { history: history as () => [] } });
  expect(await session.call('history_search', {})).toFailWith('provider_failed', message);
});

test('what lies outside the boundary is neither shown nor restored, and counted', async ({ attach, context, page, server }) => {
  server.set('/in', title('Inside'));
  server.set('/out', title('Outside secret'));
  await page.goto(server.urlB('/out'));
  const other = await context.newPage();
  await other.goto(server.url('/in'));
  const session = await attach({
    gatekeeper: { policy: 'auto', allowedOrigins: [server.origin] },
    providers: {
      bookmarks: [{ id: '1', title: 'Outside bookmark', url: server.urlB('/mark') }],
      topSites: [{ url: server.urlB('/top'), title: 'Outside top' }],
    },
  });
  await session.browserState.save(); // Looks at all tabs.
  await page.close();
  await other.close();
  const history = await session.call('history_search', {});
  expect(history).toMatchObject({ ok: true, data: { entries: [expect.objectContaining({ title: 'Inside' })], leftOut: 1 } });
  expect(textOf(history)).toContain('1 more lies outside the origins of this session');
  expect(await session.call('bookmarks_search', { query: 'outside' })).toMatchObject({ ok: true, data: { entries: [], leftOut: 1 } });
  expect(await session.call('top_sites', {})).toMatchObject({ ok: true, data: { entries: [], leftOut: 1 } });
  const closed = await session.call('sessions_recently_closed', {});
  expect(closed).toMatchObject({ ok: true, data: { sessions: [expect.objectContaining({ sessionId: 'closed_2' })], leftOut: 1 } });
  expect(JSON.stringify([history, closed])).not.toContain('Outside');
  expect(await session.call('session_restore', { sessionId: 'closed_1' })).toFailWith('blocked_origin');
  expect(context.pages()).toHaveLength(0);
  expect(server.requests.filter(({ origin, path }) => origin === 'B' && path === '/out')).toHaveLength(1);
  expect(await session.call('session_restore', { sessionId: 'closed_2' })).toSucceed();
});

test('a restored tab has its page, its history, its place and its group again, and nobody is asked for the pages before', async ({
  attach,
  context,
  page,
  server,
}) => {
  for (const path of ['/1', '/2', '/3', '/x']) server.set(path, title(`Page ${path}`));
  await page.goto(server.url('/x'));
  const session = await attach(AUTO);
  const second = await context.newPage();
  for (const path of ['/1', '/2', '/2#part', '/3']) await second.goto(server.url(path));
  const third = await context.newPage();
  await third.goto(server.url('/x'));
  expect(await session.call('tabs_group', { tabIds: [2, 3] })).toMatchObject({ ok: true, data: { groupId: 1, tabIds: [2, 3] } });
  await session.call('tab_group_update', { groupId: 1, title: 'Reading', color: 'cyan', collapsed: true });
  await session.call('tab_close', { tabId: 2 });
  const closed = await session.call('sessions_recently_closed', {});
  expect(closed).toMatchObject({
    ok: true,
    data: { sessions: [{ sessionId: 'closed_1', kind: 'tab', tabs: [{ title: 'Page /3', groupId: 1 }] }] },
  });
  expect(textOf(closed)).toContain(`[closed_1] tab · Page /3\n${server.url('/3')}`);
  server.requests.length = 0;
  const restored = await session.call('session_restore', { sessionId: 'closed_1' });
  expect(restored).toMatchObject({
    ok: true,
    data: {
      tabs: [{ tabId: 4, title: 'Page /3', url: server.url('/3'), status: 200, groupId: 1 }],
      failed: [],
      outside: 0,
    },
  });
  expect(restored).toMatchObject({ tabId: 4, evidence: { effect: 'verified', effects: [{ kind: 'tab_created', tabId: 4 }] } });
  expect(server.requests.map(({ path }) => path).filter((path) => path !== '/favicon.ico')).toEqual(['/3']);
  expect(await session.call('tab_groups_list', {})).toMatchObject({
    ok: true,
    data: {
      groups: [{ groupId: 1, title: 'Reading', color: 'cyan', collapsed: true, tabIds: [4, 3] }],
    },
  });
  const listed = await session.call('tabs_list', {});
  expect(listed).toMatchObject({
    ok: true,
    data: {
      tabs: [
        { tabId: 1, active: true },
        { tabId: 4, groupId: 1 },
        { tabId: 3, groupId: 1 },
      ],
    },
  });
  expect(textOf(listed)).toMatch(/\[4\] \(group 1\) Page \/3/);
  expect(await session.call('go_back', { tabId: 4 })).toMatchObject({ ok: true, data: { url: server.url('/2#part'), title: 'Page /2' } });
  expect(await session.call('go_back', { tabId: 4 })).toMatchObject({ ok: true, data: { url: server.url('/2') } });
  expect(await session.call('go_back', { tabId: 4 })).toMatchObject({ ok: true, data: { url: server.url('/1'), title: 'Page /1' } });
  expect(await session.call('session_restore', { sessionId: 'closed_1' })).toFailWith('not_found', /or it was restored already/);
});

test('a tab that cannot be loaded stays closed, and none is left behind', async ({ attach, context, page, server }) => {
  server.set('/gone', title('Gone'));
  await page.goto(server.url('/gone'));
  const session = await attach(AUTO);
  await session.call('tab_close', { tabId: 1 });
  server.set('/gone', (request) => void request.socket.destroy());
  expect(await session.call('session_restore', { sessionId: 'closed_1' })).toFailWith('navigation_failed');
  expect(context.pages()).toHaveLength(0);
  expect(await session.call('sessions_recently_closed', {})).toMatchObject({
    ok: true,
    data: {
      sessions: [{ sessionId: 'closed_1', tabs: [{ title: 'Gone' }] }],
    },
  });
  server.set('/gone', title('Back'));
  expect(await session.call('session_restore', { sessionId: 'closed_1' })).toMatchObject({ ok: true, data: { tabs: [{ title: 'Back' }] } });
  expect(await session.call('sessions_recently_closed', {})).toMatchObject({ ok: true, data: { sessions: [] } });
});

test('the gate judges a restore by where it leads', async ({ attach, page, server }) => {
  server.set('/', title('Start'));
  await page.goto(server.urlB('/'));
  const session = await attach({
    gatekeeper: {
      policy: 'auto',
      rules: [
        { capability: 'navigate', origin: server.originB, verdict: 'deny' },
        { tool: 'tab_close', verdict: 'allow' },
      ],
    },
  });
  await page.close();
  const call = { tool: 'session_restore', input: { sessionId: 'closed_1' } };
  expect(await session.gatekeeper.explain(call)).toMatchObject({
    verdict: 'deny',
    facts: { destination: { url: server.urlB('/') }, origins: [server.originB] },
    preview: `session_restore ${server.urlB('/')}`,
  });
  expect(await session.call('session_restore', { sessionId: 'closed_1' })).toFailWith('denied');
});

test('groups: tabs move together, others out of their old group, and empty groups are gone', async ({ attach, context, page: _page }) => {
  for (let i = 0; i < 4; i++) await context.newPage();
  const session = await attach(AUTO);
  expect(await session.call('tabs_group', { tabIds: [4, 2] })).toMatchObject({
    ok: true,
    data: { groupId: 1, tabIds: [4, 2], color: 'grey', title: '' },
  });
  const order = async () => {
    const listed = await session.call('tabs_list', {});
    return listed.ok
      ? listed.data.tabs.map(({ tabId, groupId }) => (groupId === undefined ? tabId : `${tabId}:${groupId}`))
      : listed.error.code;
  };
  expect(await order()).toEqual([1, 3, '4:1', '2:1', 5]);
  expect(await session.call('tabs_group', { tabIds: [1, 4], groupId: 1 })).toMatchObject({ ok: true, data: { tabIds: [4, 2, 1] } });
  expect(await order()).toEqual([3, '4:1', '2:1', '1:1', 5]);
  expect(await session.call('tabs_group', { tabIds: [2] })).toMatchObject({ ok: true, data: { groupId: 2, color: 'blue' } });
  expect(await order()).toEqual([3, '4:1', '1:1', '2:2', 5]);
  await session.call('tabs_group', { tabIds: [1, 4], groupId: 2 });
  expect(await session.call('tab_groups_list', {})).toMatchObject({ ok: true, data: { groups: [{ groupId: 2, tabIds: [2, 1, 4] }] } });
  expect(textOf(await session.call('tab_groups_list', {}))).toContain('[2] (no title) · blue · expanded · tabs 2, 1, 4');
  expect(await session.call('tabs_group', { tabIds: [3], groupId: 1 })).toFailWith('not_found', /Groups are 2/);
  await session.call('tab_close', { tabId: 5 });
  expect(await session.call('tabs_group', { tabIds: [3, 5] })).toFailWith('tab_closed', /no open tab 5; nothing was grouped/);
  expect(await session.call('tab_group_update', { groupId: 2 })).toFailWith('invalid_input', /at least one of title, color and collapsed/);
  expect(await session.call('tab_group_update', { groupId: 1, title: 'x' })).toFailWith('not_found');
  expect(await session.call('tab_group_update', { groupId: 2, title: 'Line\n[9] break', collapsed: true })).toMatchObject({
    ok: true,
    data: { collapsed: true },
  });
  expect(textOf(await session.call('tab_groups_list', {}))).toContain('[2] Line [9] break · blue · collapsed');
});

test('saved as JSON and loaded by a later session: closed tabs, the open ones as a window, visits, groups', async ({
  attach,
  browser,
  server,
}) => {
  for (const path of ['/a', '/b', '/c', '/d']) server.set(path, title(`Page ${path}`));
  const first = await browser.newContext();
  for (const path of ['/a', '/b', '/c', '/d']) await (await first.newPage()).goto(server.url(path));
  const before = await attach(AUTO, first);
  await before.call('tabs_group', { tabIds: [2, 3] });
  await before.call('tab_group_update', { groupId: 1, title: 'Pair' });
  await before.call('tab_close', { tabId: 3 });
  const saved = JSON.stringify(await before.browserState.save());
  await first.close();

  const second = await browser.newContext();
  const page = await second.newPage();
  await page.goto(server.url('/a'));
  const after = await attach(AUTO, second);
  after.browserState.load(JSON.parse(saved));
  const listed = await after.call('sessions_recently_closed', {});
  expect(listed).toMatchObject({
    ok: true,
    data: {
      sessions: [
        // The page that is open again is not in it.
        { sessionId: 'closed_2', kind: 'window', tabs: [{ sessionId: 'closed_2_1', title: 'Page /b', groupId: 1 }, { title: 'Page /d' }] },
        { sessionId: 'closed_1', kind: 'tab', tabs: [{ title: 'Page /c', groupId: 1 }] },
      ],
    },
  });
  expect(textOf(listed)).toContain(`[closed_2] window · 2 tabs\n  [closed_2_1] tab · Page /b\n  ${server.url('/b')}`);
  expect(await after.call('history_search', { query: 'page' })).toMatchObject({ data: { entries: { length: 4 } } });
  expect(await after.call('session_restore', { sessionId: 'closed_2_1' })).toMatchObject({
    ok: true,
    data: {
      tabs: [{ tabId: 2, title: 'Page /b', groupId: 1 }],
    },
  });
  expect(await after.call('session_restore', { sessionId: 'closed_2' })).toMatchObject({
    ok: true,
    data: { tabs: [{ tabId: 3, title: 'Page /d' }] },
  });
  expect(await after.call('session_restore', { sessionId: 'closed_1' })).toMatchObject({
    ok: true,
    data: { tabs: [{ tabId: 4, groupId: 1 }] },
  });
  expect(await after.call('tabs_list', {})).toMatchObject({
    ok: true,
    data: {
      tabs: [{ tabId: 1 }, { tabId: 2, groupId: 1 }, { tabId: 4, groupId: 1, title: 'Page /c' }, { tabId: 3 }],
    },
  });
  expect(await after.call('tab_groups_list', {})).toMatchObject({
    ok: true,
    data: { groups: [{ groupId: 1, title: 'Pair', tabIds: [2, 4] }] },
  });
  await second.close();
});

test('a window is restored with what lies inside; the rest stays closed', async ({ attach, context, page: _page, server }) => {
  server.set('/in', title('In'));
  server.set('/out', title('Out'));
  const session = await attach({ gatekeeper: { policy: 'auto', blockedOrigins: [server.originB] } });
  const tab = (url: string, index: number) => ({ url, title: 'T', back: [server.urlB('/before'), server.url('/in?before')], index });
  session.browserState.load({
    version: 1,
    savedAt: 1,
    visits: [],
    closed: [],
    open: [tab(server.url('/in'), 0), tab(server.urlB('/out'), 1), tab(server.url('/in?2'), 2), tab('http://127.0.0.1:1/', 3)],
  });
  expect(await session.gatekeeper.explain({ tool: 'session_restore', input: { sessionId: 'closed_1' } })).toMatchObject({
    facts: { origins: [server.origin, 'http://127.0.0.1:1'] },
    preview: `session_restore ${server.url('/in')} and 2 more on ${server.origin}, http://127.0.0.1:1`,
  });
  const restored = await session.call('session_restore', { sessionId: 'closed_1' });
  expect(restored).toMatchObject({
    ok: true,
    data: {
      tabs: [{ url: server.url('/in') }, { url: server.url('/in?2') }],
      failed: [{ url: 'http://127.0.0.1:1/' }],
      outside: 1,
    },
  });
  expect(textOf(restored)).toContain('Restored 2 tabs.');
  expect(context.pages()).toHaveLength(3);
  expect(await session.call('sessions_recently_closed', {})).toMatchObject({
    ok: true,
    data: {
      sessions: [{ sessionId: 'closed_1', kind: 'window', tabs: [{ sessionId: 'closed_1_4' }] }],
      leftOut: 1,
    },
  });
  expect(server.requests.filter(({ origin }) => origin === 'B')).toEqual([]);
});

const TAB = { url: 'https://a.example/', title: 'A', back: [], index: 0 };
const STATE = { version: 1, savedAt: 1, visits: [], closed: [], open: [] };
const CORRUPT: readonly (readonly [string, unknown, RegExp])[] = [
  ['nothing', undefined, /the input must be object, not nothing/],
  ['a text', 'saved', /must be object/],
  ['another version', { ...STATE, version: 2 }, /version must be one of 1, not the number 2/],
  ['a missing part', { version: 1, savedAt: 1, visits: [], open: [] }, /closed is missing/],
  ['a script as URL', { ...STATE, open: [{ ...TAB, url: 'javascript:alert(1)' }] }, /open\[0\]\.url must be an absolute http or https URL/],
  ['a script in a history', { ...STATE, open: [{ ...TAB, back: ['file:///etc/passwd'] }] }, /open\[0\]\.back\[0\] must be an absolute/],
  [
    'a color that is none',
    { ...STATE, open: [{ ...TAB, group: { groupId: 1, title: '', color: 'mud', collapsed: false } }] },
    /group\.color must be one of "grey"/,
  ],
  ['a foreign field', { ...STATE, cookies: [] }, /unknown field "cookies"/],
  [
    'a tab of two',
    {
      ...STATE,
      closed: [
        {
          sessionId: 'closed_1',
          kind: 'tab',
          closedAt: 1,
          tabs: [
            { ...TAB, sessionId: 'a' },
            { ...TAB, sessionId: 'b' },
          ],
        },
      ],
    },
    /must have one tab/,
  ],
];
test('a corrupt saved state is refused by the name of what is wrong, and nothing of it taken over', async ({ attach, page: _page }) => {
  const session = await attach(AUTO);
  for (const [what, state, message] of CORRUPT) {
    const load = () => session.browserState.load(state);
    expect(load, what).toThrow(expect.objectContaining({ code: 'invalid_input', message: expect.stringMatching(message) }));
    expect(load).toThrow(SdkError);
  }
  expect(await session.call('sessions_recently_closed', {})).toMatchObject({ ok: true, data: { sessions: [], leftOut: 0 } });
});

test('a saved state holds no password of a URL and no configured secret', async ({ attach, page, server }) => {
  server.set('/t', title('Plain'));
  const session = await attach({ ...AUTO, secrets: { token: 'tok-90210' } });
  await page.goto(server.url('/t').replace('http://', 'http://user:pass@'));
  await page.goto(server.url('/t?key=tok-90210'));
  const state = await session.browserState.save();
  expect(state.visits).toEqual([expect.objectContaining({ url: server.url('/t') })]);
  expect(JSON.stringify(state)).not.toMatch(/tok-90210|pass@/);
});
