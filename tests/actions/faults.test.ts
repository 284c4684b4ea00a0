/** What ends an action from outside: a structured failure, true evidence, nothing held, and the next call works or says why not. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, clickOn, refOf } from './support.js';

const STILL = '<button id=b>Go</button><input aria-label=F>';

describe('abort', () => {
  test('while the precheck waits: nothing was sent', async ({ load, attach }) => {
    await load('<button id=b disabled>Go</button><button>Other</button>');
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Go');
    const controller = new AbortController();
    const call = session.call('click', { element: 'Go', ref }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 150);
    const result = await call;
    expect(result).toFailWith('aborted');
    expect(result.evidence).toMatchObject({ dispatch: 'not_started' });
    expect(await clickOn(session, 'button', 'Other')).toSucceed();
  });

  test('while it settles: the press was made', async ({ load, attach }) => {
    const page = await load("<button onclick=\"o.textContent='pressed';fetch('/slow')\">Go</button><p id=o></p>");
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Go');
    const controller = new AbortController();
    const call = session.call('click', { element: 'Go', ref }, { signal: controller.signal });
    await page.waitForFunction("document.querySelector('#o').textContent === 'pressed'");
    controller.abort();
    const result = await call;
    if (!result.ok) {
      expect(result).toFailWith('aborted');
      expect(result.evidence?.dispatch).not.toBe('not_started');
    }
    expect(await session.call('read_page', {})).toSucceed();
  });

  test('between keys: none stays down', async ({ load, attach }) => {
    const page = await load(
      '<input id=t aria-label=F><script>window.down=new Set;addEventListener("keydown",e=>down.add(e.code));addEventListener("keyup",e=>down.delete(e.code))</script>',
    );
    const session = await attach(AUTO);
    const ref = await refOf(session, 'textbox', 'F');
    const controller = new AbortController();
    const call = session.call(
      'type',
      { element: 'F', ref, text: 'A long text, typed slowly, that is never finished', slowly: true },
      { signal: controller.signal },
    );
    await page.waitForFunction("document.querySelector('#t').value.length > 3");
    controller.abort();
    expect(await call).toFailWith('aborted');
    await expect.poll(() => page.evaluate('down.size')).toBe(0);
    expect(await session.call('press_key', { key: 'x' })).toSucceed();
  });

  test('before it began: not sent', async ({ load, attach }) => {
    const page = await load(STILL);
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Go');
    expect(await session.call('click', { element: 'Go', ref }, { signal: AbortSignal.abort() })).toFailWith('aborted');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
  });
});

describe('the end of the tab', () => {
  test('a crash', async ({ load, attach }) => {
    const page = await load('<button disabled>Go</button>');
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Go');
    const call = session.call('click', { element: 'Go', ref });
    page.goto('chrome://crash').catch(() => undefined);
    expect(await call).toFailWith('tab_crashed');
    expect(await session.call('read_page', {})).toFailWith('tab_crashed');
  });

  test('closing', async ({ load, attach }) => {
    const page = await load('<button disabled>Go</button>');
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Go');
    const call = session.call('click', { element: 'Go', ref });
    await page.close();
    expect(await call).toFailWith('tab_closed');
  });

  test('a navigation while the precheck waits makes the ref stale', async ({ load, attach, server }) => {
    server.set('/next', '<button>Go</button>');
    const page = await load('<button disabled>Go</button>');
    const session = await attach(AUTO);
    const ref = await refOf(session, 'button', 'Go');
    const call = session.call('click', { element: 'Go', ref });
    await page.goto(server.url('/next'));
    const result = await call;
    expect(result).toFailWith('stale_ref');
    expect(result.evidence).toMatchObject({ dispatch: 'not_started' });
    expect(await clickOn(session, 'button', 'Go')).toSucceed();
  });
});

describe('a deadline', () => {
  test('ends a click on a page that is busy for ever, and says what was sent', async ({ load, attach }) => {
    await load('<button onclick="for(;;);">Go</button>');
    const session = await attach({ ...AUTO, timeouts: { call: 1500 } });
    const result = await clickOn(session, 'button', 'Go');
    expect(result).toFailWith('timeout');
    expect(result.evidence?.dispatch).not.toBe('not_started');
  });

  test('a dialog the host answers blocks nothing for ever', async ({ load, attach, page }) => {
    page.on('dialog', () => undefined);
    await load('<button onclick="alert(\'host\')">Go</button>');
    const session = await attach({ ...AUTO, timeouts: { call: 1500 } });
    expect(await clickOn(session, 'button', 'Go')).toFailWith('timeout');
    expect(await session.call('press_key', { key: 'a' })).toFailWith('dialog_open', /host/);
  });
});

test('two clicks at once are made one after the other', async ({ load, attach }) => {
  const page = await load(
    '<button onclick="log.push(\'one\')">One</button><button onclick="log.push(\'two\')">Two</button><script>window.log=[]</script>',
  );
  const session = await attach(AUTO);
  const [one, two] = [await refOf(session, 'button', 'One'), await refOf(session, 'button', 'Two')];
  const results = await Promise.all([
    session.call('click', { element: 'One', ref: one }),
    session.call('click', { element: 'Two', ref: two }),
  ]);
  expect(results.map((result) => result.ok)).toEqual([true, true]);
  expect(await page.evaluate('log')).toEqual(['one', 'two']);
});
