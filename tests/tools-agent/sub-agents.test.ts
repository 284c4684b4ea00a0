/** agent: which tools its types have, what they cannot do, its tab, its events, its end. */
import type { SubAgentRun } from '../../src/shared/agent.js';
import { expect, test } from '../support/test.js';
import { AGENT, ask, MemoryWorkspace } from './support.js';

const names = ({ tools }: SubAgentRun) => tools.map(({ name }) => name);
const TASKS = ['create_task', 'update_task', 'list_tasks'];

test('each type has its tools; nobody has ask_user or agent, by any name', async ({ attach, page: _page }) => {
  const seen: Record<string, readonly string[]> = {};
  const session = await attach({
    ...AGENT,
    toolsets: ['browser', { name: 'agent', prefix: 'x_' }],
    providers: {
      subAgents: async (run) => {
        seen[run.type] = names(run).filter((name) => name.startsWith('x_'));
        const refused = await Promise.all(
          ['x_agent', 'x_ask_user', 'ask_user', 'request_user_action'].map((name) => run.call(name, { prompt: 'p' })),
        );
        return refused.map((result) => (result.ok ? 'ok' : result.error.code)).join(' ');
      },
    },
  });
  for (const type of ['researcher', 'page_operator', 'general'])
    expect(await ask(session, 'x_agent', { prompt: 'p', type })).toMatchObject({
      type,
      result: Array(4).fill('unknown_tool').join(' '),
      timed_out: false,
    });
  const bare = (list: readonly string[] = []) => list.map((name) => name.slice(2)).filter((name) => !TASKS.includes(name));
  expect(bare(seen['researcher'])).toEqual(['web_fetch', 'web_search', 'get_tab_content', 'list_tabs', 'opfs_read', 'opfs_list']);
  expect(bare(seen['page_operator'])).toEqual([
    'get_tab_content',
    'list_tabs',
    'open_tab',
    'close_tab',
    'activate_tab',
    'opfs_write',
    'opfs_read',
    'opfs_list',
    'opfs_delete',
    'execute_script',
  ]);
  expect(bare(seen['general'])).toHaveLength(12);
  for (const type of Object.values(seen)) expect(type).toEqual(expect.arrayContaining(TASKS.map((name) => `x_${name}`)));
  expect(await ask(session, 'x_agent', { prompt: 'p', type: 'boss' })).toMatch(/^invalid_input: .*researcher/);
});

test('a researcher cannot write although it asks', async ({ attach, page: _page, server }) => {
  server.set('/', '<p>x');
  const workspace = new MemoryWorkspace();
  const session = await attach({
    ...AGENT,
    workspace,
    providers: {
      subAgents: async ({ call }) => {
        const results = [await call('opfs_write', { path: 'a', content: 'b' }), await call('open_tab', { url: server.url('/') })];
        return results.map((result) => (result.ok ? 'ok' : result.error.code)).join(' ');
      },
    },
  });
  expect(await ask(session, 'agent', { prompt: 'p', type: 'researcher' })).toMatchObject({ result: 'unknown_tool unknown_tool' });
  expect(workspace.files.size).toBe(0);
});

