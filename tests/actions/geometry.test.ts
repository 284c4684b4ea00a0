/** Pointer verbs in frames of every geometry: the page tells where the pointer came down. */
import type { Browser, Page } from 'playwright-core';
import { describe } from 'vitest';
import { Session } from '../../src/index.js';
import type { TestServer } from '../support/server.js';
import { expect, test } from '../support/test.js';
import { AUTO } from './support.js';

/**
 * What a frame shows, below its fold. It tells for each pointer event how far from the middle of what it met it was, in its own px.
 * `N` stands for the number of the frame.
 */
const TARGET = `<style>body{margin:0;height:1500px}button,section{display:block;margin:8px 0 0 37px;width:81px;height:31px}</style>
<div style="height:500px"></div><button id=t>Press N</button><button id=s>Source N</button><section id=d aria-label="Place N">Place</section>
<script>seen=[];for(const type of ['pointerdown','pointerup','pointermove'])addEventListener(type,(e)=>{const r=e.target.getBoundingClientRect();
seen.push({type,on:e.target.id,off:Math.hypot(e.clientX-r.left-r.width/2,e.clientY-r.top-r.height/2)})},true)</script>`;

const EXACT: Readonly<Record<string, string>> = {
  plain: 'border:0',
  'border and padding': 'border:7px solid;padding:11px 13px 17px 19px',
  'border-box': 'border:7px solid;padding:11px;box-sizing:border-box',
  zoom: 'zoom:1.25;border:4px solid;padding:3px',
  'transform: scale': 'transform:scale(1.2);transform-origin:0 0;border:2px solid',
  'uneven transform: scale': 'transform:scale(.73,1.21);padding:5px',
  'individual scale': 'scale:.8',
  translate: 'transform:translate(33.3px,21.7px);border:5px solid',
};
const REFUSED: Readonly<Record<string, string>> = {
  rotation: 'transform:rotate(10deg)',
  'individual rotation': 'rotate:90deg',
  skew: 'transform:skewX(10deg)',
  'mirror by transform': 'transform:scaleX(-1)',
  'mirror by property': 'scale:1 -1',
  '3D': 'transform:perspective(300px) rotateY(20deg)',
};

const KINDS = ['same origin', 'cross-origin', 'out of process', 'nested'] as const;
type Kind = (typeof KINDS)[number];

/** Opens a page with one frame for each style, each in a cell of its own, further down than the viewport. */
async function open(kind: Kind, styles: readonly string[], page: Page, server: TestServer): Promise<void> {
  // The second server under the name of the first: another origin of the same site, and so of the same process.
  const sameSite = server.originB.replace('localhost', '127.0.0.1');
  const origins: Readonly<Record<Kind, string>> = {
    'same origin': server.origin,
    'cross-origin': sameSite,
    'out of process': server.originB,
    nested: server.originB,
  };
  const frame = (n: number, path: string, origin: string, size: string) =>
    `<iframe title="Frame ${n}" src="${origin}${path}?${n}" style="${size};${styles[n]}"></iframe>`;
  for (const n of styles.keys()) {
    server.set(`/target?${n}`, TARGET.replaceAll('N', String(n)));
    server.set(
      `/middle?${n}`,
      `<style>body{margin:9px}</style><p>Around</p>${frame(n, '/target', server.origin, 'width:260px;height:180px')}`,
    );
  }
  const path = kind === 'nested' ? '/middle' : '/target';
  const size = kind === 'nested' ? 'width:350px;height:330px' : 'width:350px;height:280px';
  const cells = [...styles.keys()].map(
    (n) =>
      `<div style="position:absolute;left:${13 + (n % 3) * 480}px;top:${900 + Math.floor(n / 3) * 460}px">${frame(n, path, origins[kind], size)}</div>`,
  );
  server.set('/', `<style>body{margin:0;height:3000px}</style>${cells.join('')}`);
  await page.goto(server.url());
}

interface Seen {
  readonly type: string;
  readonly on: string;
  readonly off: number;
}
/** What the target document of a frame saw since it was last asked. */
async function seenIn(page: Page, n: number): Promise<readonly Seen[]> {
  const frame = page.frames().find((each) => each.url().endsWith(`/target?${n}`));
  return (await frame?.evaluate('seen.splice(0)')) as Seen[];
}

async function refsOf(session: Session): Promise<(name: string) => string> {
  const read = await session.call('read_page', { maxTokens: 6000 });
  if (!read.ok) throw new Error(read.error.message);
  const refs = new Map(read.data.nodes.flatMap(({ name, ref }) => (ref ? [[name, ref] as const] : [])));
  return (name) => {
    const ref = refs.get(name);
    if (!ref) throw new Error(`no ref for ${name} in\n${read.data.text}`);
    return ref;
  };
}

async function withSession(
  browser: Browser,
  deviceScaleFactor: number,
  run: (page: Page, session: Session) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1500, height: 900 }, deviceScaleFactor });
  const page = await context.newPage();
  const session = await Session.attach(page, { ...AUTO, settle: 'fast' });
  try {
    await run(page, session);
  } finally {
    await session.dispose();
    await context.close();
  }
}

