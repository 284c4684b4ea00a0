/** Clicks at coordinates: what they hit, what the gate is told, what they refuse. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, textOf } from './support.js';

const at = (x: number, y: number, more: object = {}) => ({ x, y, ...more });

describe('what is hit', () => {
  test('is pressed there and named, with a ref that can be used', async ({ load, attach }) => {
    const page = await load(
      '<body style="margin:0"><button style="position:absolute;left:100px;top:50px;width:80px;height:40px" onclick="log.push([event.clientX,event.clientY,event.isTrusted])">Go</button><script>window.log=[]</script>',
    );
    const session = await attach({ ...AUTO, input: 'synthetic' });
    const result = await session.call('click_xy', at(120, 60));
    expect(result).toSucceed({
      hit: { ref: expect.stringMatching(/^s/), role: 'button', name: 'Go' },
      viewport: { width: 1280, height: 720 },
    });
    expect(textOf(result)).toContain('Clicked at 120, 60: button "Go" [ref=');
    expect(result.evidence).toMatchObject({ dispatch: 'confirmed' });
    expect(await page.evaluate('log')).toEqual([[120, 60, true]]);
    expect(await session.call('click', { element: 'Go', ref: result.ok ? result.data.hit.ref : '' })).toSucceed();
  });

  test('with button, count and modifiers', async ({ load, attach }) => {
    const page = await load(
      "<canvas id=c width=300 height=200></canvas><script>window.log=[];for(const t of ['click','dblclick','auxclick'])c.addEventListener(t,e=>log.push(t+e.button+e.detail+(e.shiftKey?'s':'')))</script>",
    );
    const session = await attach(AUTO);
    expect(await session.call('click_xy', at(40, 40, { clickCount: 2, modifiers: ['Shift'] }))).toSucceed({
      hit: { ref: expect.any(String), role: 'canvas', name: '' },
    });
    await session.call('click_xy', at(40, 40, { button: 'right' }));
    expect(await page.evaluate('log')).toEqual(['click01s', 'click02s', 'dblclick02s', 'auxclick21']);
  });

  test('is the control around an icon, and the control of a label', async ({ load, attach }) => {
    await load(
      '<body style="margin:0"><button style="display:block;width:100px;height:50px"><svg width=60 height=40><rect width=60 height=40 /></svg><span aria-hidden=true>x</span></button><label style="display:block;height:50px"><input type=checkbox> News</label>',
    );
    const session = await attach(AUTO);
    expect(await session.call('click_xy', at(50, 25))).toSucceed({ hit: expect.objectContaining({ role: 'button' }) });
    const label = await session.call('click_xy', at(200, 70));
    expect(label).toSucceed({ hit: expect.objectContaining({ role: 'checkbox', name: 'News' }) });
    expect(label.evidence?.effects).toContainEqual({ kind: 'target_state', state: 'checked', was: false, now: true });
  });

  for (const origin of ['A', 'B'] as const)
    for (const [title, style] of [
      ['border and padding', 'border:7px solid;padding:11px'],
      ['zoom', 'zoom:1.5'],
      ['scale', 'transform:scale(1.5);transform-origin:0 0'],
    ] as const) {
      test(`lies in a frame of origin ${origin} with ${title}`, async ({ load, attach, server }) => {
        server.set(
          '/inner',
          '<body style="margin:0"><button style="position:absolute;left:60px;top:40px;width:50px;height:30px" onclick="this.textContent=\'pressed\'">In</button>',
        );
        const page = await load(`<iframe src="{{${origin}}}/inner" style="margin:30px;width:300px;height:150px;${style}"></iframe>`);
        const session = await attach(AUTO);
        const box = await page.frames()[1]!.evaluate('({x:85,y:55})');
        const { x, y } = await page.evaluate(
          ([inner, css]) => {
            const element = (
              globalThis as unknown as {
                document: { querySelector(s: string): { getBoundingClientRect(): { left: number; top: number } } };
              }
            ).document.querySelector('iframe');
            const { left, top } = element.getBoundingClientRect();
            const factor = css.includes('zoom') || css.includes('scale') ? 1.5 : 1;
            // The default border of 2 px grows with the frame; the explicit one has padding beside it.
            const edge = css.includes('padding') ? 18 : 2 * factor;
            return { x: left + edge + inner.x * factor, y: top + edge + inner.y * factor };
          },
          [box as { x: number; y: number }, style] as const,
        );
        expect(await session.call('click_xy', at(x, y))).toSucceed({ hit: expect.objectContaining({ role: 'button', name: 'In' }) });
        expect(await page.frames()[1]!.evaluate('document.querySelector("button").textContent')).toBe('pressed');
      });
    }

  test('lies in a closed shadow root', async ({ load, attach }) => {
    await load(
      "<div id=h></div><script>h.attachShadow({mode:'closed'}).innerHTML='<button style=\"position:absolute;left:0;top:0;width:100px;height:50px\">Deep</button>'</script>",
    );
    expect(await (await attach(AUTO)).call('click_xy', at(20, 20))).toSucceed({
      hit: expect.objectContaining({ role: 'button', name: 'Deep' }),
    });
  });

  test('is the page itself where nothing else is', async ({ load, attach }) => {
    await load('<p>x');
    expect(await (await attach(AUTO)).call('click_xy', at(900, 600))).toSucceed();
  });
});

describe('the gate', () => {
  test('judges what lies at the point', async ({ load, attach }) => {
    await load('<body style="margin:0"><form action=/pay method=post><button style="width:100px;height:50px">Pay now</button></form>');
    const previews: string[] = [];
    const session = await attach({
      gatekeeper: {
        onApproval: ({ preview, facts }) => {
          previews.push(preview, facts.targets[0]?.formAction ?? '');
          return { decision: 'decline' };
        },
      },
    });
    expect(await session.call('click_xy', at(20, 20))).toFailWith('approval_declined');
    expect(previews).toEqual([expect.stringMatching(/^click_xy button "Pay now" submits to .*at 20, 20/), expect.stringMatching(/\/pay$/)]);
  });

  test('an approval does not cover what came there later', async ({ load, attach }) => {
    const page = await load(
      '<body style="margin:0"><button id=b style="width:100px;height:50px" onclick="document.title=\'pressed\'">Save</button>',
    );
    const session = await attach({
      gatekeeper: {
        onApproval: async () => {
          await page.evaluate('b.textContent = "Delete all"');
          return { decision: 'once' };
        },
      },
    });
    expect(await session.call('click_xy', at(20, 20))).toFailWith('approval_stale');
    expect(await page.title()).not.toBe('pressed');
  });

  test('one that holds lets it through', async ({ load, attach }) => {
    const page = await load(
      '<body style="margin:0"><button style="width:100px;height:50px" onclick="document.title=\'pressed\'">Save</button>',
    );
    const session = await attach({ gatekeeper: { onApproval: () => ({ decision: 'once' }) } });
    expect(await session.call('click_xy', at(20, 20))).toSucceed();
    expect(await page.title()).toBe('pressed');
  });
});

describe('what is refused', () => {
  for (const [x, y] of [
    [1280, 10],
    [10, 720],
    [5000, 5000],
  ] as const)
    test(`${x}, ${y}: outside the viewport, which is named`, async ({ load, attach }) => {
      await load('<p>x');
      expect(await (await attach(AUTO)).call('click_xy', at(x, y))).toFailWith('invalid_input', /1280 x 720/);
    });

  for (const [title, input] of [
    ['a negative coordinate', { x: -1, y: 2 }],
    ['a missing one', { x: 1 }],
    ['a text', { x: '1', y: 2 }],
    ['four clicks', { x: 1, y: 2, clickCount: 4 }],
    ['a ref', { x: 1, y: 2, ref: 's1' }],
  ] as const)
    test(title, async ({ page: _page, attach }) => {
      expect(await (await attach(AUTO)).callUnknown('click_xy', input)).toFailWith('invalid_input');
    });

  test('a rotated frame: no point of it can be told', async ({ load, attach }) => {
    const page = await load(
      '<iframe srcdoc="<button onclick=\'parent.document.title=1\'>In</button>" style="margin:100px;rotate:10deg;width:300px;height:200px"></iframe>',
    );
    expect(await (await attach(AUTO)).call('click_xy', at(250, 200))).toFailWith('unsupported_frame');
    expect(await page.title()).toBe('');
  });

  test('what slides away under the pointer is not pressed', async ({ load, attach }) => {
    const page = await load(
      '<style>body{margin:0}button{display:block;width:200px;height:40px}</style><button onclick="log.push(\'wrong\')">Delete</button><button onclick="log.push(\'right\')">Keep</button>' +
        "<script>window.log=[];let once=false;addEventListener('mousemove',()=>{if(once)return;once=true;const d=document.createElement('div');d.style.height='40px';document.body.prepend(d)},true)</script>",
    );
    const result = await (await attach(AUTO)).call('click_xy', at(20, 60));
    expect(result).toFailWith('occluded', /button "Keep" was not there any more/);
    expect(result.evidence).toMatchObject({ dispatch: 'dispatched' });
    expect(await page.evaluate('log')).toEqual([]);
  });
});
