/** Roles by markup and by attribute. */
import { describe } from 'vitest';
import { type Case, table } from './aria-world.js';

const html = (spec: string, markup: string, role: string): Case => ({ spec: `HTML-AAM 1.0, 3.5 ${spec}`, html: markup, role });

describe('HTML elements', () => {
  const simple: readonly (readonly [string, string])[] = [
    ['address', 'group'],
    ['article', 'article'],
    ['b', 'generic'],
    ['bdi', 'generic'],
    ['bdo', 'generic'],
    ['blockquote', 'blockquote'],
    ['button', 'button'],
    ['code', 'code'],
    ['data', 'generic'],
    ['del', 'deletion'],
    ['details', 'group'],
    ['dfn', 'term'],
    ['div', 'generic'],
    ['em', 'emphasis'],
    ['fieldset', 'group'],
    ['figure', 'figure'],
    ['h1', 'heading'],
    ['h6', 'heading'],
    ['hgroup', 'group'],
    ['i', 'generic'],
    ['ins', 'insertion'],
    ['main', 'main'],
    ['mark', 'mark'],
    ['menu', 'list'],
    ['meter', 'meter'],
    ['nav', 'navigation'],
    ['ol', 'list'],
    ['output', 'status'],
    ['p', 'paragraph'],
    ['pre', 'generic'],
    ['progress', 'progressbar'],
    ['q', 'generic'],
    ['s', 'deletion'],
    ['samp', 'generic'],
    ['search', 'search'],
    ['small', 'generic'],
    ['span', 'generic'],
    ['strong', 'strong'],
    ['sub', 'subscript'],
    ['sup', 'superscript'],
    ['textarea', 'textbox'],
    ['time', 'time'],
    ['u', 'generic'],
    ['ul', 'list'],
  ];
  table(
    'one role each',
    simple.map(([tag, role]) => html(tag, `<${tag} id=t>x</${tag}>`, role)),
  );
  table('no role of their own', [
    ...['abbr', 'cite', 'kbd', 'label', 'var', 'ruby', 'dl', 'picture'].map((tag) => html(tag, `<${tag} id=t>x</${tag}>`, '')),
    html('legend', '<fieldset><legend id=t>x</legend></fieldset>', ''),
    html('figcaption', '<figure><figcaption id=t>x</figcaption></figure>', ''),
    html('map', '<map id=t name=m></map>', ''),
  ]);
  table('roles that depend on attributes', [
    html('a', '<a id=t href=#x>x</a>', 'link'),
    html('a (no href)', '<a id=t>x</a>', 'generic'),
    html('area', '<map name=m><area id=t href=#x alt=x></map><img usemap=#m src=x alt=m>', 'link'),
    html('area (no href)', '<map name=m><area id=t alt=x></map><img usemap=#m src=x alt=m>', 'generic'),
    html('img', '<img id=t src=x alt=Chart>', 'img'),
    html('img (no alt)', '<img id=t src=x>', 'img'),
    html('img (empty alt)', '<img id=t src=x alt="">', 'none'),
    html('img (empty alt, named otherwise)', '<img id=t src=x alt="" aria-label=Chart>', 'img'),
    html('img (empty alt, title)', '<img id=t src=x alt="" title=Chart>', 'img'),
    html('img (empty alt, focusable)', '<img id=t src=x alt="" tabindex=0>', 'img'),
    html('select', '<select id=t><option>a</select>', 'combobox'),
    html('select size=1', '<select id=t size=1><option>a</select>', 'combobox'),
    html('select size=2', '<select id=t size=2><option>a</select>', 'listbox'),
    html('select multiple', '<select id=t multiple><option>a</select>', 'listbox'),
    html('option', '<select><option id=t>a</select>', 'option'),
    html('optgroup', '<select><optgroup id=t label=g><option>a</select>', 'group'),
    html('datalist', '<datalist id=t><option>a</datalist>', 'listbox'),
    html('hr', '<hr id=t>', 'separator'),
    html('dialog', '<dialog open id=t>x</dialog>', 'dialog'),
    html('canvas', '<canvas id=t></canvas>', 'canvas'),
    html('video', '<video id=t></video>', 'video'),
    html('audio', '<audio id=t controls></audio>', 'audio'),
    html('iframe', '<iframe id=t></iframe>', 'iframe'),
    html('math', '<math id=t><mi>x</mi></math>', 'math'),
  ]);
  table(
    'inputs',
    (
      [
        ['type=button', 'button'],
        ['type=checkbox switch', 'switch'],
        ['type=checkbox', 'checkbox'],
        ['type=email', 'textbox'],
        ['type=file', 'button'],
        ['type=image', 'button'],
        ['type=number', 'spinbutton'],
        ['type=password', 'textbox'],
        ['type=radio', 'radio'],
        ['type=range', 'slider'],
        ['type=reset', 'button'],
        ['type=search', 'searchbox'],
        ['type=submit', 'button'],
        ['type=tel', 'textbox'],
        ['type=text', 'textbox'],
        ['type=url', 'textbox'],
        ['', 'textbox'],
        ['type=nonsense', 'textbox'],
        ['type=date', 'textbox'],
        ['type=RADIO', 'radio'],
        ['type=text list=l', 'combobox'],
        ['type=search list=l', 'combobox'],
        ['type=email list=l', 'combobox'],
        ['type=password list=l', 'textbox'],
        ['type=text list=div', 'textbox'],
        ['type=text list=nowhere', 'textbox'],
      ] as const
    ).map(([attributes, role]) =>
      html(`input ${attributes}`, `<input id=t ${attributes}><datalist id=l></datalist><div id=div></div>`, role),
    ),
  );
  table('roles that depend on place', [
    html('aside', '<aside id=t>x</aside>', 'complementary'),
    html('aside in main', '<main><aside id=t>x</aside></main>', 'complementary'),
    ...['article', 'aside', 'nav', 'section'].flatMap((tag) => [
      html(`aside in ${tag}`, `<${tag}><aside id=t>x</aside></${tag}>`, 'generic'),
      html(`aside in ${tag}, named`, `<${tag}><aside id=t aria-label=More>x</aside></${tag}>`, 'complementary'),
    ]),
    html('header', '<header id=t>x</header>', 'banner'),
    html('footer', '<div><footer id=t>x</footer></div>', 'contentinfo'),
    ...['article', 'aside', 'main', 'nav', 'section'].flatMap((tag) => [
      html(`header in ${tag}`, `<${tag}><header id=t>x</header></${tag}>`, 'generic'),
      html(`footer in ${tag}`, `<${tag}><p><footer id=t>x</footer></${tag}>`, 'generic'),
    ]),
    ...['article', 'complementary', 'main', 'navigation', 'region'].map((role) =>
      html(`header in role=${role}`, `<div role=${role}><header id=t>x</header></div>`, 'generic'),
    ),
    html('header in role=group', '<section role=group><header id=t>x</header></section>', 'banner'),
    html('section', '<section id=t>x</section>', 'generic'),
    html('section, aria-label', '<section id=t aria-label=News>x</section>', 'region'),
    html('section, blank aria-label', '<section id=t aria-label=" ">x</section>', 'generic'),
    html('section, aria-labelledby', '<section id=t aria-labelledby=h><h2 id=h>News</h2></section>', 'region'),
    html('section, aria-labelledby nothing', '<section id=t aria-labelledby=nowhere>x</section>', 'generic'),
    html('form', '<form id=t>x</form>', 'generic'),
    html('form, aria-label', '<form id=t aria-label=Order>x</form>', 'form'),
    html('form, title', '<form id=t title=Order>x</form>', 'form'),
    html('li in ul', '<ul><li id=t>x</ul>', 'listitem'),
    html('li in ol', '<ol><li id=t>x</ol>', 'listitem'),
    html('li in menu', '<menu><li id=t>x</menu>', 'listitem'),
    html('li alone', '<li id=t>x</li>', 'generic'),
    html('li in div in ul', '<ul><div><li id=t>x</div></ul>', 'listitem'),
    html('li in role=list', '<div role=list><li id=t>x</li></div>', 'listitem'),
    html('li in tablist', '<ul role=tablist><li id=t>x</ul>', 'generic'),
    html('li owned by a list', '<ul aria-owns=t></ul><div><li id=t>x</li></div>', 'listitem'),
    html('dt', '<dl><dt id=t>x<dd>y</dl>', 'term'),
    html('dd', '<dl><dt>x<dd id=t>y</dl>', 'definition'),
    html('summary', '<details><summary id=t>x</summary></details>', 'button'),
    html('summary after content', '<details><p>x</p><summary id=t>x</summary></details>', 'button'),
    html('second summary', '<details><summary>x</summary><summary id=t>x</summary></details>', 'generic'),
    html('summary deeper', '<details><div><summary id=t>x</summary></div></details>', 'generic'),
    html('summary alone', '<summary id=t>x</summary>', 'generic'),
  ]);
  const grid = (role: string, cell: string) => `<table${role}><thead><tr><th>a<th>b</thead><tbody><tr>${cell}<td>y</tbody></table>`;
  table('tables', [
    html('table', '<table id=t><tr><td>x</table>', 'table'),
    html('caption', '<table><caption id=t>c</caption><tr><td>x</table>', 'caption'),
    html('tr', '<table><tr id=t><td>x</table>', 'row'),
    html('tbody', '<table><tbody id=t><tr><td>x</table>', 'rowgroup'),
    html('thead', '<table><thead id=t><tr><td>x</table>', 'rowgroup'),
    html('tfoot', '<table><tfoot id=t><tr><td>x</table>', 'rowgroup'),
    html('td in table', grid('', '<td id=t>x'), 'cell'),
    html('td in grid', grid(' role=grid', '<td id=t>x'), 'gridcell'),
    html('td in treegrid', grid(' role=treegrid', '<td id=t>x'), 'gridcell'),
    html('td in a presentational table', grid(' role=none', '<td id=t>x'), ''),
    html('tr in a presentational table', '<table role=presentation><tr id=t><td>x</table>', ''),
    html('tr in a table that is something else', '<table role=list><tr id=t><td>x</table>', ''),
    html('th scope=row', grid('', '<th id=t scope=row>x'), 'rowheader'),
    html('th scope=rowgroup', grid('', '<th id=t scope=rowgroup>x'), 'rowheader'),
    html('th scope=col', grid('', '<th id=t scope=col>x'), 'columnheader'),
    html('th scope=colgroup', grid('', '<th id=t scope=COLGROUP>x'), 'columnheader'),
    html('th beside data', grid('', '<th id=t>x'), 'rowheader'),
    html('th after data', '<table><tr><td>A<th id=t>B</table>', 'rowheader'),
    html('th among headers', '<table><tr><th>A<th id=t>B<th>C<tr><td>1<td>2<td>3</table>', 'columnheader'),
    html('th beside an empty corner', '<table><tr><td><th id=t>B<th>C<tr><th>1<td>2<td>3</table>', 'columnheader'),
    html('th alone in its row', '<table><tr><th id=t>A<tr><td>1</table>', 'columnheader'),
    html('td in a table inside a grid', '<table role=grid><tr><td><table><tr><td id=t>x</table></table>', 'cell'),
  ]);
});

