/** A full read against ariaSnapshot, on freshly written documents. */
import { comparePairs, median, onPage } from '../measure.mjs';
import { SPEED_PAGES } from '../pages.mjs';

const BIG = 1000;

export async function speed(browser, pairs) {
  const rows = [];
  for (const [name, html] of SPEED_PAGES) {
    const { elements, ours, theirs, faster, page, overFloor } = await onPage(browser, html, {}, (stage) =>
      comparePairs(stage, html, pairs),
    );
    rows.push({
      name,
      elements,
      read_page_ms: ours,
      ariaSnapshot_ai_ms: theirs,
      times_faster: faster,
      in_page_ms: page,
      in_page_over_floor: overFloor,
    });
  }
  const big = rows.filter(({ elements }) => elements >= BIG).map((row) => row.times_faster);
  const tables = rows.filter(({ name }) => name.startsWith('table'));
  const per = tables.map((row) => `${row.elements}: ${((row.in_page_ms / row.elements) * 1000).toFixed(1)}`).join(', ');
  const worst = Math.min(...rows.map((row) => row.times_faster));
  return {
    title: `speed: read_page against page.ariaSnapshot({ mode: 'ai' }), fresh documents, median of ${pairs} pairs`,
    rows,
    notes: [
      `Median over pages of ${BIG} elements and more: ${median(big).toFixed(1)} times faster. Worst page: ${worst.toFixed(1)}.`,
      `In-page ms per 1,000 elements, by size of the table: ${per}.`,
    ],
  };
}
