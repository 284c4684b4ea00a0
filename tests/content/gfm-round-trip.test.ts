/** HTML of pages, its Markdown, and what a CommonMark and GFM parser makes of that. */
import type { Page } from 'playwright-core';
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { canonical } from './canonical.js';
import { elements, render } from './support.js';

/** Comes back as it was, by its canonical form. */
const SAME: readonly (readonly [name: string, html: string])[] = [
  ['a table', '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>'],
  ['literal pipes and marks in cells', '<table><tr><th>a|b</th><th>c</th></tr><tr><td><code>x|y</code></td><td>*z* \\|</td></tr></table>'],
  [
    'pictures and links in cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><img src="/p.png" alt="P" width="9" height="9"></td><td><a href="/l">l</a></td></tr></table>',
  ],
  ['line breaks in cells', '<table><tr><th>a</th><th>b</th></tr><tr><td>1<br>2</td><td>3</td></tr></table>'],
  ['empty cells', '<table><tr><th>a</th><th></th></tr><tr><td></td><td>x</td></tr></table>'],
  ['nested lists', '<ul><li>a<ul><li>b<ol><li>c</li><li>d</li></ol></li></ul></li><li>e</li></ul>'],
  ['blocks in items', '<ol><li><p>a</p><pre><code>x\n  y</code></pre><p>b</p></li><li><p>c</p><blockquote><p>q</p></blockquote></li></ol>'],
  ['a list that begins elsewhere', '<ol start="7"><li>a</li><li>b</li></ol>'],
  ['adjacent lists', '<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol><ol><li>d</li></ol>'],
  ['a list and code', '<ul><li>a</li></ul><pre><code>code</code></pre>'],
  ['fences inside code', '<pre><code>```js\na\n```\n~~~~\nb</code></pre>'],
  ['back-ticks in code', '<p><code>a`b</code> <code>``</code> <code>`</code></p>'],
  ['code with a language', '<pre><code class="language-c++">int a;</code></pre>'],
  ['code with empty lines and spaces at its ends', '<pre><code>  a\n\n\n  b  </code></pre>'],
  ['emphasis inside words', '<p>un<em>frigging</em>believable and <strong>bo</strong>ld and a<em>b</em>c<strong>d</strong>e</p>'],
  ['emphasis of signs', '<p>a<strong>(b)</strong>c and <em>“d”</em>e and x<em>-</em>y</p>'],
  ['emphasis in emphasis', '<p><strong>a <em>b</em></strong><em>c</em> <em><strong>d</strong> e</em></p>'],
  ['strikethrough', '<p>a <del>b</del> c~~d~~</p>'],
  ['links with odd addresses', '<p><a href="/a(b)c d?e=f&amp;g=%20">x</a> <a href="/q%22%3C">y [z] \\</a></p>'],
  ['a picture in a link', '<p><a href="/l"><img src="/p.png" alt="P [q]" width="9" height="9"></a></p>'],
  [
    'literal characters',
    '<p># no heading</p><p>1) no list</p><p>+ no list</p><p>===</p><p>&lt;b&gt; &amp;amp; \\* _x_ a_b_c ~y~ `z` ![i](j) http://a.example</p><p>| a | b |</p><p>:--</p><p>[x] no task</p><p>[a]: /no-definition</p>',
  ],
  ['lines that begin with signs', '<p>a<br># b<br>- c<br>&gt; d<br>1. e<br>---</p>'],
  ['quotes in quotes', '<blockquote><p>a</p><blockquote><p>b</p></blockquote><ul><li>c</li></ul></blockquote>'],
  ['headings with marks', '<h2>a <em>b</em> <code>c</code> #</h2><h3><a href="/l">d</a></h3><h6>e</h6>'],
  ['a rule between paragraphs', '<p>a</p><hr><p>b</p>'],
];

