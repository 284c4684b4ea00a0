/** HTML -> page -> Markdown -> HTML over the examples of the CommonMark specification. */
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, test } from '../support/test.js';
import { render } from './support.js';

interface Example {
  readonly html: string;
  readonly number: number;
  readonly section: string;
}
// It comes without types.
const { tests } = createRequire(import.meta.url)('commonmark-spec') as { readonly tests: readonly Example[] };

/** What nobody sees takes no part: white space at the edges of inline elements, elements without content. */
function seen(text: string): string {
  let out = text;
  for (let before = ''; before !== out; ) {
    before = out;
    out = out
      .replace(/(<(?:A|EM|STRONG|DEL)(?: [^>]*)?>)\s+/g, ' $1')
      .replace(/\s+(<\/(?:A|EM|STRONG|DEL)>)/g, '$1 ')
      .replace(/<(A|EM|STRONG|DEL|CODE|BLOCKQUOTE|PRE|H\d)(?: [^>]*)?>\s*<\/\1>/g, ' ')
      .replace(/(<LI>)\s+(?=<\/LI>)/g, '$1')
      .replace(/ *\n[ \n]*/g, '\n')
      .replace(/ +/g, ' ')
      .trim();
  }
  return out;
}

/** Runs in a page: what Markdown can say of HTML, as a text to compare. */
const CANONICAL = `(html, base) => {
  const doc = new DOMParser().parseFromString('<base href="' + base + '"><body>' + html, 'text/html');
  const KEEP = new Set('H1,H2,H3,H4,H5,H6,UL,OL,LI,BLOCKQUOTE,PRE,CODE,A,IMG,EM,STRONG,HR,BR,TABLE,TR,TD,TH,DEL'.split(','));
  const ALIAS = { B: 'STRONG', I: 'EM', S: 'DEL' };
  const GONE = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', 'HEAD', 'TEXTAREA']);
  const BLOCK = new Set('P,DIV,UL,OL,LI,BLOCKQUOTE,PRE,H1,H2,H3,H4,H5,H6,HR,TABLE,TR,TD,TH,SECTION'.split(','));
  const out = [];
  const visit = (node, pre) => {
    if (node.nodeType === 3) { out.push(pre ? node.data : node.data.replace(/[ \\t\\n\\r\\f]+/g, ' ')); return; }
    if (node.nodeType !== 1 || GONE.has(node.tagName)) return;
    const tag = ALIAS[node.tagName] ?? node.tagName;
    const inPre = pre || tag === 'PRE';
    const href = tag === 'A' ? node.href : '';
    const isKept = KEEP.has(tag) && !(tag === 'A' && !/\\S/.test(href));
    if (BLOCK.has(tag)) out.push('\\n');
    if (isKept) out.push('<' + tag + (href ? ' ' + href : '') + (tag === 'IMG' ? ' ' + node.src + ' ' + node.alt : '') + (node.title ? ' ' + node.title : '') + (tag === 'OL' && node.start !== 1 ? ' ' + node.start : '') + (tag === 'CODE' && pre ? ' ' + node.className : '') + '>');
    for (const child of node.childNodes) visit(child, inPre || tag === 'CODE');
    if (isKept && tag !== 'IMG' && tag !== 'BR' && tag !== 'HR') out.push('</' + tag + '>');
    if (BLOCK.has(tag)) out.push('\\n');
  };
  visit(doc.body, false);
  return out.join('').replace(/ *\\n[ \\n]*/g, '\\n').replace(/ +/g, ' ').replace(/<BR>\\s*/g, '<BR>').trim();
}`;

async function canonical(page: Page, html: string, base: string): Promise<string> {
  return seen((await page.evaluate(`(${CANONICAL})(${JSON.stringify(html)}, ${JSON.stringify(base)})`)) as string);
}

test('examples of the CommonMark specification come back as they were', { timeout: 120_000 }, async ({ load, session }) => {
  const page = await load('<!doctype html><meta charset="utf-8"><title>t</title><body></body>');
  const base = page.url();
  const wrong: string[] = [];
  for (const { html, number, section } of tests) {
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
    const result = await session.call('extract', {});
    const markdown = result.ok ? result.data.markdown : `failed: ${result.error.message}`;
    const [before, after] = [await canonical(page, html, base), await canonical(page, render(markdown), base)];
    if (before !== after)
      wrong.push(
        `${number} ${section}\n  html: ${JSON.stringify(html)}\n  md:   ${JSON.stringify(markdown)}\n  was:  ${JSON.stringify(before)}\n  is:   ${JSON.stringify(after)}`,
      );
  }
  const kept = 1 - wrong.length / tests.length;
  console.log(`${tests.length - wrong.length} of ${tests.length} examples (${(100 * kept).toFixed(1)} %) come back`);
  if (process.env['SHOW_WRONG']) console.log(wrong.join('\n'));
  expect(kept).toBeGreaterThanOrEqual(0.95);
});
