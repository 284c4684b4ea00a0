/**
 * Fault injection: something ends or disturbs the page at each phase of each verb. What a call says afterwards is compared with what the page itself
 * has noticed, told by its console, which survives the page.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Session, ToolResult } from '../../src/index.js';
import type { TestServer } from '../support/server.js';
import { inSlice } from '../support/slice.js';
import { expect, test } from '../support/test.js';

export type Fault = 'navigation' | 'detached frame' | 'crash' | 'disconnect' | 'dialog' | 'abort';

/** Where a fault strikes, and what is used to hit it: only what hosts and pages have. */
const PHASES = {
  /** Started right before the call. */
  resolve: 'resolve',
  /** In a hook of the host. */
  gate: 'gate',
  /** On the event `gate_decided`, while the target still slides. */
  precheck: 'precheck',
  /** On the event `call_dispatching`. */
  dispatch: 'dispatch',
  /** When the page tells that it got input, and waits for an answer of its server. */
  settle: 'settle',
  /** When the report counts its tokens. */
  verify: 'verify',
} as const;
type PhaseName = keyof typeof PHASES;

interface VerbRow {
  readonly tool: string;
  readonly input: (ref: string, other: string) => Readonly<Record<string, unknown>>;
  readonly target: string;
  /** The page notices it by these events; none for what sends no input. */
  readonly noticed: RegExp;
}

const named =
  (more: object = {}) =>
  (ref: string) => ({ element: 'T', ref, ...more });
const BUTTON = '<button id=t class=t>T</button>';
const FIELD = '<input id=t class=t aria-label=T>';
const VERBS: readonly VerbRow[] = [
  { tool: 'click', input: named({ modifiers: ['Shift'] }), target: BUTTON, noticed: /mousedown|keydown/ },
  { tool: 'hover', input: named(), target: BUTTON, noticed: /mousemove/ },
  { tool: 'type', input: named({ text: 'abc', slowly: true }), target: FIELD, noticed: /mousedown|keydown/ },
  {
    tool: 'select_option',
    input: named({ values: ['Pear'] }),
    target: '<select id=t class=t aria-label=T><option>Apple<option>Pear</select>',
    noticed: /change/,
  },
  { tool: 'press_key', input: (ref) => ({ key: 'Shift+a', ref }), target: BUTTON, noticed: /keydown|focusin/ },
  {
    tool: 'scroll',
    input: (ref) => ({ target: ref, direction: 'down', amount: 90 }),
    target:
      '<div id=t class=t tabindex=0 role=region aria-label=T style="overflow:auto;height:60px"><p style="height:900px">long</p></div>',
    noticed: /scroll/,
  },
  { tool: 'drag', input: (ref, other) => ({ from: { ref }, to: { ref: other } }), target: BUTTON, noticed: /mousemove|mousedown/ },
  {
    tool: 'upload_file',
    input: named({ paths: ['note.txt'] }),
    target: '<input id=t class=t type=file aria-label=T>',
    noticed: /mousedown|change/,
  },
  {
    tool: 'batch_actions',
    input: (ref) => ({ actions: [{ kind: 'click', params: { element: 'T', ref } }] }),
    target: BUTTON,
    noticed: /mousedown/,
  },
];

const stage = (target: string): string => `<style>.t{position:relative}</style><div style="padding:40px">${target}</div>
<div id=o role=img aria-label=O style="position:absolute;left:300px;top:20px;width:90px;height:60px;background:#9cf"></div><script>
t.animate([{ left: '0' }, { left: '30px' }], { duration: 150, fill: 'forwards' });
let asked = false;
for (const type of ['mousemove', 'mousedown', 'mouseup', 'keydown', 'keyup', 'focusin', 'input', 'change', 'scroll'])
  addEventListener(type, (event) => {
    console.log('seen ' + type + ' ' + (event.code ?? ''));
    if (!asked && type !== 'mousemove') { asked = true; fetch('/slow'); }
  }, true);
</script>`;

interface Row {
  readonly page: Page;
  readonly session: Session;
  readonly seen: string[];
  readonly strike: () => Promise<unknown>;
  readonly controller: AbortController;
  /** Called at the phases that the host can see. */
  readonly hooks: { at: PhaseName; done: boolean };
}

