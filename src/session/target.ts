/** What a session is attached to. */
import type { BrowserContext, Page } from 'playwright-core';
import { SdkError } from '../shared/errors.js';

export interface AttachTarget {
  readonly context: BrowserContext;
  readonly page: Page | undefined;
  /** `isolated` needs Chromium. */
  readonly isChromium: boolean;
}

const has = (value: unknown, ...methods: string[]): boolean =>
  typeof value === 'object' && value !== null && methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');

function isPage(target: unknown): target is Page {
  return has(target, 'context', 'mainFrame', 'url', 'isClosed');
}
function isContext(target: unknown): target is BrowserContext {
  return has(target, 'pages', 'newPage', 'newCDPSession', 'on', 'off');
}

/**
 * Reads the first argument of Session.attach. Known by its methods, since the host may use another copy of Playwright.
 * @throws SdkError invalid_input, tab_closed
 */
export function readTarget(target: unknown): AttachTarget {
  const page = isPage(target) ? target : undefined;
  const context = page ? page.context() : target;
  if (!isContext(context))
    throw new SdkError('invalid_input', 'Session.attach: the first argument must be a BrowserContext or a Page of Playwright.', {
      phase: 'validate',
      hint: 'Give what browser.newContext() or context.newPage() returned, awaited.',
    });
  if (page?.isClosed())
    throw new SdkError('tab_closed', 'Session.attach: the page is closed.', { hint: 'Attach to an open page, or to its context.' });
  // A persistent context has no browser to ask; it is Chromium unless the host says world: 'main'.
  const isChromium = (context.browser()?.browserType().name() ?? 'chromium') === 'chromium';
  return { context, page, isChromium };
}

/** @throws SdkError unsupported */
export function chooseWorld(wanted: 'isolated' | 'main' | undefined, isChromium: boolean): 'isolated' | 'main' {
  if (wanted === 'isolated' && !isChromium)
    throw new SdkError('unsupported', "Session.attach: world 'isolated' needs Chromium.", { hint: "Use world: 'main' with this browser." });
  return wanted ?? (isChromium ? 'isolated' : 'main');
}
