/** web_fetch, get_tab_content, list_tabs, open_tab, close_tab, activate_tab, execute_script on real pages. */
import { expect, test } from '../support/test.js';
import { AGENT, ask, field } from './support.js';

const JSON_TYPE = { headers: { 'content-type': 'application/json' } };

test('web_fetch: types, redirects, cuts, refusals, summaries', async ({ attach, page: _page, server }) => {
  const prompts: unknown[] = [];
  const session = await attach({
    ...AGENT,
    fetch: { privateOrigins: [server.origin] },
    providers: {
      summarise: (request) => {
        prompts.push(request);
        return 'In short: 42.';
      },
    },
  });
  server.set(
    '/page',
    `<title>T</title><nav>Menu</nav><article><header><h1>Head</h1></header><p>${'Some words of text, and more. '.repeat(30)}</p></article>`,
  );
  server.set('/data', '{"b":[1,2]}', JSON_TYPE);
  server.set('/bad', '{"b":', JSON_TYPE);
  server.set('/plain', 'as < it & is', { headers: { 'content-type': 'text/plain' } });
  server.set('/moved', (_, response) => void response.writeHead(302, { location: '/plain' }).end());
  server.set('/none', 'no', { status: 404 });
  server.set('/bin', Buffer.from([0, 1, 2]), { headers: { 'content-type': 'image/png' } });
  expect(await ask(session, 'web_fetch', { url: server.url('/page') })).toMatchObject({
    content_type: 'text/html',
    truncated: false,
    final_url: server.url('/page'),
  });
  // The heading of an article is part of it.
  expect(await field(session, 'web_fetch', { url: server.url('/page') }, 'content')).toMatch(/Head[\s\S]*Some words/);
  expect(await ask(session, 'web_fetch', { url: server.url('/data') })).toMatchObject({
    content_type: 'application/json',
    content: '{\n  "b": [\n    1,\n    2\n  ]\n}',
  });
  expect(await field(session, 'web_fetch', { url: server.url('/bad') }, 'content')).toBe('{"b":');
  expect(await ask(session, 'web_fetch', { url: server.url('/moved') })).toEqual({
    url: server.url('/moved'),
    content_type: 'text/plain',
    content: 'as < it & is',
    truncated: false,
    final_url: server.url('/plain'),
  });
  expect(await ask(session, 'web_fetch', { url: server.url('/plain'), max_length: 4 })).toMatchObject({ content: 'as <', truncated: true });
  expect(await field(session, 'web_fetch', { url: server.url('/bin') }, 'content')).toBe('(3 bytes of image/png, which is not text.)');
  // What is cut stays told as cut beside a summary.
  expect(await ask(session, 'web_fetch', { url: server.url('/plain'), max_length: 4, prompt: 'What?' })).toMatchObject({
    content: 'In short: 42.',
    truncated: true,
  });
  expect(prompts).toEqual([{ text: 'as <', prompt: 'What?', url: server.url('/plain') }]);
  expect(await ask(session, 'web_fetch', { url: server.url('/none') })).toMatch(/^http_error: HTTP 404/);
  expect(await ask(session, 'web_fetch', { url: 'nonsense' })).toMatch(/^invalid_url/);
  expect(await ask(session, 'web_fetch', { url: 'ftp://a.example/' })).toMatch(/^invalid_url/);
  expect(await ask(session, 'web_fetch', {})).toMatch(/^invalid_input: .*url is missing/);

  server.set('/long', `<p>${'"quoted" words\n'.repeat(5_000)}`);
  const long = await session.callUnknown('web_fetch', { url: server.url('/long') });
  const [block] = long.content;
  const told = JSON.parse((block?.type === 'text' ? block.text : '').split('\n')[1] ?? '') as { truncated: boolean };
  expect(told.truncated).toBe(true);

  const closed = await attach(AGENT);
  expect(await ask(closed, 'web_fetch', { url: server.url('/plain') })).toMatch(/^blocked_origin/);
  const bare = await attach({ ...AGENT, fetch: { privateOrigins: [server.origin] } });
  expect(await ask(bare, 'web_fetch', { url: server.url('/plain'), prompt: 'What?' })).toMatch(/^not_configured: prompt/);
});

const FORM = `<title>Order</title><div id="host"></div><main><h2 id="price-section">Pricing</h2><article><header><h1>First</h1></header><p>One</p></article><article><p>Second</p></article>
<form><label>Name <input name="who" value="Ada"></label><label>Pass <input type="password" value="hunter2"></label>
<label>Code <input id="code" autocomplete="one-time-code" value="135790"></label>
<label><input type="checkbox" name="news" checked> News</label><select id="a b"><option>Red<option selected>Blue</select>
<textarea name="more">Two lines</textarea><button type="button">Send</button><button type="button" aria-label="a --> b">Odd</button></form>
<ul><li><a href="/x">Link</a></ul></main><iframe id="frame" srcdoc="<button>Inner</button>"></iframe>
<script>document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<button>Shadow</button>';</script>`;

