/** A click on a quiet page: the whole call, its precheck and dispatch, and Playwright's locator.click. */
import { median, must, onPage, read, timed } from '../measure.mjs';
import { QUIET_PAGE } from '../pages.mjs';

const LEAST = 15;

export async function click(browser, pairs) {
  const count = Math.max(pairs, LEAST);
  const rows = [];
  for (const settle of ['fast', 'balanced', 'patient']) {
    rows.push(
      await onPage(browser, QUIET_PAGE, { settle }, async ({ page, session }) => {
        const figures = { whole: [], acting: [], locator: [] };
        for (let turn = 0; turn < count; turn++) {
          const { ref } = (await read(session)).nodes.find((node) => node.role === 'button');
          const [ms, { evidence }] = await timed(() => must(session, 'click', { element: 'Count', ref }));
          figures.whole.push(ms);
          figures.acting.push(evidence.timings.precheckMs + evidence.timings.dispatchMs);
          figures.locator.push((await timed(() => page.getByRole('button', { name: 'Count' }).click()))[0]);
        }
        const shown = Number(await page.locator('#out').textContent());
        if (shown !== count * 2) throw new Error(`${count * 2} clicks were made, and the page counted ${shown}.`);
        return {
          settle,
          click_ms: median(figures.whole),
          precheck_and_dispatch_ms: median(figures.acting),
          locator_click_ms: median(figures.locator),
        };
      }),
    );
  }
  return { title: `click on a quiet page, settled and reported, median of ${count}`, rows };
}
