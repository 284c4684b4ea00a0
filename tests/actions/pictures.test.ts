/** Screenshots: what they show, what they are told with, what they must not show; and the highlight that only people see. */
import { createHash } from 'node:crypto';
import { describe } from 'vitest';
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO, clickOn, kindsOf, refOf } from './support.js';

type Shot = Awaited<ReturnType<typeof shoot>>;
async function shoot(session: Session, input: { target?: string; annotate?: boolean; format?: 'png' | 'jpeg' } = {}) {
  const result = await session.call('screenshot', input);
  if (!result.ok) throw new Error(`screenshot: ${result.error.code} ${result.error.message}`);
  const image = result.content.find((block) => block.type === 'image');
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { data: result.data, text, base64: image?.type === 'image' ? image.data : '' };
}

/** Width and height in the header of a PNG (11.2.2). */
function sizeOf({ base64 }: Shot): [number, number] {
  const bytes = Buffer.from(base64, 'base64');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** For comparisons whose failure can be read. */
const digest = (base64: string): string => createHash('sha256').update(base64).digest('hex');

/** Colours a picture has at points, as the browser decodes it. */
async function colorsOf(
  { base64 }: Shot,
  points: readonly (readonly [number, number])[],
  page: { evaluate: <T>(code: string) => Promise<T> },
) {
  return page.evaluate<string[]>(`(async () => {
    const image = new Image(); image.src = 'data:image/png;base64,${base64}'; await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height); const pen = canvas.getContext('2d'); pen.drawImage(image, 0, 0);
    return ${JSON.stringify(points)}.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3).join(','));
  })()`);
}

const RED = '255,0,0';
const WHITE = '255,255,255';

describe('a screenshot', () => {
  test('of the viewport, the full page and an element comes with viewport and device pixel ratio', async ({ browser, server, attach }) => {
    const context = await browser.newContext({ viewport: { width: 400, height: 300 }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    server.set(
      '/',
      '<style>body{margin:0}</style><div style="height:500px"></div><button style="width:90px;height:40px">Low</button><div style="height:400px"></div>',
    );
    await page.goto(server.url());
    const session = await attach(AUTO, page);
    const viewport = { viewport: { width: 400, height: 300 }, devicePixelRatio: 2 };
    const whole = await shoot(session);
    expect(whole.data).toMatchObject({ ...viewport, clip: { x: 0, y: 0, width: 400, height: 300 } });
    expect(whole.text).toContain('Viewport 400x300 CSS px, device pixel ratio 2.');
    expect(sizeOf(whole)).toEqual([800, 600]);
    const full = await shoot(session, { target: 'fullpage' });
    expect(full.data).toMatchObject({ ...viewport, clip: { width: 400, height: 940 } });
    expect(sizeOf(full)).toEqual([800, 1880]);
    const low = await shoot(session, { target: await refOf(session, 'button', 'Low') });
    expect(low.data).toMatchObject({ ...viewport, clip: { width: 90, height: 40 } });
    expect(sizeOf(low)).toEqual([180, 80]);
    await context.close();
  });

  test('that would be too large is refused', async ({ load, attach }) => {
    await load('<div style="height:60000px">tall</div>');
    const session = await attach(AUTO);
    expect(await session.call('screenshot', { target: 'fullpage' })).toFailWith('too_large', /60/);
    expect((await shoot(session)).data.bytes).toBeGreaterThan(0);
  });

  test('shows an annotated page with refs, lists them, and leaves nothing behind', async ({ load, attach }) => {
    const page = await load(
      '<style>body{margin:0;background:#fff}button{position:absolute;left:100px;top:100px;width:200px;height:60px}</style><button>Save</button><dialog id=d style="position:fixed;left:400px;top:300px;margin:0"><button style="position:static">Close</button></dialog><script>d.showModal();seen=[];new MutationObserver(r=>seen.push(...r.map(x=>x.target.localName))).observe(document,{subtree:true,childList:true,attributes:true})</script>',
    );
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Close');
    const plain = await shoot(session);
    const shot = await shoot(session, { annotate: true });
    expect(shot.data.legend).toEqual([
      expect.objectContaining({ ref: expect.stringMatching(/^s/), role: 'dialog' }),
      expect.objectContaining({ role: 'button', name: 'Close' }),
    ]);
    expect(shot.text).toMatch(/Refs in the picture:[\s\S]*2: button "Close" \[ref=s\w+\]/);
    expect(ref).toMatch(/^s/);
    // The frame around the button in the dialog lies over what is in the top layer.
    const box = shot.data.legend?.[1]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    const edge = [[Math.round(box.x + box.width / 2), Math.round(box.y + box.height + 2)]] as const;
    expect(await colorsOf(shot, edge, page)).toEqual(['26,115,232']);
    expect(await colorsOf(plain, edge, page)).not.toEqual(['26,115,232']);
    await expect.poll(() => page.evaluate('document.querySelectorAll("surehand-overlay").length')).toBe(0);
    // The page saw that an element came and went, and nothing of its own changed.
    expect(new Set(await page.evaluate<string[]>('seen'))).toEqual(new Set(['html', 'surehand-overlay']));
    const after = await shoot(session);
    expect(digest(after.base64)).toBe(digest(plain.base64));
  });

  test('has marks in the right place in a full page that is scrolled', async ({ load, attach }) => {
    const page = await load(
      '<style>body{margin:0;background:#fff;height:3000px}button{position:absolute;left:100px;width:200px;height:60px}</style><button style="top:100px">First</button><button style="top:1800px">Second</button>',
    );
    await page.evaluate('scrollTo(0, 900)');
    const shot = await shoot(await attach(AUTO), { target: 'fullpage', annotate: true });
    expect(shot.data.legend?.map(({ name }) => name)).toEqual(['First', 'Second']);
    const points = [
      [200, 162],
      [200, 1862],
      [200, 1400],
    ] as const;
    expect(await colorsOf(shot, points, page)).toEqual(['26,115,232', '26,115,232', WHITE]);
  });
});

describe('a secret that was typed by its name', () => {
  const SECRET = 'hunter2-and-more-words';
  const OPTIONS = { ...AUTO, secrets: { login: SECRET } };
  const FIELD = '<label>Token <input id=f style="font:30px monospace;width:600px"></label>';

  for (const [where, html] of [
    ['in the page', FIELD],
    ['in a frame of another origin', '<iframe title=F src="{{B}}/field" width=800 height=200></iframe>'],
    [
      'in a closed shadow root',
      `<div id=h></div><script>const root=h.attachShadow({mode:'closed'});root.innerHTML=${JSON.stringify(FIELD)};field=root.querySelector('input')</script>`,
    ],
  ] as const) {
    test(`${where} cannot be read in a picture`, async ({ load, attach, server }) => {
      server.set('/field', FIELD);
      const page = await load(html);
      const session = await attach(OPTIONS);
      const ref = await refOf(session, 'textbox', 'Token');
      expect(await session.call('type', { element: 'Token', ref, secret: 'login' })).toSucceed();
      const masked = await shoot(session);
      // The picture is that of a field which shows as many dots, and the field is as it was.
      const frame = where.includes('frame') ? (page.frames().at(-1) ?? page.mainFrame()) : page.mainFrame();
      const style = where.includes('root') ? 'field.style' : "document.getElementById('f').style";
      const asDots = async (dots: string): Promise<string> => {
        await frame.evaluate(`${style}.webkitTextSecurity = '${dots}'`);
        return digest((await page.screenshot()).toString('base64'));
      };
      await expect.poll(() => asDots('')).not.toBe(digest(masked.base64));
      await expect.poll(() => asDots('disc')).toBe(digest(masked.base64));
      expect(JSON.stringify(masked.text)).not.toContain(SECRET);
    });
  }

  test('is covered where the page shows it as text', async ({ load, attach }) => {
    const page = await load(
      `<style>body{margin:0;background:#fff}p{position:absolute;margin:0;left:50px;top:200px;width:400px;height:40px;background:#f00;font:24px/40px monospace}</style><input id=f aria-label=Token oninput="o.textContent='You wrote '+f.value"><p id=o></p>`,
    );
    const session = await attach(OPTIONS);
    expect(await session.call('type', { element: 'Token', ref: await refOf(session, 'textbox', 'Token'), secret: 'login' })).toSucceed();
    const spot = [[440, 202]] as const;
    const shot = await shoot(session);
    expect(await colorsOf(shot, spot, page)).toEqual(['0,0,0']);
    await page.evaluate('o.textContent = "Nothing to see"');
    expect(await colorsOf(await shoot(session), spot, page)).toEqual([RED]);
  });

  test('a text that was not a secret stays readable', async ({ load, attach }) => {
    const page = await load(FIELD);
    const session = await attach(OPTIONS);
    await session.call('type', { element: 'Token', ref: await refOf(session, 'textbox', 'Token'), text: 'plain words' });
    await page.evaluate('f.blur()');
    const shot = await shoot(session);
    await page.evaluate('f.style.webkitTextSecurity = "disc"');
    expect(digest((await page.screenshot()).toString('base64'))).not.toBe(digest(shot.base64));
  });
});

describe('visualize', () => {
  const SHOWN = { ...AUTO, visualize: true };
  const POLICY = {
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    },
  };
  const COUNT = 'document.querySelectorAll("surehand-overlay").length';

  test('shows what is acted on, under any policy, and nobody but people sees it', async ({ load, attach }) => {
    const page = await load(
      '<button id=b onclick="o.textContent=\'pressed\'">Go</button><p id=o>waiting</p><script>came=[];new MutationObserver(all=>{for(const {addedNodes:[node]} of all)if(node?.localName==="surehand-overlay")came.push([node.shadowRoot===null,getComputedStyle(node).pointerEvents,document.elementFromPoint(20,20)?.id,document.scrollingElement.scrollHeight])}).observe(document.documentElement,{childList:true})</script>',
      POLICY,
    );
    const height = await page.evaluate('document.scrollingElement.scrollHeight');
    const session = await attach(SHOWN);
    const plain = await shoot(session);
    const result = await clickOn(session, 'button', 'Go');
    expect(result).toSucceed();
    expect(await page.evaluate('came')).toEqual([[true, 'none', 'b', height]]);
    // One text became another, and the focus came; the drawing is no effect.
    expect(result.evidence?.effects).toContainEqual({ kind: 'nodes', added: 1, removed: 1, changed: 0 });
    expect(kindsOf(result)).toEqual(['focus', 'nodes']);
    expect(result.ok && result.data.diff).not.toMatch(/button "Go" {2}|surehand|generic/);
    expect(JSON.stringify(await session.call('read_page', {}))).not.toContain('surehand');
    expect(await session.call('find_in_page', { query: 'Go' })).toMatchObject({ ok: true, data: { total: 1 } });
    expect(plain.data.bytes).toBeGreaterThan(0);
    await expect.poll(() => page.evaluate(COUNT)).toBe(0);
  });

  test('is not in the way of a second look, a deep tree or a picture', async ({ load, attach }) => {
    const page = await load('<style>body{background:#fff}</style><button>Go</button>');
    const session = await attach(SHOWN);
    await session.call('hover', { element: 'Go', ref: await refOf(session, 'button', 'Go') });
    const ref = await refOf(session, 'button', 'Go');
    const hover = session.call('hover', { element: 'Go', ref });
    await expect.poll(() => page.evaluate(COUNT)).toBe(1);
    await hover;
    const deep = await session.call('read_page_deep', {});
    expect(deep.ok && deep.data.text.match(/Go/g)).toHaveLength(1);
    const shot = await shoot(session);
    expect(await page.evaluate(COUNT)).toBe(0);
    expect(digest(shot.base64)).toBe(digest((await page.screenshot()).toString('base64')));
  });

  test('is off by default', async ({ load, attach }) => {
    const page = await load(
      '<button>Go</button><script>came=0;new MutationObserver(()=>came++).observe(document.documentElement,{childList:true})</script>',
    );
    await clickOn(await attach(AUTO), 'button', 'Go');
    expect(await page.evaluate('came')).toBe(0);
  });
});
