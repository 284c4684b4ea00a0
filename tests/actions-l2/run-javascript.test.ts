/** Code in the page: values, failures, policies, endless loops. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, SCRIPTS, textOf } from './support.js';

describe('values', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['1 + 1', 2, 'number'],
    ['document.querySelectorAll("li").length', 2, 'number'],
    ['({ a: [1, "x", null, undefined] })', { a: [1, 'x', null, null] }, 'Object'],
    ['const n = 20; return n * 2', 40, 'number'],
    ['await Promise.resolve("later")', 'later', 'string'],
    ['if (document.title === "T") return "yes"; return "no"', 'yes', 'string'],
    ['1 // a comment at the end', 1, 'number'],
    ['null', null, 'null'],
    ['undefined', null, 'undefined'],
    ['[NaN, Infinity, 12n, Symbol("s")]', ['NaN', 'Infinity', '12n', 'Symbol(s)'], 'Array'],
    ['document.body', '[element <body id="b">]', 'HTMLBodyElement'],
    ['document.querySelectorAll("li")', ['[element <li>]', '[element <li>]'], 'NodeList'],
    ['() => 1', '[function without a name]', 'function'],
    ['const a = { name: "a" }; a.self = a; return a', { name: 'a', self: '[cycle]' }, 'Object'],
    ['const a = {}; return [a, a]', [{}, {}], 'Array'],
    ['window', '[window]', 'Window'],
    ['new Date(0)', '1970-01-01T00:00:00.000Z', 'Date'],
    ['new Map([["a", new Set([1])]])', [['a', [1]]], 'Map'],
    ['new Uint8Array([1, 2])', [1, 2], 'Uint8Array'],
    ['new RangeError("far")', { name: 'RangeError', message: 'far' }, 'Error'],
    ['({ get x() { throw new Error("no") } })', { x: '[threw Error: no]' }, 'Object'],
    ['document.querySelector("li").getBoundingClientRect().constructor === DOMRect', true, 'boolean'],
  ];
  test('of every kind come as JSON; what JSON cannot hold is described', async ({ load, attach }) => {
    await load('<title>T</title><body id=b><li>1<li>2');
    const session = await attach(SCRIPTS);
    for (const [code, value, kind] of cases)
      expect([code, await session.call('run_javascript', { code })]).toEqual([
        code,
        expect.objectContaining({ ok: true, data: expect.objectContaining({ value, kind, truncated: false }) }),
      ]);
  });

  test('a missing value is told', async ({ load, attach }) => {
    await load('<p>x');
    const result = await (await attach(SCRIPTS)).call('run_javascript', { code: 'const x = 5' });
    expect(result).toSucceed({ value: null, note: expect.stringContaining('return') });
    expect(textOf(result)).toContain('The script gave: null');
  });

  test('a large one is cut and says so', async ({ load, attach }) => {
    await load('<p>x');
    const session = await attach(SCRIPTS);
    for (const code of ['"x".repeat(5_000_000)', 'Array.from({ length: 1e6 }, (_, i) => ({ i }))']) {
      const result = await session.call('run_javascript', { code });
      expect(result).toSucceed({ truncated: true, note: expect.stringContaining('20,000') });
      expect(result.ok && String(result.data.value).length).toBe(20_000);
    }
  });

  test('what the script changed is in the effects and the diff', async ({ load, attach }) => {
    await load('<p id=o>before');
    const result = await (await attach(SCRIPTS)).call('run_javascript', { code: 'o.textContent = "after"' });
    expect(result.evidence).toMatchObject({ dispatch: 'confirmed', effect: 'observed' });
    expect(result.ok && result.data.diff).toContain('after');
  });

  test('a page that broke its built-ins is still told', async ({ load, attach }) => {
    await load(
      '<script>Array.prototype.map=Array.prototype.push=Object.prototype.toJSON=function(){throw new Error("broken")};Node=undefined</script>',
    );
    const session = await attach(SCRIPTS);
    expect(await session.call('run_javascript', { code: '[1, "two", { a: document.body }]' })).toSucceed({
      value: [1, 'two', { a: expect.anything() }],
    });
  });
});

describe('failures', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['throw new TypeError("no")', /TypeError: no/],
    ['JSON.parse("{")', /SyntaxError/],
    ['return (', /SyntaxError/],
    ['missing.name', /ReferenceError: missing is not defined/],
    ['throw "text"', /text/],
    ['throw null', /null/],
    ['Promise.reject(new Error("later"))', /Error: later/],
  ];
  test('of the script have name and message', async ({ load, attach }) => {
    await load('<p>x');
    const session = await attach(SCRIPTS);
    for (const [code, message] of cases) expect(await session.call('run_javascript', { code })).toFailWith('script_error', message);
  });

  test('a script that threw ran once', async ({ load, attach }) => {
    const page = await load('<script>window.runs=0</script>');
    await (await attach(SCRIPTS)).call('run_javascript', { code: 'runs++; JSON.parse("{")' });
    await (await attach(SCRIPTS)).call('run_javascript', { code: '(runs++, JSON.parse("{"))' });
    expect(await page.evaluate('runs')).toBe(2);
  });

  test('an endless loop is ended, and the tab goes on', async ({ load, attach }) => {
    await load('<button onclick="this.textContent=\'pressed\'">Go</button>');
    const session = await attach(SCRIPTS);
    const result = await session.call('run_javascript', { code: 'for (;;);', timeoutMs: 300 });
    expect(result).toFailWith('timeout');
    expect(result).toMatchObject({
      error: { retryable: false, details: { effectMayHaveOccurred: true, terminated: true } },
      evidence: { dispatch: 'dispatched' },
    });
    expect(await session.call('run_javascript', { code: '1' })).toSucceed({ value: 1 });
  });

  test('an abort ends one too', async ({ load, attach, page }) => {
    const stop = new AbortController();
    await page.exposeFunction('abort', () => stop.abort());
    await load('<p>x');
    const session = await attach(SCRIPTS);
    const result = await session.call('run_javascript', { code: 'abort(); for (;;);' }, { signal: stop.signal });
    expect(result).toFailWith('aborted');
    expect(await session.call('run_javascript', { code: '1' })).toSucceed({ value: 1 });
  });

  test('a promise that never settles ends with the time, and nothing else of the page does', async ({ load, attach }) => {
    await load('<script>window.ticks=0;setInterval(()=>{ticks++},20)</script>');
    const session = await attach(SCRIPTS);
    const result = await session.call('run_javascript', { code: 'new Promise(() => {})', timeoutMs: 300 });
    expect(result).toMatchObject({ ok: false, error: { code: 'timeout', details: { terminated: false } } });
    const before = await session.call('run_javascript', { code: 'ticks' });
    await expect.poll(async () => (await session.call('run_javascript', { code: 'ticks' })).ok).toBe(true);
    expect(before).toSucceed();
  });

  test('the default rules refuse it before anything runs', async ({ load, attach }) => {
    const page = await load('<title>T</title>');
    const result = await (await attach(AUTO)).call('run_javascript', { code: 'document.title = "changed"' });
    expect(result).toFailWith('denied');
    expect(await page.title()).toBe('T');
  });

  for (const [title, input] of [
    ['no code', {}],
    ['empty code', { code: '' }],
    ['a time that is none', { code: '1', timeoutMs: 0 }],
    ['an unknown field', { code: '1', frame: 'x' }],
  ] as const) {
    test(`bad input: ${title}`, async ({ page: _page, attach }) => {
      expect(await (await attach(SCRIPTS)).callUnknown('run_javascript', input)).toFailWith('invalid_input');
    });
  }
});

describe('pages with policies', () => {
  const policies = ["require-trusted-types-for 'script'; trusted-types app", "default-src 'none'; script-src 'nonce-a'"];
  for (const policy of policies) {
    test(`${policy}: it works, and violates nothing`, async ({ load, attach }) => {
      const page = await load(
        "<li>1<li>2<script nonce=a>window.viol=[];document.addEventListener('securitypolicyviolation',e=>viol.push(e.violatedDirective))</script>",
        { headers: { 'content-security-policy': policy } },
      );
      const result = await (await attach(SCRIPTS)).call('run_javascript', { code: 'document.querySelectorAll("li").length' });
      expect(result).toSucceed({ value: 2 });
      expect(
        await (await page.context().newCDPSession(page)).send('Runtime.evaluate', { expression: 'viol.join()', returnByValue: true }),
      ).toMatchObject({ result: { value: '' } });
    });
  }

  test('what a policy forbids in the script itself is csp_blocked', async ({ load, attach }) => {
    await load('<p>x', { headers: { 'content-security-policy': "require-trusted-types-for 'script'" } });
    const result = await (await attach(SCRIPTS)).call('run_javascript', { code: 'document.body.innerHTML = "<b>x</b>"' });
    expect(result).toFailWith('csp_blocked');
  });

  test('it also works without the debugging protocol', async ({ load, attach }) => {
    await load('<li>1', { headers: { 'content-security-policy': "script-src 'self'" } });
    const session = await attach({ ...SCRIPTS, world: 'main' });
    expect(await session.call('run_javascript', { code: '1 + 1' })).toSucceed({ value: 2 });
    expect(await session.call('run_javascript', { code: 'throw new TypeError("no")' })).toFailWith('script_error', /TypeError: no/);
    expect(await session.call('run_javascript', { code: 'return (' })).toFailWith('script_error', /SyntaxError/);
  });
});

describe('what happens meanwhile', () => {
  test('dialogs are answered', async ({ load, attach }) => {
    await load('<p>x');
    const session = await attach(SCRIPTS);
    expect(await session.call('run_javascript', { code: 'confirm("Sure?")' })).toSucceed({ value: false });
    expect(await session.call('run_javascript', { code: 'confirm("Sure?")', dialog: 'accept' })).toSucceed({ value: true });
  });

  test('a navigation is an outcome', async ({ load, attach, server }) => {
    server.set('/next', '<h1>Next</h1>');
    await load('<p>x');
    const session = await attach(SCRIPTS);
    expect(await session.call('run_javascript', { code: 'location.href = "/next"; await new Promise(() => {})' })).toSucceed({
      value: null,
      url: server.url('/next'),
    });
  });

  test('so is a tab that closes itself', async ({ load, attach, context, server }) => {
    server.set('/pop', '<title>Pop</title>');
    const page = await load('<button onclick="window.open(\'/pop\')">Open</button>');
    const popup = page.waitForEvent('popup');
    await page.click('button');
    const pop = await popup;
    const session = await attach(SCRIPTS);
    const result = await session.call('run_javascript', { code: 'close()', tabId: session.tabIdOf(pop)! });
    expect(result).toSucceed();
    expect(context.pages()).toHaveLength(1);
  });
});
