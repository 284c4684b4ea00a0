/** Drags: HTML5, pointer-driven, sliders, frames, and what ends one early. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, refNamed, refsOf } from './support.js';

const BOARD = `<style>.z{width:180px;min-height:120px;border:1px solid;float:left;margin:10px}.k{border:1px solid;margin:6px;padding:6px}</style>
<div class=z id=todo aria-label="To do" role=region><div class=k id=c1 role=listitem draggable=true>Write report</div><div class=k id=c2 role=listitem draggable=true>Call Ines</div></div>
<div class=z id=done aria-label=Done role=region></div>
<script>window.ev=[];document.addEventListener('dragstart',e=>{ev.push('start');e.dataTransfer.setData('text/plain',e.target.id);e.dataTransfer.effectAllowed='move'});
done.addEventListener('dragenter',e=>{e.preventDefault();ev.push('enter')});done.addEventListener('dragover',e=>{e.preventDefault();e.dataTransfer.dropEffect='move'});
done.addEventListener('drop',e=>{e.preventDefault();ev.push('drop');done.append(document.getElementById(e.dataTransfer.getData('text/plain')))});document.addEventListener('dragend',e=>ev.push('end:'+e.dataTransfer.dropEffect))</script>`;

/** A list sorted by the pointer: the dragged item goes before or after an item when the pointer is past its middle at the release. */
const SORTABLE = (
  axis: 'x' | 'y',
) => `<style>ul{list-style:none;padding:0;margin:20px;width:600px}li{${axis === 'x' ? 'display:inline-block;width:80px' : 'width:200px'};height:40px;border:1px solid;user-select:none}</style>
<ul id=u><li>One</li><li>Two</li><li>Three</li><li>Four</li></ul>
<script>let held;window.moves=0;for(const li of u.children){li.tabIndex=0;li.onpointerdown=()=>{held=li};}
addEventListener('pointermove',()=>{if(held)moves++});
addEventListener('pointerup',e=>{if(!held)return;const over=[...u.children].find(li=>{const r=li.getBoundingClientRect();return li!==held&&e.clientX>=r.left&&e.clientX<r.right&&e.clientY>=r.top&&e.clientY<r.bottom});
if(over){const r=over.getBoundingClientRect();const past=${axis === 'x' ? 'e.clientX>r.left+r.width/2' : 'e.clientY>r.top+r.height/2'};const all=[...u.children];const down=all.indexOf(over)>all.indexOf(held);if(down===past)over[past?'after':'before'](held)}held=undefined})</script>`;

describe('HTML5 drag and drop', () => {
  test('a card goes to another column, with all events (c061)', async ({ load, attach }) => {
    const page = await load(BOARD);
    const session = await attach(AUTO);
    const refs = await refsOf(session);
    const result = await session.call('drag', { from: { ref: refs['Call Ines']! }, to: { ref: refs['Done']! } });
    expect(result).toSucceed({ moved: true });
    expect(result.evidence).toMatchObject({ dispatch: 'confirmed', effect: 'verified' });
    expect(await page.evaluate('[done.textContent.trim(), todo.textContent.trim(), ev.filter((e,i)=>ev.indexOf(e)===i)]')).toEqual([
      'Call Ines',
      'Write report',
      ['start', 'enter', 'drop', 'end:move'],
    ]);
  });

  test('by coordinates, with what lies there named', async ({ load, attach }) => {
    const page = await load(BOARD);
    const result = await (await attach(AUTO)).call('drag', { from: { x: 60, y: 45 }, to: { x: 300, y: 80 } });
    expect(result).toSucceed({ moved: true });
    expect(result.content[0]).toMatchObject({
      text: expect.stringMatching(/Dragged 60, 45 \(\w+ "Write report"\) to 300, 80 \(region "Done"\)/),
    });
    expect(await page.evaluate('done.textContent.trim()')).toBe('Write report');
  });

  test('where nothing takes it, nothing is claimed', async ({ load, attach }) => {
    const page = await load(`${BOARD}<div style="clear:both"><button>Else</button></div>`);
    const session = await attach(AUTO);
    const refs = await refsOf(session);
    const result = await session.call('drag', { from: { ref: refs['Call Ines']! }, to: { ref: refs['Else']! } });
    expect(result).toSucceed({ moved: false });
    expect(result.evidence?.effect).not.toBe('verified');
    expect(await page.evaluate('ev.at(-1)')).toBe('end:none');
  });
});

