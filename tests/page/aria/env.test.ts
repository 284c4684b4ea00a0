/** What all of it stands on: rendering, exclusion, the flat tree; and pages that try to break it. */
import { describe } from 'vitest';
import { expect, test } from '../../support/test.js';
import { AriaWorld, type Case, table } from './aria-world.js';

describe('rendering', () => {
  const shown = (spec: string, html: string, notRendered: string): Case => ({ spec, html, notRendered });
  table('why an element is not shown', [
    shown('CSS Display 3, 2', '<p id=t>x</p>', 'rendered'),
    shown('CSS Display 3, 2.5', '<p id=t hidden>x</p>', 'display'),
    shown('CSS Display 3, 2.5', '<div hidden><p id=t>x</p></div>', 'display'),
    shown('CSS Display 3, 2.5', '<div style="display:contents"><p id=t>x</p></div>', 'rendered'),
    shown('CSS Display 3, 2.5', '<p id=t style="display:contents">x</p>', 'rendered'),
    shown('CSS Display 3, 2.5', '<div hidden><p id=t style="display:contents">x</p></div>', 'display'),
    shown(
      'CSS Display 3, 2.5',
      '<div style="display:contents;visibility:hidden"><p id=t style="display:contents">x</p></div>',
      'visibility',
    ),
    shown('CSS Display 3, 4', '<p id=t style="visibility:hidden">x</p>', 'visibility'),
    shown('CSS Display 3, 4', '<p id=t style="visibility:collapse">x</p>', 'visibility'),
    shown('CSS Display 3, 4', '<div style="visibility:hidden"><p id=t>x</p></div>', 'visibility'),
    shown('CSS Display 3, 4', '<div style="visibility:hidden"><p id=t style="visibility:visible">x</p></div>', 'rendered'),
    shown('CSS Contain 2, 4', '<div style="content-visibility:hidden"><p id=t>x</p></div>', 'content-visibility'),
    shown('CSS Contain 2, 4', '<p id=t style="content-visibility:hidden">x</p>', 'rendered'),
    shown('CSS Contain 2, 4', '<div style="content-visibility:auto"><p id=t>x</p></div>', 'rendered'),
    shown(
      'CSS Contain 2, 4',
      '<div style="content-visibility:hidden;display:block"><div style="display:contents"><p id=t>x</p></div></div>',
      'content-visibility',
    ),
    shown('HTML 6.1, until-found', '<div hidden=until-found><p id=t>x</p></div>', 'content-visibility'),
    shown('HTML 4.11.1', '<details><summary>s</summary><p id=t>x</p></details>', 'details'),
    shown('HTML 4.11.1', '<details><summary id=t>s</summary>x</details>', 'rendered'),
    shown('HTML 4.11.1', '<details><summary>s</summary><summary id=t>x</summary></details>', 'details'),
    shown('HTML 4.11.1', '<details open><summary>s</summary><p id=t>x</p></details>', 'rendered'),
    shown('HTML 4.11.1', '<details><summary><b id=t>s</b></summary>x</details>', 'rendered'),
    shown('HTML 4.11.1', '<details><summary>s</summary><div style="display:contents"><p id=t>x</p></div></details>', 'details'),
    shown('HTML 4.11.4', '<dialog id=t>x</dialog>', 'display'),
    shown('HTML 4.11.4', '<dialog id=t open>x</dialog>', 'rendered'),
    shown('HTML 6.12', '<div id=t popover>x</div>', 'display'),
    shown('HTML 6.12', '<div id=t popover>x</div><script>t.showPopover()</script>', 'rendered'),
    shown('HTML 4.10.10', '<select><option id=t>x</select>', 'rendered'),
    shown('HTML 4.10.10', '<select><option id=t hidden>x</select>', 'display'),
    shown('HTML 4.10.10', '<select hidden><option id=t>x</select>', 'display'),
    shown('HTML 4.10.9', '<select><optgroup id=t label=g><option>x</optgroup></select>', 'rendered'),
    shown('HTML 4.10.8', '<datalist><option id=t>x</datalist>', 'display'),
    shown('HTML 4.8.14', '<map name=m><area id=t href=#></map><img usemap=#m width=9 height=9>', 'rendered'),
    shown('HTML 4.8.14', '<map name=m><area id=t href=#></map>', 'display'),
    shown('HTML 4.8.14', '<map name=m><area id=t href=#></map><img usemap=#m hidden>', 'display'),
    shown('SVG 2, 5.5', '<svg width=9 height=9><defs><rect id=t width=5 height=5 /></defs></svg>', 'display'),
    shown('SVG 2, 5.5', '<svg width=9 height=9><symbol><rect id=t width=5 height=5 /></symbol></svg>', 'display'),
    shown('SVG 2, 5.5', '<svg width=9 height=9><rect id=t width=5 height=5 /></svg>', 'rendered'),
    shown('CSS Scoping 1, 3.1', '<div id=h><template shadowrootmode=open>x</template><p id=t>lost</p></div>', 'unslotted'),
    shown('CSS Scoping 1, 3.1', '<div id=h><template shadowrootmode=open>x</template><div><p id=t>lost</p></div></div>', 'unslotted'),
    shown('CSS Scoping 1, 3.1', '<div id=h><template shadowrootmode=open><slot></slot></template><p id=t>x</p></div>', 'rendered'),
    shown(
      'CSS Scoping 1, 3.1',
      '<div id=h><template shadowrootmode=open><div hidden><slot></slot></div></template><p id=t>x</p></div>',
      'display',
    ),
    {
      ...shown('CSS Scoping 1, 3.1', '<div id=h><template shadowrootmode=open><slot></slot></template><p>x</p></div>', 'rendered'),
      at: '#h >> slot',
    },
    {
      ...shown('CSS Scoping 1, 3.1', '<div hidden><div id=h><template shadowrootmode=open><slot></slot></template></div></div>', 'display'),
      at: '#h >> slot',
    },
  ]);
});

