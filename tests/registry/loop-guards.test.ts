import { expect, test } from 'vitest';
import { allGuards, failuresInARow, type GuardedCall, repeatedCalls, stepBudget, tokenBudget } from '../../src/registry/loop-guards.js';

const good = (tool: string, input: unknown = {}): GuardedCall => ({ tool, input, result: { ok: true } });
const bad = (code = 'stale_ref'): GuardedCall => ({ tool: 'click', input: {}, result: { ok: false, error: { code } } });

test('three of the last six calls that went well are the same, however their input is written', () => {
  const guard = repeatedCalls();
  expect(guard.afterCall(good('click', { ref: 'a', element: 'b' }))).toBeUndefined();
  expect(guard.afterCall(good('click', { element: 'b', ref: 'a' }))).toBeUndefined();
  expect(guard.afterCall(bad())).toBeUndefined();
  expect(guard.afterCall(good('read_page'))).toBeUndefined();
  expect(guard.afterCall(good('click', { ref: 'a', element: 'b' }))).toMatchObject({
    action: 'remind',
    reason: expect.stringContaining('3 times'),
  });
  for (let i = 0; i < 5; i++) guard.afterCall(good('read_page', { i }));
  expect(guard.afterCall(good('click', { ref: 'a', element: 'b' }))).toBeUndefined();
});

test('failures in a row: a reminder, then the end; refusals do not count, a success starts anew', () => {
  const guard = failuresInARow();
  const said = [bad(), bad(), bad('denied'), bad(), bad(), bad()].map((call) => guard.afterCall(call)?.action);
  expect(said).toEqual([undefined, undefined, undefined, 'remind', undefined, 'finish']);
  guard.afterCall(good('click'));
  expect(guard.afterCall(bad())).toBeUndefined();
});

test('budgets', () => {
  const steps = stepBudget(2);
  expect([steps.afterCall(good('a')), steps.afterCall(good('b'))?.action]).toEqual([undefined, 'finish']);
  const tokens = tokenBudget(100);
  tokens.use(99);
  expect(tokens.afterCall(good('a'))).toBeUndefined();
  tokens.use(1);
  expect(tokens.afterCall(good('a'))?.action).toBe('finish');
  expect(tokens.used).toBe(100);
  expect(() => stepBudget(0)).toThrow(RangeError);
  expect(() => tokenBudget(Number.NaN)).toThrow(RangeError);
  expect(() => tokens.use(-1)).toThrow(RangeError);
});

test('together, the strictest counts', () => {
  const guard = allGuards(repeatedCalls({ times: 1 }), stepBudget(2));
  expect(guard.afterCall(good('a'))?.action).toBe('remind');
  expect(guard.afterCall(good('a'))?.action).toBe('finish');
});