/** Px off the middle that count as on it: inside a scaled box Chromium draws a frame of another process on whole px. */
const NEAR = 1.5;
const met = (seen: readonly Seen[], type: string, on: string): string => {
  const events = seen.filter((event) => event.type === type);
  const last = events.at(-1);
  if (!last) return `no ${type}`;
  return last.on === on && last.off < NEAR ? 'on its middle' : `${type} on "${last.on}", ${last.off.toFixed(1)} px off its middle`;
};

/** A drag takes the time of a hand: the frames it is tried in. */
const DRAGGED = /^(?:border and|zoom|transform: scale|individual)/;

type Call = { readonly ok: boolean; readonly error?: { readonly code: string; readonly message: string } };
const codeOf = (result: Call): string => result.error?.code ?? 'ok';

describe('pointer verbs reach the middle of their target', () => {
  const runs = [...KINDS.map((kind) => ({ kind, dpr: 1 })), { kind: 'out of process', dpr: 2 }, { kind: 'nested', dpr: 2 }] as const;
  const named = (dpr: number): readonly string[] => Object.keys(EXACT).filter((name) => dpr === 1 || /border and|zoom|: scale/.test(name));
  for (const { kind, dpr } of runs) {
    test(`in a frame (${kind}) at device pixel ratio ${dpr}`, async ({ browser, server }) => {
      await withSession(browser, dpr, async (page, session) => {
        const names = named(dpr);
        await open(
          kind,
          names.map((name) => EXACT[name] ?? ''),
          page,
          server,
        );
        const ref = await refsOf(session);
        for (const [n, name] of names.entries()) {
          const told: Record<string, string> = {};
          const clicked = await session.call('click', { element: 'target', ref: ref(`Press ${n}`) });
          told['click'] = clicked.ok ? met(await seenIn(page, n), 'pointerdown', 't') : codeOf(clicked);
          const { x, y } = (clicked.details?.['point'] ?? { x: 0, y: 0 }) as { x: number; y: number };
          let hit = await session.call('click_xy', { x, y });
          // A frame that was busy may be asked again; nothing was pressed.
          for (let tries = 0; tries < 3 && !hit.ok && hit.error.code === 'frame_unavailable'; tries++)
            hit = await session.call('click_xy', { x, y });
          told['click_xy'] = hit.ok ? met(await seenIn(page, n), 'pointerdown', 't') : codeOf(hit);
          told['click_xy tells'] = hit.ok ? hit.data.hit.name : '';
          const hovered = await session.call('hover', { element: 'source', ref: ref(`Source ${n}`) });
          told['hover'] = hovered.ok ? met(await seenIn(page, n), 'pointermove', 's') : codeOf(hovered);
          const middle = 'on its middle';
          const expected = { name, click: middle, click_xy: middle, 'click_xy tells': `Press ${n}`, hover: middle };
          if (!DRAGGED.test(name)) {
            expect({ name, ...told }).toEqual(expected);
            continue;
          }
          const dragged = await session.call('drag', { from: { ref: ref(`Source ${n}`) }, to: { ref: ref(`Place ${n}`) } });
          const seen = await seenIn(page, n);
          told['drag from'] = dragged.ok ? met(seen, 'pointerdown', 's') : codeOf(dragged);
          told['drag to'] = met(seen, 'pointerup', 'd');
          expect({ name, ...told }).toEqual({ ...expected, 'drag from': middle, 'drag to': middle });
        }
      });
    }, 60_000);
  }
});

describe('a frame that is turned, skewed, mirrored or in 3D is refused before any input', () => {
  for (const kind of KINDS) {
    test(kind, async ({ browser, server }) => {
      await withSession(browser, 1, async (page, session) => {
        await open(kind, Object.values(REFUSED), page, server);
        const ref = await refsOf(session);
        for (const [n, name] of Object.keys(REFUSED).entries()) {
          const target = { element: 'target', ref: ref(`Press ${n}`) };
          const results = {
            click: await session.call('click', target),
            hover: await session.call('hover', target),
            drag: await session.call('drag', { from: { ref: target.ref }, to: { ref: ref(`Place ${n}`) } }),
          };
          const told = Object.fromEntries(
            Object.entries(results).map(([verb, one]) => [verb, `${codeOf(one)}, ${one.evidence?.dispatch}`]),
          );
          const refused = 'unsupported_frame, not_started';
          expect({ name, ...told }).toEqual({ name, click: refused, hover: refused, drag: refused });
          expect(await seenIn(page, n), name).toEqual([]);
        }
        // A point on the drawn frame is in it too.
        await page.evaluate('scrollTo(0, 850)');
        const spots = await page.evaluate(
          '[...document.querySelectorAll("iframe")].map((f)=>f.getBoundingClientRect()).map((r)=>[r.left+r.width/2,r.top+r.height/2])',
        );
        for (const [n, [x, y]] of (spots as [number, number][]).entries()) {
          if (y > 900) continue;
          expect(`${n}: ${codeOf(await session.call('click_xy', { x: Math.round(x), y: Math.round(y) }))}`).toBe(`${n}: unsupported_frame`);
          expect(await seenIn(page, n)).toEqual([]);
        }
      });
    }, 60_000);
  }
});