/** Another page says the same: what Markdown has no word for is said with what it has. */
const LIKE: readonly (readonly [name: string, html: string, like: string])[] = [
  [
    'a table without a header row',
    '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
    '<table><tr><th>1</th><th>2</th></tr><tr><td>3</td><td>4</td></tr></table>',
  ],
  [
    'spans leave empty cells',
    '<table><tr><th colspan="2">a</th><th>b</th></tr><tr><td rowspan="2">1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>',
    '<table><tr><th>a</th><th></th><th>b</th></tr><tr><td>1</td><td>2</td><td>3</td></tr><tr><td></td><td>4</td><td>5</td></tr></table>',
  ],
  [
    'paragraphs and lists in cells are lines',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><p>1</p><p>2</p></td><td><ul><li>x</li><li>y</li></ul></td></tr></table>',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1<br>2</td><td>x<br>y</td></tr></table>',
  ],
  [
    'rows of unequal length',
    '<table><tr><th>a</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '<table><tr><th>a</th><th></th></tr><tr><td>1</td><td>2</td></tr></table>',
  ],
  ['a bare pre', '<pre>a\n  b</pre>', '<pre><code>a\n  b</code></pre>'],
  [
    'code in a pre, line by line',
    '<pre><code><span style="display:block">a</span><span style="display:block">b</span></code></pre>',
    '<pre><code>a\nb</code></pre>',
  ],
  [
    'footnotes',
    '<p>a<sup><a href="#n1" id="r1">1</a></sup></p><ol><li id="n1">note <a href="#r1">back</a></li></ol>',
    '<p>a<a href="#n1">1</a></p><ol><li>note <a href="#r1">back</a></li></ol>',
  ],
  [
    'definitions',
    '<dl><dt>T</dt><dd>one</dd><dt>U</dt><dd><p>a</p><p>b</p></dd></dl>',
    '<p><strong>T</strong> : one</p><p><strong>U</strong></p><p>a</p><p>b</p>',
  ],
  [
    'details',
    '<details open><summary>S</summary><p>in</p></details><details><summary>C</summary><p>out</p></details>',
    '<p>▾ <strong>S</strong></p><p>in</p><p>▸ <strong>C</strong></p>',
  ],
  ['spaces at edges of emphasis', '<p>a<em> b </em>c</p>', '<p>a <em>b</em> c</p>'],
  ['blocks in a link', '<a href="/l"><h3>H</h3><p>p</p></a>', '<h3><a href="/l">H</a></h3><p>p</p>'],
  ['bold around blocks', '<b><p>a</p><p>b</p></b>', '<p><b>a</b></p><p><b>b</b></p>'],
  [
    'a named icon',
    '<a href="/l" aria-label="Chat" style="display:inline-block;width:20px;height:20px;background:red"></a>',
    '<p><a href="/l">Chat</a></p>',
  ],
  ['tasks', '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
];

const inOneLine = (text: string): string =>
  text
    .replace(/\n/g, ' ')
    .replace(/ (?=<\/(?:CODE|PRE)>)/g, '')
    .replace(/(?<=<LI>) /g, '');

async function comes(page: Page, session: Session, html: string, like: string): Promise<readonly [was: string, is: string]> {
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
  const result = await session.call('extract', {});
  const markdown = result.ok ? result.data.markdown : result.error.message;
  const pieces = [like, render(markdown)];
  const [was = '', is = ''] = (await canonical(page, pieces, page.url(), 'strict')).map(inOneLine);
  // Spaces and lines of code count; the line break before a closing fence is the fence's.
  const [before = '', after = ''] = pieces.map((piece) =>
    elements(piece, 'pre')
      .map(({ textContent }) => textContent.replace(/\n$/, ''))
      .join('\n~\n'),
  );
  return [`${was}\n${before}`, `${is}\n${after}`];
}

test('structures of pages come back from Markdown', async ({ load, session }) => {
  const page = await load('<!doctype html><meta charset="utf-8"><title>t</title><body></body>');
  for (const [name, html, like] of [...SAME.map(([name, html]) => [name, html, html] as const), ...LIKE]) {
    const [was, is] = await comes(page, session, html, like);
    expect.soft(is, name).toBe(was);
  }
});
