import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { jsonState, memoryState } from '../../src/session/stores.js';
import type { Interaction } from '../../src/shared/interactions.js';
import { askUser } from '../../src/tools/browser/ask-user.js';
import { requestUserAction } from '../../src/tools/browser/request-user-action.js';
import { scheduleResume } from '../../src/tools/browser/schedule-resume.js';
import { watchPage } from '../../src/tools/browser/watch-page.js';
import { FakeSession, textOf, ticks } from '../registry/support.js';

const tools = [askUser, requestUserAction, watchPage, scheduleResume];
const QUESTIONS = {
  questions: [
    {
      id: 'size',
      question: 'Which size?',
      options: [
        { value: 'M', label: 'Medium' },
        { value: 'L', label: 'Large' },
      ],
    },
  ],
};
const WATCH = { condition: 'text', value: 'Ready', timeoutSeconds: 600 };

type Options = NonNullable<ConstructorParameters<typeof FakeSession>[0]>;
const open = (interactions: Options['interactions'] = {}, more: Options = {}) => new FakeSession({ tools, interactions, ...more });

/** The one that waits. */
function waiting(session: FakeSession): Interaction {
  const [one, ...others] = session.interactions.list('waiting');
  if (!one || others.length > 0) throw new Error(`${others.length + (one ? 1 : 0)} interactions wait.`);
  return one;
}

test('ask_user waits for the answer, and the deadline of the call stands still', async () => {
  const session = open();
  const call = session.call('ask_user', QUESTIONS);
  await session.clock.advance(120_000);
  const { id, request } = waiting(session);
  expect(request).toEqual(QUESTIONS);
  await session.interactions.answer(id, { answers: { size: 'M' } });
  const result = await call;
  expect(result).toSucceed({ status: 'submitted', interactionId: id, value: { answers: { size: 'M' } } });
  expect(textOf(result)).toBe('{"status":"submitted","value":{"answers":{"size":"M"}}}');
  expect(session.eventsOf('interaction_resolved').map(({ status }) => status)).toEqual(['submitted']);
  expect(session.clock.pending).toBe(0);
});

test('silence, a cancel and an abort end it', async () => {
  const session = open();
  const silent = session.call('ask_user', QUESTIONS);
  await session.clock.advance(300_000);
  expect(await silent).toSucceed({ status: 'timed_out' });
  const cancelled = session.call('ask_user', QUESTIONS);
  await ticks();
  await session.interactions.cancel(waiting(session).id, 'not now');
  expect(await cancelled).toSucceed({ status: 'cancelled', value: { note: 'not now' } });
  const controller = new AbortController();
  const aborted = session.call('ask_user', QUESTIONS, { signal: controller.signal });
  await ticks();
  controller.abort();
  expect(await aborted).toFailWith('aborted');
  await ticks();
  expect(session.interactions.list().map(({ status }) => status)).toEqual(['timed_out', 'cancelled', 'cancelled']);
});

test('in mode suspend the call ends at once, and the answer comes later', async () => {
  const session = open({ mode: 'suspend' });
  const result = await session.call('ask_user', QUESTIONS);
  const { id } = waiting(session);
  expect(result).toSucceed({ status: 'waiting_interaction', interactionId: id });
  expect(textOf(result)).toContain('Stop here.');
  expect(await session.interactions.answer(id, { answers: { size: 'XXL' } })).toMatchObject({ status: 'submitted' });
  await expect(session.interactions.answer(id, { answers: { size: 'M' } })).rejects.toMatchObject({ code: 'already_exists' });
  await expect(session.interactions.cancel('nobody')).rejects.toMatchObject({ code: 'not_found' });
});

test('what waits outlives the session: list, answer, cancel and deadlines work in the next one', async () => {
  const state = memoryState();
  const first = open({ mode: 'suspend', state });
  await first.call('ask_user', QUESTIONS);
  await first.call('request_user_action', { instruction: 'Log in.' });
  await first.call('schedule_resume', { delaySeconds: 60, reason: 'the mail' });
  first.interactions.stop();
  expect(first.clock.pending).toBe(0);
  const second = open({ mode: 'suspend', state });
  await second.interactions.load();
  const [ask, action, schedule] = second.interactions.list('waiting');
  expect([ask!.kind, action!.kind, schedule!.kind]).toEqual(['ask_user', 'request_user_action', 'schedule_resume']);
  await second.interactions.answer(ask!.id, { answers: { size: 'L' } });
  await second.interactions.cancel(action!.id);
  await second.clock.advance(60_000);
  const third = open({ state });
  await third.interactions.load();
  expect(third.interactions.list().map(({ status }) => status)).toEqual(['submitted', 'cancelled', 'submitted']);
  expect(third.interactions.get(schedule!.id)?.value).toEqual({ resumedAt: 1_060_000, reason: 'the mail' });
});

test('a deadline that passed while nobody ran ends it when somebody does', async () => {
  const state = memoryState();
  const first = open({ mode: 'suspend', state });
  await first.call('ask_user', QUESTIONS);
  first.interactions.stop();
  const second = open({ state });
  await second.clock.advance(400_000);
  await second.interactions.load();
  await second.clock.advance(1);
  expect(second.interactions.list().map(({ status }) => status)).toEqual(['timed_out']);
});

