// @ts-check
/**
 * In-page cost of a capture, in CPU time of the page's main thread, against the floor (walk + getComputedStyle + rect of every element); with
 * --aria also page.ariaSnapshot({ mode: 'ai' }); with --change after a text change and an appended row.
 *
 *   node bench/page-walk.mjs [--pages <module that exports pages: [name, html][]>] [--only <part of a name>] [--runs 5] [--aria] [--change]
 */
import { resolve } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { findBrowser, LAUNCH_ARGS } from '../scripts/browser.mjs';

/** @type {Record<string, string | true>} */
const options = {};
for (let i = 2; i < argv.length; i++) {
  const key = argv[i]?.replace(/^--/, '') ?? '';
  const next = argv[i + 1];
  if (next !== undefined && !next.startsWith('--')) {
    options[key] = next;
    i++;
  } else options[key] = true;
}
const runs = Number(options['runs'] ?? 5);

/** @type {(n: number, f: (i: number) => string) => string} */
const repeat = (n, f) => Array.from({ length: n }, (_, i) => f(i)).join('');
/** @type {(body: string) => string} */
const page = (body) => `<!doctype html><html lang="en"><head><title>bench</title></head><body><main>${body}</main></body></html>`;
/** @type {(n: number) => string} */
const table = (n) =>
  `<table><tbody>${repeat(n, (i) => `<tr><td>${i}</td><td><a href="/r/${i}">Row ${i}</a></td><td><input type="checkbox" aria-label="select ${i}"></td><td><button>Edit ${i}</button></td><td>some text for row ${i}</td></tr>`)}</tbody></table>`;
/** @type {[string, string][]} */
const own = [
  ['form 10', page(`<form aria-label="Form">${repeat(10, (i) => `<label for="f${i}">Field ${i}</label><input id="f${i}">`)}</form>`)],
  ['table 100', page(table(100))],
  ['table 1000', page(table(1000))],
  ['table 5000', page(table(5000))],
  ['paragraphs 3000', page(repeat(3000, (i) => `<p>Some words of paragraph ${i} and <a href="/${i}">a link</a> in <em>it</em>.</p>`))],
  ['cards 2000', page(`<style>.c{cursor:pointer}</style>${repeat(2000, (i) => `<div class="c"><b>Card ${i}</b><div>text</div></div>`)}`)],
];
/** @type {[string, string][]} */
const pages = typeof options['pages'] === 'string' ? (await import(pathToFileURL(resolve(options['pages'])).href)).pages : own;

const FLOOR = `(() => { let n = 0; const walk = (root) => { for (let e = root.firstElementChild; e; e = e.nextElementSibling) { n++;
  const s = getComputedStyle(e); if (s.display === 'none') continue; void s.visibility; void s.cursor; e.getBoundingClientRect();
  if (e.shadowRoot) walk(e.shadowRoot); walk(e); } }; walk(document); return n; })()`;
const CHANGES = {
  text: `(() => { const e = document.querySelectorAll('td:last-child, p, span, b')[3]; if (e?.firstChild) e.firstChild.data = 'changed ' + Math.random(); })()`,
  row: `(() => { const e = [...document.querySelectorAll('tbody tr, p, .c')].at(-1); e?.parentNode.append(e.cloneNode(true)); })()`,
};

const executablePath = await findBrowser();
if (!executablePath) throw new Error('There is no browser; run npm test, which looks for one and installs it.');
const { outputFiles } = await build({
  entryPoints: ['tests/support/page-capture.ts'],
  bundle: true,
  write: false,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
});
const source = `(publish=>{${outputFiles[0]?.text ?? ''}})`;
const browser = await chromium.launch({ executablePath, args: [...LAUNCH_ARGS] });
const tab = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
const cdp = await tab.context().newCDPSession(tab);
await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });

/** Runs an expression and gives its value and the CPU time of the main thread, ms. @param {string} expression @param {number} [contextId] */
async function timed(expression, contextId) {
  const before = await threadTime();
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
    ...(contextId === undefined ? {} : { contextId }),
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return { value: result.value, ms: (await threadTime()) - before };
}
async function threadTime() {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1000;
}
/** @param {number[]} list */
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
/** @param {number} x */
const round = (x) => Math.round(x * 100) / 100;

const rows = [];
for (const [name, html] of pages) {
  if (typeof options['only'] === 'string' && !name.includes(options['only'])) continue;
  await tab.setContent(html, { waitUntil: 'load' });
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: `bench ${name}` });
  await timed(`(${source})((create) => { globalThis.port = create({ seed: 'abcdefghijklmnop' }); })`, executionContextId);
  const request = JSON.stringify(JSON.stringify({ budget: 3000, mode: 'snapshot', maxMs: 10_000 }));
  const capture = `port.call('capture', ${request})`;
  /** @type {Record<string, number[]>} */
  const ms = { idle: [], capture: [], floor: [], aria: [], text: [], row: [] };
  let elements = 0;
  for (let k = 0; k <= runs; k++) {
    await tab.setContent(html, { waitUntil: 'load' });
    await timed('document.body.offsetHeight');
    const idle = (await timed('0', executionContextId)).ms;
    const full = (await timed(capture, executionContextId)).ms - idle;
    const floor = await timed(FLOOR);
    elements = floor.value;
    const after = { text: 0, row: 0 };
    if (options['change']) {
      for (const [what, change] of Object.entries(CHANGES)) {
        await timed(change);
        await timed('document.body.offsetHeight');
        after[/** @type {'text' | 'row'} */ (what)] = (await timed(capture, executionContextId)).ms - idle;
      }
    }
    const started = performance.now();
    if (options['aria']) await tab.ariaSnapshot({ mode: 'ai' });
    // The first round warms up.
    if (k === 0) continue;
    ms['capture']?.push(full);
    ms['floor']?.push(floor.ms - idle);
    ms['text']?.push(after.text);
    ms['row']?.push(after.row);
    ms['aria']?.push(performance.now() - started);
  }
  const full = median(ms['capture'] ?? []);
  const floor = median(ms['floor'] ?? []);
  rows.push({
    page: name,
    elements,
    capture_ms: round(full),
    floor_ms: round(floor),
    over_floor: round(full / floor),
    ...(options['change'] ? { text_ms: round(median(ms['text'] ?? [])), row_ms: round(median(ms['row'] ?? [])) } : {}),
    ...(options['aria'] ? { aria_snapshot_wall_ms: round(median(ms['aria'] ?? [])) } : {}),
  });
}
console.table(rows);
await browser.close();
