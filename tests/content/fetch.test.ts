/** fetch_url: what it refuses, what bounds it, and what it makes of an answer. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { isPublicAddress } from '../../src/content/fetch/address.js';
import { fetchText } from '../../src/content/fetch/fetch-text.js';
import type { FetchPolicy } from '../../src/content/fetch/get.js';
import { SdkError } from '../../src/shared/errors.js';
import { test as base, expect } from '../support/test.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const routes = new Map<string, Handler>();
let hits: string[] = [];

const test = base.extend<{ origin: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the wanted fixtures from the pattern.
  origin: async ({}, use) => {
    routes.clear();
    hits = [];
    const server: Server = createServer((request, response) => {
      hits.push(request.url ?? '');
      const run = routes.get((request.url ?? '').split('?')[0] as string);
      if (run) run(request, response);
      else response.writeHead(404, 'Nope').end('no');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

const open = (origin: string, more: Partial<FetchPolicy> = {}): FetchPolicy => ({
  privateOrigins: [origin],
  refuses: () => undefined,
  maxBytes: 100_000,
  ...more,
});
const forever = new AbortController().signal;
async function refusal(url: string, policy: FetchPolicy, signal = forever): Promise<{ code: string; reason: unknown }> {
  try {
    await fetchText(url, policy, signal);
    return { code: 'none', reason: undefined };
  } catch (error) {
    if (!SdkError.isInstance(error)) throw error;
    return { code: error.code, reason: error.details?.['reason'] };
  }
}
const body =
  (type: string, content: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(content);

test('addresses that are not of the public internet', () => {
  for (const address of [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    '2002:7f00:1::',
    '2001:db8::1',
    'ff02::1',
    'nonsense',
  ])
    expect(isPublicAddress(address), address).toBe(false);
  for (const address of ['1.1.1.1', '172.32.0.1', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])
    expect(isPublicAddress(address), address).toBe(true);
});

test('private addresses are refused however they are written, also where a name or a redirect leads', async ({ origin }) => {
  const port = new URL(origin).port;
  routes.set('/', body('text/plain', 'secret'));
  const closed = open('https://elsewhere.example');
  for (const host of ['127.0.0.1', '2130706433', '0177.0.0.1', '0x7f.1', '127.1', '[::ffff:127.0.0.1]', '[::1]', 'localhost'])
    expect(await refusal(`http://${host}:${port}/`, closed), host).toEqual({ code: 'blocked_origin', reason: 'private_address' });
  expect(hits).toEqual([]);
  routes.set('/meta', (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end());
  routes.set('/file', (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end());
  expect(await refusal(`${origin}/meta`, open(origin))).toEqual({ code: 'blocked_origin', reason: 'private_address' });
  expect(await refusal(`${origin}/file`, open(origin))).toEqual({ code: 'invalid_url', reason: 'url' });
  for (const url of ['ftp://a.example/', 'data:text/plain,x', 'file:///etc/passwd', 'http://u:p@a.example/', 'x'])
    expect(await refusal(url, open(origin)), url).toEqual({ code: 'invalid_url', reason: 'url' });
});

test('a name is resolved once a connection: a second, private answer is never connected to', async ({ origin }) => {
  const { port } = new URL(origin);
  const asked: string[] = [];
  const answers = [[{ address: '127.0.0.1', family: 4 }]];
  const lookup = async (host: string) => {
    asked.push(host);
    return answers.shift() ?? [{ address: '10.0.0.1', family: 4 }];
  };
  routes.set('/', body('text/plain', 'pinned'));
  const allowed = open(`http://rebind.example:${port}`, { lookup });
  expect((await fetchText(`http://rebind.example:${port}/`, allowed, forever)).text).toBe('pinned');
  expect(asked).toEqual(['rebind.example']);
  const mixed = {
    ...open('https://x.example'),
    lookup: async () => [
      { address: '1.1.1.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  };
  expect(await refusal(`http://mixed.example:${port}/`, mixed)).toEqual({ code: 'blocked_origin', reason: 'private_address' });
});

test('bodies without end, packed bombs, silence, redirects in a circle and error statuses are bounded, each in its own way', async ({
  origin,
}) => {
  routes.set('/endless', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  const endless = await fetchText(`${origin}/endless`, open(origin), forever);
  expect([endless.isCut, endless.text.length]).toEqual([true, 100_000]);
  routes.set('/gzip', body('text/plain', gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }));
  routes.set('/br', body('text/html', brotliCompressSync(Buffer.alloc(2_000_000)), { 'content-encoding': 'br' }));
  for (const path of ['/gzip', '/br'])
    expect(await refusal(origin + path, open(origin))).toEqual({ code: 'too_large', reason: 'packed_body' });
  routes.set('/json', body('application/json', `["${'x'.repeat(200_000)}"]`));
  expect(await refusal(`${origin}/json`, open(origin))).toEqual({ code: 'too_large', reason: 'body' });
  routes.set('/silent', () => undefined);
  routes.set('/slow', (_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('a'));
  for (const path of ['/silent', '/slow']) {
    const stop = new AbortController();
    const running = refusal(origin + path, open(origin), stop.signal);
    await expect.poll(() => hits.includes(path)).toBe(true);
    stop.abort(new SdkError('timeout', 'over', { phase: 'dispatch' }));
    expect(await running).toEqual({ code: 'timeout', reason: undefined });
  }
  routes.set('/loop', (_, response) => void response.writeHead(302, { location: '/loop' }).end());
  expect(await refusal(`${origin}/loop`, open(origin))).toEqual({ code: 'http_error', reason: 'redirects' });
  expect(hits.filter((url) => url === '/loop')).toHaveLength(6);
  expect(await refusal(`${origin}/nothing`, open(origin))).toEqual({ code: 'http_error', reason: 'status' });
  routes.set('/torn', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' }).write('half');
    response.destroy();
  });
  expect((await refusal(`${origin}/torn`, open(origin))).code).toBe('http_error');
});

test('attacks, each refused or bounded with its own code', async ({ origin }) => {
  const { port } = new URL(origin);
  const to =
    (location: string): Handler =>
    (_, response) =>
      void response.writeHead(302, { location }).end();
  const bomb = Buffer.alloc(3_000_000);
  const packed = (encoding: string, content: Buffer) => body('text/html', content, { 'content-encoding': encoding });
  for (let hop = 0; hop < 10; hop++) routes.set(`/hop${hop}`, to(`/hop${hop + 1}`));
  routes.set('/hop10', body('text/plain', 'arrived'));
  routes.set('/gzip', packed('gzip', gzipSync(bomb)));
  routes.set('/br', packed('br', brotliCompressSync(bomb)));
  routes.set('/deflate', packed('deflate', deflateSync(bomb)));
  routes.set('/odd', packed('zstd', Buffer.from('x')));
  routes.set('/broken', packed('gzip', Buffer.from('no gzip')));
  routes.set('/imds', to('http://169.254.169.254/latest/meta-data/'));
  routes.set('/imds6', to('http://[fd00:ec2::254]/latest/meta-data/'));
  routes.set('/metadata', to('http://metadata.google.internal/computeMetadata/v1/'));
  routes.set('/user', to('http://u:p@93.184.215.14/'));
  routes.set('/nowhere', to('http://['));
  routes.set('/denied', to('http://93.184.215.14/'));
  const names: Readonly<Record<string, string>> = { 'metadata.google.internal': '169.254.169.254', 'rebind.example': '10.0.0.1' };
  const lookup = async (host: string) => [{ address: names[host] ?? '192.168.0.1', family: 4 }];
  const elsewhere = (target: string, isElsewhere: boolean) => (isElsewhere && target === 'http://93.184.215.14' ? 'rule r1' : undefined);
  const policy = open(origin, { lookup, refuses: elsewhere });
  const table: readonly (readonly [url: string, code: string, reason?: string])[] = [
    [`http://2130706434:${port}/`, 'blocked_origin', 'private_address'],
    [`http://017700000002:${port}/`, 'blocked_origin', 'private_address'],
    [`http://0x7f000002:${port}/`, 'blocked_origin', 'private_address'],
    [`http://127.2:${port}/`, 'blocked_origin', 'private_address'],
    [`http://[::ffff:7f00:2]:${port}/`, 'blocked_origin', 'private_address'],
    [`http://[::]:${port}/`, 'blocked_origin', 'private_address'],
    [`http://rebind.example:${port}/`, 'blocked_origin', 'private_address'],
    [`${origin}/imds`, 'blocked_origin', 'private_address'],
    [`${origin}/imds6`, 'blocked_origin', 'private_address'],
    [`${origin}/metadata`, 'blocked_origin', 'private_address'],
    [`${origin}/denied`, 'blocked_origin', 'origin'],
    [`${origin}/user`, 'invalid_url', 'url'],
    [`${origin}/nowhere`, 'http_error', 'redirects'],
    [`${origin}/hop0`, 'http_error', 'redirects'],
    [`${origin}/hop4`, 'http_error', 'redirects'],
    [`${origin}/gzip`, 'too_large', 'packed_body'],
    [`${origin}/br`, 'too_large', 'packed_body'],
    [`${origin}/deflate`, 'too_large', 'packed_body'],
    [`${origin}/odd`, 'http_error', 'encoding'],
    [`${origin}/broken`, 'http_error', 'body'],
  ];
  for (const [url, code, reason] of table) expect.soft(await refusal(url, policy), url).toEqual({ code, reason });
  // Five redirects are followed.
  expect(await fetchText(`${origin}/hop5`, policy, forever)).toMatchObject({ text: 'arrived', redirects: { length: 5 } });
});

test('charsets: by mark, header, document, and by what the bytes can be', async ({ origin }) => {
  const text = (path: string) => fetchText(origin + path, open(origin), forever).then((got) => got.text);
  routes.set('/header', body('text/plain; charset=iso-8859-2', Buffer.from([0xb3])));
  routes.set('/meta', body('text/html', Buffer.concat([Buffer.from('<meta charset=windows-1251><p>'), Buffer.from([0xcf, 0xf0])])));
  routes.set('/bom', body('text/plain; charset=iso-8859-1', Buffer.from('\ufeffé', 'utf8')));
  routes.set('/wrong', body('text/plain; charset=no-such', Buffer.from('é', 'utf8')));
  routes.set('/latin', body('text/plain', Buffer.from([0x63, 0xe9])));
  expect(await Promise.all(['/header', '/meta', '/bom', '/wrong', '/latin'].map(text))).toEqual(['ł', 'Пр', 'é', 'é', 'cé']);
});

test('what the tool gives: Markdown of the main text, JSON, text, names of other types, windows, and the boundary of the session', async ({
  attach,
  origin,
  page,
}) => {
  const prose = Array.from(
    { length: 30 },
    (_, i) => `<p>Sentence ${i} of the article, which is long enough to be taken for running text, has <b>bold</b> words.</p>`,
  ).join('');
  routes.set(
    '/page',
    body(
      'text/html',
      `<title>T</title><base href="/d/"><nav><a href=/x>Menu</a></nav><article><h1>Head</h1>${prose}<p><a href="y">link</a> in a sentence that ends here.</p></article><script>bad()</script>`,
    ),
  );
  routes.set('/json', body('application/ld+json', '{"a":[1]}'));
  routes.set('/text', body('text/x-log', `${'l'.repeat(8_000)}end`));
  routes.set('/png', body('image/png', Buffer.from([1, 2, 3])));
  routes.set('/away', (_, response) => void response.writeHead(302, { location: `http://blocked.example/` }).end());
  const session = await attach({ fetch: { privateOrigins: [origin] }, gatekeeper: { blockedOrigins: ['http://blocked.example'] } }, page);
  const get = async (path: string, more: object = {}) => {
    const result = await session.call('fetch_url', { url: origin + path, ...more });
    return result.ok ? result.data : result.error;
  };
  const html = await get('/page');
  expect(html).toMatchObject({ kind: 'html', title: 'T', status: 200 });
  expect('text' in html && html.text).toMatch(/^[\s\S]*Sentence 29 .*\*\*bold\*\*[\s\S]*\[link\]\(.*\/d\/y\)/);
  expect('text' in html && html.text).not.toMatch(/Menu|bad/);
  expect(await get('/json')).toMatchObject({ kind: 'json', json: { a: [1] } });
  const first = await get('/text');
  expect(first).toMatchObject({ kind: 'text', nextChar: 8_000, totalChars: 8_003 });
  expect(await get('/text', { captureId: 'captureId' in first ? first.captureId : '', fromChar: 8_000 })).toMatchObject({ text: 'end' });
  expect(hits.filter((url) => url === '/text')).toHaveLength(1);
  expect(await get('/png')).toMatchObject({ kind: 'other', contentType: 'image/png', size: 3, text: '' });
  expect(await get('/away')).toMatchObject({ code: 'blocked_origin', details: { reason: 'origin' } });
  const ruled = await attach(
    {
      fetch: { privateOrigins: [origin] },
      gatekeeper: { rules: [{ tool: 'fetch_url', origin: 'http://blocked.example', verdict: 'deny' }] },
    },
    page,
  );
  expect(await ruled.call('fetch_url', { url: `${origin}/away` })).toMatchObject({
    ok: false,
    error: { code: 'blocked_origin', details: { reason: 'origin', rule: expect.stringMatching(/^rule /) } },
  });
  const closed = await attach({}, page);
  expect(await closed.call('fetch_url', { url: `${origin}/text` })).toMatchObject({ ok: false, error: { code: 'blocked_origin' } });
});
