import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { ApprovalAnswer, ApprovalRequest, GatekeeperOptions, OnApproval } from '../../src/gatekeeper/types.js';
import { SdkError } from '../../src/shared/errors.js';
import { type FakeElement, FakeSession, fakeTool, textOf, ticks } from '../registry/support.js';

const REF = 'saaaa_1_1';
const done = vi.fn();

/** A session with one tool, one element, and an approver. */
function shop(gatekeeper: GatekeeperOptions, element: FakeElement = {}) {
  done.mockClear();
  const execute = async () => {
    done();
    return { data: {}, content: [{ type: 'text' as const, text: 'Poked.' }] };
  };
  const session = new FakeSession({ tools: [fakeTool({ execute }), fakeTool({ name: 'prod', execute })], gatekeeper });
  session.elements.set(REF, element);
  session.elements.set('saaaa_1_2', { name: 'Delete' });
  return session;
}
const poke = (session: FakeSession, ref = REF) => session.call('poke', { ref });

/** An approver that a test answers by hand. */
function byHand() {
  const asked: { request: ApprovalRequest; signal: AbortSignal; answer: (answer: unknown) => void; fail: (error: unknown) => void }[] = [];
  const onApproval: OnApproval = (request, signal) =>
    new Promise((resolve, reject) => asked.push({ request, signal, answer: resolve as (answer: unknown) => void, fail: reject }));
  return { asked, onApproval };
}

test('without an approver an ask is a denial that names the option', async () => {
  const session = shop({});
  const result = await poke(session);
  expect(result).toFailWith('denied', /gatekeeper\.onApproval/);
  expect(result).toMatchObject({ error: { phase: 'gate', details: { rule: 'policy:untrusted' } }, evidence: { dispatch: 'not_started' } });
  expect(textOf(result)).toContain('gatekeeper.onApproval');
  expect(done).not.toHaveBeenCalled();
});

test('a default session without options can read', async () => {
  const session = new FakeSession({ gatekeeper: {}, tools: [fakeTool({ effects: 'read' })] });
  expect(await session.call('poke', {})).toSucceed();
});

test('the request carries everything an approver needs', async () => {
  const { asked, onApproval } = byHand();
  const session = shop(
    { onApproval },
    {
      name: 'Pay\nnow',
      submits: true,
      formAction: 'https://shop.example/pay',
      formMethod: 'post',
      context: { kind: 'row', key: 'Order 17', rest: '' },
    },
  );
  const running = poke(session);
  await ticks();
  const request = asked[0]?.request;
  expect(request).toMatchObject({
    callId: expect.any(String),
    approvalId: expect.stringMatching(/^ap_/),
    tool: { name: 'poke', level: 'L1', effects: 'write', capability: 'click' },
    input: { ref: REF },
    tabId: 1,
    timeoutMs: 300_000,
    flags: [],
    decision: { verdict: 'ask', rule: 'policy:untrusted' },
    facts: {
      origins: ['https://shop.example'],
      topOrigin: 'https://shop.example',
      targets: [{ role: 'button', name: 'Pay\nnow', submits: true, path: '/cart' }],
    },
  });
  expect(request?.preview).toBe('poke button "Pay now" in row "Order 17" submits to https://shop.example/pay on https://shop.example');
  asked[0]?.answer({ decision: 'once' });
  expect(await running).toSucceed();
  expect(session.events.map((event) => event.type)).toEqual([
    'call_proposed',
    'gate_decided',
    'approval_requested',
    'approval_answered',
    'call_started',
    'call_done',
  ]);
});

test.each<[ApprovalAnswer['decision'], number]>([
  ['once', 2],
  ['session', 1],
  ['site', 1],
])('%s: two equal calls ask %i times', async (decision, times) => {
  const onApproval = vi.fn(() => ({ decision }));
  const session = shop({ onApproval });
  expect(await poke(session)).toSucceed();
  expect(await poke(session)).toSucceed();
  expect(onApproval).toHaveBeenCalledTimes(times);
  await poke(session, 'saaaa_1_2');
  expect(onApproval).toHaveBeenCalledTimes(times === 2 ? 3 : 1);
  await session.call('prod', { ref: REF });
  expect(onApproval).toHaveBeenCalledTimes(times === 2 ? 4 : 2);
});

test('a grant narrowed to the element asks about the next one', async () => {
  const onApproval = vi.fn((): ApprovalAnswer => ({ decision: 'session', narrow: 'element' }));
  const session = shop({ onApproval });
  await poke(session);
  await poke(session);
  expect(onApproval).toHaveBeenCalledTimes(1);
  await poke(session, 'saaaa_1_2');
  expect(onApproval).toHaveBeenCalledTimes(2);
  session.gate.authority.revoke();
  await poke(session);
  expect(onApproval).toHaveBeenCalledTimes(3);
});

