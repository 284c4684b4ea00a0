/** The pages on adapters and recovery tell the truth: every snippet is a module that compiles, and the whole scripts run. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonlJournal } from '../../src/journal/jsonl-journal.js';
import type { SessionEvent } from '../../src/shared/events.js';
import { type Ask, ScriptedModel, serveModel } from '../support/model-server.js';
import { assertBuilt, ROOT, run } from '../support/package.js';
import { moduleOf, replaceOnce, scratch, typeErrors } from '../support/snippets.js';
import { expect, test } from '../support/test.js';

const PAGES = ['adapters', 'recovery'] as const;
const textOf = (page: string): string => readFileSync(join(ROOT, 'docs', `${page}.md`), 'utf8');
const blocksOf = (page: string): string[] => [...textOf(page).matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');

/** The script under a mark. */
function scriptOf(page: string, name: string): string {
  const code = new RegExp(`<!-- run:${name} -->\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\``).exec(textOf(page))?.[1];
  if (code === undefined) throw new Error(`docs/${page}.md has no script ${name}.`);
  return code;
}

test('every snippet compiles against the package', { timeout: 120_000 }, () => {
  assertBuilt();
  const folder = scratch();
  const files = PAGES.flatMap((page) =>
    blocksOf(page).map((code, index) => {
      const file = join(folder, `${page}-${index}.mts`);
      writeFileSync(file, code);
      return file;
    }),
  );
  expect(files).toHaveLength(9);
  expect(typeErrors(...files)).toEqual([]);
});

test.for(['chat', 'responses', 'anthropic'])(
  'the loop %s runs: the model reads the page and says what it saw',
  { timeout: 120_000 },
  async (name, { server: site }) => {
    assertBuilt();
    site.set('/', '<title>Example</title><h1>Welcome</h1>');
    let read = '';
    const model = new ScriptedModel(async (ask: Ask) => {
      read = (await ask('read_page', {})).text;
      return 'It says Welcome.';
    });
    const server = await serveModel(model);
    try {
      const file = await moduleOf(scratch(), replaceOnce(scriptOf('adapters', name), 'https://example.org/', site.url('/')));
      const keys = { OPENAI_API_KEY: 'none', ANTHROPIC_API_KEY: 'none' };
      const urls = { OPENAI_BASE_URL: `${server.url}/v1`, ANTHROPIC_BASE_URL: server.url };
      const { stdout, stderr } = await run(process.execPath, [file], ROOT, { ...process.env, ...keys, ...urls });
      expect(stderr).toBe('');
      expect(stdout).toBe('It says Welcome.\n');
      expect(read).toMatch(/^\[tabId=1\]\n<<<web_content_[0-9a-f]{16} /);
      expect(read).toContain('heading "Welcome"');
    } finally {
      await server.close();
    }
  },
);

test('the recovery script tells what a dead process left, once', { timeout: 120_000 }, async () => {
  assertBuilt();
  const folder = scratch();
  const journal = new JsonlJournal(join(folder, 'agent-state', 'journal.jsonl'));
  const put = (seq: number, tool: string, parts: { readonly type: SessionEvent['type'] } & Readonly<Record<string, unknown>>) =>
    journal.append({ v: 1, at: seq, seq, sessionId: 'session_dead', callId: tool, attemptId: `at_${tool}`, tool, ...parts } as never);
  const write = { input: {}, effects: 'write', recovery: 'never-retry' };
  put(1, 'type', { type: 'call_proposed', ...write });
  put(2, 'hover', { type: 'call_proposed', ...write });
  put(3, 'hover', { type: 'call_started' });
  put(4, 'click', { type: 'call_proposed', ...write });
  put(5, 'click', { type: 'call_started' });
  put(6, 'click', { type: 'call_dispatching' });
  journal.close();
  mkdirSync(folder, { recursive: true });
  const file = await moduleOf(folder, scriptOf('recovery', 'recovery'));
  const tells = async () => (await run(process.execPath, [file], folder)).stdout;
  const kept = ['type may be called again.', 'Look before you call hover again. It had begun, and no input is known to have been sent.'];
  const asked = 'Ask a person about click. Input was being sent; what came of it is not known.';
  expect((await tells()).trimEnd().split('\n')).toEqual([...kept, asked]);
  expect((await tells()).trimEnd().split('\n')).toEqual(kept);
});
