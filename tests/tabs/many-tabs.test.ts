import fc from 'fast-check';
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO } from '../tools/support.js';
import { Model } from './model.js';

interface Real {
  readonly session: Session;
  url(path: string): string;
  count(): number;
}

async function must<T>(
  result: Promise<{ readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: { readonly message: string } }>,
): Promise<T> {
  const done = await result;
  if (!done.ok) throw new Error(done.error.message);
  return done.data;
}

async function compare(model: Model, { session, count, url }: Real): Promise<void> {
  const { tabs } = await must(session.call('tabs_list', {}));
  expect(tabs.map(({ tabId, groupId, url: shown }) => ({ tabId, groupId, url: shown }))).toEqual(
    model.tabs.map(({ tabId, group, path }) => ({ tabId, groupId: group, url: url(path) })),
  );
  const { groups } = await must(session.call('tab_groups_list', {}));
  const numbers = [...new Set(model.tabs.flatMap(({ group }) => group ?? []))];
  expect(groups.map(({ groupId, tabIds }) => [groupId, tabIds])).toEqual(
    numbers.map((group) => [group, model.tabs.filter((tab) => tab.group === group).map(({ tabId }) => tabId)]),
  );
  const { sessions } = await must(session.call('sessions_recently_closed', { maxResults: 25 }));
  const recent = [...model.closed].sort((a, b) => Number(b.sessionId.slice(7)) - Number(a.sessionId.slice(7)));
  expect(sessions.map(({ sessionId, tabs: [tab] }) => [sessionId, tab?.url])).toEqual(
    recent.slice(0, 25).map(({ sessionId, path }) => [sessionId, url(path)]),
  );
  expect(count()).toBe(model.tabs.length);
}

type Command = fc.AsyncCommand<Model, Real>;
const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length] as T;

class Open implements Command {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  check = () => true;
  async run(model: Model, { session, url }: Real): Promise<void> {
    const { tabId } = await must(session.call('tab_open', { url: url(this.path) }));
    expect(tabId).toBe(model.opened(this.path).tabId);
  }
  toString = () => `open ${this.path}`;
}
class Close implements Command {
  readonly seed: number;
  constructor(seed: number) {
    this.seed = seed;
  }
  check = ({ tabs }: Readonly<Model>) => tabs.length > 1;
  async run(model: Model, { session }: Real): Promise<void> {
    const tab = pick(model.tabs, this.seed);
    await must(session.call('tab_close', { tabId: tab.tabId }));
    model.close(tab);
    expect(await session.call('tab_focus', { tabId: tab.tabId })).toFailWith('tab_closed');
  }
  toString = () => `close ${this.seed}`;
}
class Group implements Command {
  readonly seeds: readonly number[];
  readonly into: number | undefined;
  constructor(seeds: readonly number[], into: number | undefined) {
    this.seeds = seeds;
    this.into = into;
  }
  check = ({ tabs }: Readonly<Model>) => tabs.length > 0 && (this.into === undefined || tabs.some(({ group }) => group !== undefined));
  async run(model: Model, real: Real): Promise<void> {
    const chosen = [...new Set(this.seeds.map((seed) => pick(model.tabs, seed)))];
    const groups = [...new Set(model.tabs.flatMap(({ group }) => group ?? []))];
    const into = this.into === undefined ? undefined : pick(groups, this.into);
    const input = { tabIds: chosen.map(({ tabId }) => tabId), ...(into === undefined ? {} : { groupId: into }) };
    const { groupId } = await must(real.session.call('tabs_group', input));
    expect(groupId).toBe(model.group(chosen, into));
  }
  toString = () => `group ${this.seeds.join()} into ${this.into}`;
}
class Restore implements Command {
  readonly seed: number;
  constructor(seed: number) {
    this.seed = seed;
  }
  check = ({ closed }: Readonly<Model>) => closed.length > 0;
  async run(model: Model, { session, url }: Real): Promise<void> {
    const entry = pick(model.closed, this.seed);
    const { tabs } = await must(session.call('session_restore', { sessionId: entry.sessionId }));
    model.closed = model.closed.filter((one) => one !== entry);
    const tab = { tabId: ++model.lastTab, path: entry.path, group: entry.group };
    model.insert(tab, entry.index);
    expect(tabs).toMatchObject([{ tabId: tab.tabId, url: url(entry.path) }]);
    expect(await session.call('session_restore', { sessionId: entry.sessionId })).toFailWith('not_found');
  }
  toString = () => `restore ${this.seed}`;
}

const number = fc.nat(1_000);
const commands = [
  fc.nat(9).map((n) => new Open(`/p${n}`)),
  number.map((seed) => new Close(seed)),
  fc
    .tuple(fc.array(number, { minLength: 1, maxLength: 5 }), fc.option(number, { nil: undefined }))
    .map(([seeds, into]) => new Group(seeds, into)),
  number.map((seed) => new Restore(seed)),
];

test('fifty tabs, opened, grouped, closed and restored in any order, are as a simple model says', { timeout: 120_000 }, async ({
  attach,
  browser,
  server,
}) => {
  for (let i = 0; i < 10; i++) server.set(`/p${i}`, `<title>P${i}</title>`);
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (sequence) => {
      const context = await browser.newContext();
      const session = await attach({ ...AUTO, settle: 'fast' }, context);
      const model = new Model();
      const real: Real = { session, url: (path) => server.url(path), count: () => context.pages().length };
      try {
        // Tabs of the host count like those of the model.
        for (let i = 0; i < 50; i++) {
          const page = await context.newPage();
          await page.goto(server.url(model.opened(`/p${i % 10}`).path), { waitUntil: 'commit' });
        }
        await compare(model, real);
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await compare(model, real);
      } finally {
        await session.dispose();
        await context.close();
      }
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
