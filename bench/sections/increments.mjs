/** A read after a small change, against a full one, on the table of 1,000 rows. */
import { median, onPage, read, timed } from '../measure.mjs';
import { table, tableRow } from '../pages.mjs';

const changeText = (step) => {
  document.querySelector('tbody').rows[500].cells[4].textContent = `changed ${step}`;
};
const appendRow = ({ row }) => {
  document.querySelector('tbody').insertAdjacentHTML('beforeend', row);
};

async function measure({ page, session }, count, change) {
  const wall = [];
  const inPage = [];
  for (let step = 0; step < count; step++) {
    await change(page, step);
    const [ms, data] = await timed(() => read(session));
    wall.push(ms);
    inPage.push(data.timings.pageMs);
  }
  return { wall: median(wall), page: median(inPage) };
}

export async function increments(browser, pairs) {
  const html = table(1000);
  const figures = await onPage(browser, html, {}, async (stage) => {
    await read(stage.session);
    return {
      'full, fresh document': await measure(stage, pairs, (page) => page.setContent(html, { waitUntil: 'load' })),
      'after a text change': await measure(stage, pairs, (page, step) => page.evaluate(changeText, step)),
      'after an appended row': await measure(stage, pairs, (page, step) => page.evaluate(appendRow, { row: tableRow(2000 + step) })),
      'nothing changed': await measure(stage, pairs, async () => undefined),
    };
  });
  const full = figures['full, fresh document'];
  const rows = Object.entries(figures).map(([what, { wall, page }]) => ({
    read_page: what,
    in_page_ms: page,
    in_page_share: `1/${(full.page / page).toFixed(1)}`,
    wall_ms: wall,
    wall_share: `${Math.round((wall / full.wall) * 100)} %`,
  }));
  return { title: `increments: table of 1,000 rows, median of ${pairs}`, rows };
}
