/** Stopwatch, medians, tables, and a session on a page of its own. */
import { chromium } from 'playwright-core';
import { Session } from 'surehand';
import { findBrowser, LAUNCH_ARGS } from '../scripts/browser.mjs';

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** `[ms, value]` of an asynchronous step. */
export async function timed(step) {
  const start = performance.now();
  const value = await step();
  return [performance.now() - start, value];
}

export async function launch() {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error('There is no Chromium: run `node scripts/setup.mjs`, or set SUREHAND_CHROMIUM.');
  return await chromium.launch({ executablePath, args: [...LAUNCH_ARGS] });
}

/** A slow machine needs more than Playwright's 30 s for the largest page. */
const LONGEST_MS = 180_000;
export const ariaSnapshot = (page) => page.ariaSnapshot({ mode: 'ai', timeout: LONGEST_MS });

/** Runs `work({ page, session })` on a fresh context that shows `html`. */
export async function onPage(browser, html, options, work) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  await page.setContent(html, { waitUntil: 'load' });
  const session = await Session.attach(page, { gatekeeper: { policy: 'auto' }, ...options });
  try {
    return await work({ page, session });
  } finally {
    await session.dispose();
    // When the browser is gone, the error that says so is already on its way.
    await context.close().catch(() => undefined);
  }
}

/** `session.call` whose failure ends the bench. */
export async function must(session, tool, input = {}) {
  const result = await session.call(tool, input, { timeoutMs: LONGEST_MS });
  if (!result.ok) throw new Error(`${tool}: ${result.error.code} ${result.error.message}`);
  return result;
}

export const read = async (session, input = {}) => (await must(session, 'read_page', input)).data;

/** The least that a walk with style and geometry costs: the yardstick for time in the page. */
export function floorInPage() {
  const start = performance.now();
  let elements = 0;
  const roots = [document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      elements++;
      const { display, visibility, cursor } = getComputedStyle(node);
      if (display !== 'none' && visibility && cursor) node.getBoundingClientRect();
      if (node.shadowRoot) roots.push(node.shadowRoot);
    }
  }
  return { elements, ms: performance.now() - start };
}

/**
 * Both ways of reading a page, side by side. Each pair meets a freshly written document, so neither side can answer from what it knew,
 * and the sides take turns at going first.
 */
export async function comparePairs({ page, session }, html, pairs) {
  const sides = { ours: () => read(session), theirs: () => ariaSnapshot(page) };
  const rows = [];
  for (let pair = -1; pair < pairs; pair++) {
    await page.setContent(html, { waitUntil: 'load' });
    await page.evaluate(() => document.body.offsetHeight);
    const row = {};
    for (const side of pair % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours']) {
      const [ms, value] = await timed(sides[side]);
      row[side] = ms;
      if (side === 'ours') row.page = value.timings.pageMs;
    }
    row.floor = await page.evaluate(floorInPage);
    // The first pair warms both sides up.
    if (pair >= 0) rows.push(row);
  }
  return {
    elements: rows[0].floor.elements,
    ours: median(rows.map((row) => row.ours)),
    theirs: median(rows.map((row) => row.theirs)),
    faster: median(rows.map((row) => row.theirs / row.ours)),
    page: median(rows.map((row) => row.page)),
    overFloor: median(rows.map((row) => row.page / row.floor.ms)),
  };
}

const shown = (value) => (typeof value === 'number' && !Number.isInteger(value) ? Math.round(value * 10) / 10 : value);

export function printTable(title, rows) {
  console.log(`\n${title}`);
  console.table(rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)]))));
}
