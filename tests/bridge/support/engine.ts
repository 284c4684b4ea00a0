/** Engines over a small test bundle, released after the test. */
import { performance } from 'node:perf_hooks';
import type { BrowserContext, Page } from 'playwright-core';
import { acquireWith } from '../../../src/bridge/context-engine.js';
import type { Engine, EngineOptions, MappedPoint, PageEngine, World } from '../../../src/bridge/types.js';
import { hash, source } from '../../support/page-bridge.js?page';
import { test as base } from '../../support/test.js';

export { expect } from 'vitest';

export const MS = { timeoutMs: 5000 };

let randomState = 1;
const options = (world: EngineOptions['world']): EngineOptions => ({
  world,
  clock: { now: () => Date.now(), monotonic: () => performance.now() },
  random: (length) => Array.from({ length }, () => ((randomState = (randomState * 48271) % 2147483647) % 36).toString(36)).join(''),
});

export const acquire = (context: BrowserContext, world: EngineOptions['world'] = 'isolated') =>
  acquireWith(context, options(world), { source, hash });

export const test = base.extend<{ engine: Engine; mainEngine: Engine; tab: PageEngine }>({
  engine: async ({ context }, use) => {
    const engine = acquire(context);
    await use(engine);
    await engine.release();
  },
  mainEngine: async ({ context }, use) => {
    const engine = acquire(context, 'main');
    await use(engine);
    await engine.release();
  },
  tab: async ({ engine, page }, use) => {
    await use(tabOf(engine, page));
  },
});

export function tabOf(engine: Engine, page: Page): PageEngine {
  const tab = engine.byPage(page);
  if (!tab) throw new Error('The engine does not know the page.');
  return tab;
}

/** Element ids by CSS selector in a world and what it reaches. */
export async function ids(world: World, css: string): Promise<number[]> {
  const reply = await world.call('find', { query: css, limit: 1000, maxMs: 1000 }, MS);
  if (!reply.ok) throw new Error(reply.failure.code);
  return reply.value.foreign.map(({ el }) => el);
}
export async function id(world: World, css: string): Promise<number> {
  const [first] = await ids(world, css);
  if (first === undefined) throw new Error(`Nothing matches ${css}.`);
  return first;
}

interface Facts {
  readonly text: string;
  readonly internals: unknown;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly viewport: readonly [number, number];
}
export async function facts(world: World, el: number): Promise<Facts> {
  const reply = await world.call('readValue', { el }, MS);
  if (!reply.ok) throw new Error(reply.failure.code);
  return JSON.parse(reply.value.value) as Facts;
}

/** The foreign world in an iframe. */
export async function enter(tab: PageEngine, parent: World, css: string): Promise<World> {
  const world = await tab.foreign(parent, await id(parent, css), MS);
  if (!world) throw new Error(`The frame ${css} cannot be entered.`);
  return world;
}

/** The middle of an element, mapped to the top viewport. */
export async function mapMiddle(
  tab: PageEngine,
  world: World,
  css: string,
  owners: readonly number[] = [],
  hitTest = true,
): Promise<MappedPoint> {
  const { x, y, width, height, viewport } = await facts(world, await id(world, css));
  return tab.mapPoint(
    world,
    owners,
    { x: x + width / 2, y: y + height / 2 },
    { ...MS, hitTest, viewport: { width: viewport[0], height: viewport[1] } },
  );
}

/** Resolves when a tab event of a type is logged (also before this was asked). */
export function logged(engine: Engine, tab: PageEngine, type: string): Promise<void> {
  if (tab.log.since(0).some((entry) => entry.type === type)) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = engine.onTabEvent((on, entry) => {
      if (on !== tab || entry.type !== type) return;
      stop();
      resolve();
    });
  });
}
