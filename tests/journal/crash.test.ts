/** The host is killed at every state of a call, again and again on one journal: what the next session is told is right each time. */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vitePage } from '../../build/bundle-page.js';
import { JsonlJournal } from '../../src/journal/jsonl-journal.js';
import { recoveryOf } from '../../src/journal/recovery.js';

let folder = '';
let child = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surehand journal '));
  child = join(folder, 'child.mjs');
  expect(vitePage.name).toBe('page');
  await build({
    entryPoints: ['tests/journal/child.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile: child,
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

function run(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const process_ = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    process_.stdout.on('data', (chunk) => (said += String(chunk)));
    process_.on('error', reject);
    process_.on('close', (_, signal) => resolve({ signal, said }));
  });
}

type Advice = 'retry' | 'inspect' | 'uncertain' | 'nothing';

/** Where it dies, and what a write that must not be repeated is told then; whether the page got something. */
const STATES: readonly (readonly [string, Advice, boolean])[] = [
  ['proposed', 'retry', false],
  ['asked', 'retry', false],
  ['approval-requested', 'retry', false],
  ['approved', 'retry', false],
  ['started', 'inspect', false],
  ['half-dispatching', 'inspect', false],
  ['dispatching', 'uncertain', false],
  ['sent', 'uncertain', true],
  ['done-unwritten', 'uncertain', true],
  ['done', 'nothing', true],
];
const KINDS = [
  ['never-retry', 'write'],
  ['inspect-first', 'write'],
  ['retry-safe', 'read'],
] as const;
/** Runs of each state and kind: 10 x 3 x 2. */
const ROUNDS = 2;

function adviceFor(_state: string, advice: Advice, recovery: string): Advice {
  if (advice === 'nothing' || advice === 'retry') return advice;
  if (recovery === 'retry-safe') return 'retry';
  return recovery === 'inspect-first' ? 'inspect' : advice;
}

describe.concurrent('SIGKILL', () => {
  test.for(KINDS)(
    `%s, %s: at each of ${STATES.length} states, ${STATES.length * ROUNDS} runs on one journal`,
    { timeout: 180_000 },
    async ([recovery, effects]) => {
      const path = join(folder, recovery, 'journal.jsonl');
      const expected: Record<Advice, string[]> = { retry: [], inspect: [], uncertain: [], nothing: [] };
      let runs = 0;
      for (let round = 0; round < ROUNDS; round++) {
        for (const [state, advice, isSent] of STATES) {
          const name = String(++runs);
          const { signal, said } = await run(path, state, recovery, effects, name);
          expect(signal, `${state}: ${said}`).toBe('SIGKILL');
          expect(said.includes('sent\n'), state).toBe(isSent);
          expected[adviceFor(state, advice, recovery)].push(name);
          const found = recoveryOf(await new JsonlJournal(path).read(), new Set());
          for (const list of ['retry', 'inspect', 'uncertain'] as const)
            expect(
              found[list].map(({ input }) => (input as { run: string }).run),
              `${list} after ${state}`,
            ).toEqual(expected[list]);
        }
      }
      const { damagedLines, uncertain } = recoveryOf(await new JsonlJournal(path).read(), new Set());
      // Every half line is counted, and hides no line after it.
      expect(damagedLines).toBe(ROUNDS);
      if (recovery === 'never-retry')
        expect(uncertain[0]).toMatchObject({ tool: 'poke', callId: 'call_1', state: 'dispatching', effects, recovery });
    },
  );

  test('a call that ends is not listed, and nothing is run by reading', async () => {
    const path = join(folder, 'good.jsonl');
    expect(await run(path, 'never')).toEqual({ signal: null, said: 'sent\nended true\n' });
    const before = readFileSync(path, 'utf8');
    expect(recoveryOf(await new JsonlJournal(path).read(), new Set())).toEqual({ retry: [], inspect: [], uncertain: [], damagedLines: 0 });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});

test('a journal cut off at any byte can be read, and what it says is never too much', async () => {
  const path = join(folder, 'cut.jsonl');
  await run(path, 'dispatching');
  const whole = readFileSync(path);
  const order = ['', 'retry', 'inspect', 'uncertain'];
  let last = 0;
  for (let size = 0; size <= whole.length; size += 7) {
    const cut = join(folder, `cut-${size}.jsonl`);
    appendFileSync(cut, whole.subarray(0, size));
    const found = recoveryOf(await new JsonlJournal(cut).read(), new Set());
    const now = order.findIndex((list) => list !== '' && found[list as 'retry'].length > 0);
    expect(now === -1 ? 0 : now).toBeGreaterThanOrEqual(last);
    last = Math.max(last, now);
    expect(found.damagedLines).toBeLessThanOrEqual(1);
  }
  expect(recoveryOf(await new JsonlJournal(path).read(), new Set()).uncertain).toHaveLength(1);
});

test('lines that are no events are counted and passed over', async () => {
  const path = join(folder, 'odd.jsonl');
  appendFileSync(path, '{"v":1\n[]\nnull\n"x"\n{"v":99,"type":"call_done","sessionId":"s","seq":1}\n\u0000\u0000\n\n');
  const journal = new JsonlJournal(path);
  journal.append({ v: 1, at: 1, seq: 1, sessionId: 's', type: 'session_disposed' });
  journal.close();
  expect(await journal.read()).toEqual({ events: [{ v: 1, at: 1, seq: 1, sessionId: 's', type: 'session_disposed' }], damaged: 6 });
  expect(await new JsonlJournal(join(folder, 'none.jsonl')).read()).toEqual({ events: [], damaged: 0 });
});
