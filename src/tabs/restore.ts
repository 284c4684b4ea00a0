/** Opens closed tabs again: page, history, place and group. */
import type { Page, Route } from 'playwright-core';
import type { BrowserData } from '../bridge/browser-data.js';
import type { Engine, PageEngine } from '../bridge/types.js';
import type { ClosedEntry, TabMemory } from '../shared/browser-data.js';
import { openTab } from './open.js';

/** Tabs of a window that are opened at a time. */
const AT_ONCE = 4;
/** Ms one step of a history may take; without network it takes about ten. */
const STEP_MS = 5_000;

export interface RestoreParts<Loaded> {
  readonly engine: Engine;
  readonly data: BrowserData;
  readonly signal: AbortSignal;
  /** False for a URL outside the boundary: it is not restored. */
  mayShow(url: string): boolean;
  /** Loads the page itself. Rejects when it could not be loaded. */
  load(tab: PageEngine, url: string): Promise<Loaded>;
}

interface Restored<Loaded> {
  readonly tab: PageEngine;
  readonly memory: TabMemory;
  readonly loaded: Loaded;
}
export interface RestoreOutcome<Loaded> {
  /** In the order of the tabs. */
  readonly restored: readonly Restored<Loaded>[];
  /** Still closed: they could not be loaded. */
  readonly failed: readonly { readonly url: string; readonly error: unknown }[];
  /** Still closed: they lie outside the boundary. */
  readonly outside: readonly TabMemory[];
}

/**
 * Restores a tab or a window. What cannot be restored stays closed, under the same id.
 * @throws SdkError not_found; what `load` throws when no tab at all could be loaded
 */
export async function restoreClosed<Loaded>(sessionId: string, parts: RestoreParts<Loaded>): Promise<RestoreOutcome<Loaded>> {
  const { data, mayShow } = parts;
  const entry = data.takeClosed(sessionId);
  const wanted = entry.tabs.filter(({ url }) => mayShow(url));
  const outside = entry.tabs.filter((tab) => !wanted.includes(tab));
  const done: (Restored<Loaded> & { readonly closed: ClosedEntry['tabs'][number] })[] = [];
  const failed: { readonly tab: ClosedEntry['tabs'][number]; readonly error: unknown }[] = [];
  const queue = [...wanted];
  const worker = async () => {
    for (let tab = queue.shift(); tab; tab = queue.shift()) {
      try {
        done.push({ ...(await restoreTab(tab, parts)), closed: tab });
      } catch (error) {
        failed.push({ tab, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.length) }, worker));
  const left = entry.tabs.filter((tab) => !done.some(({ closed }) => closed === tab));
  if (left.length > 0) data.putBack({ ...entry, tabs: left });
  const restored = done.filter(({ tab }) => !tab.closed).sort((a, b) => entry.tabs.indexOf(a.closed) - entry.tabs.indexOf(b.closed));
  if (restored.length === 0 && failed[0]) throw failed[0].error;
  // From left to right, so that each index means what it meant.
  for (const { tab, memory } of restored) data.place(tab.tabId, memory);
  return { restored, failed: failed.map(({ tab, error }) => ({ url: tab.url, error })), outside };
}

async function restoreTab<Loaded>(memory: TabMemory, parts: RestoreParts<Loaded>): Promise<Restored<Loaded>> {
  const { engine, data, signal } = parts;
  const tab = await openTab(engine, signal);
  const finish = data.restoring(tab.tabId);
  let isLoaded = false;
  try {
    await retrace(tab.page, memory, parts);
    const loaded = await parts.load(tab, memory.url);
    isLoaded = true;
    return { tab, memory, loaded };
  } catch (error) {
    // What is not restored stays closed; it is not there twice.
    await tab.page.close().catch(() => undefined);
    throw error;
  } finally {
    finish(isLoaded);
  }
}

/**
 * Gives a new tab its history back: each page before is committed empty, without asking its server; going back loads it. Where that does
 * not work, the history is shorter.
 */
async function retrace(page: Page, { back, url }: TabMemory, { mayShow, signal }: RestoreParts<unknown>): Promise<void> {
  const steps = back.filter((one, at) => mayShow(one) && one !== back[at + 1]);
  // From an empty page the browser would only scroll to a fragment of the same one.
  while (steps.length > 0 && withoutFragment(steps.at(-1) ?? '') === withoutFragment(url)) steps.pop();
  if (steps.length === 0) return;
  const answer = (route: Route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html', headers: { 'cache-control': 'no-store' }, body: '<!doctype html>' })
      : route.abort();
  const onRoute = (route: Route) => void answer(route).catch(() => undefined);
  await page.route('**/*', onRoute);
  try {
    for (const step of steps) {
      if (signal.aborted) throw signal.reason;
      await page.goto(step, { waitUntil: 'commit', timeout: STEP_MS });
    }
  } catch (error) {
    if (signal.aborted || page.isClosed()) throw error;
  } finally {
    await page.unroute('**/*', onRoute).catch(() => undefined);
  }
}

const withoutFragment = (url: string): string => url.split('#')[0] ?? '';
