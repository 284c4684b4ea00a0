/** Lists as pages make them: drawn in part, filtered late, in a portal, as a menu, with keys only. */
import { expect, test } from '../support/test.js';
import { AUTO, refOf } from './support.js';

const choose = (html: string, script: string): string => `${html}<p id=o></p><script>window.log=[];${script}</script>`;
const OPEN = "const show=v=>{l.hidden=!v;w.setAttribute('aria-expanded',String(v))};";

/** 500 options of which 10 are drawn. */
const VIRTUAL = choose(
  '<div id=w role=combobox aria-label=Number aria-expanded=false aria-controls=l tabindex=0 style="width:150px;border:1px solid">Choose</div><div id=l role=listbox hidden style="height:200px;width:150px;overflow:auto;position:relative"><div id=s style="height:10000px"></div></div>',
  `${OPEN}const draw=()=>{for(const o of [...l.querySelectorAll('[role=option]')])o.remove();const a=Math.floor(l.scrollTop/20);
for(let i=a;i<Math.min(500,a+10);i++){const o=document.createElement('div');o.setAttribute('role','option');o.textContent='Item '+i;o.style.cssText='position:absolute;height:20px;top:'+i*20+'px';o.onclick=()=>{w.textContent=o.textContent;log.push(o.textContent);show(false)};l.append(o)}};
l.onscroll=draw;w.onclick=()=>{show(l.hidden);draw()};w.onkeydown=e=>{if(e.key==='Escape')show(false)}`,
);

const CASES: readonly (readonly [title: string, role: string, name: string, wish: string, html: string, log: readonly string[]])[] = [
  ['a list that draws ten of 500', 'combobox', 'Number', 'Item 321', VIRTUAL, ['Item 321']],
  [
    'a menu button',
    'button',
    'Sort',
    'By date',
    choose(
      '<button id=w aria-label=Sort aria-haspopup=menu aria-expanded=false aria-controls=l>Sort</button><div id=l role=menu hidden><div role=menuitemradio>By name</div><div role=menuitemradio>By date</div></div>',
      `${OPEN}w.onclick=()=>show(l.hidden);for(const o of l.children)o.onclick=()=>{for(const p of l.children)p.setAttribute('aria-checked',String(p===o));log.push(o.textContent);show(false)}`,
    ),
    ['By date'],
  ],
  [
    'options in a portal that come late',
    'combobox',
    'Town',
    'Graz',
    choose(
      '<input id=w role=combobox aria-label=Town aria-expanded=false>',
      "w.onclick=()=>setTimeout(()=>{const l=document.createElement('ul');l.setAttribute('role','listbox');l.id='l';for(const n of ['Bonn','Graz']){const o=document.createElement('li');o.setAttribute('role','option');o.textContent=n;o.onmousedown=e=>e.preventDefault();o.onclick=()=>{w.value=n;log.push(n);l.remove()};l.append(o)}document.body.append(l);w.setAttribute('aria-controls','l')},700)",
    ),
    ['Graz'],
  ],
  [
    'a select-only combobox that opens by keys alone',
    'combobox',
    'Size',
    'Large',
    choose(
      '<div id=w role=combobox aria-label=Size aria-expanded=false aria-controls=l tabindex=0>Small</div><ul id=l role=listbox hidden><li role=option>Small</li><li role=option>Large</li></ul>',
      `${OPEN}w.onkeydown=e=>{if(e.key==='ArrowDown')show(true);if(e.key==='Escape')show(false)};for(const o of l.children)o.onclick=()=>{w.textContent=o.textContent;log.push(o.textContent);show(false)}`,
    ),
    ['Large'],
  ],
  [
    'a filter that asks its server',
    'combobox',
    'City',
    'Bern',
    choose(
      '<input id=w role=combobox aria-label=City aria-expanded=false aria-controls=l><ul id=l role=listbox hidden></ul>',
      `${OPEN}w.oninput=()=>setTimeout(()=>{l.innerHTML='';for(const n of ['Bern','Berlin'])if(n.startsWith(w.value)){const o=document.createElement('li');o.setAttribute('role','option');o.textContent=n;o.onclick=()=>{w.value=n;log.push(n);show(false)};l.append(o)}show(true)},400)`,
    ),
    ['Bern'],
  ],
];

for (const input of ['trusted', 'synthetic'] as const)
  for (const [title, role, name, wish, html, log] of CASES)
    test(`${title}, ${input}`, async ({ load, attach }) => {
      const page = await load(html);
      const session = await attach({ ...AUTO, input });
      const result = await session.call('select_option', { element: name, ref: await refOf(session, role, name), values: [wish] });
      expect(result).toSucceed({ changed: true });
      // A menu that is closed again shows nothing of what was chosen.
      expect(result.evidence).toMatchObject({ effect: role === 'button' ? 'observed' : 'verified' });
      expect(await page.evaluate('log')).toEqual(log);
    });

test('a list drawn in part that lacks the option: what it has is listed, and it is closed again', async ({ load, attach }) => {
  const page = await load(VIRTUAL.replaceAll('500', '40').replace('10000px', '800px'));
  const session = await attach(AUTO);
  const result = await session.call('select_option', {
    element: 'Number',
    ref: await refOf(session, 'combobox', 'Number'),
    values: ['Item 77'],
  });
  expect(result).toFailWith('no_option', /"Item 0".*"Item 39"/s);
  expect(await page.evaluate('[log, l.hidden]')).toEqual([[], true]);
});
