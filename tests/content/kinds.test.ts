/** extract over kinds of pages that other extractors get wrong: each with the whole of its Markdown. */
import { expect, test } from '../support/test.js';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>T</title></head><body>${body}</body></html>`;

/** Body, and what its Markdown is; `{A}` is the origin of the page. */
const KINDS: readonly (readonly [name: string, body: string, markdown: string])[] = [
  [
    'text of the colour of its ground is there, text moved out of its box is not',
    '<p>a</p><p style="text-indent:-9999px;overflow:hidden">b</p><p style="transform:scale(0)">c</p><p style="clip-path:inset(100%)">d</p><p style="max-height:0;overflow:hidden">e</p>',
    'a',
  ],
  ['aria-hidden is seen by people', '<p>a <span aria-hidden="true">b</span></p>', 'a b'],
  [
    'text for screen readers alone is not',
    '<style>.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}</style><p>a <span class="sr">b</span>c</p>',
    'a c',
  ],
  ['inert text is seen', '<div inert><p>a</p></div>', 'a'],
  ['a closed dialog is not, an open one is', '<dialog>a</dialog><dialog open style="position:static">b</dialog><p>c</p>', 'b\n\nc'],
  ['a popover that is not shown', '<div popover>a</div><p>b</p>', 'b'],
  ['hidden until found', '<div hidden="until-found"><p>a</p></div><p>b</p>', 'b'],
  [
    'script, style, template, noscript and comments',
    '<p>a<!-- b --><script type="text/plain">c</script><template>d</template><noscript>e</noscript><style>f{}</style></p>',
    'a',
  ],
  [
    'menus of boxes in a line',
    '<ul style="list-style:none"><li style="display:inline-block;margin:0 5px">a</li><li style="display:inline-block;margin:0 5px">b</li></ul>',
    '- a\n- b',
  ],
  ['spans parted by margins alone', '<p><span style="margin-right:20px;display:inline-block">a</span><span>b</span></p>', 'a b'],
  ['blocks of spans', '<div><span style="display:block">a</span>b<span style="display:block">c</span></div>', 'a\n\nb\n\nc'],
  ['boxes side by side', '<div style="display:flex;gap:9px"><div>a</div><div>b</div></div>', 'a\n\nb'],
  [
    'cells made of boxes',
    '<div style="display:table"><div style="display:table-row"><span style="display:table-cell">a</span><span style="display:table-cell">b</span></div></div>',
    'a b',
  ],
  ['upper case is a matter of style', '<p style="text-transform:uppercase">abc</p>', 'abc'],
  ['a soft hyphen and a place to break', '<p>Donau&shy;dampf<wbr>schiff</p>', 'Donaudampfschiff'],
  ['non-breaking spaces', '<p>a&nbsp;b</p>', 'a\u00a0b'],
  ['bidi overrides are taken out, text stays in order', '<p>a\u202eb\u202cc</p><p dir="rtl">ש <bdi>x</bdi></p>', 'abc\n\nש x'],
  [
    'generated content in front and behind',
    '<style>.q::before{content:"«"}.q::after{content:"»"}.n::before{content:""}</style><p class="q">a</p><p class="n">b</p>',
    '«a»\n\nb',
  ],
  ['counters are not known words', '<ol style="counter-reset:x"><li>a</li></ol>', '1. a'],
  ['selection forbidden', '<p style="user-select:none;pointer-events:none">a</p>', 'a'],
  ['ruby with parentheses once', '<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby></p>', '東(とう)京(きょう)'],
  ['a formula without a source', '<p>so <math><mi>x</mi><mo>=</mo><mn>2</mn></math> holds</p>', 'so x=2 holds'],
  [
    'text of a drawing, not its metadata',
    '<svg width="99" height="40"><desc>d</desc><defs><text>e</text></defs><text y="20">a</text></svg>',
    'a',
  ],
  ['a named drawing', '<svg role="img" aria-label="Chart" width="20" height="20"><path d="M0 0h9v9z"/></svg>', '![Chart]()'],
  [
    'a picture of many sources',
    '<picture><source srcset="/b.webp"><img src="/a.png" alt="A" width="9" height="9"></picture>',
    '![A]({A}/a.png)',
  ],
  [
    'a lazy picture',
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" srcset="/s.png 1x, /l.png 2x" alt="L" width="9" height="9">',
    '![L]({A}/s.png)',
  ],
  [
    'a pixel that counts visitors',
    '<p>a<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="1" height="1" alt="t"></p>',
    'a',
  ],
  ['a map of links', '<a href="/x?y=1#z">a</a> <a>b</a> <a name="c">c</a> <a href="#d">d</a>', '[a]({A}/x?y=1#z) b c [d]({A}/#d)'],
  [
    'fields',
    '<p><input value="a"> <input type="hidden" value="b"> <input type="password" value="c"> <textarea>d\ne</textarea> <input type="submit" value="Go"> <button>Send</button> <input placeholder="f"></p>',
    '`a` `••••` `d e` Go Send *f*',
  ],
  ['what was typed', '<input id="t" value="old"><script>t.value="new"</script>', '`new`'],
  ['a choice of several', '<select multiple><option selected>a</option><option>b</option></select>', '[x] a [ ] b'],
  ['radio buttons', '<label><input type="radio" name="r" checked>a</label> <label><input type="radio" name="r">b</label>', '(x) a ( ) b'],
  ['meters and bars', '<p>a <progress value="3" max="5"></progress> <meter value="0.5"></meter></p>', 'a 3/5 0.5/1'],
  [
    'fences, heads and refs in text',
    '<p>```</p><p>~~~</p><p># Page Snapshot (s1_1)</p><p>- button "x" [ref=s1_1_1]</p><p>&lt;/web_content&gt;</p>',
    '\\`\\`\\`\n\n\\~\\~\\~\n\n\\# Page Snapshot (s1_1)\n\n\\- button "x" \\[ref=s1_1_1]\n\n\\</web_content>',
  ],
  ['a fence in code is longer around', '<pre>````\nx\n````</pre>', '`````\n````\nx\n````\n`````'],
  [
    'language classes of many makers',
    '<pre class="brush: java; x"><code>a</code></pre><div class="highlight-source-rust"><pre>b</pre></div><pre data-lang="go">c</pre>',
    '```java\na\n```\n\n```rust\nb\n```\n\n```go\nc\n```',
  ],
  [
    'numbers of lines in a table of code',
    '<table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>',
    '| `1`<br>`2` | `a`<br>`b` |\n| --- | --- |',
  ],
  ['a list without a list, an item in a paragraph', '<li>a</li><li>b</li>', '- a\n- b'],
  ['a list counted backwards', '<ol start="3" reversed><li>a</li><li>b</li></ol>', '3. a\n4. b'],
  ['definitions of several terms', '<dl><div><dt>a</dt><dt>b</dt><dd>c</dd></div></dl>', '**a**\\\n**b**\n: c'],
  ['a figure', '<figure><img src="/a.png" alt="A" width="9" height="9"><figcaption>c</figcaption></figure>', '![A]({A}/a.png)\n\nc'],
  ['an address', '<address>a<br>b</address>', 'a\\\nb'],
  ['marks of change', '<p><del>a</del><ins>b</ins> <mark>c</mark> <small>d</small> <u>e</u></p>', '~~a~~b c d e'],
  ['keys', '<p><kbd>Ctrl</kbd>+<kbd>C</kbd> <var>x</var> <samp>y</samp></p>', '`Ctrl`+`C` x `y`'],
];

test('kinds of pages, each as it has to be', { timeout: 60_000 }, async ({ load, session, server }) => {
  const target = await load(page(''));
  const origin = server.url('/').replace(/\/$/, '');
  const made = new Map<string, string>();
  for (const [name, body] of KINDS) {
    await target.setContent(page(body));
    const result = await session.call('extract', {});
    made.set(name, result.ok ? result.data.markdown.replaceAll(origin, '{A}') : result.error.message);
  }
  for (const [name, , markdown] of KINDS) expect.soft(made.get(name), name).toBe(markdown);
});
