/** The sandbox: what gets in, what gets out, and what cannot. */
import { expect, test } from 'vitest';
import { runSandboxed } from '../../src/actions/sandbox.js';
import { SdkError } from '../../src/shared/errors.js';

const forever = new AbortController().signal;
const run = async (code: string, ms = 10_000): Promise<unknown> => (await runSandboxed(code, ms, forever)).value;
async function refusal(code: string, ms = 10_000): Promise<{ code: string; reason: unknown }> {
  try {
    return { code: 'none', reason: await run(code, ms) };
  } catch (error) {
    if (!SdkError.isInstance(error)) throw error;
    return { code: error.code, reason: error.details?.['reason'] };
  }
}

test.each([
  ['1 + 2', 3],
  ['const a = [3, 1, 2]; a.sort(); return { a, sum: a.reduce((x, y) => x + y) };', { a: [1, 2, 3], sum: 6 }],
  ['await Promise.resolve("later")', 'later'],
  ['undefined', null],
  ['[10n, Symbol("s"), () => 1, null]', ['10', 'Symbol(s)', '[function]', null]],
  ['new Date(0).toISOString()', '1970-01-01T00:00:00.000Z'],
  ['"é😀".length', 3],
])('%s gives %j', async (code, value) => {
  expect(await run(code)).toEqual(value);
});

test('there is no page, no network, no process, no module', async () => {
  const names = [
    'window',
    'document',
    'fetch',
    'XMLHttpRequest',
    'process',
    'require',
    'module',
    'Buffer',
    'setTimeout',
    'WebAssembly',
    'Worker',
    'std',
    'os',
  ];
  expect(await run(`${JSON.stringify(names)}.filter((name) => typeof globalThis[name] !== 'undefined')`)).toEqual([]);
  expect((await refusal('await import("node:fs")')).code).toBe('script_error');
});

test.each([
  'this.constructor.constructor("return typeof process")()',
  'Function("return typeof process")()',
  '(async () => {}).constructor("return typeof process")()',
  '[].filter.constructor("return typeof process")()',
  'Error.prepareStackTrace = (_, frames) => frames; return typeof (new Error().stack?.[0]?.getThis?.()?.process)',
  'Reflect.getPrototypeOf(async function* () {}).constructor("yield typeof process")().next().then((r) => r.value)',
  'globalThis.constructor.constructor("return typeof process")()',
])('a way out over constructors leads nowhere: %s', async (code) => {
  expect(await run(code)).toBe('undefined');
});

test('what the code does to prototypes stays in its own run', async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).sort();
  const code = `
    Object.prototype.polluted = 'yes'; Array.prototype.map = () => 'mine'; JSON.stringify = () => '"forged"'; Promise.prototype.then = Promise.prototype.then;
    Function.prototype.call = () => { throw new Error('no'); }; String.prototype.slice = () => 'cut';
    return JSON.parse('{"__proto__": {"admin": true}, "own": 1}');`;
  expect(await run(code)).toEqual(
    JSON.parse('{"__proto__": {"admin": true}, "own": 1, "polluted": "yes"}'.replace(', "polluted": "yes"', '')),
  );
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect([1].map((x) => x + 1)).toEqual([2]);
  expect(await run('[typeof ({}).polluted, [1].map((x) => x + 1)[0]]')).toEqual(['undefined', 2]);
});

test.each([
  ['for (;;);'],
  ['while (true) { try { for (;;); } catch {} }'],
  ['const again = () => Promise.resolve().then(again); await again();'],
  ['/^(a+)+$/.test("a".repeat(40) + "b")'],
  ['return { toJSON() { for (;;); } };'],
])('%s is ended, and nobody else waits for it', async (code) => {
  let beats = 0;
  const beat = setInterval(() => beats++, 20);
  expect(await refusal(code, 300)).toEqual({ code: 'timeout', reason: 'time' });
  clearInterval(beat);
  expect(beats).toBeGreaterThan(0);
});

test.each([
  'let text = "x"; for (;;) text += text;',
  'new ArrayBuffer(2 ** 31)',
  'const all = []; for (;;) all.push(new Array(10000).fill(all.length));',
  'const all = []; for (;;) all.push("x".repeat(4e6) + all.length);',
])('%s runs out of memory, which is said', async (code) => {
  const { rss } = process.memoryUsage();
  expect((await refusal(code, 20_000)).code).toBe('script_error');
  expect(process.memoryUsage().rss - rss).toBeLessThan(250_000_000);
});

test('recursion without end is an error of the script', async () => {
  expect((await refusal('const deeper = () => deeper() + 1; return deeper();')).code).toBe('script_error');
});

test('a promise that nothing can settle fails at once instead of waiting', async () => {
  expect(await refusal('await new Promise(() => {})', 600_000)).toEqual({ code: 'script_error', reason: 'pending' });
});

test('what is thrown is told by name and message', async () => {
  await expect(run('throw new RangeError("too far")')).rejects.toMatchObject({ code: 'script_error', message: 'RangeError: too far' });
  await expect(run('throw "just text"')).rejects.toMatchObject({ code: 'script_error', message: 'just text' });
  await expect(run('let x = ;')).rejects.toMatchObject({ code: 'script_error', message: expect.stringContaining('SyntaxError') });
  await expect(run('const a = {}; a.a = a; return a;')).rejects.toMatchObject({
    code: 'script_error',
    message: expect.stringContaining('circular'),
  });
});

test('a long value is cut and says so', async () => {
  expect(await runSandboxed('"x".repeat(50000)', 10_000, forever)).toEqual({ value: `"${'x'.repeat(19_999)}`, truncated: true });
});

test('an abort ends it', async () => {
  const controller = new AbortController();
  const running = runSandboxed('for (;;);', 60_000, controller.signal);
  const reason = new SdkError('aborted', 'enough');
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
});