test('a decline tells the note to the model; a cancel tells it to stop', async () => {
  const answers: ApprovalAnswer[] = [{ decision: 'decline', note: 'Too expensive.' }, { decision: 'cancel' }];
  const session = shop({ onApproval: () => answers.shift() as ApprovalAnswer });
  const declined = await poke(session);
  expect(declined).toFailWith('approval_declined', /The user declined.*Too expensive\./);
  expect(textOf(declined)).toContain('Too expensive.');
  expect(await poke(session)).toFailWith('approval_declined', /whole task to stop/);
  expect(done).not.toHaveBeenCalled();
});

test('silence for five minutes is a decline; the deadline of the call stands still meanwhile', async () => {
  const { asked, onApproval } = byHand();
  const session = shop({ onApproval });
  const running = poke(session);
  await session.clock.advance(299_999);
  expect(asked[0]?.signal.aborted).toBe(false);
  await session.clock.advance(1);
  expect(await running).toFailWith('approval_declined', /Nobody answered within 300 s/);
  expect(asked[0]?.signal.aborted).toBe(true);
  // An answer that comes late changes nothing.
  asked[0]?.answer({ decision: 'session' });
  await ticks();
  expect(done).not.toHaveBeenCalled();
  expect(session.gate.authority.now.grants).toEqual([]);
  expect(session.clock.pending).toBe(0);
});

test('after an approval the deadline goes on from where it stood', async () => {
  const { asked, onApproval } = byHand();
  const hang = fakeTool({ execute: () => new Promise(() => undefined) });
  const session = new FakeSession({ tools: [hang], gatekeeper: { onApproval } });
  const running = session.call('poke', {}, { timeoutMs: 1_000 });
  await session.clock.advance(60_000);
  asked[0]?.answer({ decision: 'once' });
  await session.clock.advance(999);
  let isOver = false;
  void running.then(() => {
    isOver = true;
  });
  await ticks();
  expect(isOver).toBe(false);
  await session.clock.advance(1_001);
  expect(await running).toFailWith('timeout');
});

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['true', true],
  ['a word', 'once'],
  ['an unknown decision', { decision: 'yes' }],
  ['an inherited decision', Object.create({ decision: 'once' })],
  ['a note that is no text', { decision: 'once', note: 5 }],
  ['an unknown narrowing', { decision: 'session', narrow: 'page' }],
])('a malformed answer (%s) refuses the call', async (_, answer) => {
  const session = shop({ onApproval: () => answer as ApprovalAnswer });
  expect(await poke(session)).toFailWith('gate_failed', /none of once, session, site, decline, cancel/);
  expect(done).not.toHaveBeenCalled();
});

test('an approver that throws or rejects refuses the call', async () => {
  const throws = shop({
    onApproval: () => {
      throw new Error('no window');
    },
  });
  expect(await poke(throws)).toFailWith('gate_failed', /no window/);
  const rejects = shop({ onApproval: () => Promise.reject(new Error('no window')) });
  expect(await poke(rejects)).toFailWith('gate_failed', /no window/);
  expect(done).not.toHaveBeenCalled();
});

test('an abort and a dispose end the question', async () => {
  const { asked, onApproval } = byHand();
  const session = shop({ onApproval });
  const controller = new AbortController();
  const aborted = session.call('poke', { ref: REF }, { signal: controller.signal });
  const disposed = poke(session);
  await ticks();
  controller.abort();
  expect(await aborted).toMatchObject({ error: { code: 'aborted', phase: 'gate' } });
  expect(asked[0]?.signal.aborted).toBe(true);
  session.disposer.abort();
  expect(await disposed).toFailWith('session_disposed');
  expect(asked[1]?.signal.aborted).toBe(true);
  expect(done).not.toHaveBeenCalled();
});

test('secrets are masked in what an approver sees', async () => {
  const { asked, onApproval } = byHand();
  const input = z.strictObject({ ref: z.string().describe('Ref.'), text: z.string().describe('Text.') });
  const tool = fakeTool({ input, target: (given) => ({ refs: [String(given['ref'])], text: String(given['text']) }) });
  const session = new FakeSession({ tools: [tool], gatekeeper: { onApproval }, secrets: { login: 'swordfish' } });
  session.elements.set(REF, { name: 'swordfish club' });
  const running = session.call('poke', { ref: REF, text: 'my swordfish' });
  await ticks();
  expect(JSON.stringify(asked[0]?.request)).not.toContain('swordfish');
  expect(asked[0]?.request.preview).toContain('text "my ••••"');
  asked[0]?.answer({ decision: 'decline' });
  await running;
});

// ---------------------------------------------------------------- what voids an approval

