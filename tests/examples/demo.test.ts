/** `npm start`, as a newcomer runs it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { assertBuilt, ROOT } from '../support/package.js';
import { expect, test } from '../support/test.js';

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function runDemo(...args: string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'examples/demo/run.mjs'), ...args], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1' },
    });
    const out = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (out.stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (out.stderr += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...out }));
  });
}

interface CallLine {
  readonly n: number;
  readonly tool: string;
  readonly ok: boolean;
  readonly error?: { readonly code: string };
  readonly decision?: { readonly verdict: string; readonly rule?: string };
  readonly answer?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

const SECRETS = ['4242 4242 4242 4242', '4242424242424242'];
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

let folder = '';
beforeAll(() => {
  assertBuilt();
  folder = mkdtempSync(join(tmpdir(), 'surehand demo '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the demo', () => {
  let outcome: Outcome;
  let calls: CallLine[];
  let html: string;
  beforeAll(async () => {
    outcome = await runDemo('--no-latency', '--report', join(folder, 'report'));
    calls = readFileSync(join(folder, 'report/calls.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as CallLine);
    html = readFileSync(join(folder, 'report/index.html'), 'utf8');
  }, 120_000);

  test('ends with a verified order', () => {
    expect(outcome, outcome.stdout + outcome.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^Order TT-1001 verified: \d+ fields as wanted, total €340\.40\.$/m);
  });

  test('is plain text where nobody looks', () => {
    expect(outcome.stdout).not.toContain('\u001b[');
    expect(outcome.stdout.split('\n').filter((line) => /^ {0,3}\d+ [a-z_]+ /.test(line))).toHaveLength(calls.length);
  });

  test('is refused by policy once, and by a ref that no longer holds once', () => {
    const refused = calls.filter((call) => !call.ok);
    expect(refused.map((call) => call.error?.code)).toEqual(['stale_ref', 'denied']);
    expect(refused[1]?.decision).toMatchObject({ verdict: 'deny', rule: 'hook' });
  });

  test('is approved for the payment and the order, once each', () => {
    const asked = calls.filter((call) => call.decision?.verdict === 'ask');
    expect(asked.map(({ tool, answer, ok }) => ({ tool, answer, ok }))).toEqual([
      { tool: 'type', answer: 'once', ok: true },
      { tool: 'type', answer: 'once', ok: true },
      { tool: 'type', answer: 'once', ok: true },
      { tool: 'click', answer: 'once', ok: true },
    ]);
  });

  test('uses most of the tools', () => {
    const used = new Set(calls.map(({ tool }) => tool));
    for (const tool of ['navigate', 'read_page', 'find_in_page', 'click', 'type', 'select_option', 'wait_for', 'tabs_list', 'screenshot'])
      expect(used).toContain(tool);
  });

  test('reads on where a part ends', () => {
    expect(calls.some(({ tool, ok, input }) => tool === 'read_page' && ok && input?.['cursor'] !== undefined)).toBe(true);
  });

  test('leaves pictures that are pictures', () => {
    const files = readdirSync(join(folder, 'report/screenshots'));
    expect(files.length).toBeGreaterThanOrEqual(8);
    for (const file of files) expect(readFileSync(join(folder, 'report/screenshots', file)).subarray(0, 8)).toEqual(PNG);
  });

  test('reports every call, and needs nothing from elsewhere', () => {
    for (const { n, tool } of calls) {
      const item = html.split(`id="call-${n}"`)[1]?.split('</li>')[0];
      expect(item, `call ${n}`).toContain(tool);
    }
    expect(html).not.toMatch(/<script|(?:src|href)="https?:/);
  });

  test('shows no secret anywhere', () => {
    const all = outcome.stdout + html.replaceAll(/data:image\/png;base64,[^"]+/g, '') + JSON.stringify(calls);
    for (const secret of SECRETS) expect(all).not.toContain(secret);
  });
});

describe('npm start -- page', { timeout: 90_000 }, () => {
  test('prints the snapshot of a file', async () => {
    const file = join(folder, 'a page.html');
    writeFileSync(file, '<!doctype html><title>Hello</title><h1>Hello there</h1><button>Press me</button>');
    const { code, stdout, stderr } = await runDemo(file);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('- heading "Hello there" [level=1]');
    expect(stdout).toMatch(/- button "Press me" \[ref=s[a-z0-9]+_\d+_\d+\]/);
  });

  test('says how to read on, and reads on', async () => {
    const file = join(folder, 'long.html');
    writeFileSync(
      file,
      `<!doctype html><title>Long</title>${Array.from({ length: 300 }, (_, n) => `<p>Line ${n}. <a href="#${n}">Go to ${n}</a></p>`).join('')}`,
    );
    const part = await runDemo(file, '--tokens', '400');
    expect(part).toMatchObject({ code: 0, stderr: '' });
    expect(part.stdout).toMatch(/did not fit.*--all/s);
    expect(part.stdout).not.toContain('Go to 299');
    const whole = await runDemo(file, '--tokens', '400', '--all');
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toContain('Go to 299');
  });

  test('prints the snapshot of a URL', async ({ server }) => {
    server.set('/', '<title>Served</title><h1>Served page</h1>');
    const { code, stdout } = await runDemo(server.url('/'));
    expect(code).toBe(0);
    expect(stdout).toContain('- heading "Served page" [level=1]');
  });

  test('says which file is missing', async () => {
    const { code, stdout, stderr } = await runDemo(join(folder, 'nowhere.html'));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^There is no file .*nowhere\.html/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('says which URL cannot be reached', async () => {
    const port = await freePort();
    const { code, stderr } = await runDemo(`http://127.0.0.1:${port}/`);
    expect(code).toBe(1);
    expect(stderr).toBe(`http://127.0.0.1:${port}/ cannot be opened: ERR_CONNECTION_REFUSED.\n`);
  });
});

describe('the command line', { timeout: 60_000 }, () => {
  test('prints its usage', async () => {
    const { code, stdout, stderr } = await runDemo('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('npm start -- <url | file.html>');
  });

  test('names an option it does not know', async () => {
    const { code, stderr } = await runDemo('--colour');
    expect(code).toBe(1);
    expect(stderr).toMatch(/--colour/);
    expect(stderr).toContain('Usage');
  });
});

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
