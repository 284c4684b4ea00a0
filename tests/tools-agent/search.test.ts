/** web_search against servers that speak the formats of the engines: good answers, empty ones, malformed ones, refusals. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSearch, type SearchSettings } from '../../src/content/search/search.js';
import { SdkError } from '../../src/shared/errors.js';
import { test as base, expect } from '../support/test.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
interface Engine {
  readonly url: string;
  answer: Handler;
  readonly asked: IncomingMessage[];
}

const test = base.extend<{ engine: Engine }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the wanted fixtures from the pattern.
  engine: async ({}, use) => {
    const asked: IncomingMessage[] = [];
    const server: Server = createServer((request, response) => {
      asked.push(request);
      engine.answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const engine: Engine = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/find`, answer: give(''), asked };
    await use(engine);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

function give(body: string, status = 200, type = 'text/html; charset=utf-8'): Handler {
  return (_, response) => void response.writeHead(status, { 'content-type': type }).end(body);
}
const forever = new AbortController().signal;
const policy = { privateOrigins: [], refuses: () => undefined, maxBytes: 1_000_000 };
const search = (settings: SearchSettings, most = 5) => createSearch(settings, policy).search('red & blue é', most, forever);
async function refusal(settings: SearchSettings): Promise<string> {
  try {
    return `gave ${JSON.stringify(await search(settings))}`;
  } catch (error) {
    if (!SdkError.isInstance(error)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

const DUCK = `<div class="results">
  <div class="result results_links result--ad"><h2><a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=x">Ad</a></h2></div>
  <div class="result results_links"><h2 class="result__title"><a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fone.example%2Fa%3Fb%3D1%26c%3D2&rut=f">One <b>of</b>
    many</a></h2><a class="result__snippet">First &amp; best</a></div>
  <div class="result"><a class="result__a" href="https://two.example/">Two</a></div>
  <div class="result"><a class="result__a" href="javascript:alert(1)">Evil</a></div>
  <div class="result"><a class="result__a" href="https://two.example/">Two again</a></div>
  <div class="result"><a class="result__a" href="https://three.example/"></a></div></div>`;

test('DuckDuckGo: wrappers decoded; advertisements, doubles and what has no title or address left out', async ({ engine }) => {
  engine.answer = give(DUCK);
  expect(await search({ baseUrl: engine.url })).toEqual([
    { title: 'One of many', url: 'https://one.example/a?b=1&c=2', snippet: 'First & best' },
    { title: 'Two', url: 'https://two.example/', snippet: '' },
  ]);
  expect(await search({ baseUrl: engine.url }, 1)).toHaveLength(1);
  expect(new URL(engine.asked[0]?.url ?? '', engine.url).searchParams.get('q')).toBe('red & blue é');
});

const wrapped = `a1${Buffer.from('https://one.example/ü?x=1').toString('base64url')}`;
const BING = `<ol id="b_results"><li class="b_algo"><h2><a href="https://www.bing.com/ck/a?!&&p=1&u=${wrapped}&ntb=1">One</a></h2><div class="b_caption"><p>About one</p></div></li>
  <li class="b_algo"><h2><a href="https://two.example/">Two</a></h2></li><li class="b_algo"><h2><a href="/ck/a?u=a1@@@">Broken</a></h2></li></ol>`;

test('Bing without a key reads its page', async ({ engine }) => {
  engine.answer = give(BING);
  expect(await search({ engine: 'bing', baseUrl: engine.url })).toEqual([
    { title: 'One', url: 'https://one.example/ü?x=1', snippet: 'About one' },
    { title: 'Two', url: 'https://two.example/', snippet: '' },
  ]);
});

test('Bing with a key asks its programming interface; the key goes nowhere else', async ({ engine, server }) => {
  const hits = { webPages: { value: [{ name: 'One', url: 'https://one.example/', snippet: 'About' }, { name: 'No address' }, 7] } };
  engine.answer = give(JSON.stringify(hits), 200, 'application/json');
  const settings = { engine: 'bing', apiKey: 'key-1', baseUrl: engine.url } as const;
  expect(await search(settings)).toEqual([{ title: 'One', url: 'https://one.example/', snippet: 'About' }]);
  expect(engine.asked[0]?.headers['ocp-apim-subscription-key']).toBe('key-1');
  server.set('/elsewhere', JSON.stringify(hits), { headers: { 'content-type': 'application/json' } });
  engine.answer = (_, response) => void response.writeHead(302, { location: server.url('/elsewhere') }).end();
  const open = createSearch(settings, { ...policy, privateOrigins: [server.origin] });
  expect(await open.search('q', 5, forever)).toHaveLength(1);
  expect(server.requests.map(({ headers }) => headers['ocp-apim-subscription-key'])).toEqual([undefined]);
});

test('Baidu: the real address where it is told', async ({ engine }) => {
  engine.answer =
    give(`<div id="content_left"><div class="result c-container" mu="https://one.example/"><h3 class="t"><a href="http://www.baidu.com/link?url=x">一</a></h3>
    <div class="c-abstract">关于一</div></div><div class="result-op" mu="nourl"><h3><a href="http://www.baidu.com/link?url=y">二</a></h3></div></div>`);
  expect(await search({ engine: 'baidu', baseUrl: engine.url })).toEqual([
    { title: '一', url: 'https://one.example/', snippet: '关于一' },
    { title: '二', url: 'http://www.baidu.com/link?url=y', snippet: '' },
  ]);
});

test('Google Custom Search: JSON, with key and engine in the address', async ({ engine }) => {
  engine.answer = give(
    JSON.stringify({ items: [{ title: 'One', link: 'https://one.example/', snippet: 'a\nb' }, null] }),
    200,
    'application/json',
  );
  expect(await search({ engine: 'google', apiKey: 'k', cx: 'c', baseUrl: engine.url })).toEqual([
    { title: 'One', url: 'https://one.example/', snippet: 'a b' },
  ]);
  const { searchParams } = new URL(engine.asked[0]?.url ?? '', engine.url);
  expect(Object.fromEntries(searchParams)).toEqual({ key: 'k', cx: 'c', q: 'red & blue é', num: '5' });
  expect(createSearch({ engine: 'google', apiKey: 'k', cx: 'c' }, policy).url('q')).not.toContain('key');
});

const EMPTY: readonly (readonly [string, SearchSettings, string])[] = [
  ['DuckDuckGo', {}, '<div class="no-results">No results.</div>'],
  ['DuckDuckGo, advertisements alone', {}, '<div class="result result--ad"><a class="result__a" href="https://a.example/">Ad</a></div>'],
  ['Bing', { engine: 'bing' }, '<ol id="b_results"><li class="b_no">None</li></ol>'],
  ['Bing API', { engine: 'bing', apiKey: 'k' }, '{"_type":"SearchResponse"}'],
  ['Baidu', { engine: 'baidu' }, '<div class="content_none">无</div>'],
  ['Google', { engine: 'google', apiKey: 'k', cx: 'c' }, '{"searchInformation":{"totalResults":"0"}}'],
];
test.each(EMPTY)('%s: nothing found is an empty list', async (_, settings, body) => {
  await withEngine(give(body), async (baseUrl) => expect(await refusal({ ...settings, baseUrl })).toBe('gave []'));
});

const STRANGE: readonly (readonly [string, SearchSettings, string])[] = [
  ['DuckDuckGo asks for a person', {}, '<form id="challenge-form"><div class="anomaly-modal__modal"></div></form>'],
  ['DuckDuckGo, an empty body', {}, ''],
  ['Bing, another page', { engine: 'bing' }, '<h1>Consent</h1>'],
  ['Bing API, half a JSON', { engine: 'bing', apiKey: 'k' }, '{"webPages": {'],
  ['Bing API, a list', { engine: 'bing', apiKey: 'k' }, '[]'],
  ['Baidu asks for a person', { engine: 'baidu' }, '<title>百度安全验证</title>'],
  ['Google, items of another kind', { engine: 'google', apiKey: 'k', cx: 'c' }, '{"items": "none"}'],
  ['Google, an error in a good answer', { engine: 'google', apiKey: 'k', cx: 'c' }, '{"error": {"code": 403}}'],
];
test.each(STRANGE)('%s: told as a failure, not as an empty list', async (_, settings, body) => {
  await withEngine(give(body), async (baseUrl) => expect(await refusal({ ...settings, baseUrl })).toMatch(/^provider_failed: /));
});

test('a status that is no success names the engine and never the key', async ({ engine }) => {
  engine.answer = give('no', 429);
  const said = await refusal({ engine: 'google', apiKey: 'sesame', cx: 'c', baseUrl: engine.url });
  expect(said).toBe('http_error: Google Custom Search answered HTTP 429.');
  engine.answer = (request) => void request.socket.destroy();
  expect(await refusal({ engine: 'google', apiKey: 'sesame', cx: 'c', baseUrl: engine.url })).toBe(
    'http_error: Google Custom Search could not be asked.',
  );
});

test('Google without a key or an engine is not configured', async () => {
  expect(await refusal({ engine: 'google', apiKey: 'k' })).toMatch(/^not_configured: /);
});

async function withEngine(answer: Handler, run: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('the tool: default, most, and what the session lends', async ({ attach, page: _page, engine }) => {
  const many = Array.from(
    { length: 12 },
    (_, at) => `<div class="result"><a class="result__a" href="https://e.example/${at}">${at}</a></div>`,
  );
  engine.answer = give(many.join(''));
  const session = await attach({ toolsets: ['agent'], search: { baseUrl: engine.url }, gatekeeper: { policy: 'auto' } });
  const count = async (input: object) => {
    const result = await session.callUnknown('web_search', input);
    return result.ok ? (result.data as unknown[]).length : result.error.code;
  };
  expect(await count({ query: 'x' })).toBe(5);
  expect(await count({ query: 'x', max_results: 10 })).toBe(10);
  expect(await count({ query: 'x', max_results: 20 })).toBe('invalid_input');
  expect(await count({ query: 'x', max_results: -1 })).toBe('invalid_input');
  expect(await count({ query: '  ' })).toBe('invalid_input');
  const blocked = await attach({
    toolsets: ['agent'],
    search: { baseUrl: engine.url },
    gatekeeper: { policy: 'auto', blockedOrigins: [new URL(engine.url).origin] },
  });
  expect(await blocked.callUnknown('web_search', { query: 'x' })).toMatchObject({ ok: false, error: { phase: 'gate' } });
  const own = await attach({
    toolsets: ['agent'],
    providers: { search: (query, most) => [{ title: query, url: `https://own.example/${most}`, snippet: '' }] },
  });
  expect(await own.callUnknown('web_search', { query: 'mine' })).toMatchObject({
    data: [{ title: 'mine', url: 'https://own.example/5', snippet: '' }],
  });
});
