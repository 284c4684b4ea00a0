/** What kind of browser a session is attached to: with windows or not, started here or connected to. */
import type { Browser, BrowserContext } from 'playwright-core';
import type { Capabilities } from './capabilities.js';

type Facts = Pick<Capabilities, 'headed' | 'remote'>;
const UNKNOWN: Facts = { headed: 'unknown', remote: 'unknown' };
/** Ms a browser has to tell; one that gathers facts about its graphics may take long. */
const ASK_MS = 2_000;

/** It does not change, so each browser is asked once. */
const asked = new WeakMap<Browser, Promise<Facts>>();

/** Never rejects, never waits long. */
export async function browserFacts(context: BrowserContext): Promise<Facts> {
  const browser = context.browser();
  if (browser?.browserType().name() !== 'chromium') return UNKNOWN;
  const known = asked.get(browser) ?? ask(browser);
  asked.set(browser, known);
  return known;
}

async function ask(browser: Browser): Promise<Facts> {
  const isConnected = reachedOverServer(browser);
  const command = await commandLine(browser);
  if (command === undefined) return { headed: 'unknown', remote: isConnected === true ? true : 'unknown' };
  return { headed: !/\s--headless(?:[=\s]|$)/.test(command), remote: isRemote(command, isConnected) };
}

/**
 * Playwright talks to a browser that it started through a pipe, and to one that it found through a port.
 * @param isConnected what Playwright says of its own connection
 */
function isRemote(command: string, isConnected: boolean | undefined): boolean | 'unknown' {
  if (isConnected) return true;
  const hasPipe = command.includes('--remote-debugging-pipe');
  const hasPort = /--remote-debugging-(?:port|address)/.test(command);
  if (!hasPipe) return true;
  return hasPort || isConnected === undefined ? 'unknown' : false;
}

/** Playwright has no public word for it; it refuses paths of downloads by this one. */
function reachedOverServer(browser: Browser): boolean | undefined {
  const { _connection: connection } = browser as unknown as { readonly _connection?: { isRemote?: () => unknown } };
  const answer = typeof connection?.isRemote === 'function' ? connection.isRemote() : undefined;
  return typeof answer === 'boolean' ? answer : undefined;
}

async function commandLine(browser: Browser): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ASK_MS);
  });
  try {
    return await Promise.race([readCommandLine(browser).catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readCommandLine(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  try {
    return (await session.send('SystemInfo.getInfo')).commandLine;
  } finally {
    await session.detach().catch(() => undefined);
  }
}
