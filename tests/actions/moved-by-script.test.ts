/** Targets a script moves frame by frame: no animation of the style engine tells of it. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, refOf } from './support.js';

/** Clicks that reached the page, on whatever element. The guard stands on the window, before what listens on the document. */
const HITS = 'log.length';

/** Each moves the button `x` px to the right. */
const WAYS = {
  'its style attribute': 'b.style.left=x+"px"',
  'a rule of a style sheet, which no mutation tells of': 'sheet.sheet.cssRules[0].style.setProperty("left",x+"px")',
  'a property of a parent': 'box.style.setProperty("--x",x+"px")',
  'the scroll position of a box around it': 'scroller.scrollLeft=400-x',
} as const;

const PAGE = (step: string, endsAt: number) =>
  `<style id=sheet>#b{left:var(--x,0px)}#b,#box{position:relative}body{margin:0}#b{width:60px;height:30px}#scroller{width:700px;overflow:hidden}#box{width:1400px;padding:40px 0 40px 420px}</style>
<div id=scroller><div id=box><button id=b>Catch</button></div></div>
<script>window.log=[];document.addEventListener('click',e=>log.push(e.target.id||e.target.nodeName),true);let x=0,way=1;window.steps=0;scroller.scrollLeft=400;
const tick=()=>{steps++;x+=7*way;if(x>=${endsAt}||x<=0){if(${endsAt}<200)return;way=-way}${step};requestAnimationFrame(tick)};window.start=()=>{requestAnimationFrame(tick)}</script>`;

describe.each(Object.entries(WAYS))('moved by %s', (_way, step) => {
  for (const input of ['trusted', 'synthetic'] as const) {
    test(`${input}: for ever: it is hit once, or not at all and said so`, async ({ load, attach }) => {
      const page = await load(PAGE(step, 250));
      const session = await attach({ ...AUTO, input, timeouts: { precheck: 700 } });
      const ref = await refOf(session, 'button', 'Catch');
      await page.evaluate('start()');
      const result = await session.call('click', { element: 'Catch', ref });
      expect(await page.evaluate('steps')).toBeGreaterThan(0);
      const hits = await page.evaluate(HITS);
      if (result.ok) expect(hits).toBe(1);
      else {
        expect(['not_stable', 'occluded']).toContain(result.error.code);
        expect(hits).toBe(0);
      }
    });

    test(`${input}: until it rests: it is hit once`, async ({ load, attach }) => {
      const page = await load(PAGE(step, 150));
      const session = await attach({ ...AUTO, input });
      const ref = await refOf(session, 'button', 'Catch');
      await page.evaluate('start()');
      expect(await session.call('click', { element: 'Catch', ref })).toSucceed();
      expect(await page.evaluate(HITS)).toBe(1);
    });
  }
});
