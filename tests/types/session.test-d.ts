/** Compiled, never run: what a host may write, and what it may not. */
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { defineTool, type Session, type SnapshotNode, type ToolName, type ToolResult } from '../../src/index.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function assertType<_ extends true>(): void {}

declare const session: Session;
declare const page: Page;

export async function calls(): Promise<void> {
  const read = await session.call('read_page', {});
  if (read.ok) {
    assertType<Equal<typeof read.data.text, string>>();
    assertType<Equal<typeof read.data.nodes, readonly SnapshotNode[]>>();
    assertType<Equal<typeof read.data.tokens, number>>();
  } else {
    assertType<Equal<typeof read.error.message, string>>();
    // @ts-expect-error: a failed result has no data
    read.data;
  }

  const clicked = await session.call('click', { element: 'Save', ref: 'sk4m9z_1_4', dialog: { accept: true, promptText: 'x' } });
  if (clicked.ok) {
    assertType<Equal<typeof clicked.data.url, string>>();
    assertType<Equal<typeof clicked.data.settled, boolean>>();
  }
  const tabs = await session.call('tabs_list', {});
  if (tabs.ok) assertType<Equal<(typeof tabs.data.tabs)[number]['tabId'], number>>();
  const gone = await session.call('navigate', { url: 'https://a.example' });
  if (gone.ok) assertType<Equal<typeof gone.data.redirects, readonly string[]>>();
  const typed = await session.call('type', { element: 'Name', ref: 'e1', text: 'x', mode: 'append' });
  if (typed.ok) assertType<Equal<typeof typed.data.value.now, string>>();

  // @ts-expect-error: no tool has this name
  await session.call('clik', {});
  // @ts-expect-error: a required field is missing
  await session.call('click', { element: 'Save' });
  // @ts-expect-error: an unknown field
  await session.call('click', { element: 'Save', ref: 'e1', selector: '#x' });
  // @ts-expect-error: a wrong type
  await session.call('read_page', { maxTokens: 'many' });
  // @ts-expect-error: a value that is none of the listed ones
  await session.call('scroll', { direction: 'sideways' });

  const name: string = 'click';
  const unknown = await session.callUnknown(name, JSON.parse('{}'), { signal: AbortSignal.timeout(10), timeoutMs: 5 });
  assertType<Equal<typeof unknown, ToolResult>>();
  // @ts-expect-error: what an unknown tool gives is unknown
  if (unknown.ok) unknown.data.url;
}

export function events(): void {
  const off = session.events.on('call_done', (event) => {
    assertType<Equal<typeof event.ms, number>>();
    assertType<Equal<typeof event.type, 'call_done'>>();
  });
  off();
  session.events.on('*', (event) => {
    if (event.type === 'tab_event') assertType<Equal<typeof event.tabId, number>>();
  });
  // @ts-expect-error: no such event
  session.events.on('call_begun', () => undefined);
}

export async function others(): Promise<void> {
  assertType<Equal<ReturnType<Session['tabIdOf']>, number | undefined>>();
  session.beginTurn({ tab: page });
  const described = await session.describe(page.locator('button'));
  if (described) assertType<Equal<typeof described.ref, string>>();
  assertType<'click' extends ToolName ? true : false>();
  const explained = await session.gatekeeper.explain({ tool: 'click', input: { element: 'Save', ref: 'e1' } });
  assertType<Equal<typeof explained.verdict, 'allow' | 'ask' | 'deny'>>();
  await using scoped = session;
  scoped.registry.get('click')?.inputSchema.properties;
}

export const shout = defineTool({
  name: 'shout',
  title: 'Shout',
  description: 'Shout a text.',
  level: 'builtin',
  effects: 'read',
  capability: 'read',
  input: z.strictObject({ text: z.string().default('hey').describe('Text.') }),
  async execute({ text }, context) {
    assertType<Equal<typeof text, string>>();
    assertType<Equal<typeof context.callId, string>>();
    return { data: { loud: text.toUpperCase() }, content: [] };
  },
});
assertType<Equal<typeof shout.name, 'shout'>>();
