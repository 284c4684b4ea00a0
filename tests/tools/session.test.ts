import { SdkError, Session, type SessionOptions } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO, refOf, textOf } from './support.js';

const FORM = `<title>Sign in</title><main><h1>Sign in</h1>
<form action="/done"><label>Email <input name="email" type="email"></label><label>Password <input type="password" name="p"></label>
<button>Sign in</button></form><a href="/help">Help</a></main>`;

test('the first things a host does: read, click, go on', async ({ attach, load, page }) => {
  await load(FORM);
  const session = await attach(AUTO);
  const read = await session.call('read_page', {});
  expect(read).toSucceed({ title: 'Sign in', url: page.url() });
  expect(textOf(read)).toMatch(
    /^\[tabId=1\]\n<<<web_content_[0-9a-f]{16} origin="http:\/\/127\.0\.0\.1:\d+" tool="read_page">>>\n# Page Snapshot/,
  );
  const clicked = await session.call('click', { element: 'Sign in', ref: await refOf(session, 'button', 'Sign in') });
  expect(clicked).toSucceed({ tabId: 1, url: expect.stringContaining('/done') });
  expect(clicked).toMatchObject({ trust: 'untrusted', provenance: 'page', evidence: { dispatch: 'confirmed' } });
});

test('without options a session reads, and says which option lets it write', async ({ session, load, page }) => {
  await load(FORM);
  expect(await session.call('read_page', {})).toSucceed();
  expect(await session.call('find_in_page', { query: 'help' })).toSucceed({ total: 1 });
  expect(await session.call('tabs_list', {})).toSucceed();
  const clicked = await session.call('click', { element: 'Help', ref: await refOf(session, 'link', 'Help') });
  expect(clicked).toFailWith('denied', /gatekeeper\.onApproval/);
  expect(await session.call('navigate', { url: page.url() })).toFailWith('denied', /gatekeeper\.onApproval/);
});

test.each<[string, unknown, RegExp]>([
  ['an unknown option', { polisy: 'auto' }, /unknown field "polisy"; valid fields are input, world/],
  [
    'an unknown option of the Gatekeeper',
    { gatekeeper: { polcy: 'auto' } },
    /unknown field "polcy" in gatekeeper \(did you mean policy\?\)/,
  ],
  ['a wrong policy', { gatekeeper: { policy: 'never' } }, /gatekeeper\.policy must be one of "always", "untrusted", "auto"/],
  ['a rule without subject', { gatekeeper: { rules: [{ verdict: 'deny' }] } }, /gatekeeper\.rules\[0\] needs either tool or capability/],
  ['a wrong origin', { gatekeeper: { allowedOrigins: ['shop.example'] } }, /gatekeeper\.allowedOrigins: "shop\.example"/],
  ['too few tokens', { maxTokens: 10 }, /maxTokens is too small: at least 200/],
  ['a wrong deadline', { timeouts: { call: 0 } }, /timeouts\.call is too small/],
  ['a clock that is none', { clock: {} }, /clock must be an object with now and monotonic/],
  ['an approver that is none', { gatekeeper: { onApproval: true } }, /gatekeeper\.onApproval must be a function/],
  ['a secret that is empty', { secrets: { login: '' } }, /secrets\.login/],
  ['an unknown toolset', { toolsets: ['browsers'] }, /toolsets\[0\]/],
  ['a bookmark without title', { providers: { bookmarks: [{ id: '1' }] } }, /providers\.bookmarks fits none of its forms/],
  ['a store that is none', { gatekeeper: { store: {} } }, /gatekeeper\.store must be an object with load and save/],
  ['no object', 'auto', /the input must be object/],
])('attach refuses %s', async (_, options, message) => {
  await expect(Session.attach({} as never, options as SessionOptions)).rejects.toThrow(message);
});

test('attach refuses what is no context or page, and a closed page', async ({ page }) => {
  for (const target of [undefined, {}, 'page', Promise.resolve(page)])
    await expect(Session.attach(target as never)).rejects.toThrow(/must be a BrowserContext or a Page/);
  await page.close();
  await expect(Session.attach(page)).rejects.toMatchObject({ code: 'tab_closed' });
});

test('options that nobody gave may be undefined', async ({ attach }) => {
  const session = await attach({ input: undefined, roots: undefined, gatekeeper: undefined } as unknown as SessionOptions);
  expect(session.capabilities).toMatchObject({ cdp: true, world: 'isolated', vision: true });
});

test('a session without vision lists no screenshot', async ({ attach, page: _page }) => {
  const session = await attach({ vision: false });
  expect(session.registry.list().map((tool) => tool.name)).not.toContain('screenshot');
  expect(await session.call('screenshot', {})).toFailWith('unsupported', /vision/);
});

test('a programmer error is thrown, whatever happens to a call is not', async ({ session, page: _page }) => {
  expect(() => session.callUnknown(7 as unknown as string, {})).toThrow(TypeError);
  expect(() => session.call('tabs_list', {}, { timeoutMs: -1 })).toThrow(/timeoutMs/);
  expect(() => session.call('tabs_list', {}, { signal: {} as AbortSignal })).toThrow(/AbortSignal/);
  expect(await session.callUnknown('nope', {})).toFailWith('unknown_tool');
  expect(await session.callUnknown('click', { ref: 'x' })).toFailWith('invalid_input', /element is missing/);
});

