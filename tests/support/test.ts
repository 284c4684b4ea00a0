/** `test` with a browser, two web origins, a fresh page and sessions that are disposed of. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { test as base } from 'vitest';
import { findBrowser, LAUNCH_ARGS } from '../../scripts/browser.mjs';
import type { Session } from '../../src/index.js';
import './matchers.js';
import { type RouteOptions, TestServer } from './server.js';

export { expect } from 'vitest';

type AttachOptions = NonNullable<Parameters<typeof Session.attach>[1]>;

interface Fixtures {
  /** One server behind two origins, empty at the start of each test. */
  server: TestServer;
  context: BrowserContext;
  /** A fresh page, 1280x720. */
  page: Page;
  /** Serves this HTML at a path (`/` by default) and opens it in `page`. */
  load: (html: string, options?: RouteOptions & { readonly path?: string }) => Promise<Page>;
  /** Attaches a session to the context (or to another target); it is disposed of after the test. */
  attach: (options?: AttachOptions, target?: BrowserContext | Page) => Promise<Session>;
  /** A session with default options, on the context. */
  session: Session;
  /** Launches a browser for this test alone. */
  launch: () => Promise<Browser>;
}

interface WorkerFixtures {
  /** Shared by the tests of a worker: a test that closes or breaks a browser launches its own. */
  browser: Browser;
  webServer: TestServer;
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error('There is no browser; run npm test, which looks for one and installs it.');
  return await chromium.launch({ executablePath, args: [...LAUNCH_ARGS, '--site-per-process'] });
}

export const test = base.extend<Fixtures & WorkerFixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the wanted fixtures from the pattern.
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  webServer: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the wanted fixtures from the pattern.
    async ({}, use) => {
      const server = await TestServer.start();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  server: async ({ webServer }, use) => {
    webServer.reset();
    await use(webServer);
    webServer.reset();
  },
  context: async ({ browser }, use) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
  load: async ({ page, server }, use) => {
    await use(async (html, { path = '/', ...options } = {}) => {
      server.set(path, html, options);
      await page.goto(server.url(path));
      return page;
    });
  },
  attach: async ({ context }, use) => {
    const { Session: Sessions } = await import('../../src/index.js');
    const open: Session[] = [];
    await use(async (options, target = context) => {
      const session = await Sessions.attach(target, options);
      open.push(session);
      return session;
    });
    for (const session of open.reverse()) await session.dispose();
  },
  session: async ({ attach, page: _page }, use) => {
    await use(await attach());
  },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the wanted fixtures from the pattern.
  launch: async ({}, use) => {
    const launched: Browser[] = [];
    await use(async () => {
      const browser = await launchBrowser();
      launched.push(browser);
      return browser;
    });
    for (const browser of launched) await browser.close();
  },
});
