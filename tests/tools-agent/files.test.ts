/** opfs_write, opfs_read, opfs_list, opfs_delete, ask_user, create_task, update_task, list_tasks. */
import { expect, test } from '../support/test.js';
import { AGENT, ask, field, MemoryWorkspace } from './support.js';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');
const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==';

test('opfs_*: paths, paging, bytes, folders', async ({ attach, page: _page }) => {
  const workspace = new MemoryWorkspace();
  const session = await attach({ ...AGENT, workspace });
  expect(await ask(session, 'opfs_write', { path: '/notes//a.md', content: 'é\nb' })).toEqual({ path: 'notes/a.md', size: 4 });
  expect(await ask(session, 'opfs_write', { path: 'notes/a.md', content: 'one\r\ntwo\n' })).toEqual({ path: 'notes/a.md', size: 9 });
  expect(await ask(session, 'opfs_read', { path: 'notes/a.md' })).toEqual({
    path: 'notes/a.md',
    content: 'one\ntwo',
    totalLines: 2,
    startLine: 1,
    endLine: 2,
    mimeType: 'text/markdown',
    type: 'text',
  });
  for (const path of ['../x', 'a/../../x', 'a\\b', '/', '.', 'a\u0000b'])
    expect(await ask(session, 'opfs_write', { path, content: '' }), path).toMatch(/^invalid_input: path/);

  await ask(session, 'opfs_write', { path: 'long.txt', content: lines(201) });
  expect(await ask(session, 'opfs_read', { path: 'long.txt' })).toMatch(/^too_large: The file has 201 lines/);
  expect(await ask(session, 'opfs_read', { path: 'long.txt', offset: 5, limit: 3 })).toMatchObject({
    content: 'line 5\nline 6\nline 7',
    startLine: 5,
    endLine: 7,
    totalLines: 201,
  });
  await ask(session, 'opfs_write', { path: 'longer.txt', content: lines(900) });
  expect(await ask(session, 'opfs_read', { path: 'longer.txt', offset: 1 })).toMatchObject({ endLine: 200 });
  expect(await ask(session, 'opfs_read', { path: 'longer.txt', offset: 901, limit: 5 })).toMatchObject({ content: '', totalLines: 900 });
  await ask(session, 'opfs_write', { path: 'wide.txt', content: `${'x'.repeat(20_000)}\n${'y'.repeat(20_000)}` });
  expect(await ask(session, 'opfs_read', { path: 'wide.txt' })).toMatchObject({ content: 'x'.repeat(20_000), endLine: 1, truncated: true });

  expect(await ask(session, 'opfs_write', { path: 'img/p.png', content: PNG })).toEqual({ path: 'img/p.png', size: 16 });
  expect(await ask(session, 'opfs_read', { path: 'img/p.png' })).toEqual({
    path: 'img/p.png',
    blobUrl: PNG,
    size: 16,
    mimeType: 'image/png',
    type: 'binary',
  });
  expect(await ask(session, 'opfs_read', { path: 'img/p.png', mode: 'text' })).toMatch(/^invalid_value: mode/);
  expect(await ask(session, 'opfs_read', { path: 'notes/a.md', mode: 'blob' })).toMatchObject({ type: 'binary', size: 9 });
  expect(await ask(session, 'opfs_write', { path: 'x', content: 'data:image/png;base64,???' })).toMatch(/^invalid_input: content/);
  workspace.files.set('big.bin', new Uint8Array(9_000));
  expect(await ask(session, 'opfs_read', { path: 'big.bin' })).toMatchObject({
    type: 'binary',
    size: 9_000,
    blobUrl: expect.stringMatching(/^attachment:/),
  });

  expect(await ask(session, 'opfs_list')).toContainEqual({ name: 'img', type: 'directory' });
  expect(await ask(session, 'opfs_list', { path: 'img/' })).toEqual([{ name: 'p.png', type: 'file', size: 16 }]);
  expect(await ask(session, 'opfs_delete', { path: 'img' })).toEqual({ success: true });
  expect(await ask(session, 'opfs_delete', { path: 'img' })).toMatch(/^not_found/);
  expect(await ask(session, 'opfs_read', { path: 'img/p.png' })).toMatch(/^not_found/);
});

