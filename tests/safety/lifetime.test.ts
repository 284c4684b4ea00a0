/** What is left behind: nothing. Aborts at every phase, and two hundred sessions one after the other. */
import { expect, test } from '../support/test.js';
import { AUTO, refOf } from '../tools/support.js';

const PAGE = `<main><button id="b">Go</button><label>Name <input id="i"></label></main>
<script>window.held=0;window.keys=0;addEventListener('mousedown',()=>held++,true);addEventListener('mouseup',()=>held--,true);
addEventListener('keydown',()=>keys++,true);addEventListener('keyup',()=>keys--,true)</script>`;
const DELAYS_MS = [0, 1, 2, 4, 8, 15, 25, 40, 70, 120];

test('a call aborted at any moment ends as aborted or done, and holds no button or key', async ({ attach, load, page }) => {
  await load(PAGE);
  const session = await attach(AUTO);
  for (const delay of DELAYS_MS) {
    for (const tool of ['click', 'type'] as const) {
      const ref = await refOf(session, tool === 'click' ? 'button' : 'textbox', tool === 'click' ? 'Go' : 'Name');
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), delay);
      const input = tool === 'click' ? { element: 'Go', ref } : { element: 'Name', ref, text: 'abc', slowly: true };
      const result = await session.callUnknown(tool, input, { signal: abort.signal });
      clearTimeout(timer);
      if (!result.ok) {
        expect(result.error.code).toBe('aborted');
        expect(result.evidence?.dispatch ?? 'not_started').toMatch(/not_started|dispatched|confirmed/);
      }
    }
  }
  // The queue is free, the next call works, nothing is pressed.
  expect(await session.call('click', { element: 'Go', ref: await refOf(session, 'button', 'Go') })).toSucceed();
  await expect.poll(() => page.evaluate('[held, keys]')).toEqual([0, 0]);
});

test('an aborted wait leaves the page free at once', async ({ attach, load }) => {
  await load(PAGE);
  const session = await attach(AUTO);
  const abort = new AbortController();
  const waiting = session.call('wait_for', { text: 'never' }, { signal: abort.signal });
  abort.abort();
  expect(await waiting).toFailWith('aborted');
  expect(await session.call('click', { element: 'Go', ref: await refOf(session, 'button', 'Go') })).toSucceed();
});

test('two hundred sessions leave no listener, page global or CDP session behind', async ({ attach, context, load, page }) => {
  await load(PAGE);
  const { Session } = await import('../../src/index.js');
  const events = [
    'dialog',
    'request',
    'requestfinished',
    'requestfailed',
    'framenavigated',
    'close',
    'crash',
    'console',
    'pageerror',
    'download',
    'page',
    'popup',
  ];
  const emitters = [page, context] as unknown as { listenerCount(event: string): number }[];
  const listeners = (): number[] => emitters.flatMap((one) => events.map((event) => one.listenerCount(event)));
  const before = listeners();
  for (let i = 0; i < 200; i++) {
    const session = await Session.attach(context, AUTO);
    if (i % 20 === 0) expect(await session.call('read_page', {})).toSucceed();
    await session.dispose();
  }
  expect(listeners()).toEqual(before);
  expect(await page.evaluate('Object.getOwnPropertyNames(window).filter((name) => /surehand/i.test(name))')).toEqual([]);
  const browser = context.browser();
  const cdp = await browser?.newBrowserCDPSession();
  const { targetInfos } = (await cdp?.send('Target.getTargets')) ?? { targetInfos: [] };
  expect(targetInfos.filter((one) => one.type === 'page' && one.url === page.url())).toHaveLength(1);
  const session = await attach(AUTO);
  expect(await session.call('read_page', {})).toSucceed();
});