const isFramed = (fault: Fault): boolean => fault === 'detached frame';

/** Codes that say the truth; `ok` where the action may have been done before. */
const TRUE_CODES: Readonly<Record<Fault, ReadonlySet<string>>> = {
  // not_found: a file field was pressed, and the page left before its chooser opened.
  navigation: new Set(['ok', 'stale_ref', 'approval_stale', 'frame_unavailable', 'not_found']),
  'detached frame': new Set(['ok', 'stale_ref', 'approval_stale', 'frame_unavailable', 'detached', 'l1_not_effective', 'not_found']),
  crash: new Set(['ok', 'tab_crashed']),
  // A browser that is closed in order closes its tabs first.
  disconnect: new Set(['ok', 'browser_closed', 'tab_closed']),
  dialog: new Set(['ok']),
  abort: new Set(['ok', 'aborted']),
};
/** What a call on the same tab says afterwards. */
const NEXT: Readonly<Record<Fault, string>> = {
  navigation: 'ok',
  'detached frame': 'ok',
  crash: 'tab_crashed',
  disconnect: 'browser_closed',
  dialog: 'ok',
  abort: 'ok',
};

async function prepare(fault: Fault, phase: PhaseName, verb: VerbRow, server: TestServer, page: Page, root: string): Promise<Row> {
  const { Session: Sessions } = await import('../../src/index.js');
  server.set('/stage', stage(verb.target));
  server.set('/next', '<h1>Next</h1>');
  server.set('/slow', 'x', { delayMs: 400 });
  server.set('/', '<h1>Around</h1><iframe src="{{B}}/stage" width=700 height=400></iframe>');
  await page.goto(server.url(isFramed(fault) ? '/' : '/stage'));
  const controller = new AbortController();
  const strikes: Readonly<Record<Fault, () => Promise<unknown>>> = {
    navigation: () => page.goto(server.url('/next')),
    'detached frame': () => page.evaluate("document.querySelector('iframe').remove()"),
    crash: () => page.goto('chrome://crash'),
    disconnect: () => (page.context().browser() as Browser).close(),
    dialog: () => page.evaluate("setTimeout(() => alert('Hello'))"),
    abort: async () => controller.abort(),
  };
  const hooks = { at: phase, done: false };
  const strike = async (): Promise<void> => {
    if (hooks.done) return;
    hooks.done = true;
    await strikes[fault]().catch(() => undefined);
  };
  const seen: string[] = [];
  page.on('console', (message) => {
    if (!message.text().startsWith('seen ')) return;
    seen.push(message.text().slice(5));
    if (phase === 'settle' && verb.noticed.test(message.text())) void strike();
  });
  const session = await Sessions.attach(page, {
    roots: [root],
    timeouts: { call: 6_000 },
    countTokens: (text) => {
      if (phase === 'verify' && seen.some((one) => verb.noticed.test(one))) void strike();
      return text.length / 4;
    },
    gatekeeper: {
      policy: 'auto',
      hooks: {
        gate: async () => {
          if (phase === 'gate') await strike();
          return 'allow' as const;
        },
      },
    },
  });
  session.events.on('*', (event) => {
    if (phase === 'precheck' && event.type === 'gate_decided') void strike();
    if (phase === 'dispatch' && event.type === 'call_dispatching') void strike();
  });
  return { page, session, seen, strike, controller, hooks };
}

async function refOf(session: Session, page: Page, selector: string): Promise<string> {
  const frame = page.frames().at(-1) ?? page.mainFrame();
  return (await session.describe(frame.locator(selector)))?.ref ?? '';
}

const codeOf = (result: ToolResult): string => (result.ok ? 'ok' : result.error.code);

