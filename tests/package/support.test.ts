/** The tools of the tests themselves: a test that cannot fail is worth nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, run } from '../support/package.js';

const failed = {
  ok: false,
  content: [],
  error: { code: 'stale_ref', phase: 'resolve', message: 'The button is gone.', hint: 'Call read_page.', retryable: true },
};
const succeeded = { ok: true, content: [{ type: 'text', text: 'hello' }], data: { url: 'a', tabId: 1 } };

test('toSucceed and toFailWith say yes and no', () => {
  expect(succeeded).toSucceed();
  expect(succeeded).toSucceed({ tabId: 1 });
  expect(failed).toFailWith('stale_ref');
  expect(failed).toFailWith('stale_ref', /read_page/);
  expect(failed).toFailWith('stale_ref', 'is gone');
  expect(failed).not.toSucceed();
  expect(succeeded).not.toFailWith('stale_ref');
  expect(() => expect(failed).toSucceed()).toThrow(/stale_ref \(resolve\): The button is gone\.\nhint: Call read_page\./);
  expect(() => expect(succeeded).toSucceed({ tabId: 2 })).toThrow(/other data/);
  expect(() => expect(succeeded).toFailWith('stale_ref')).toThrow(/It succeeded\.\nhello/);
  expect(() => expect(failed).toFailWith('timeout')).toThrow(/failed with timeout\. It failed with stale_ref/);
  expect(() => expect(failed).toFailWith('stale_ref', /elsewhere/)).toThrow(/elsewhere/);
  expect(() => expect(undefined).toSucceed()).toThrow(/no tool result/);
});

/** Runs test files in a project of their own and answers the last line of the output. */
async function lastLine(files: Record<string, string>): Promise<string | undefined> {
  mkdirSync(join(ROOT, 'temp'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'temp/reporter-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};');
  for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), body);
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'tests/support/plain-reporter.ts')}`];
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, ...reporters];
  const output = await run(process.execPath, args).then(
    ({ stdout }) => stdout,
    (error: unknown) => ((error as Error).cause as { stdout: string }).stdout,
  );
  return output.trimEnd().split('\n').at(-1);
}

test('the closing line counts tests, and as failures also what kept tests from running', async () => {
  const head = "import { beforeAll, describe, expect, test } from 'vitest';\n";
  expect(await lastLine({ 'good.test.ts': `${head}test('a', () => {}); test('b', () => {});` })).toBe('2 passed, 0 failed');
  const bad = {
    'mixed.test.ts': `${head}test('a', () => {}); test('b', () => { expect(1).toBe(2); }); test.skip('c', () => {});`,
    'import.test.ts': `import './missing.js';\n${head}test('a', () => {});`,
    'hook.test.ts': `${head}test('a', () => {}); describe('d', () => { beforeAll(() => { throw new Error('no'); }); test('b', () => {}); });`,
    'stray.test.ts': `${head}test('a', () => { void Promise.reject(new Error('lost')); });`,
  };
  expect(await lastLine(bad)).toBe('3 passed, 4 failed, 2 skipped');
});

test('an explicit browser is never replaced by another', async () => {
  const code = "process.env.SUREHAND_CHROMIUM = './no-such-browser'; await (await import('./scripts/browser.mjs')).findBrowser();";
  await expect(run(process.execPath, ['--input-type=module', '-e', code])).rejects.toThrow('SUREHAND_CHROMIUM names ./no-such-browser');
});