const aria = (spec: string, markup: string, role: string): Case => ({ spec: `ARIA 1.2, ${spec}`, html: markup, role });

describe('the role attribute', () => {
  const concrete =
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo definition deletion dialog document emphasis feed figure generic grid gridcell group heading insertion link list listbox log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation note paragraph progressbar radio radiogroup row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid'.split(
      ' ',
    );
  table(
    'concrete roles',
    concrete.map((role) => aria(`5.4 ${role}`, `<div id=t role=${role}>x</div>`, role)),
  );
  const abstract = 'command composite input landmark range roletype section sectionhead select structure widget window'.split(' ');
  table(
    'abstract roles are not for authors',
    abstract.map((role) => aria(`5.3.1 ${role}`, `<nav id=t role=${role}>x</nav>`, 'navigation')),
  );
  table('which token counts', [
    aria('8.1', '<div id=t role="foo button">x</div>', 'button'),
    aria('8.1', '<div id=t role="switch checkbox">x</div>', 'switch'),
    aria('8.1', '<div id=t role="link button">x</div>', 'link'),
    aria('8.1', '<div id=t role="LINK">x</div>', 'link'),
    aria('8.1', '<div id=t role="\n button\t">x</div>', 'button'),
    aria('8.1', '<div id=t role="link, button">x</div>', 'button'),
    aria('9.1', '<button id=t role="foo bar">x</button>', 'button'),
    aria('9.1', '<button id=t role="">x</button>', 'button'),
    aria('9.1', '<button id=t role="link\u00a0">x</button>', 'button'),
    aria('9.1', '<button id=t role="link\u200d">x</button>', 'button'),
    aria('9.1', '<nav id=t role="re/gion">x</nav>', 'navigation'),
    aria('9.1, form', '<nav id=t role=form>x</nav>', 'navigation'),
    aria('9.1, form', '<nav id=t role=form aria-label=f>x</nav>', 'form'),
    aria('9.1, region', '<nav id=t role=region>x</nav>', 'navigation'),
    aria('9.1, region', '<nav id=t role="region group">x</nav>', 'group'),
    aria('9.1, region', '<nav id=t role="region group" aria-label=r>x</nav>', 'region'),
    aria('5.2.7 and core-AAM, computed role', '<p id=t role=listitem>x</p>', 'paragraph'),
    aria('5.2.7', '<ul><p id=t role=listitem>x</p></ul>', 'listitem'),
    ...[
      ['<ul role=none><p id=t role=listitem>x</p></ul>', 'paragraph'],
      ['<div role=list><div><p id=t role=listitem>x</p></div></div>', 'listitem'],
      ['<div role=list aria-owns=t></div><p id=t role=listitem>x</p>', 'listitem'],
      ['<div role=listbox><p id=t role=option>x</p></div>', 'option'],
      ['<div role=listbox><div role=group><p id=t role=option>x</p></div></div>', 'option'],
      ['<button id=t role=option>x</button>', 'button'],
      ['<div role=tree><p id=t role=treeitem>x</p></div>', 'treeitem'],
      ['<div role=tree><div role=treeitem><div role=group><p id=t role=treeitem>x</p></div></div></div>', 'treeitem'],
      ['<nav id=t role=treeitem>x</nav>', 'navigation'],
    ].map(([markup, role]) => aria('5.2.7 and core-AAM, computed role', markup ?? '', role ?? '')),
    aria('5.4 img', '<div id=t role=image>x</div>', 'img'),
    aria('5.4 img', '<div id=t role=img>x</div>', 'img'),
    aria('5.4 presentation', '<div id=t role=presentation>x</div>', 'none'),
    aria('5.4 directory', '<div id=t role=directory>x</div>', 'list'),
  ]);
  table('presentational roles conflict resolution', [
    aria('presentational conflict', '<h1 id=t role=none>x</h1>', 'none'),
    aria('presentational conflict', '<h1 id=t role=presentation tabindex=0>x</h1>', 'heading'),
    aria('presentational conflict', '<h1 id=t role=none tabindex=-1>x</h1>', 'heading'),
    aria('presentational conflict', '<h1 id=t role=none aria-label=x>x</h1>', 'heading'),
    aria('presentational conflict', '<h1 id=t role=none aria-describedby=x>x</h1>', 'heading'),
    aria('presentational conflict', '<h1 id=t role=none aria-live=polite>x</h1>', 'heading'),
    aria('presentational conflict', '<h1 id=t role=none aria-level=3>x</h1>', 'none'),
    aria('presentational conflict', '<h1 id=t role=none aria-expanded=true>x</h1>', 'none'),
    aria('presentational conflict', '<button id=t role=none>x</button>', 'button'),
    aria('presentational conflict', '<details><summary id=t role=none>x</summary></details>', 'button'),
    aria('presentational conflict', '<summary id=t role=none>x</summary>', 'none'),
    aria('presentational conflict', '<details id=t role=none><summary>x</summary></details>', 'none'),
    aria('presentational conflict', '<button id=t role=none disabled>x</button>', 'none'),
    aria('presentational conflict', '<a id=t role=none href=#x>x</a>', 'link'),
    aria('presentational conflict', '<a id=t role=none>x</a>', 'none'),
    aria('presentational conflict', '<div id=t role=none contenteditable>x</div>', 'generic'),
    aria('presentational conflict', '<iframe id=t role=none></iframe>', 'iframe'),
    aria('presentational children', '<ul role=none><li id=t>x</ul>', 'generic'),
    aria('presentational children', '<ul role=none><li id=t role=listitem>x</ul>', 'generic'),
  ]);
});

