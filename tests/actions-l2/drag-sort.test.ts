/** Sorting where the items change places while one is dragged, and HTML5 sorting, in the page and in frames. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, refsOf } from './support.js';

/** Items change places while the pointer moves, as the usual sorting libraries do it; the held item is let go of at the release. */
const LIVE_SORT = `<style>#l div{height:40px;width:200px;border:1px solid;touch-action:none}</style><div id=l role=list></div>
<script>let held;const mid=x=>{const r=x.getBoundingClientRect();return r.top+r.height/2};
for(const n of ["A","B","C","D"]){const d=document.createElement("div");d.setAttribute("role","listitem");d.tabIndex=0;d.setAttribute("aria-label",n);d.textContent=n;d.onpointerdown=e=>{held=d;if(CAPTURES)d.setPointerCapture(e.pointerId)};l.append(d)}
addEventListener("pointermove",m=>{if(!held)return;const next=held.nextElementSibling,prev=held.previousElementSibling;if(next&&m.clientY>mid(next))next.after(held);else if(prev&&m.clientY<mid(prev))prev.before(held);if(CAPTURES)held.setPointerCapture(m.pointerId)});
addEventListener("pointerup",()=>{held=undefined})</script>`;

/** HTML5: the item dropped on goes before or after the dragged one as the pointer is above or below its middle, on dragover or on the drop. */
const HTML5_SORT = (on: 'dragover' | 'drop') => `<style>#l div{height:40px;width:200px;border:1px solid}</style><div id=l role=list></div>
<script>let held;for(const n of ["A","B","C","D"]){const d=document.createElement("div");d.setAttribute("role","listitem");d.draggable=true;d.textContent=n;l.append(d)}
l.addEventListener("dragstart",e=>{held=e.target;e.dataTransfer.setData("text/plain",held.textContent)});l.addEventListener("dragover",e=>e.preventDefault());l.addEventListener("drop",e=>e.preventDefault());
l.addEventListener("${on}",e=>{const over=e.target.closest("#l div");if(!over||over===held)return;const r=over.getBoundingClientRect();over[e.clientY>r.top+r.height/2?"after":"before"](held)})</script>`;

describe('sorting while it is dragged', () => {
  const kinds = [
    ['pointer moves heard by the window', LIVE_SORT.replaceAll('CAPTURES', 'false')],
    ['pointer moves, captured anew after each change of places', LIVE_SORT.replaceAll('CAPTURES', 'true')],
    ['HTML5, on dragover', HTML5_SORT('dragover')],
    ['HTML5, on drop', HTML5_SORT('drop')],
  ] as const;
  const ORDER = '[...l.children].map((d) => d.textContent).join("")';

  for (const [kind, html] of kinds) {
    test(`${kind}: down, then up`, async ({ load, attach }) => {
      const page = await load(html);
      const session = await attach(AUTO);
      const refs = await refsOf(session);
      expect(await session.call('drag', { from: { ref: refs['A']! }, to: { ref: refs['C']! } })).toSucceed({ moved: true });
      expect(await page.evaluate(ORDER)).toBe('BCAD');
      expect(await session.call('drag', { from: { ref: refs['D']! }, to: { ref: refs['B']! } })).toSucceed({ moved: true });
      expect(await page.evaluate(ORDER)).toBe('DBCA');
    });

    for (const origin of ['A', 'B'] as const)
      test(`${kind}: in a frame of origin ${origin}`, async ({ load, attach, server }) => {
        server.set('/inner', html);
        const page = await load(`<iframe src="{{${origin}}}/inner" style="margin:40px;width:600px;height:300px"></iframe>`);
        const session = await attach(AUTO);
        const refs = await refsOf(session);
        expect(await session.call('drag', { from: { ref: refs['A']! }, to: { ref: refs['C']! } })).toSucceed({ moved: true });
        expect(await page.frames()[1]!.evaluate(ORDER)).toBe('BCAD');
      });
  }
});
