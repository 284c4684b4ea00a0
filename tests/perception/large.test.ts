/** Pages that do not fit: the default budget holds, what is left out is told, and the cursors give everything once. */
import { getEncoding } from 'js-tiktoken';
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';

const DEFAULT_BUDGET = 3_000;
/** How far the estimate may be from a real tokenizer. */
const SLACK = 1.15;
const encoders = [getEncoding('o200k_base'), getEncoding('cl100k_base')];

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const table = (rows: number): string =>
  `<h1>Orders</h1><table><tr><th>Order</th><th>Customer</th><th>Total</th><th></th></tr>${numbers(rows)
    .map((n) => `<tr><td>order-${n};</td><td>Customer ${n}</td><td>${n}.50 EUR</td><td><button>Open ${n}</button></td></tr>`)
    .join('')}</table><footer>End of orders</footer>`;
const links = (count: number): string =>
  `<h1>Index</h1><nav>${numbers(count)
    .map((n) => `<a href="/entry/${n}">Entry link-${n};</a> `)
    .join('')}</nav>`;
const fields = (count: number): string =>
  `<h1>Survey</h1><form aria-label="Survey">${numbers(count)
    .map((n) => `<p><label>Question field-${n}; <input name="q${n}" value="answer ${n}"></label></p>`)
    .join('')}<button>Send</button></form>`;
const SENTENCES = 40;
/** Paragraphs of 40 sentences, 200,000 characters in all; each sentence has a number of its own. */
const article = (paragraphs: number): string =>
  `<article><h1>Report</h1>${numbers(paragraphs)
    .map(
      (p) =>
        `<p>${numbers(SENTENCES)
          .map((s) => `In sentence-${(p - 1) * SENTENCES + s}; the council weighs what the town can pay.`)
          .join(' ')}</p>`,
    )
    .join('')}</article>`;

interface Part {
  readonly lines: readonly string[];
  readonly text: string;
  readonly tokens: number;
}

/** Every part, in the order of the cursors. */
async function parts(session: Session): Promise<Part[]> {
  const all: Part[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const result = await session.call('read_page', cursor === undefined ? {} : { cursor });
    if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`);
    const { nodes, text, tokens } = result.data;
    all.push({ lines: nodes.flatMap((node) => (node.context || node.role === 'more' ? [] : [node.name])), text, tokens });
    cursor = result.data.cursor;
    expect(all.length).toBeLessThan(200);
  }
  return all;
}

test.for([
  ['a table of 500 rows', table(500), 'order', 500],
  ['2,000 links', links(2_000), 'link', 2_000],
  ['300 form fields', fields(300), 'field', 300],
  ['an article of 200,000 characters', article(75), 'sentence', 75 * SENTENCES],
] as const)('%s', { timeout: 60_000 }, async ([, html, item, count], { load, session }) => {
  await load(`<!doctype html><title>Large</title>${html}`);
  const all = await parts(session);
  const [first] = all;
  // What is left out is said in numbers.
  expect(first?.text).toMatch(/\[\d+ more lines \(\d+ interactive\): read_page with cursor "k\w+"\]/);
  for (const { text, tokens } of all) {
    expect(tokens).toBeLessThanOrEqual(DEFAULT_BUDGET);
    for (const encoder of encoders) expect(encoder.encode(text).length).toBeLessThanOrEqual(DEFAULT_BUDGET * SLACK);
  }
  const found = all.flatMap(({ lines }) =>
    lines.flatMap((line) => [...line.matchAll(new RegExp(`${item}-(\\d+);`, 'g'))].map(([, n]) => Number(n))),
  );
  expect(found.toSorted((a, b) => a - b)).toEqual(numbers(count));
});