describe('sorting by the pointer', () => {
  for (const axis of ['x', 'y'] as const)
    for (const [from, to, order] of [
      ['One', 'Three', 'Two Three One Four'],
      ['Four', 'Two', 'One Four Two Three'],
      ['One', 'Two', 'Two One Three Four'],
    ] as const) {
      test(`${from} onto ${to} along ${axis}: it goes past the middle`, async ({ load, attach }) => {
        const page = await load(SORTABLE(axis));
        const session = await attach(AUTO);
        const refs = await refsOf(session);
        const result = await session.call('drag', { from: { ref: refs[from]! }, to: { ref: refs[to]! } });
        expect(result).toSucceed({ moved: true });
        expect(await page.evaluate("[...u.children].map(li=>li.textContent).join(' ')")).toBe(order);
        expect(await page.evaluate('moves')).toBeGreaterThanOrEqual(10);
      });
    }

  test('onto an item out of view: the page is scrolled with the button down', async ({ load, attach }) => {
    const page = await load(SORTABLE('y').replace('height:40px', 'height:400px'));
    const session = await attach(AUTO);
    const refs = await refsOf(session);
    expect(await session.call('drag', { from: { ref: refs['One']! }, to: { ref: refs['Four']! } })).toSucceed();
    expect(await page.evaluate("[...u.children].map(li=>li.textContent).join(' ')")).toBe('Two Three Four One');
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
    expect(await page.evaluate('moves')).toBeGreaterThanOrEqual(10);
  });
});

describe('sliders', () => {
  test('native ones are set by coordinates, and verified', async ({ load, attach }) => {
    const page = await load(
      '<body style="margin:0"><input id=r type=range min=0 max=100 value=0 aria-label=Volume style="position:absolute;left:100px;top:50px;width:200px;height:20px;margin:0">',
    );
    const session = await attach(AUTO);
    const result = await session.call('drag', { from: { x: 105, y: 60 }, to: { x: 200, y: 60 } });
    expect(result.evidence).toMatchObject({ effect: 'verified' });
    expect(Number(await page.evaluate('r.value'))).toBeCloseTo(50, -1);
  });

  test('drawn ones by their thumb', async ({ load, attach }) => {
    await load(
      '<div id=t role=slider tabindex=0 aria-label=Price aria-valuenow=0 aria-valuemin=0 aria-valuemax=100 style="position:absolute;left:100px;top:50px;width:20px;height:20px;background:red"></div><script>t.onpointerdown=e=>{t.setPointerCapture(e.pointerId);t.onpointermove=m=>{t.style.left=m.clientX-10+"px";t.setAttribute("aria-valuenow",m.clientX-110)}};t.onpointerup=()=>{t.onpointermove=null}</script>',
    );
    const session = await attach(AUTO);
    const result = await session.call('drag', { from: { ref: await refNamed(session, 'Price') }, to: { x: 160, y: 60 } });
    expect(result.evidence?.effects).toContainEqual({ kind: 'target_state', state: 'valuenow', was: 0, now: 50 });
    expect(result.evidence).toMatchObject({ effect: 'verified' });
  });
});

describe('frames', () => {
  for (const origin of ['A', 'B'] as const)
    test(`inside a frame of origin ${origin}`, async ({ load, attach, server }) => {
      server.set('/inner', BOARD);
      const page = await load(`<iframe src="{{${origin}}}/inner" style="margin:40px;width:600px;height:300px"></iframe>`);
      const session = await attach(AUTO);
      const refs = await refsOf(session);
      expect(await session.call('drag', { from: { ref: refs['Call Ines']! }, to: { ref: refs['Done']! } })).toSucceed();
      expect(await page.frames()[1]!.evaluate('done.textContent.trim()')).toBe('Call Ines');
    });

  test('from one document into another', async ({ load, attach, server }) => {
    server.set(
      '/inner',
      '<div id=z role=region aria-label=Inside style="width:200px;height:100px"></div><script>z.ondragover=e=>e.preventDefault();z.ondrop=e=>{e.preventDefault();z.textContent=e.dataTransfer.getData("text/plain")}</script>',
    );
    const page = await load(
      '<div draggable=true role=listitem id=c>Card</div><iframe src="/inner" style="margin:40px;width:300px;height:200px"></iframe><script>c.ondragstart=e=>e.dataTransfer.setData("text/plain","card")</script>',
    );
    const session = await attach(AUTO);
    const refs = await refsOf(session);
    expect(await session.call('drag', { from: { ref: refs['Card']! }, to: { ref: refs['Inside']! } })).toSucceed();
    expect(await page.frames()[1]!.evaluate('z.textContent')).toBe('card');
  });
});

