/** While somebody thinks about an approval the world goes on: whatever was judged and is different then voids it, and nothing is sent. */
import type { Page } from 'playwright-core';
import type { Session } from '../../src/index.js';
import type { TestServer } from '../support/server.js';
import { expect, test } from '../support/test.js';
import { refOf } from '../tools/support.js';

const ROWS = (order: readonly string[]) => order.map((name) => `<tr><th>${name}</th><td><button>Delete</button></td></tr>`).join('');
/** Every press is told to the server: a click that got through is seen there, whatever became of the page. */
const SCRIPT = "<script>addEventListener('click', () => navigator.sendBeacon('/pressed'), true)</script>";
const PAGE = `<title>Orders</title><h1>Orders</h1><a href="/other">Other</a><table><tbody>${ROWS(['Apple', 'Pear'])}</tbody></table>
<button id="save">Save</button>${SCRIPT}`;
const FRAMED = '<title>Top</title><iframe title="Inner" src="{{B}}/inner"></iframe>';
const INNER = `<button>Pay</button>${SCRIPT}`;

interface Scene {
  readonly page: Page;
  readonly session: Session;
  readonly server: TestServer;
}
interface Row {
  readonly what: string;
  /** The button that is judged. */
  readonly target?: readonly [role: string, name: string];
  readonly path?: string;
  readonly change: (scene: Scene) => Promise<unknown>;
  /** Codes that say that nothing was sent. */
  readonly codes?: readonly string[];
}

const CASES: readonly Row[] = [
  { what: 'tab', change: ({ page }) => page.close(), codes: ['approval_stale', 'tab_closed'] },
  { what: 'document (reload)', change: ({ page }) => page.reload() },
  { what: 'path (another page of the origin)', change: ({ page, server }) => page.goto(server.url('/other')) },
  { what: 'path (without a load)', change: ({ page }) => page.evaluate("history.pushState({}, '', '/elsewhere')") },
  { what: 'origin', change: ({ page, server }) => page.goto(server.urlB('/')) },
  {
    what: 'frame (another document)',
    path: '/framed',
    target: ['button', 'Pay'],
    change: ({ page, server }) => page.frames()[1]!.goto(server.urlB('/inner?2')),
  },
  {
    what: 'frame (another origin)',
    path: '/framed',
    target: ['button', 'Pay'],
    change: ({ page, server }) =>
      page.evaluate(
        `new Promise((done) => { const frame = document.querySelector('iframe'); frame.onload = done; frame.src = '${server.url('/inner')}'; })`,
      ),
  },
  {
    what: 'frame (taken out)',
    path: '/framed',
    target: ['button', 'Pay'],
    change: ({ page }) => page.evaluate("document.querySelector('iframe').remove()"),
  },
  {
    what: 'element name',
    target: ['button', 'Save'],
    change: ({ page }) => page.evaluate("document.querySelector('#save').textContent = 'Pay €900'"),
  },
  {
    what: 'element role',
    target: ['button', 'Save'],
    change: ({ page }) => page.evaluate("document.querySelector('#save').setAttribute('role', 'link')"),
  },
  {
    what: 'element (replaced by another)',
    target: ['button', 'Save'],
    change: ({ page }) => page.evaluate("document.querySelector('#save').outerHTML = '<button>Send</button>'"),
  },
  { what: 'row (recycled)', change: ({ page }) => page.evaluate("document.querySelector('th').textContent = 'Everything'") },
  {
    what: 'form action',
    target: ['button', 'Save'],
    change: ({ page }) =>
      page.evaluate("document.querySelector('#save').outerHTML = '<form action=/evil method=post><button id=save>Save</button></form>'"),
  },
  { what: 'rules (one more)', change: async ({ session }) => session.gatekeeper.addRule({ tool: 'type', verdict: 'ask' }) },
  { what: 'rules (policy)', change: async ({ session }) => session.gatekeeper.setPolicy('always') },
  { what: 'rules (origins)', change: ({ session, server }) => session.gatekeeper.setOrigins({ blockedOrigins: [server.origin] }) },
  { what: 'host access', change: async ({ session }) => session.gatekeeper.setHostAccess([]) },
];

test.for(CASES)(
  '$what',
  async ({ target = ['button', 'Delete'], path = '/', change, codes = ['approval_stale'] }, { attach, context, server }) => {
    server.set('/', PAGE);
    server.set('/other', PAGE);
    server.set('/framed', FRAMED);
    server.set('/inner', INNER);
    server.set('/pressed', '');
    const page = await context.newPage();
    await page.goto(server.url(path));
    let asked = 0;
    const session: Session = await attach(
      {
        gatekeeper: {
          onApproval: async () => {
            asked++;
            await change({ page, session, server });
            return { decision: 'once' };
          },
        },
      },
      page,
    );
    const ref = await refOf(session, target[0], target[1]);
    const result = await session.call('click', { element: target[1], ref });
    expect(asked).toBe(1);
    expect(result.ok ? 'ok' : result.error.code).toBeOneOf([...codes]);
    expect(result.evidence?.dispatch ?? 'not_started').toBe('not_started');
    expect(session.journal().some(({ type }) => type === 'call_dispatching')).toBe(false);
    expect(server.requests.filter((request) => request.path.startsWith('/pressed'))).toEqual([]);
  },
);

test('the same click goes through when nothing changes, so that the rows above mean something', async ({ attach, context, server }) => {
  server.set('/', PAGE);
  server.set('/pressed', '');
  const page = await context.newPage();
  await page.goto(server.url('/'));
  const session = await attach({ gatekeeper: { onApproval: () => ({ decision: 'once' }) } }, page);
  expect(await session.call('click', { element: 'Delete', ref: await refOf(session, 'button', 'Delete') })).toSucceed();
  await expect.poll(() => server.requests.filter((request) => request.path === '/pressed').length).toBe(1);
});
