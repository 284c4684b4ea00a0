/** Captures brought up to date against full walks: the same, whatever changed. */
import fc from 'fast-check';
import { describe } from 'vitest';
import { expect, test } from '../../support/test.js';
import { CaptureWorld } from './capture-world.js';
import { randomNode, randomPage } from './random-page.js';

/** One change; `pick` chooses the element. Runs in the page. */
interface Change {
  readonly kind: string;
  readonly pick: number;
  readonly html: string;
}
const KINDS = [
  'text',
  'text',
  'append',
  'insert',
  'remove',
  'class',
  'style',
  'hide',
  'attribute',
  'data',
  'value',
  'check',
  'focus',
  'scroll',
  'scrollPage',
  'move',
  'label',
  'option',
  'shadow',
  'rule',
  'ruleStyle',
  'ruleSelector',
  'replaceSync',
  'adopt',
  'attachShadow',
  'attachClosed',
  'assign',
  'frame',
  'popover',
  'dialog',
  'reference',
  'selected',
  'nothing',
];
/** Parts whose lines rest on something elsewhere. */
const TIED = [
  '<dialog open><h2>Dialog heading</h2><p>in it</p><button>ok</button></dialog>',
  '<table><caption>Caption</caption><tr><th>Head</th><td></td><td>data</td></tr><tr><th>Alone</th></tr></table>',
  '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><th></th><td></td></tr></tbody></table>',
  '<figure><img alt="figure"><figcaption>What it shows</figcaption></figure>',
  '<fieldset><legend>Legend</legend><input><button>in set</button></fieldset>',
  '<label for="t1">Label of t1</label><div><div><input id="t1"></div></div>',
  '<span id="n1">name</span><section aria-labelledby="n1">named</section><div><div id="n2"><p>far name</p><input value="v"></div></div><nav aria-labelledby="n2">x</nav>',
  '<div class="c1"><button>one</button></div><div class="c1"><p>two</p></div><div class="c0"><a href="/z">three</a></div>',
  '<div role="combobox" aria-controls="lb" tabindex="0"></div><p>between</p><ul role="listbox" id="lb"><li role="option">first</li><li role="option" aria-selected="true">second</li></ul>',
  '<button popovertarget="pop">menu</button><p>between</p><div popover id="pop"><button>in popover</button></div>',
  '<img usemap="#m" alt="map"><p>between</p><map name="m"><area href="/a" alt="area" shape="rect" coords="0,0,9,9"></map>',
  '<style>.gen::before{content:attr(data-x)}.gen2::after{content:"word"}li:nth-child(2n){cursor:pointer}</style><h3 class="gen" data-x="a">heading</h3><h3 class="gen2"></h3>',
  '<div style="height:100px"><p>inner</p><button>pressed</button></div>',
  '<div style="display:flex;flex-wrap:wrap;height:90px;overflow:hidden"><p style="width:100px">a</p><p style="width:100px">b</p><button></button></div>',
  '<input type="checkbox" id="hid" style="opacity:0;position:absolute"><div><label for="hid">stands in</label></div>',
  '<p style="height:900px">tall</p><p>below</p><button>low</button>',
  '<div style="columns:3"><p>one</p><p>two</p><p>three</p><button>four</button></div>',
  '<h2><x-slots><span slot="a">A</span><b>rest</b></x-slots></h2>',
  '<x-manual><p>first</p><p>second</p></x-manual>',
  '<x-styled><i>light</i></x-styled>',
  '<dl><dt>Term</dt><dd>Definition <a href="/d">link</a></dd></dl>',
  '<iframe srcdoc="<h1>inner</h1><ul><li>a<li>b</ul><input>"></iframe>',
  '<object type="x/y"><p>instead</p></object>',
  '<details><summary>Sum</summary><p>more</p></details>',
  '<svg width="20" height="20" role="img"><title>Pic</title><circle r="5" tabindex="0"/></svg>',
  '<div tabindex="0"><i data-icon="gear"></i></div><div onclick="1"><i></i></div>',
  '<div contenteditable="true"><p>edit <b>me</b></p></div>',
  '<div aria-disabled="true"><button>off</button></div>',
];
const COMPONENTS = `<script>
const define = (name, make) => customElements.get(name) || customElements.define(name, class extends HTMLElement { connectedCallback() { if (!this.shadowRoot) make(this); } });
define('x-slots', host => { host.attachShadow({ mode: 'open' }).innerHTML = '<slot name="a"></slot><p><slot>fallback</slot></p>'; });
define('x-manual', host => { host.attachShadow({ mode: 'open', slotAssignment: 'manual' }).innerHTML = '<div><slot></slot></div><slot></slot>'; });
const sheet = new CSSStyleSheet(); sheet.replaceSync('i{display:block}');
define('x-styled', host => { const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<i>inner</i><slot></slot>'; root.adoptedStyleSheets = [sheet]; });
globalThis.shared = sheet;
</script>`;
const tiedPage = fc
  .tuple(randomPage, fc.array(fc.constantFrom(...TIED), { maxLength: 4 }), fc.boolean())
  .map(([page, tied, first]) =>
    first ? page.replace('<body>', `<body>${COMPONENTS}${tied.join('')}`) : page.replace('</body>', `${COMPONENTS}${tied.join('')}</body>`),
  );
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat(10_000),
  html: fc.oneof({ weight: 3, arbitrary: randomNode }, { weight: 1, arbitrary: fc.constantFrom(...TIED) }),
});