test('opfs_* without a workspace are not configured; writing asks under policy untrusted', async ({ attach, page: _page }) => {
  const session = await attach(AGENT);
  for (const [name, input] of [
    ['opfs_write', { path: 'a', content: '' }],
    ['opfs_read', { path: 'a' }],
    ['opfs_list', {}],
    ['opfs_delete', { path: 'a' }],
  ] as const)
    expect(await ask(session, name, input)).toMatch(/^not_configured/);
  const workspace = new MemoryWorkspace();
  const asking = await attach({ toolsets: ['agent'], workspace, gatekeeper: { policy: 'untrusted' } });
  expect(await ask(asking, 'opfs_write', { path: 'a', content: '' })).toMatch(/^denied/);
  expect(workspace.files.size).toBe(0);
});

test('ask_user: an answer, several, a refusal, five minutes of silence', async ({ attach, page: _page }) => {
  let due: (() => void) | undefined;
  const times: number[] = [];
  const clock = {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    timer(run: () => void, ms: number) {
      times.push(ms);
      if (ms > 290_000) due = run;
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
  let skew = 0;
  const session = await attach({ ...AGENT, clock: { ...clock, now: () => Date.now() + skew } });
  const next = () =>
    new Promise<string>((resolve) => {
      const off = session.events.on('interaction_requested', ({ interactionId }) => {
        off();
        resolve(interactionId);
      });
    });
  let id = next();
  let call = ask(session, 'ask_user', { question: 'Which?', options: ['red', 'blue'] });
  expect(session.interactions.get(await id)?.request).toMatchObject({
    questions: [{ question: 'Which?', options: [{ value: 'red' }, { value: 'blue' }], multiple: false }],
  });
  await session.interactions.answer(await id, { answers: { answer: 'green, please' } });
  expect(await call).toEqual({ answer: 'green, please' });

  id = next();
  call = ask(session, 'ask_user', { question: 'Which?', options: ['a', 'b', 'c'], multiple: true });
  await session.interactions.answer(await id, { answers: { answer: ['a', 'c'] } });
  expect(await call).toEqual({ answer: 'a, c', selected: ['a', 'c'] });

  id = next();
  call = ask(session, 'ask_user', { question: 'One?', options: ['a', 'b'] });
  await expect(session.interactions.answer(await id, { answers: { answer: ['a', 'b'] } })).rejects.toMatchObject({ code: 'invalid_input' });
  await session.interactions.cancel(await id, 'not now');
  expect(await call).toEqual({ answer: null, reason: 'cancelled', note: 'not now' });

  id = next();
  call = ask(session, 'ask_user', { question: 'There?' });
  await id;
  expect(times).toContainEqual(300_000);
  skew = 300_001;
  due?.();
  expect(await call).toEqual({ answer: null, reason: 'timeout' });
});

test('tasks: ids in order even of calls at once, changes, what is refused', async ({ attach, page: _page }) => {
  const session = await attach(AGENT);
  const made = await Promise.all(['a', 'b', 'c'].map((subject) => field<string>(session, 'create_task', { subject }, 'id')));
  expect(made).toEqual(['1', '2', '3']);
  expect(await ask(session, 'create_task', { subject: 'd', description: 'more' })).toEqual({
    id: '4',
    subject: 'd',
    description: 'more',
    status: 'pending',
  });
  expect(await ask(session, 'update_task', { task_id: '2', status: 'completed', description: '' })).toEqual({
    id: '2',
    subject: 'b',
    description: '',
    status: 'completed',
  });
  expect(await ask(session, 'update_task', { task_id: '9', status: 'pending' })).toMatch(
    /^not_found: There is no task "9". Tasks are 1, 2, 3, 4/,
  );
  expect(await ask(session, 'update_task', { task_id: '1', status: 'done' })).toMatch(/^invalid_input/);
  expect(await ask(session, 'update_task', { task_id: '1', subject: ' ' })).toMatch(/^invalid_input/);
  expect(await ask(session, 'create_task', {})).toMatch(/^invalid_input/);
  expect(await ask(session, 'list_tasks')).toEqual([
    { id: '1', subject: 'a', status: 'pending' },
    { id: '2', subject: 'b', status: 'completed' },
    { id: '3', subject: 'c', status: 'pending' },
    { id: '4', subject: 'd', status: 'pending' },
  ]);
  expect(await ask(await attach(AGENT), 'list_tasks')).toEqual([]);
});