describe('exclusion', () => {
  table('aria-hidden and inert', [
    { spec: 'ARIA 1.2, 6.6 aria-hidden', html: '<p id=t aria-hidden=true>x</p>', ariaHidden: true },
    { spec: 'ARIA 1.2, 6.6 aria-hidden', html: '<div aria-hidden=true><p id=t>x</p></div>', ariaHidden: true },
    { spec: 'ARIA 1.2, 6.6 aria-hidden', html: '<div aria-hidden=true><p id=t aria-hidden=false>x</p></div>', ariaHidden: true },
    { spec: 'ARIA 1.2, 6.6 aria-hidden', html: '<div aria-hidden=false><p id=t>x</p></div>', ariaHidden: false },
    {
      spec: 'ARIA 1.2, 6.6 aria-hidden',
      html: '<div id=h><template shadowrootmode=open><div aria-hidden=true><slot></slot></div></template><p id=t>x</p></div>',
      ariaHidden: true,
    },
    {
      spec: 'ARIA 1.2, 6.6 aria-hidden',
      html: '<div aria-hidden=true><div id=h><template shadowrootmode=open><p>x</p></template></div></div>',
      at: '#h >> p',
      ariaHidden: true,
    },
    { spec: 'HTML 6.3.2', html: '<div inert><p id=t>x</p></div>', inert: true },
    { spec: 'HTML 6.3.2', html: '<p id=t inert>x</p>', inert: true },
    { spec: 'HTML 6.3.2', html: '<div inert></div><p id=t>x</p>', inert: false },
    { spec: 'HTML 6.3.1', html: '<p id=t>x</p><dialog id=d>y</dialog><script>d.showModal()</script>', inert: true },
    { spec: 'HTML 6.3.1', html: '<p>x</p><dialog id=d><p id=t>y</p></dialog><script>d.showModal()</script>', inert: false },
    { spec: 'HTML 6.3.1', html: '<p id=t>x</p><dialog open>y</dialog>', inert: false },
    {
      spec: 'HTML 6.3.1, the topmost modal dialog counts',
      html: '<dialog id=a><p id=t>1</p></dialog><dialog id=b>2</dialog><script>a.showModal();b.showModal()</script>',
      inert: true,
    },
    {
      spec: 'HTML 6.3.1, the topmost modal dialog counts',
      html: '<dialog id=a><p id=t>1</p></dialog><dialog id=b>2</dialog><script>b.showModal();a.showModal()</script>',
      inert: false,
    },
    {
      spec: 'HTML 6.3.1, a modal dialog in a shadow tree',
      html: '<p id=t>x</p><div id=h><template shadowrootmode=open><dialog>y</dialog></template></div><script>h.shadowRoot.querySelector("dialog").showModal()</script>',
      inert: true,
    },
    {
      spec: 'HTML 6.3.1, a modal dialog in a shadow tree',
      html: '<div id=h><template shadowrootmode=open><dialog><slot></slot></dialog></template><p id=t>x</p></div><script>h.shadowRoot.querySelector("dialog").showModal()</script>',
      inert: false,
    },
    { spec: 'HTML 6.12', html: '<p id=t>x</p><div id=p popover>y</div><script>p.showPopover()</script>', inert: false },
  ]);
});