test('get_tab_content: every selector matches the one element it stands beside; values are told, secrets are not', async ({
  attach,
  load,
}) => {
  const page = await load(FORM);
  await page.frameLocator('#frame').getByText('Inner').waitFor();
  const session = await attach(AGENT);
  const tabId = session.tabIdOf(page);
  const result = (await ask(session, 'get_tab_content', { tab_id: tabId })) as { content: string };
  expect(result).toMatchObject({ tab_id: tabId, url: page.url(), title: 'Order', truncated: false, used_selector: null });
  const { content } = result;
  expect(content).toContain('## Pricing <!-- #price-section -->');
  for (const text of ['First', 'Second', '`Ada`', '`Blue`', '`Two lines`', '[x]', 'Inner', 'Shadow']) expect(content).toContain(text);
  expect(content).not.toMatch(/hunter2|135790/);
  const selectors = [...content.matchAll(/<!-- (.*?) -->/g)].map(([, selector]) => selector as string);
  expect(selectors.length).toBeGreaterThanOrEqual(10);
  expect(new Set(selectors).size).toBe(selectors.length);
  const found = await page.evaluate<number[]>(`${JSON.stringify(selectors)}.map((selector) => document.querySelectorAll(selector).length)`);
  expect(found).toEqual(selectors.map(() => 1));
  const at = (words: string) => selectors.find((selector) => content.includes(`${words} <!-- ${selector} -->`));
  const textAt = (words: string) => page.evaluate<string>(`document.querySelector(${JSON.stringify(at(words))}).textContent`);
  expect([await textAt('Send'), await textAt('Odd')]).toEqual(['Send', 'Odd']);
  // A selector that was told finds its own element again, also where a shadow root before it holds one like it.
  expect(await field(session, 'get_tab_content', { tab_id: tabId, selector: at('Send') }, 'content')).toMatch(/^Send/);
  // No selector of the document leads into a frame or a shadow root, so none is told.
  expect(content).not.toMatch(/(Inner|Shadow) <!--/);
});

test('get_tab_content: a part, a miss, no selector at all, cuts, a summary', async ({ attach, load }) => {
  const page = await load('<title>P</title><main><h1>Head</h1><p>Body text</p></main><p id="out">Outside</p>');
  const session = await attach({ ...AGENT, providers: { summarise: ({ text, prompt }) => `${prompt} ${text.length > 0}` } });
  const tab = { tab_id: session.tabIdOf(page) };
  expect(await ask(session, 'get_tab_content', { ...tab, selector: 'main' })).toMatchObject({
    content: expect.stringMatching(/Head[\s\S]*Body text$/),
    used_selector: 'main',
  });
  expect(await ask(session, 'get_tab_content', { ...tab, selector: '#none' })).toMatch(/^not_found: selector: no element .*"#none"/);
  expect(await ask(session, 'get_tab_content', { ...tab, selector: 'a[[' })).toMatch(/^invalid_input: selector/);
  expect(await ask(session, 'get_tab_content', { ...tab, selector: 'p#out', max_length: 3 })).toMatchObject({
    content: 'Out',
    truncated: true,
  });
  expect(await ask(session, 'get_tab_content', { ...tab, prompt: 'Sum up' })).toMatchObject({ content: 'Sum up true', truncated: false });
  expect(await ask(session, 'get_tab_content', {})).toMatch(/^invalid_input: .*tab_id is missing/);
  expect(await ask(session, 'get_tab_content', { tab_id: 999 })).toMatch(/^tab_closed/);
  await page.goto('about:blank');
  expect(await ask(session, 'get_tab_content', tab)).toMatchObject({ content: '', url: 'about:blank' });
});