/** Applied by name in the main world of the page. */
const APPLY = `({kind, pick, html}) => {
  if (!document.body) return;
  const all = [...document.body.querySelectorAll('*')].filter(e => !e.closest('script'));
  const at = all[pick % Math.max(1, all.length)] ?? document.body;
  const made = () => { const t = document.createElement('template'); t.innerHTML = html; return t.content; };
  const texts = () => { const w = document.createTreeWalker(document.body, 4); const out = []; while (w.nextNode()) if (!w.currentNode.parentElement.closest('script,style')) out.push(w.currentNode); return out; };
  const some = (s) => { const l = document.querySelectorAll(s); return l[pick % Math.max(1, l.length)]; };
  switch (kind) {
    case 'text': { const l = texts(); const t = l[pick % Math.max(1, l.length)]; if (t) t.data = 'text ' + pick; break; }
    case 'append': at.append(made()); break;
    case 'insert': if (at.parentElement) at.before(made()); break;
    case 'remove': at.remove(); break;
    case 'class': at.className = 'c' + pick % 3; break;
    case 'style': at.style.cssText = ['display:inline', 'opacity:0', 'height:300px', 'display:none', 'cursor:pointer', 'position:absolute;left:-9999px'][pick % 6]; break;
    case 'hide': at.hidden = !at.hidden; break;
    case 'attribute': at.setAttribute(['role', 'aria-label', 'title', 'tabindex', 'aria-hidden', 'inert'][pick % 6], ['button', 'Label ' + pick, 'Title', '0', 'true', ''][pick % 6]); break;
    case 'data': at.setAttribute('data-x', pick); break;
    case 'value': { const e = some('input:not([type=checkbox]),textarea'); if (e) e.value = 'v' + pick; break; }
    case 'check': { const e = some('input[type=checkbox]'); if (e) e.checked = !e.checked; break; }
    case 'option': { const e = some('select'); if (e) e.selectedIndex = pick % 2; break; }
    case 'focus': { const e = some('button,input,a,textarea'); if (e) e.focus({ preventScroll: true }); else document.activeElement?.blur(); break; }
    case 'scroll': { const e = some('[style*=overflow]'); if (e) e.scrollTop = pick % 50; break; }
    case 'scrollPage': scrollTo(0, pick % 2000); break;
    case 'move': { const to = all[(pick * 7) % Math.max(1, all.length)]; if (to && !at.contains(to) && to !== at) to.append(at); break; }
    case 'label': { const e = some('input'); if (e) { e.id = 'i' + pick; const l = document.createElement('label'); l.htmlFor = e.id; l.textContent = 'For ' + pick; document.body.append(l); } break; }
    case 'shadow': { const h = some('x-host'); if (h?.shadowRoot) h.shadowRoot.querySelector('section').append(made()); break; }
    case 'ruleStyle': { const r = [...document.styleSheets].flatMap(s => [...s.cssRules])[0]; if (r) r.style.setProperty(['display', 'visibility', 'cursor', 'content'][pick % 4], ['none', 'hidden', 'pointer', '"gen"'][pick % 4]); break; }
    case 'ruleSelector': { const r = [...document.styleSheets].flatMap(s => [...s.cssRules]).at(-1); if (r) { r.selectorText = ['li', '.c1', 'p', 'div > *'][pick % 4]; r.style.display = pick % 3 ? 'none' : 'inline'; } break; }
    case 'replaceSync': globalThis.shared?.replaceSync(['i{display:none}', 'i{display:block}', ':host{visibility:hidden}', '::slotted(*){display:none}'][pick % 4]); break;
    case 'adopt': { const s = new CSSStyleSheet(); s.replaceSync(['p{visibility:hidden}', 'button{display:none}', 'b{cursor:pointer}'][pick % 3]); document.adoptedStyleSheets = pick % 2 ? [s] : []; break; }
    case 'attachShadow': case 'attachClosed': { const l = all.filter(e => /^(div|p|section|span|article|h2|nav|main|x-host)$/.test(e.localName) && !e.shadowRoot); const e = l[pick % Math.max(1, l.length)]; if (e) { try { e.attachShadow({ mode: kind === 'attachShadow' ? 'open' : 'closed' }).innerHTML = '<p>shadowed</p><button>new</button>' + (pick % 2 ? '<slot></slot>' : ''); } catch {} } break; }
    case 'assign': { const h = some('x-manual'); const l = h?.shadowRoot && [...h.shadowRoot.querySelectorAll('slot')]; if (l) l[pick % l.length].assign(...[...h.children].slice(0, pick % 3)); break; }
    case 'frame': { const f = some('iframe'); const d = f?.contentDocument; if (d?.body) { if (pick % 3 === 0) d.body.append(made()); else if (pick % 3 === 1) { const i = d.querySelector('input'); if (i) i.value = 'f' + pick; } else { const t = d.querySelector('p,h1'); if (t) t.textContent = 'frame ' + pick; } } break; }
    case 'popover': { const p = some('[popover]'); if (p?.isConnected) p.togglePopover(); break; }
    case 'dialog': { const d = some('dialog'); if (d) { if (pick % 3 === 0) d.close(); else if (!d.open) pick % 3 === 1 ? d.showModal() : d.show(); } break; }
    case 'reference': at.setAttribute(['aria-labelledby', 'aria-describedby', 'id', 'aria-controls'][pick % 4], ['n1', 'n2', 'n1', 'lb'][pick % 4]); break;
    case 'selected': { const o = some('[role=option]'); if (o) o.setAttribute('aria-selected', String(pick % 2 === 0)); break; }
    case 'rule': { const s = document.createElement('style'); s.textContent = ['.c1{display:none}', 'li:nth-child(2){visibility:hidden}', '.c0 + *{cursor:pointer}', 'input:checked ~ *{display:none}'][pick % 4]; document.head.append(s); break; }
  }
}`;