const CHANGES: [string, string, (session: FakeSession) => void][] = [
  ['the tab is closed', 'tab', (session) => void ((session.tabs[0] as { closed: boolean }).closed = true)],
  ['the document', 'document', (session) => void (session.tabs[0] as { navigationCount: number }).navigationCount++],
  ['the path', 'path', (session) => void ((session.tabs[0] as { url: string }).url = 'https://shop.example/checkout')],
  ['the origin', 'origin', (session) => void ((session.tabs[0] as { url: string }).url = 'https://evil.example/cart')],
  ['the frame document', 'document', (session) => void session.elements.set(REF, { nonce: 'doc2' })],
  ['the frame origin', 'origin', (session) => void session.elements.set(REF, { url: 'https://pay.example/cart' })],
  ['the frame path', 'path', (session) => void session.elements.set(REF, { url: 'https://shop.example/other' })],
  ['the frame', 'frame', (session) => void session.elements.set(REF, { frameName: 'Payment' })],
  ['the name', 'name', (session) => void session.elements.set(REF, { name: 'Delete all' })],
  ['the role', 'role', (session) => void session.elements.set(REF, { role: 'link' })],
  ['the row', 'context', (session) => void session.elements.set(REF, { context: { kind: 'row', key: 'Order 18', rest: '' } })],
  ['where it leads', 'link', (session) => void session.elements.set(REF, { href: 'https://evil.example/' })],
  [
    'where the form goes',
    'form action',
    (session) => void session.elements.set(REF, { submits: true, formAction: 'https://evil.example/' }),
  ],
  ['the kind of field', 'input type', (session) => void session.elements.set(REF, { inputType: 'password' })],
  ['a rule', 'rules', (session) => void session.gate.authority.addRule({ tool: 'prod', verdict: 'deny' })],
  ['the policy', 'rules', (session) => session.gate.authority.setPolicy('always')],
  ['the allowed origins', 'rules', (session) => session.gate.authority.setBoundary({ allowedOrigins: ['https://other.example'] })],
  ['a grant taken back', 'rules', (session) => session.gate.authority.revoke()],
  ['the element is gone', 'unknown_ref', (session) => void session.elements.delete(REF)],
];

test.each(CHANGES)('between approval and dispatch: %s voids the approval', async (_, reason, change) => {
  const { asked, onApproval } = byHand();
  const session = shop({ onApproval });
  const running = poke(session);
  await ticks();
  change(session);
  asked[0]?.answer({ decision: 'once' });
  const result = await running;
  expect(result).toFailWith('approval_stale');
  expect(result).toMatchObject({ evidence: { dispatch: 'not_started' } });
  if (!result.ok) expect([result.error.details?.['reason'], result.error.details?.['cause']]).toContain(reason);
  expect(done).not.toHaveBeenCalled();
});

test.each(CHANGES.filter(([, reason]) => reason !== 'unknown_ref'))(
  'right before the input is sent: %s voids the approval',
  async (_, reason, change) => {
    const session = shop({ onApproval: () => ({ decision: 'once' }) });
    session.host.registry.unregister('poke');
    const seen: unknown[] = [];
    session.host.registry.register(
      fakeTool({
        execute: async (__, context) => {
          change(session);
          try {
            context.recheck(session.resolved(REF));
          } catch (error) {
            seen.push(SdkError.isInstance(error) ? [error.code, error.details?.['reason']] : error);
            throw error;
          }
          done();
          return { data: {}, content: [] };
        },
      }),
    );
    expect(await poke(session)).toFailWith('approval_stale');
    expect(seen).toEqual([['approval_stale', reason]]);
    expect(done).not.toHaveBeenCalled();
  },
);

test('what nobody was asked about is only looked at again', async () => {
  const changes: (() => void)[] = [];
  const session = shop({ policy: 'auto', blockedOrigins: ['https://evil.example'] });
  session.host.registry.unregister('poke');
  session.host.registry.register(
    fakeTool({
      execute: async (_, context) => {
        changes.shift()?.();
        context.recheck(session.resolved(REF));
        done();
        return { data: {}, content: [] };
      },
    }),
  );
  changes.push(() => void session.elements.set(REF, { name: 'Renamed' }));
  expect(await poke(session)).toSucceed();
  changes.push(() => void session.gate.authority.addRule({ tool: 'prod', verdict: 'deny' }));
  expect(await poke(session)).toSucceed();
  done.mockClear();
  changes.push(() => void session.elements.set(REF, { href: 'https://evil.example/' }));
  expect(await poke(session)).toFailWith('approval_stale', /not allowed any more/);
  session.elements.set(REF, {});
  changes.push(() => void session.gate.authority.addRule({ tool: 'poke', verdict: 'deny' }));
  expect(await poke(session)).toFailWith('approval_stale', /not allowed any more/);
  expect(done).not.toHaveBeenCalled();
});

test('an unchanged target runs exactly once', async () => {
  const session = shop({ onApproval: () => ({ decision: 'once' }) });
  expect(await poke(session)).toSucceed();
  expect(done).toHaveBeenCalledTimes(1);
});

test('leaving for a destination may be approved while the page left behind moves on', async () => {
  const { asked, onApproval } = byHand();
  const input = z.strictObject({ url: z.string().describe('URL.') });
  const go = fakeTool({ name: 'go', level: 'L0', capability: 'navigate', input, target: (given) => ({ url: String(given['url']) }) });
  const session = new FakeSession({ tools: [go], gatekeeper: { onApproval } });
  const running = session.call('go', { url: 'https://other.example/' });
  await ticks();
  (session.tabs[0] as { url: string }).url = 'https://shop.example/ticker';
  asked[0]?.answer({ decision: 'once' });
  expect(await running).toSucceed();
});