test('tabs: list with conditions, open, navigate, activate, close', async ({ attach, page, context, server }) => {
  server.set('/one', '<title>First Shop</title>');
  server.set('/two', '<title>Second</title><p>two');
  await page.goto(server.url('/one'));
  const session = await attach(AGENT);
  const first = session.tabIdOf(page) as number;
  const opened = (await ask(session, 'open_tab', { url: server.url('/two') })) as { id: number };
  expect(opened).toEqual({
    id: opened.id,
    url: server.url('/two'),
    title: 'Second',
    active: true,
    windowId: 1,
    index: 1,
    status: 'complete',
  });
  const ids = async (input: object) => ((await ask(session, 'list_tabs', input)) as { id: number }[]).map(({ id }) => id);
  expect(await ask(session, 'list_tabs')).toEqual([
    { id: first, url: server.url('/one'), title: 'First Shop', active: false, windowId: 1, index: 0, audible: false, status: 'complete' },
    { id: opened.id, url: server.url('/two'), title: 'Second', active: true, windowId: 1, index: 1, audible: false, status: 'complete' },
  ]);
  expect(await ids({ url_pattern: '/TWO$' })).toEqual([opened.id]);
  expect(await ids({ title_pattern: 'first (shop|store)' })).toEqual([first]);
  expect(await ids({ title_pattern: 'first', url_pattern: 'two' })).toEqual([]);
  expect(await ids({ active: true })).toEqual([opened.id]);
  expect(await ids({ window_id: 1 })).toEqual([first, opened.id]);
  expect(await ids({ window_id: 7 })).toEqual([]);
  expect(await ids({ audible: true })).toEqual([]);
  expect(await ask(session, 'list_tabs', { url_pattern: '(' })).toMatch(/^invalid_input: url_pattern: "\(" is not a regular expression/);
  await page.goto(server.url(`/one?${'a'.repeat(40)}!`));
  expect(await ask(session, 'list_tabs', { url_pattern: '(a+)+$' })).toMatch(/^invalid_input: url_pattern: .* takes too long/);

  expect(await ask(session, 'activate_tab', { tab_id: first })).toMatchObject({
    id: first,
    active: true,
    windowId: 1,
    title: 'First Shop',
  });
  expect(await ask(session, 'open_tab', { url: server.url('/one'), tab_id: opened.id, active: false })).toMatchObject({
    id: opened.id,
    active: false,
    title: 'First Shop',
  });
  expect(await ask(session, 'open_tab', { url: server.url('/two'), window_id: 2 })).toMatch(/^not_found: window_id/);
  expect(await ask(session, 'close_tab', { tab_id: opened.id })).toEqual({ success: true, tab_id: opened.id });
  expect(await ask(session, 'close_tab', { tab_id: opened.id })).toMatch(/^tab_closed/);
  expect(await ask(session, 'activate_tab', { tab_id: 999 })).toMatch(/^tab_closed/);
  const before = context.pages().length;
  expect(await ask(session, 'open_tab', { url: 'http://127.0.0.1:1/' })).toMatch(/^navigation_failed/);
  expect(await ask(session, 'open_tab', { url: 'chrome://settings' })).toMatch(/^invalid_url/);
  expect(context.pages()).toHaveLength(before);
});

test('open_tab without waiting comes back while the page loads, and says so', async ({ attach, page: _page, server }) => {
  let finish = (): void => undefined;
  server.set('/slow', '<title>Slow</title><img src="/pending.png">');
  server.set('/pending.png', (_, response) => {
    finish = () => void response.end();
  });
  const session = await attach(AGENT);
  expect(await ask(session, 'open_tab', { url: server.url('/slow'), wait_until_loaded: false })).toMatchObject({
    title: 'Slow',
    status: 'loading',
  });
  finish();
});

test('list_tabs hears a page that plays', async ({ attach, load }) => {
  const page = await load('<title>Radio</title>');
  const session = await attach(AGENT);
  const heard = async () => ((await ask(session, 'list_tabs', { audible: true })) as unknown[]).length;
  const media = (muted: boolean) =>
    page.evaluate(`{ const media = document.createElement('audio'); document.body.replaceChildren(media);
      for (const [name, value] of Object.entries({ paused: false, ended: false, muted: ${muted}, readyState: 4 })) Object.defineProperty(media, name, { value }); }`);
  await media(false);
  expect(await heard()).toBe(1);
  await media(true);
  expect(await heard()).toBe(0);
});

test('execute_script: the page by rule alone, in its own world and in the active tab; the sandbox without it', async ({
  attach,
  load,
  context,
  server,
}) => {
  const page = await load('<title>Main</title><script>window.shop = { items: [1, 2] };</script>');
  server.set('/second', '<title>Second</title>');
  const refused = await attach(AGENT);
  expect(await ask(refused, 'execute_script', { code: '1', target: 'page' })).toMatch(/^denied: .*eval_page/);
  expect(await ask(refused, 'execute_script', { code: '6 * 7', target: 'sandbox', tab_id: 999 })).toEqual({
    result: 42,
    target: 'sandbox',
  });
  const asking = await attach({ toolsets: ['agent'], gatekeeper: { policy: 'untrusted' } });
  expect(await ask(asking, 'execute_script', { code: 'typeof document', target: 'sandbox' })).toEqual({
    result: 'undefined',
    target: 'sandbox',
  });

  const session = await attach({
    ...AGENT,
    gatekeeper: { policy: 'auto', rules: [{ capability: 'eval_page', origin: '*', verdict: 'allow' }] },
  });
  const first = session.tabIdOf(page) as number;
  expect(await ask(session, 'execute_script', { code: 'shop.items', target: 'page', tab_id: first })).toEqual({
    result: [1, 2],
    target: 'page',
    tab_id: first,
  });
  expect(await ask(session, 'execute_script', { code: 'throw new Error("no")', target: 'page', tab_id: first })).toMatch(
    /^script_error: Error: no/,
  );
  expect(await ask(session, 'execute_script', { code: '1', target: 'elsewhere' })).toMatch(/^invalid_input: .*"page", "sandbox"/);
  const second = await field<number>(session, 'open_tab', { url: server.url('/second') }, 'id');
  expect(await ask(session, 'execute_script', { code: 'document.title', target: 'page' })).toEqual({
    result: 'Second',
    target: 'page',
    tab_id: second,
  });
  for (const one of context.pages()) await one.close();
  expect(await ask(session, 'execute_script', { code: '[1, 2].length', target: 'sandbox' })).toEqual({ result: 2, target: 'sandbox' });
});