test('a session that ends leaves what it waited for to the next one', async () => {
  const state = memoryState();
  const first = open({ state });
  const call = first.call('ask_user', QUESTIONS);
  await ticks();
  first.disposer.abort();
  expect(await call).toFailWith('session_disposed');
  const second = open({ state });
  await second.interactions.load();
  expect(waiting(second)).toMatchObject({ kind: 'ask_user', status: 'waiting' });
});

test.for([
  [{ answers: {} }, /"size" has no answer/],
  [{ answers: { size: 'M', colour: 'red' } }, /no question "colour"/],
  [{ answers: { size: 7 } }, /answers/],
  [{ answers: { size: 'x'.repeat(4_001) } }, /4000/],
  ['M', /answers/],
] as const)('an answer that does not fit is refused: %j', async ([answer, words]) => {
  const session = open({ mode: 'suspend' });
  await session.call('ask_user', QUESTIONS);
  const { id } = waiting(session);
  await expect(session.interactions.answer(id, answer)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(words),
  });
  expect(waiting(session).id).toBe(id);
});

test('secrets are never returned: an action answers with one word, an answer loses cards and configured secrets', async () => {
  const state = memoryState();
  const session = open({ mode: 'suspend', state }, { secrets: { pin: 'hunter2-long' } });
  await session.call('request_user_action', { instruction: 'Enter the code.' });
  const action = waiting(session);
  for (const leak of [{ outcome: 'done', code: '123456' }, { outcome: '123456' }, '123456', undefined])
    await expect(session.interactions.answer(action.id, leak)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await session.interactions.answer(action.id, { outcome: 'done' })).toMatchObject({ value: { outcome: 'done' } });
  await session.call('ask_user', QUESTIONS);
  const { value } = await session.interactions.answer(waiting(session).id, {
    answers: { size: 'card 4242 4242 4242 4242, pin hunter2-long, phone 49 341 555 0123' },
  });
  expect(value).toEqual({ answers: { size: 'card ••••, pin ••••, phone 49 341 555 0123' } });
  expect(JSON.stringify([await state.load('interactions'), session.events])).not.toMatch(/4242|hunter2|123456/);
});

test('watch_page backs off, one look at a time, and needs an approval', async () => {
  expect(await open({}, { gatekeeper: {} }).call('watch_page', WATCH)).toFailWith('denied');
  const session = open();
  const looks: number[] = [];
  session.look = () => {
    looks.push(session.clock.now() - 1_000_000);
    return looks.length >= 12 ? { matched: true, condition: 'text' } : undefined;
  };
  const call = session.call('watch_page', WATCH);
  await session.clock.advance(60_000);
  const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
  expect(pauses[0]).toBe(250);
  for (const [index, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThanOrEqual(pauses[index] ?? 0);
  expect(Math.max(...pauses)).toBe(5_000);
  expect(await call).toMatchObject({ ok: true, trust: 'untrusted', data: { status: 'submitted', value: { matched: true } } });
  expect(session.clock.pending).toBe(0);
});

test('a watch whose look fails goes on, slower, until its deadline', async () => {
  const session = open();
  let looks = 0;
  session.look = () => {
    looks++;
    throw new Error('the tab is gone');
  };
  const call = session.call('watch_page', { ...WATCH, timeoutSeconds: 60 });
  await session.clock.advance(60_000);
  expect(await call).toSucceed({ status: 'timed_out' });
  expect(looks).toBeLessThan(25);
  expect(session.clock.pending).toBe(0);
});

test('a store that fails refuses the call, and loses nothing that waited', async () => {
  const good = memoryState();
  let isBroken = false;
  const state = {
    load: good.load,
    save: (name: string, value: unknown) => (isBroken ? Promise.reject(new Error('disk full')) : good.save(name, value)),
  };
  const session = open({ mode: 'suspend', state });
  await session.call('ask_user', QUESTIONS);
  const { id } = waiting(session);
  isBroken = true;
  expect(await session.call('ask_user', QUESTIONS)).toFailWith('internal', 'disk full');
  await expect(session.interactions.answer(id, { answers: { size: 'M' } })).rejects.toThrow('disk full');
  expect(waiting(session).id).toBe(id);
});

test('a JSON file: values are kept, other values stay, and a damaged file is an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surehand state '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'deep', 'state.json');
  const one = jsonState(path);
  expect(await one.load('a')).toBeUndefined();
  await Promise.all([one.save('a', { x: 1 }), one.save('b', [2])]);
  expect(await jsonState(path).load('a')).toEqual({ x: 1 });
  expect(await jsonState(path).load('b')).toEqual([2]);
  expect(await jsonState(path).load('toString')).toBeUndefined();
  for (const text of ['', '{"a":', '[]', 'null', '{"interactions":{"v":1,"interactions":[{"id":""}]}}', '{"interactions":{"v":2}}']) {
    writeFileSync(path, text);
    await expect(open({ state: jsonState(path) }).interactions.load(), text).rejects.toMatchObject({ name: 'SdkError' });
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});