describe('other specifications', () => {
  const dpub =
    'doc-abstract doc-acknowledgments doc-backlink doc-biblioref doc-chapter doc-endnotes doc-footnote doc-glossref doc-noteref doc-pagebreak doc-pullquote doc-subtitle doc-tip doc-toc'.split(
      ' ',
    );
  table(
    'digital publishing',
    dpub.map((role) => ({ spec: `DPUB-ARIA 1.1 and DPUB-AAM 1.1, ${role}`, html: `<div id=t role=${role}>x</div>`, role })),
  );
  const svg = (spec: string, markup: string, role: string): Case => ({ spec, html: `<svg width=90 height=90>${markup}</svg>`, role });
  table('graphics', [
    ...['graphics-document', 'graphics-object', 'graphics-symbol'].map((role) => ({
      spec: `Graphics-ARIA 1.0, ${role}`,
      html: `<div id=t role=${role}>x</div>`,
      role,
    })),
    { spec: 'SVG-AAM 1.0, 6.2 svg', html: '<svg id=t width=9 height=9></svg>', role: 'img' },
    svg('SVG-AAM 1.0, 6.2 a', '<a id=t href=#x>x</a>', 'link'),
    svg('SVG-AAM 1.0, 6.2 a', '<a id=t xlink:href=#x>x</a>', 'link'),
    svg('SVG-AAM 1.0, 5.1.2', '<g id=t></g>', 'generic'),
    svg('SVG-AAM 1.0, 6.2 g', '<g id=t aria-label=x></g>', 'group'),
    svg('SVG-AAM 1.0, 6.2 g', '<g id=t><title>x</title></g>', 'group'),
    svg('SVG-AAM 1.0, 5.1.2', '<circle id=t r=5 />', 'generic'),
    svg('SVG-AAM 1.0, 6.2 circle', '<circle id=t r=5><title>x</title></circle>', 'graphics-symbol'),
    svg('SVG-AAM 1.0, 6.2 path', '<path id=t d="M0 0h9" tabindex=0 />', 'graphics-symbol'),
    svg('SVG-AAM 1.0, 5.1.2', '<path id=t d="M0 0h9"><title> </title></path>', 'generic'),
    svg('SVG-AAM 1.0, 6.2 image', '<image id=t href=x />', 'img'),
    svg('ARIA 1.2, 8.1', '<rect id=t role=button width=9 height=9 />', 'button'),
  ]);
});
