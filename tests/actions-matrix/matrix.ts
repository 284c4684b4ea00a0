/** The actionability matrix of one place: each scene with each verb, in both input modes; what has to come of it is told by rule. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, JSHandle, Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Session, ToolResult } from '../../src/index.js';
import type { TestServer } from '../support/server.js';
import { inSlice } from '../support/slice.js';
import { expect, test } from '../support/test.js';
import { type Obstacle, SCENES, type Scene } from './scenes.js';
import { VERBS, type VerbCase } from './verbs.js';

export type Place = 'top frame' | 'same-origin frame' | 'cross-origin frame' | 'closed shadow root';
type Mode = 'trusted' | 'synthetic';

/** Everything a page can notice of input. */
const INPUT = [
  ...['pointerdown', 'pointerup', 'pointermove', 'mousedown', 'mouseup', 'mousemove', 'mouseover', 'click', 'dblclick', 'auxclick'],
  ...['contextmenu', 'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'focusin', 'dragstart', 'drop', 'wheel'],
];

const stageOf = (place: Place): string => `<body style="margin:0"><div id=host></div><script>
const types = ${JSON.stringify(INPUT)};
const root = ${place === 'closed shadow root' ? "host.attachShadow({ mode: 'closed' })" : 'host'};
window.log = []; window.hits = [];
for (const type of types) addEventListener(type, (event) => log.push(event.type), true);
window.show = (html, script) => {
  root.innerHTML = html; scrollTo(0, 0);
  const t = window.t = root.querySelector('#t');
  for (const type of types) t.addEventListener(type, (event) => hits.push(event.type));
  new Function('root', 't', script)(root, t);
};
window.part = (selector) => root.querySelector(selector);
</script>`;

interface Stage {
  readonly page: Page;
  readonly frame: Frame;
}

async function openStage(page: Page, server: TestServer, place: Place): Promise<Stage> {
  server.set('/stage', stageOf(place));
  const isFramed = place === 'same-origin frame' || place === 'cross-origin frame';
  if (!isFramed) {
    await page.goto(server.url('/stage'));
    return { page, frame: page.mainFrame() };
  }
  const origin = place === 'same-origin frame' ? '{{A}}' : '{{B}}';
  server.set(
    '/',
    `<body style="margin:0"><h1>Around</h1><iframe title=Inner src="${origin}/stage" style="width:900px;height:500px;border:7px solid;margin:20px 40px"></iframe>`,
  );
  await page.goto(server.url('/'));
  return { page, frame: page.frames()[1] as Frame };
}

// ---------------------------------------------------------------- what has to come of it

const CODES: Readonly<Record<Obstacle, string>> = {
  attached: 'stale_ref',
  visible: 'not_visible',
  reach: 'not_visible',
  enabled: 'disabled',
  inert: 'disabled',
  modal: 'occluded',
  editable: 'not_editable',
  stable: 'not_stable',
  receives_events: 'occluded',
};

/** The code a refused row has to have; undefined where the action takes place. */
function refusalOf(scene: Scene, verb: VerbCase): string | undefined {
  const { lacks } = scene;
  if (!lacks) return undefined;
  if (lacks === 'attached') return CODES.attached;
  if (!verb.needs.includes(lacks)) return undefined;
  // Without a pointer nothing lies in the way: the dialog makes the rest of the page inert.
  if (lacks === 'modal' && !verb.needs.includes('receives_events')) return 'disabled';
  return CODES[lacks];
}

/** Verbs that meet every scene; the others meet one of each obstacle. */
const IN_FULL: ReadonlySet<string> = new Set(['click', 'type', 'upload_file']);
const SHORT: ReadonlySet<string> = new Set(
  SCENES.filter(
    ({ lacks, title }, index) =>
      title === 'aria-disabled' || (lacks ? SCENES.findIndex((one) => one.lacks === lacks) === index : /nothing|nested|header/.test(title)),
  ).map(({ title }) => title),
);

/** Rows that are worth making: a native state needs a native control, text needs a field. */
function isMeant(scene: Scene, verb: VerbCase): boolean {
  if (!IN_FULL.has(verb.title) && !SHORT.has(scene.title)) return false;
  if (scene.isNative && !verb.isNative) return false;
  return scene.lacks !== 'editable' || verb.needs.includes('editable');
}

function expected(scene: Scene, verb: VerbCase, place: Place): string {
  const isUnseen = scene.title !== 'opacity: 0' && (scene.lacks === 'visible' || scene.lacks === 'reach');
  // Files are set by Playwright, which cannot reach into a closed root; there is nothing to press either.
  if (verb.tool === 'upload_file' && place === 'closed shadow root' && isUnseen) return 'unsupported, not_started, nothing sent';
  const code = refusalOf(scene, verb);
  if (code === undefined) return verb.event === undefined ? 'done' : `done, ${verb.event} on the target`;
  const by = code === 'occluded' ? ` by ${scene.blocker} [ref]` : '';
  return `${code}${by}, not_started, nothing sent`;
}

// ---------------------------------------------------------------- what came of it

/** A read that fails before it begins has no evidence to give. */
async function told(result: ToolResult, verb: VerbCase, { frame }: Stage): Promise<string> {
  const [log, hits] = (await frame.evaluate('[log, hits]')) as [string[], string[]];
  if (result.ok) {
    if (verb.event === undefined) return 'done';
    return `done, ${hits.includes(verb.event) ? verb.event : `only ${hits.join(' ') || 'nothing'}`} on the target`;
  }
  const { code, details } = result.error;
  const blocker = details?.['blocker'] as { readonly role: string; readonly name: string; readonly ref?: string } | undefined;
  const by = blocker ? ` by ${blocker.role} ${JSON.stringify(blocker.name)}${blocker.ref ? ' [ref]' : ''}` : '';
  return `${code}${by}, ${result.evidence?.dispatch ?? (verb.tool === 'scroll' ? 'not_started' : 'no evidence')}, ${log.length === 0 ? 'nothing sent' : `sent ${log.join(' ')}`}`;
}

async function refTo(session: Session, frame: Frame, selector: string): Promise<string> {
  const handle: JSHandle = await frame.evaluateHandle(`part('${selector}')`);
  const element = handle.asElement();
  if (!element) throw new Error(`There is no ${selector}.`);
  const found = await session.describe(element);
  await handle.dispose();
  if (!found) throw new Error(`${selector} has no ref.`);
  return found.ref;
}

const OTHER =
  '<div id=o role=img aria-label=Other style="position:fixed;right:40px;top:200px;width:90px;height:60px;background:#9cf"></div>';

async function runRow(session: Session, stage: Stage, scene: Scene, verb: VerbCase): Promise<string> {
  const { frame } = stage;
  const target = verb.target.replace('$', scene.attributes ?? '');
  const html = `${scene.html(target)}${verb.tool === 'drag' ? OTHER : ''}`;
  await frame.evaluate(`show(${JSON.stringify(html)}, ${JSON.stringify(scene.script ?? '')})`);
  const ref = await refTo(session, frame, '#t');
  const other = verb.tool === 'drag' ? await refTo(session, frame, '#o') : '';
  await frame.evaluate(`{ ${scene.later ?? ''}; log.length = 0; hits.length = 0; }`);
  const result = await session.callUnknown(verb.tool, verb.input(ref, other));
  return told(result, verb, stage);
}

/** Refused rows come first: no pointer has been over the page then, so that nothing it does by itself can look like input. */
export function describeMatrix(place: Place, tools: readonly string[]): void {
  let folder = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'matrix-')));
    writeFileSync(join(folder, 'note.txt'), 'hello');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe(place, () => {
    for (const verb of VERBS.filter(({ tool }) => tools.includes(tool))) {
      const rows = SCENES.filter(
        (scene, i) => isMeant(scene, verb) && (place === 'closed shadow root' || inSlice(i + VERBS.indexOf(verb) + place.length)),
      ).map((scene) => ({
        scene,
        isRefused: refusalOf(scene, verb) !== undefined,
      }));
      rows.sort((a, b) => Number(b.isRefused) - Number(a.isRefused));
      test(`${verb.title}: ${rows.length} scenes`, async ({ page, server, attach }) => {
        const stage = await openStage(page, server, place);
        const base = { gatekeeper: { policy: 'auto' }, roots: [folder], settle: 'fast' } as const;
        const modes: readonly Mode[] = verb.followsMode ? ['trusted', 'synthetic'] : ['trusted'];
        const wanted: Record<string, string> = {};
        const got: Record<string, string> = {};
        for (const isRefused of [true, false])
          for (const input of modes) {
            // What is refused is refused at once; what can be done gets its time.
            const session = await attach({ ...base, input, ...(isRefused ? { timeouts: { precheck: 60 } } : {}) });
            for (const { scene, ...row } of rows) {
              if (row.isRefused !== isRefused) continue;
              const title = `${scene.title}, ${input}`;
              wanted[title] = expected(scene, verb, place);
              got[title] = await runRow(session, stage, scene, verb);
            }
          }
        expect(got).toEqual(wanted);
      });
    }
  });
}
