import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { GateAnswer, GateHooks, GateRequest } from '../../src/gatekeeper/types.js';
import { FakeSession, fakeTool, ticks } from '../registry/support.js';

const ran: unknown[] = [];
const input = z.strictObject({ text: z.string().max(20).describe('Text.') });
const note = fakeTool({
  name: 'note',
  input,
  target: (given) => ({ text: String(given['text']) }),
  execute: async (given) => {
    ran.push(given);
    return { data: {}, content: [] };
  },
});
function withHooks(...hooks: GateHooks['gate'][]): FakeSession {
  ran.length = 0;
  return new FakeSession({ tools: [note], gatekeeper: { policy: 'auto', hooks: hooks.map((gate) => ({ gate })) } });
}

test.each<[GateAnswer, string]>([
  ['allow', 'ok'],
  ['pass', 'ok'],
  [{ verdict: 'allow', reason: 'Fine.' }, 'ok'],
  ['deny', 'denied'],
  [{ verdict: 'deny', reason: 'Not on Fridays.' }, 'denied'],
  ['ask', 'denied'],
])('%j', async (answer, outcome) => {
  const result = await withHooks(() => answer).call('note', { text: 'hi' });
  expect(result.ok ? 'ok' : result.error.code).toBe(outcome);
  expect(ran.length).toBe(outcome === 'ok' ? 1 : 0);
  if (!result.ok && typeof answer === 'object') expect(result.error.message).toContain('Not on Fridays.');
});

test('the strictest hook counts, whatever the order', async () => {
  expect(
    await withHooks(
      () => 'allow',
      () => 'deny',
    ).call('note', { text: 'hi' }),
  ).toFailWith('denied');
  expect(
    await withHooks(
      () => 'deny',
      () => 'allow',
    ).call('note', { text: 'hi' }),
  ).toFailWith('denied');
  expect(
    await withHooks(
      () => 'pass',
      () => 'pass',
    ).call('note', { text: 'hi' }),
  ).toSucceed();
});

test.each<[string, GateHooks['gate']]>([
  [
    'throws',
    () => {
      throw new Error('hook broke');
    },
  ],
  ['rejects', () => Promise.reject(new Error('hook broke'))],
  ['says undefined', () => undefined as unknown as GateAnswer],
  ['says true', () => true as unknown as GateAnswer],
  ['says something else', () => 'yes' as unknown as GateAnswer],
  ['inherits its verdict', () => Object.create({ verdict: 'allow' }) as GateAnswer],
  ['rewrites without input', () => ({ verdict: 'rewrite' }) as unknown as GateAnswer],
])('a hook that %s refuses the call', async (_, gate) => {
  const session = withHooks(gate);
  expect(await session.call('note', { text: 'hi' })).toFailWith('gate_failed');
  expect(ran).toEqual([]);
  expect(session.eventsOf('gate_decided')).toMatchObject([{ verdict: 'deny', rule: 'hook' }]);
});

test('a hook that never answers refuses the call', async () => {
  const signals: AbortSignal[] = [];
  const session = withHooks((_, signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  const running = session.call('note', { text: 'hi' });
  await session.clock.advance(10_000);
  expect(await running).toFailWith('gate_failed', /did not answer within/);
  expect(signals[0]?.aborted).toBe(true);
  expect(session.clock.pending).toBe(0);
  expect(ran).toEqual([]);
});

test('a rewritten input is validated and judged again, and the hook is not asked twice', async () => {
  const first = vi.fn((request: GateRequest): GateAnswer => ({ verdict: 'rewrite', input: { text: `${String(request.input['text'])}!` } }));
  const second = vi.fn((_: GateRequest): GateAnswer => 'pass');
  const session = withHooks(first, second);
  expect(await session.call('note', { text: 'hi' })).toSucceed();
  expect(ran).toEqual([{ text: 'hi!' }]);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second.mock.calls.map(([request]) => request.input)).toEqual([{ text: 'hi!' }]);
  expect(await withHooks(() => ({ verdict: 'rewrite', input: { text: 'x'.repeat(21) } })).call('note', { text: 'hi' })).toFailWith(
    'invalid_input',
    /text is too large/,
  );
  const card = withHooks(() => ({ verdict: 'rewrite', input: { text: '4111111111111111' } }));
  expect(await card.call('note', { text: 'hi' })).toFailWith('denied', /sensitive/);
  expect(ran).toEqual([]);
});

test('a hook is not asked about what is denied anyway, and cannot lift it', async () => {
  const gate = vi.fn((): GateAnswer => 'allow');
  const session = new FakeSession({ tools: [note], gatekeeper: { rules: [{ tool: 'note', verdict: 'deny' }], hooks: { gate } } });
  expect(await session.call('note', { text: 'hi' })).toFailWith('denied');
  expect(gate).not.toHaveBeenCalled();
});

test('an abort ends a waiting hook', async () => {
  const session = withHooks(() => new Promise(() => undefined));
  const controller = new AbortController();
  const running = session.call('note', { text: 'hi' }, { signal: controller.signal });
  await ticks();
  controller.abort();
  expect(await running).toMatchObject({ error: { code: 'aborted', phase: 'gate' } });
});