test('a disposed session answers, and is disposed of once', async ({ attach, load }) => {
  await load(FORM);
  const session = await attach(AUTO);
  const ref = await refOf(session, 'link', 'Help');
  const running = session.call('wait_for', { text: 'never there' });
  await Promise.all([session.dispose(), session.dispose()]);
  expect(await running).toFailWith('session_disposed');
  expect(await session.call('read_page', {})).toFailWith('session_disposed');
  await expect(session.describe(ref)).rejects.toMatchObject({ code: 'session_disposed' });
  await expect(session.locator(ref)).rejects.toMatchObject({ code: 'session_disposed' });
  await session.dispose();
});

test('several sessions share a context, each with its own rules and default tab', async ({ attach, context, load, page }) => {
  await load(FORM);
  const other = await context.newPage();
  const [reader, writer] = [await attach({}, page), await attach(AUTO)];
  expect([reader.tabIdOf(page), writer.tabIdOf(page), writer.tabIdOf(other)]).toEqual([1, 1, 2]);
  expect(await reader.call('read_page', {})).toMatchObject({ ok: true, tabId: 1 });
  expect(await writer.call('find_in_page', { query: 'Help' })).toMatchObject({ ok: true, tabId: 2 });
  const ref = await refOf(reader, 'link', 'Help');
  expect(await reader.call('click', { element: 'Help', ref })).toFailWith('denied');
  await reader.dispose();
  expect(await writer.call('click', { element: 'Help', ref: await refOf(writer, 'link', 'Help', 1) })).toSucceed();
});

test('describe and locator speak of the same element as the snapshot', async ({ attach, load, page }) => {
  await load(FORM);
  const session = await attach(AUTO);
  const ref = await refOf(session, 'button', 'Sign in');
  const described = await session.describe(page.locator('button'));
  expect(described).toMatchObject({ role: 'button', name: 'Sign in', visible: true });
  expect(await session.describe(page.locator('.none'))).toBeUndefined();
  expect(await (await session.locator(ref)).textContent()).toBe('Sign in');
  await expect(session.describe('szzzz_1_1')).rejects.toMatchObject({ code: 'unknown_ref' });
});

test('the default tab of a turn stays what it was', async ({ attach, context, load, page }) => {
  await load(FORM);
  const session = await attach(AUTO);
  session.beginTurn({ tab: page });
  const other = await context.newPage();
  await other.bringToFront();
  expect(await session.call('read_page', {})).toMatchObject({ tabId: 1 });
  session.beginTurn({ tabId: session.tabIdOf(other) ?? 0 });
  expect(await session.call('read_page', {})).toMatchObject({ tabId: 2 });
  await other.close();
  expect(await session.call('read_page', {})).toFailWith('tab_closed', /Tab 2, the default of this turn, is closed/);
  expect(() => session.beginTurn({ tabId: 9 })).toThrow(SdkError);
});

test('events tell of calls, snapshots and tabs; the journal keeps them', async ({ attach, load, page }) => {
  await load(FORM);
  const session = await attach(AUTO);
  const seen: string[] = [];
  const off = session.events.on('*', (event) => seen.push(event.type));
  await session.call('click', { element: 'Help', ref: await refOf(session, 'link', 'Help') }, { callId: 'the-click' });
  expect(seen).toEqual(
    expect.arrayContaining(['call_proposed', 'snapshot_taken', 'gate_decided', 'call_dispatching', 'tab_event', 'call_done']),
  );
  expect(session.journal('the-click').map((event) => event.type)).toEqual([
    'call_proposed',
    'gate_decided',
    'call_started',
    'call_dispatching',
    'call_done',
  ]);
  off();
  const before = seen.length;
  await session.call('tabs_list', {});
  expect(seen.length).toBe(before);
  expect(session.journal().length).toBeGreaterThan(before);
  expect(page.url()).toContain('/help');
});

test('explain says which rule would decide, and runs nothing', async ({ attach, load, page }) => {
  await load(FORM);
  const session = await attach({ gatekeeper: { rules: [{ tool: 'click', verdict: 'deny', id: 'no-clicks' }] } });
  const ref = await refOf(session, 'link', 'Help');
  const input = { element: 'Help', ref };
  expect(await session.gatekeeper.explain({ tool: 'click', input })).toMatchObject({
    verdict: 'deny',
    rule: 'no-clicks',
    facts: { targets: [{ role: 'link', name: 'Help', href: expect.stringContaining('/help') }] },
    preview: expect.stringMatching(/^click link "Help" goes to http/),
  });
  expect(session.gatekeeper.removeRule('no-clicks')).toBe(true);
  expect(await session.gatekeeper.explain({ tool: 'click', input })).toMatchObject({ verdict: 'ask', rule: 'policy:untrusted' });
  session.gatekeeper.setPolicy('auto');
  expect(await session.gatekeeper.explain({ tool: 'click', input })).toMatchObject({ verdict: 'allow', rule: 'policy:auto' });
  await expect(session.gatekeeper.explain({ tool: 'clik' })).rejects.toMatchObject({ code: 'unknown_tool' });
  expect(page.url()).not.toContain('/help');
});

test('a tool of the host runs beside ours', async ({ attach, load }) => {
  const { defineTool } = await import('../../src/index.js');
  const { z } = await import('zod');
  await load(FORM);
  const session = await attach(AUTO);
  session.registry.register(
    defineTool({
      name: 'page_title',
      title: 'Page title',
      description: 'Give the title of the page.',
      level: 'L1',
      effects: 'read',
      capability: 'read',
      input: z.strictObject({ tabId: z.int().optional().describe('Tab.') }),
      async execute(_, context) {
        const title = await context.tab.page.title();
        return { data: { title }, content: [{ type: 'text', text: title }] };
      },
    }),
  );
  expect(await session.callUnknown('page_title', {})).toSucceed({ title: 'Sign in' });
});