describe('what ends a drag', () => {
  test('an abort releases the button where it was pressed', async ({ load, attach, page }) => {
    const stop = new AbortController();
    await page.exposeFunction('abort', () => stop.abort());
    await load(
      `${SORTABLE('y')}<script>window.ups=[];let far=0;addEventListener('pointermove',e=>{if(e.buttons&&++far===5)abort()});addEventListener('pointerup',e=>ups.push(Math.round(e.clientY)))</script>`,
    );
    const session = await attach(AUTO);
    const refs = await refsOf(session);
    const result = await session.call('drag', { from: { ref: refs['One']! }, to: { ref: refs['Four']! } }, { signal: stop.signal });
    expect(result).toFailWith('aborted');
    expect(result.evidence?.dispatch).toBe('dispatched');
    await expect.poll(() => page.evaluate('ups.length')).toBe(1);
    expect(await page.evaluate("[...u.children].map(li=>li.textContent).join(' ')")).toBe('One Two Three Four');
    expect(await session.call('drag', { from: { ref: refs['One']! }, to: { ref: refs['Three']! } })).toSucceed();
  });

  test('a start that slides away is not dragged', async ({ load, attach }) => {
    const page = await load(
      `${SORTABLE('y')}<script>let once=false;addEventListener('mousemove',()=>{if(once)return;once=true;u.style.marginTop='120px'},true)</script>`,
    );
    const session = await attach(AUTO);
    const refs = await refsOf(session);
    const result = await session.call('drag', { from: { ref: refs['Two']! }, to: { ref: refs['Four']! } });
    expect(result).toFailWith('occluded');
    expect(result.evidence).toMatchObject({ dispatch: 'dispatched' });
    expect(await page.evaluate("[...u.children].map(li=>li.textContent).join(' ')")).toBe('One Two Three Four');
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['a disabled start', '<button disabled>From</button><button>To</button>', 'disabled'],
    [
      'a covered end',
      '<button>From</button><button style="position:absolute;left:300px;top:10px">To</button><div style="position:absolute;left:200px;top:0;width:400px;height:100px;background:#fff">cover</div>',
      'occluded',
    ],
  ];
  for (const [title, html, code] of refused)
    test(`${title}: ${code}, and nothing was pressed`, async ({ load, attach }) => {
      const page = await load(`${html}<script>window.log=[];addEventListener('pointerdown',()=>log.push(1),true)</script>`);
      const session = await attach({ ...AUTO, timeouts: { precheck: 300 } });
      const refs = await refsOf(session);
      expect(await session.call('drag', { from: { ref: refs['From']! }, to: { ref: refs['To']! } })).toFailWith(code);
      expect(await page.evaluate('log')).toEqual([]);
    });

  test('a start out of view with an end by coordinates: scrolling would move the end', async ({ load, attach }) => {
    await load('<div style="height:2000px">tall</div><button>Low</button>');
    const session = await attach(AUTO);
    expect(await session.call('drag', { from: { ref: await refNamed(session, 'Low') }, to: { x: 10, y: 10 } })).toFailWith(
      'not_visible',
      /scroll/,
    );
  });

  for (const [title, input] of [
    ['no end', { from: { x: 1, y: 1 } }],
    ['half a point', { from: { x: 1 }, to: { x: 1, y: 1 } }],
    ['a ref and a point', { from: { ref: 'sabcdef_1_1', x: 1, y: 1 }, to: { x: 1, y: 1 } }],
    ['a point outside', { from: { x: 1, y: 1 }, to: { x: 4000, y: 1 } }],
    ['no ref', { from: { ref: 'here' }, to: { x: 1, y: 1 } }],
  ] as const)
    test(`bad input: ${title}`, async ({ load, attach }) => {
      await load('<p>x');
      expect(await (await attach(AUTO)).callUnknown('drag', input)).toFailWith('invalid_input');
    });
});

test('the gate judges both ends', async ({ load, attach }) => {
  await load(BOARD);
  const names: string[][] = [];
  const session = await attach({
    gatekeeper: {
      onApproval: ({ facts, preview }) => {
        names.push([...facts.targets.map((target) => target.name), preview]);
        return { decision: 'once' };
      },
    },
  });
  const refs = await refsOf(session);
  expect(await session.call('drag', { from: { ref: refs['Call Ines']! }, to: { x: 300, y: 80 } })).toSucceed({ moved: true });
  expect(names).toEqual([['Call Ines', 'Done', expect.stringContaining('to 300, 80')]]);
});