/** What random pages found once. */
const step = (kind: string, pick = 0): Change => ({ kind, pick, html: '' });
const FOUND: [string, Change[][]][] = [
  // A state of one element among others that match another one: each is asked for by itself.
  ['<!doctype html><body><input type="checkbox" checked><hr></body>', [[step('rule', 3)], [step('check')], [step('text')]]],
  ['<!doctype html><body><svg role="img"><title>Pic</title><circle r="5" tabindex="0"/></svg></body>', [[step('text')]]],
  // Rules rewritten in place, by their declarations and by their selectors.
  [
    '<!doctype html><body><style>p{color:red}</style><p>one</p><p>two</p></body>',
    [[step('ruleStyle')], [step('ruleStyle', 1)], [step('ruleSelector', 2)]],
  ],
  [
    `<!doctype html><body>${COMPONENTS}<x-styled><i>light</i></x-styled></body>`,
    [[step('replaceSync')], [step('replaceSync', 1)], [step('replaceSync', 3)]],
  ],
  ['<!doctype html><body><p>one</p><button>b</button></body>', [[step('adopt', 1)], [step('adopt')], [step('adopt', 3)]]],
  // Roots and slots that come without a mutation.
  ['<!doctype html><body><div><span>light</span> text</div></body>', [[step('attachShadow')]]],
  ['<!doctype html><body><div><span>light</span> text</div></body>', [[step('attachClosed')]]],
  [
    `<!doctype html><body>${COMPONENTS}<x-manual><p>first</p><p>second</p></x-manual></body>`,
    [[step('assign', 2)], [step('assign', 4)], [step('assign', 0)]],
  ],
  // Names, values and roles that rest on something elsewhere.
  ...TIED.map((html): [string, Change[][]] => [
    `<!doctype html><body>${COMPONENTS}<p>before</p>${html}<p>after</p></body>`,
    [[step('text', 1)], [step('text', 2)], [step('popover')], [step('selected')], [step('dialog')]],
  ]),
];

describe('an updated capture', () => {
  test('equals a full walk after random changes', { timeout: 200_000 }, async ({ page }) => {
    const world = await CaptureWorld.open(page);
    let updates = 0;
    await fc.assert(
      fc.asyncProperty(
        tiedPage,
        fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        async (html, steps) => {
          await page.setContent(html, { waitUntil: 'load' });
          await world.compare();
          for (const step of steps) {
            for (const one of step) await page.evaluate(`(${APPLY})(${JSON.stringify(one)})`);
            const [updated, full] = await world.compare();
            if (updated.walk === 'incremental') updates++;
            expect({ ...updated, walk: 'full' }).toEqual(full);
          }
        },
      ),
      { numRuns: FOUND.length + 40, examples: FOUND },
    );
    expect(updates).toBeGreaterThan(10);
  });
});
