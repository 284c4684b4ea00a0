/** HTML -> page -> Markdown -> HTML over the examples of the CommonMark specification. */
import { createRequire } from 'node:module';
import { expect, test } from '../support/test.js';
import { canonical, type Strictness } from './canonical.js';
import { render } from './support.js';

interface Example {
  readonly html: string;
  readonly number: number;
  readonly section: string;
}
// It comes without types.
const { tests } = createRequire(import.meta.url)('commonmark-spec') as { readonly tests: readonly Example[] };

test('examples of the CommonMark specification come back as they were', { timeout: 120_000 }, async ({ load, session }) => {
  const page = await load('<!doctype html><meta charset="utf-8"><title>t</title><body></body>');
  const base = page.url();
  const made: string[] = [];
  for (const { html } of tests) {
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
    const result = await session.call('extract', {});
    made.push(result.ok ? result.data.markdown : `failed: ${result.error.message}`);
  }
  const kept = async (strictness: Strictness): Promise<number> => {
    const sources = await canonical(
      page,
      tests.map(({ html }) => html),
      base,
      strictness,
    );
    const results = await canonical(page, made.map(render), base, strictness);
    const wrong = tests.flatMap(({ html, number, section }, at) =>
      sources[at] === results[at]
        ? []
        : [
            `${strictness} ${number} ${section}\n  html: ${JSON.stringify(html)}\n  md:   ${JSON.stringify(made[at])}\n  was:  ${JSON.stringify(sources[at])}\n  is:   ${JSON.stringify(results[at])}`,
          ],
    );
    const share = 1 - wrong.length / tests.length;
    console.log(`${strictness}: ${tests.length - wrong.length} of ${tests.length} examples (${(100 * share).toFixed(1)} %) come back`);
    if (process.env['SHOW_WRONG']) console.log(wrong.join('\n'));
    return share;
  };
  expect(await kept('strict')).toBeGreaterThanOrEqual(0.95);
  expect(await kept('reader')).toBeGreaterThanOrEqual(0.99);
});
