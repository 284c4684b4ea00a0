/** What a click has already brought about when its result comes back. */
import { afterAll, beforeAll, describe } from 'vitest';
import { BEHAVIOURS, showsOutcome } from '../../fixtures/settle/behaviours.mjs';
import { startServer } from '../../fixtures/settle/server.mjs';
import { expect, test } from '../support/test.js';
import { AUTO, clickOn } from './support.js';

type Behaviour = (typeof BEHAVIOURS)[number];
function behaviour(name: string): Behaviour {
  const found = BEHAVIOURS.find((one) => one.name === name);
  if (!found) throw new Error(`There is no behaviour "${name}".`);
  return found;
}
let pages: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  pages = await startServer();
});
afterAll(() => pages.close());

/** Behaviours that share a page and a session: each starts on a fresh document. */
const GROUPS = ['in the page', 'beside what never ends', 'at another address', 'in another tab'].map((name) => ({
  name,
  behaviours: BEHAVIOURS.filter((behaviour) => groupOf(behaviour) === name),
}));
function groupOf({ endless, shows = 'text' }: Behaviour): string {
  if (shows === 'address') return 'at another address';
  if (shows === 'tab') return 'in another tab';
  return endless ? 'beside what never ends' : 'in the page';
}

/** What a result says of the page: where it was left, and whether something is still open. */
const stateOf = (result: Clicked): string =>
  result.ok && !result.data.settled ? 'busy' : result.evidence?.networkSettled === false ? 'open request' : 'at rest';
type Clicked = Awaited<ReturnType<typeof clickOn>>;

function toldOf(behaviour: Behaviour, result: Clicked): string {
  if (!result.ok) return result.error.code;
  return `${showsOutcome(behaviour, result.data) ? 'shown' : `not shown:\n${result.data.diff}`}, ${stateOf(result)}`;
}

describe('with balanced the result of a click shows what it led to', () => {
  for (const { name: group, behaviours } of GROUPS) {
    test(`${group}: ${behaviours.map(({ name }) => name).join(', ')}`, async ({ attach, page, context }) => {
      const session = await attach({ ...AUTO, settle: 'balanced' }, page);
      const told: [string, string][] = [];
      for (const behaviour of behaviours) {
        for (const other of context.pages()) if (other !== page) await other.close();
        await page.goto(pages.pageUrl(behaviour));
        if (behaviour.waits) await page.waitForFunction('window.ready');
        session.beginTurn({ tab: page });
        // A page that never comes to rest would hold the call up to its deadline, and fail.
        told.push([behaviour.name, toldOf(behaviour, await clickOn(session, 'button', 'Go'))]);
      }
      expect(told).toEqual(behaviours.map(({ name, ends = 'at rest' }) => [name, `shown, ${ends}`]));
    }, 60_000);
  }
});

test('fast returns before a timer, patient waits for it', async ({ attach, page }) => {
  await page.goto(pages.pageUrl(behaviour('timer 600 ms')));
  expect(toldOf(behaviour('timer 600 ms'), await clickOn(await attach({ ...AUTO, settle: 'fast' }), 'button', 'Go'))).toContain(
    'not shown',
  );
  await page.reload();
  expect(toldOf(behaviour('timer 600 ms'), await clickOn(await attach({ ...AUTO, settle: 'patient' }), 'button', 'Go'))).toBe(
    'shown, at rest',
  );
});

test('without the probe short timers are caught by the shared counter', async ({ attach, page }) => {
  const session = await attach({ ...AUTO, probe: false }, page);
  for (const name of ['timer 300 ms', 'interval that ends', 'three timers', 'debounce']) {
    await page.goto(pages.pageUrl(behaviour(name)));
    expect(`${name}: ${toldOf(behaviour(name), await clickOn(session, 'button', 'Go'))}`).toBe(`${name}: shown, at rest`);
  }
});

test('the probe leaves nothing in the page', async ({ load, attach }) => {
  const target = await load(
    `<button onclick="setTimeout(()=>{},50)">Go</button><script>window.before=[setTimeout,setInterval,clearTimeout,clearInterval]</script>`,
  );
  const session = await attach(AUTO);
  const names = await target.evaluate('Object.getOwnPropertyNames(window).length');
  await clickOn(session, 'button', 'Go');
  await expect.poll(() => target.evaluate('[setTimeout,setInterval,clearTimeout,clearInterval].every((f,i)=>f===before[i])')).toBe(true);
  expect(await target.evaluate('Object.getOwnPropertyNames(window).length')).toBe(names);
});
