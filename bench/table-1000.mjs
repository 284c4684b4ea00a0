/**
 * One figure: how much faster `read_page` is than `page.ariaSnapshot({ mode: 'ai' })` on a table of 1,000 rows, five cells a row.
 *   node bench/table-1000.mjs [--pairs 9]
 */
import { argv } from 'node:process';
import { parseArgs } from 'node:util';
import { comparePairs, launch, onPage, printTable } from './measure.mjs';
import { table } from './pages.mjs';

const { values } = parseArgs({ args: argv.slice(2), options: { pairs: { type: 'string' } } });
const pairs = Math.max(9, Number(values.pairs ?? 9) || 9);
const html = table(1000);

const browser = await launch();
try {
  const { elements, ours, theirs, faster, page, overFloor } = await onPage(browser, html, {}, (stage) => comparePairs(stage, html, pairs));
  console.log(
    `read_page is ${faster.toFixed(1)} times faster than ariaSnapshot ai (median of ${pairs} interleaved pairs, ${elements} elements).`,
  );
  printTable('1,000 rows: text, link, checkbox, button, text', [
    { pairs, read_page_ms: ours, ariaSnapshot_ai_ms: theirs, times_faster: faster, in_page_ms: page, in_page_over_floor: overFloor },
  ]);
} finally {
  await browser.close();
}