test('it works on its tab, which nobody else may write to; its tasks are its own; its events are told', async ({
  attach,
  page,
  context,
  server,
}) => {
  server.set('/mine', '<title>Mine</title><h1 id="t">Mine</h1>');
  server.set('/other', '<title>Other</title>');
  await page.goto(server.url('/mine'));
  const other = await context.newPage();
  await other.goto(server.url('/other'));
  let parent: string[] = [];
  const session = await attach({
    ...AGENT,
    gatekeeper: { policy: 'auto', rules: [{ capability: 'eval_page', origin: '*', verdict: 'allow' }] },
    providers: {
      subAgents: async ({ call, emit, tabId, prompt }) => {
        const title = await call('execute_script', { code: 'document.title', target: 'page' });
        emit({ note: 'half way' });
        const meanwhile = [
          await session.callUnknown('close_tab', { tab_id: tabId }),
          await session.callUnknown('agent', { prompt: 'me too', tab_id: tabId }),
          await session.callUnknown('get_tab_content', { tab_id: tabId }),
        ];
        parent = meanwhile.map((result) => (result.ok ? 'ok' : result.error.code));
        await call('create_task', { subject: 'inner' });
        return `${title.ok ? String((title.data as { result: unknown }).result) : title.error.code} | ${prompt}`;
      },
    },
  });
  const tabId = session.tabIdOf(page);
  const events: unknown[] = [];
  session.events.on('sub_agent_event', ({ description, agentType, event }) => {
    events.push([description, agentType, event.type, 'tool' in event ? event.tool : 'outcome' in event ? event.outcome : '']);
  });
  const done = await session.callUnknown('agent', { prompt: 'Do it.', description: 'Doing', tab_id: tabId });
  expect(done).toMatchObject({
    ok: true,
    trust: 'untrusted',
    data: { result: `Mine | Work on the tab with tab_id ${tabId}.\n\nDo it.`, description: 'Doing' },
  });
  expect(parent).toEqual(['tab_leased', 'tab_leased', 'ok']);
  expect(await ask(session, 'list_tasks')).toEqual([]);
  expect(events.filter((event) => (event as string[])[0] === 'Doing')).toEqual([
    ['Doing', 'general', 'started', ''],
    ['Doing', 'general', 'call_started', 'execute_script'],
    ['Doing', 'general', 'call_done', 'execute_script'],
    ['Doing', 'general', 'message', ''],
    ['Doing', 'general', 'call_started', 'create_task'],
    ['Doing', 'general', 'call_done', 'create_task'],
    ['Doing', 'general', 'done', 'finished'],
  ]);
  // The lease ended with it.
  expect(await ask(session, 'close_tab', { tab_id: tabId })).toEqual({ success: true, tab_id: tabId });
  expect(await ask(session, 'agent', { prompt: 'p', tab_id: tabId })).toMatch(/^tab_closed/);
});

test('its end: nothing said, a failure, an abort, the time', async ({ attach, page: _page }) => {
  let late: (() => void) | undefined;
  const clock = {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    timer(run: () => void, ms: number) {
      if (ms === 600_000) late = run;
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
  let after: Promise<unknown> | undefined;
  const answers: Record<string, (run: SubAgentRun, signal: AbortSignal) => unknown> = {
    silent: () => '  ',
    broken: () => Promise.reject(new Error('out of credit')),
    odd: () => 7,
    slow: (run) => {
      run.partial('found so far: 3');
      late?.();
      return new Promise(() => undefined);
    },
    stopped: (run, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          after = run.call('list_tasks', {});
          resolve('too late');
        });
        controller.abort();
      }),
  };
  const controller = new AbortController();
  const session = await attach({
    ...AGENT,
    clock,
    providers: { subAgents: (run, signal) => answers[run.prompt]?.(run, signal) as string },
  });
  expect(await ask(session, 'agent', { prompt: 'silent' })).toMatchObject({
    result: '(The sub-agent gave no text.)',
    description: 'Sub-agent task',
  });
  expect(await ask(session, 'agent', { prompt: 'broken' })).toMatch(/^provider_failed: .*out of credit/);
  expect(await ask(session, 'agent', { prompt: 'odd' })).toMatch(/^provider_failed/);
  expect(await ask(session, 'agent', { prompt: 'slow' })).toMatchObject({
    timed_out: true,
    result: expect.stringMatching(/^found so far: 3\n\n\(The time/),
  });
  const stopped = await session.callUnknown('agent', { prompt: 'stopped' }, { signal: controller.signal });
  expect(stopped).toMatchObject({ ok: false, error: { code: 'aborted' } });
  expect(await after).toMatchObject({ ok: false, error: { code: 'aborted' } });
});

test('without a loop of the host it is not listed', async ({ attach, page: _page }) => {
  const session = await attach(AGENT);
  expect(session.registry.get('agent')).toBeUndefined();
  expect(await ask(session, 'agent', { prompt: 'p' })).toMatch(/^not_configured/);
});

test('two toolsets with one name: the clash shows both', async ({ attach, page: _page }) => {
  await expect(attach({ toolsets: ['browser', 'agent'] })).rejects.toMatchObject({
    code: 'already_exists',
    details: { name: 'ask_user', registered: expect.stringContaining('ask_user'), added: expect.stringContaining('ask_user') },
  });
});
