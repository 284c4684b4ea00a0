/** The perception ladder: an empty page is a failure with a code, pictures are told of, and what only the browser's tree shows is shown. */
import { expect, test } from '../support/test.js';
import { textOf } from '../tools/support.js';

test.for([
  ['about:blank', 'about:blank'],
  ['a blank document', '/blank'],
] as const)('%s: empty_page', async ([, url], { attach, page, server }) => {
  server.set('/blank', '<!doctype html><title>Nothing</title>');
  await page.goto(url.startsWith('/') ? server.url(url) : url);
  const result = await (await attach()).call('read_page', {});
  expect(result).toFailWith('empty_page', /is empty/);
  expect(!result.ok && result.error.hint).toMatch(/screenshot with a vision model/);
  expect(!result.ok && result.error.phase).toBe('verify');
});

test('hidden text does not make a page', async ({ attach, load }) => {
  await load('<p style="display:none">Secret</p><p hidden>Other</p>');
  const result = await (await attach()).call('read_page', {});
  expect(result).toFailWith('empty_page');
  expect(JSON.stringify(result)).not.toContain('Secret');
});

test('only a canvas: a line with a ref, and the advice to take a picture', async ({ attach, load }) => {
  await load('<canvas id="c" width="300" height="200"></canvas><script>c.getContext("2d").fillRect(0,0,50,50)</script>');
  const result = await (await attach()).call('read_page', {});
  expect(result).toSucceed();
  if (!result.ok) return;
  expect(result.data.nodes).toHaveLength(1);
  expect(result.data.nodes[0]).toMatchObject({ role: 'canvas' });
  expect(result.data.nodes[0]?.ref).toBeDefined();
  expect(result.data.coverage).toMatchObject({ canvas: 1, source: 'dom' });
  expect(textOf(result)).toMatch(/screenshot/);
});

test('only a plug-in document: a line with a ref, and the same advice', async ({ attach, load, server }) => {
  server.set('/a.pdf', '%PDF-1.1\ntrailer<</Root 1 0 R>>', { headers: { 'content-type': 'application/pdf' } });
  await load('<embed src="/a.pdf" type="application/pdf" width="300" height="200">');
  const result = await (await attach()).call('read_page', {});
  expect(result).toSucceed();
  expect(result.ok && result.data.nodes.map((node) => node.ref !== undefined)).toEqual([true]);
  expect(textOf(result)).toMatch(/use screenshot/);
});

test('a page of pictures and text needs no such advice', async ({ attach, load }) => {
  await load('<h1>Chart</h1><canvas width="300" height="200"></canvas>');
  expect(textOf(await (await attach()).call('read_page', {}))).not.toMatch(/use screenshot/);
});

test('nothing to act on is not an empty page', async ({ attach, load }) => {
  await load('<p>Only words</p>');
  const result = await (await attach()).call('read_page', { mode: 'interactive' });
  expect(result).toSucceed();
  expect(textOf(result)).toMatch(/nothing to act on/);
});

test('where the walk fails, the accessibility tree answers, with deep refs that work', async ({ attach, load }) => {
  const page = await load('<h1>Sign in</h1><label>Email <input></label><button onclick="document.title=\'hit\'">Go</button>');
  const session = await attach({ gatekeeper: { policy: 'auto' } });
  const { tab, restore } = await brokenCapture(session);
  const result = await session.call('read_page', {});
  restore();
  expect(result).toSucceed();
  if (!result.ok) return;
  expect(result.data.coverage.source).toBe('accessibility-tree');
  expect(result.data.text).toMatch(/^# Accessibility Tree \(c[a-z0-9]+_\d+_\d+\)\nURL: http/);
  expect(result.data.nodes.map(({ role, name }) => `${role} ${name}`)).toEqual([
    'heading Sign in',
    'text Email',
    'textbox Email',
    'button Go',
  ]);
  const ref = result.data.nodes.find((node) => node.role === 'button')?.ref as string;
  expect(await session.call('click', { element: 'Go', ref })).toSucceed();
  expect(await page.title()).toBe('hit');
  expect(tab).toBe(1);
});

test('a huge page by the second rung stays within lines and budget', async ({ attach, load }) => {
  await load(Array.from({ length: 900 }, (_, i) => `<button>Number ${i}</button>`).join(''));
  const session = await attach();
  const { restore } = await brokenCapture(session);
  const result = await session.call('read_page', { maxTokens: 6000 });
  restore();
  if (!result.ok) throw new Error(result.error.message);
  expect(result.data.nodes.length).toBeLessThanOrEqual(400);
  expect(result.data.tokens).toBeLessThanOrEqual(6000);
  expect(result.data.nodes.length + result.data.omitted.nodes).toBe(900);
  expect(result.data.text).toMatch(/more lines \(\d+ interactive\) not shown/);
});

/** Makes every capture of the session's page fail, as a fault of the walk would. */
async function brokenCapture(session: {
  call(name: 'tabs_list', input: object): Promise<unknown>;
}): Promise<{ tab: number; restore(): void }> {
  await session.call('tabs_list', {});
  const { FrameWorld } = await import('../../src/bridge/frame-world.js');
  const { SdkError } = await import('../../src/shared/errors.js');
  const { call } = FrameWorld.prototype;
  FrameWorld.prototype.call = function (this: unknown, ...args: never[]) {
    if ((args[0] as unknown) === 'capture') return Promise.reject(new SdkError('internal', 'The page code threw: broken'));
    return (call as (...all: never[]) => never).apply(this as never, args);
  } as never;
  return {
    tab: 1,
    restore: () => {
      FrameWorld.prototype.call = call;
    },
  };
}