/** What is not as it should be, in words; '' when nothing is. */
async function judge(fault: Fault, phase: PhaseName, verb: VerbRow, row: Row, result: ToolResult): Promise<string> {
  const { page, session, seen } = row;
  const wrong: string[] = [];
  const code = codeOf(result);
  if (!TRUE_CODES[fault].has(code)) wrong.push(`says ${code}: ${result.ok ? '' : result.error.message}`);
  // What ends before it begins, and a read that fails early, have no evidence to give.
  const hasBegun = result.ok || result.error.phase !== 'validate';
  const dispatch = result.evidence?.dispatch ?? (verb.tool === 'scroll' || !hasBegun ? 'not_started' : 'missing');
  if (!['not_started', 'dispatched', 'confirmed'].includes(dispatch)) wrong.push(`evidence ${dispatch}`);
  // Its tabs go first; what is said once it is gone is judged.
  if (fault === 'disconnect') await expect.poll(() => page.context().browser()?.isConnected()).toBe(false);
  const next = codeOf(await session.call('read_page', {}));
  const isTrue = fault === 'navigation' && next === 'frame_unavailable';
  if (next !== NEXT[fault] && !isTrue) wrong.push(`next call ${next}`);
  // Reading waits for the page, so that everything it had to tell has come by now.
  const noticed = seen.filter((one) => verb.noticed.test(one));
  if (dispatch === 'not_started' && noticed.length > 0) wrong.push(`not_started, but the page noticed ${noticed.join(', ')}`);
  if (code !== 'ok' && dispatch === 'confirmed' && noticed.length === 0 && NEXT[fault] === 'ok')
    wrong.push('confirmed, but the page noticed nothing');
  if ((phase === 'gate' || phase === 'resolve') && fault !== 'dialog' && code !== 'ok' && dispatch !== 'not_started')
    wrong.push(`${phase}, but ${dispatch}`);
  if (NEXT[fault] === 'ok') wrong.push(...(await stillHeld(page)));
  return wrong.join('; ');
}

/** Keys and buttons the browser still holds down. */
async function stillHeld(page: Page): Promise<readonly string[]> {
  await page.evaluate("window.held = undefined; addEventListener('mousemove', (e) => { held = [e.buttons, e.shiftKey]; }, { once: true })");
  await page.mouse.move(3, 3);
  await page.mouse.move(5, 5);
  const held = JSON.stringify(await page.evaluate('held'));
  return held === '[0,false]' ? [] : [`held ${held}`];
}

export function describeFault(fault: Fault, tools: readonly string[]): void {
  let root = '';
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'faults-')));
    writeFileSync(join(root, 'note.txt'), 'hello');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  describe(fault, () => {
    for (const verb of VERBS.filter(({ tool }) => tools.includes(tool))) {
      const phases = (Object.keys(PHASES) as PhaseName[]).filter((_, i) => inSlice(i + VERBS.indexOf(verb)));
      test(`${verb.tool}, at phases ${phases.join(', ')}`, async ({ server, browser, launch }) => {
        const wrong: Record<string, string> = {};
        const struck: string[] = [];
        for (const phase of phases) {
          const own = fault === 'disconnect' ? await launch() : browser;
          const context = await own.newContext({ viewport: { width: 1000, height: 600 } });
          const page = await context.newPage();
          const row = await prepare(fault, phase, verb, server, page, root);
          const ref = await refOf(row.session, page, '#t');
          const other = verb.tool === 'drag' ? await refOf(row.session, page, '#o') : '';
          const before = phase === 'resolve' ? row.strike() : undefined;
          const result = await row.session.callUnknown(verb.tool, verb.input(ref, other), { signal: row.controller.signal });
          await before;
          if (row.hooks.done) struck.push(phase);
          const said = await judge(fault, phase, verb, row, result);
          if (said !== '') wrong[phase] = said;
          await row.session.dispose();
          await context.close().catch(() => undefined);
        }
        expect(wrong).toEqual({});
        expect(struck).toEqual(expect.arrayContaining(phases.filter((phase) => phase !== 'settle' && phase !== 'verify')));
      }, 120_000);
    }
  });
}

export const FIELD_VERBS: readonly string[] = ['type', 'select_option', 'press_key', 'upload_file'];
/** All others: a verb added to the table is tested by itself. */
export const POINTER_VERBS: readonly string[] = VERBS.map(({ tool }) => tool).filter((tool) => !FIELD_VERBS.includes(tool));