describe('the flat tree', () => {
  const tree =
    '<div id=h><template shadowrootmode=open><section id=s><slot id=o></slot><slot id=n name=n>fallback</slot></section></template><b id=b>x</b><i id=i slot=x>y</i></div>';
  table('children and parents', [
    { spec: 'CSS Scoping 1, 3.1', html: tree, at: '#h', children: ['s'] },
    { spec: 'CSS Scoping 1, 3.1', html: tree, at: '#h >> #o', children: ['b'], parent: 's' },
    { spec: 'CSS Scoping 1, 3.1', html: tree, at: '#h >> #n', children: ['fallback'] },
    { spec: 'CSS Scoping 1, 3.1', html: tree, at: '#h >> #s', children: ['o', 'n'], parent: 'h' },
    { spec: 'CSS Scoping 1, 3.1', html: tree, at: '#b', parent: 'o' },
    { spec: 'CSS Scoping 1, 3.1', html: tree, at: '#i', parent: '' },
    { spec: 'CSS Scoping 1, 3.1', html: '<slot id=t><b id=b></b></slot>', children: ['b'] },
  ]);

  test('a closed root that was handed over is like an open one', async ({ page }) => {
    await page.setContent(
      '<button id=t><span id=h><template shadowrootmode=closed><section id=s>a <slot id=o></slot></section></template><b id=b>b</b></span></button>',
    );
    const world = await AriaWorld.open(page);
    expect(await world.facts('#h')).toMatchObject({ children: ['b'] });
    await world.adopt('#h');
    expect(await world.facts('#t')).toMatchObject({ name: 'a b' });
    expect(await world.facts('#h')).toMatchObject({ children: ['s'] });
    expect(await world.facts('#b')).toMatchObject({ parent: 'o', notRendered: 'rendered' });
  });

  test('custom elements are what the accessibility tree says of them', async ({ page }) => {
    await page.setContent('<x-switch id=t>y</x-switch><x-switch id=u role=button>z</x-switch>');
    const world = await AriaWorld.open(page);
    expect(await world.facts('#t')).toMatchObject({ role: '', name: '' });
    await world.internals('#t', { role: 'switch', name: 'Wi-Fi' });
    await world.internals('#u', { role: 'switch' });
    expect(await world.facts('#t')).toMatchObject({ role: 'switch', name: 'Wi-Fi', states: { checked: false } });
    expect(await world.facts('#u')).toMatchObject({ role: 'button', name: 'z' });
  });
});

describe('pages that get in the way', () => {
  test('2,000 nested elements', async ({ page }) => {
    await page.setContent(`<div id=t role=button>${'<div>'.repeat(2000)}deep${'</div>'.repeat(2000)}</div>`);
    const world = await AriaWorld.open(page);
    expect(await world.facts('#t')).toMatchObject({ name: 'deep' });
  });

  test('fields named like properties', async ({ page }) => {
    const names = [
      'localName',
      'parentNode',
      'firstChild',
      'childNodes',
      'nodeType',
      'namespaceURI',
      'getAttribute',
      'getRootNode',
      'matches',
      'closest',
      'shadowRoot',
      'checkVisibility',
      'hasAttribute',
      'ownerDocument',
      'nextSibling',
    ];
    const fields = names.map((name) => `<input name=${name} value=${name}>`).join('');
    await page.setContent(
      `<main><form id=t aria-label=Order>${fields}</form><div role=button id=b>${fields.replaceAll('<input', '<form><input')}go</div></main><img name=body><img name=querySelector><img name=getElementById><img name=activeElement>`,
    );
    const world = await AriaWorld.open(page);
    expect(await world.facts('#t')).toMatchObject({
      role: 'form',
      name: 'Order',
      notRendered: 'rendered',
      inert: false,
      ariaHidden: false,
    });
    expect((await world.facts('#b')).name).toContain('go');
  });

  test('a page that patches its prototypes changes nothing', async ({ page }) => {
    await page.setContent('<label for=t>Name</label><input id=t value=v>');
    await page.evaluate(`Element.prototype.getAttribute = () => 'lie'; Array.prototype.map = () => []; Map.prototype.get = () => 'lie';`);
    const world = await AriaWorld.open(page);
    expect(await world.facts('#t')).toMatchObject({ role: 'textbox', name: 'Name', value: 'v' });
  });

  test('same-origin frames are read from outside', async ({ page }) => {
    await page.setContent(
      '<iframe id=f srcdoc="<style>button::before{content:\'a \'}</style><label for=i>L</label><input id=i><button>b</button>"></iframe>',
    );
    await page.frameLocator('#f').locator('#i').waitFor();
    const world = await AriaWorld.open(page);
    expect(await world.facts('#f >> #i')).toMatchObject({ role: 'textbox', name: 'L', notRendered: 'rendered' });
    expect(await world.facts('#f >> button')).toMatchObject({ name: 'a b' });
  });

  test('a style sheet of another origin: every element is asked', async ({ load, server, page }) => {
    server.set('/far.css', '#t::before{content:"far "}', { headers: { 'content-type': 'text/css' } });
    await load('<link rel=stylesheet href="{{B}}/far.css"><button id=t>x</button>');
    const world = await AriaWorld.open(page);
    expect(await world.facts('#t')).toMatchObject({ name: 'far x', before: 'far ' });
  });

  test('names that refer to each other end', async ({ page }) => {
    await page.setContent(
      '<button id=t aria-labelledby=u>a</button><button id=u aria-labelledby=t>b</button><section id=s aria-labelledby=s role=region><p role=listitem>x</p></section>',
    );
    const world = await AriaWorld.open(page);
    expect(await world.facts('#t')).toMatchObject({ name: 'b' });
    expect(await world.facts('#s')).toMatchObject({ role: 'region', name: 'x' });
  });
});
