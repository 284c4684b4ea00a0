/** The demo shop through a real MCP client that has nothing but the kit: every tool once, and the resources. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { startShop } from '../../fixtures/shop/server.mjs';
import { createMcpServer } from '../../src/adapters/mcp-server.js';
import { browserKitTools } from '../../src/tools/index.js';
import { expect, test } from '../support/test.js';
import type { Tuple } from './support.js';

type Json = Record<string, unknown>;

/** The JSON inside the fence. */
function fenced(text: string): Json {
  const found = /<<<web_content_([0-9a-f]{16}) [^\n]*>>>\n([\s\S]*)\n<<<end_web_content_\1>>>/.exec(text);
  return JSON.parse(found?.[2] ?? text.replace(/^\[tabId=\d+\]\n/, '')) as Json;
}

const textOf = ({ content }: CallToolResult): string => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');

test('every tool of the kit, once or more, on the shop through MCP; and the resources', { timeout: 120_000 }, async ({
  attach,
  context,
}) => {
  const shop = await startShop({ latency: false });
  const rules = [{ capability: 'eval_page', verdict: 'allow' }] as const;
  const session = await attach({ toolsets: ['browser-kit'], gatekeeper: { policy: 'auto', rules } });
  const server = await createMcpServer(session);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  const used = new Set<string>();
  const call = async (name: string, input: Json = {}): Promise<Json> => {
    used.add(name);
    const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
    if (result.isError) throw new Error(`${name}: ${textOf(result)}`);
    return fenced(textOf(result));
  };
  try {
    expect(client.getInstructions()).toContain('getContext first');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(browserKitTools.map(({ name }) => name));
    const { browsers } = (await call('getContext')) as { browsers: { browserId: string; extensionInfo: Json; windows: Json[] }[] };
    const browserId = browsers[0]?.browserId ?? '';
    expect(browsers[0]).toMatchObject({ extensionInfo: { manifestVersion: 2 }, windows: [{ id: '1' }] });
    const opened = await call('openTab', { browserId, windowId: '1', url: `${shop.url}/` });
    const ids = opened['value'] as { browserId: string; windowId: string; tabId: string };
    const tab = { browserId: ids.browserId, tabId: ids.tabId };
    const page = context.pages().at(-1);
    const tuples = async (): Promise<Tuple[]> => {
      let read = await call('getReadableElements', tab);
      const all = [...(read['data'] as Tuple[])];
      while (read['nextPageNumber'] !== null) {
        const next = { snapshotId: read['snapshotId'], type: 'readable-elements', pageNumber: read['nextPageNumber'] };
        read = await call('getSnapshotPage', next);
        all.push(...(read['data'] as Tuple[]));
      }
      return all;
    };
    /** Reads until it is there, as a model would. */
    const path = async (role: string, text: RegExp): Promise<string> => {
      let found: string | undefined;
      await expect
        .poll(async () => (found = (await tuples()).find((tuple) => tuple[1] === role && text.test(tuple[2]))?.[0]), { timeout: 20_000 })
        .toBeDefined();
      return found ?? '';
    };
    const on = async (name: string, role: string, text: RegExp, input: Json = {}): Promise<Json> =>
      call(name, { ...ids, readablePath: await path(role, text), ...input });

    await on('clickOnElement', 'button', /^Accept all$/);
    await on('fillTextToElement', 'combobox', /^Search products$/, { value: 'rain' });
    await on('hitEnterOnElement', 'combobox', /^Search products$/);
    await on('clickOnElement', 'link', /^Squall Rain Jacket/);
    await on('clickOnElement', 'option', /^Moss$/);
    const colours = await path('listbox', /^Colour$/);
    const html = await call('getReadableElementHtml', { ...tab, readablePath: colours });
    expect(html['data']).toContain('Moss');
    await call('scrollElement', { ...ids, readablePath: colours, direction: 'down' });
    await call('scrollPage', { ...ids, direction: 'down', amount: 50 });
    await call('scrollPage', { ...ids, direction: 'up' });
    expect(String((await call('getReadableText', tab))['data'])).toContain('Squall Rain Jacket');
    expect(await call('getSelection', ids)).toMatchObject({ ok: true, value: { selectedText: '' } });
    expect(await call('captureTab', ids)).toMatchObject({ value: { width: 1280, height: 720 } });
    const middle = async (selector: string) => {
      await page?.locator(selector).first().scrollIntoViewIfNeeded();
      const box = await page?.locator(selector).first().boundingBox();
      return { x: Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2), y: Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2) };
    };
    const quantity = page?.getByRole('spinbutton', { name: /Quantity/ }).first();
    await call('clickOnCoordinates', { ...ids, ...(await middle('role=button[name="Increase quantity"]')) });
    await expect.poll(() => quantity?.inputValue()).toBe('2');
    await call('fillTextToCoordinates', { ...ids, ...(await middle('role=spinbutton')), value: '3' });
    expect(await quantity?.inputValue()).toBe('3');
    const hint = await on('showHumanHint', 'button', /^Add to cart$/, { action: 'click', message: 'Is it the right one?' });
    expect(hint).toMatchObject({ humanMessage: 'Please click the highlighted element. Is it the right one?', expiresInSeconds: 60 });
    const first = await call('getReadableText', tab);
    const again = await call('getSnapshotPage', { snapshotId: first['snapshotId'], type: 'readable-text', pageNumber: 1 });
    expect(again).toEqual(first);
    expect(await call('invokeJsFn', { ...ids, fnBodyCode: 'return [document.title, null, 1]' })).toMatchObject({
      value: { result: [expect.stringContaining('Squall'), null, 1] },
    });
    const search = await middle('role=combobox[name="Search products"]');
    await call('fillTextToCoordinates', { ...ids, ...search, value: 'mug' });
    await call('hitEnterOnCoordinates', { ...ids, ...search });
    await expect.poll(() => page?.url()).toContain('/search?q=mug');

    const uri = `bk:///browsers/${ids.browserId}/tabs/${ids.tabId}`;
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toEqual(
      expect.arrayContaining(['bk:///context', `${uri}/readable-text`, `${uri}/readable-elements`]),
    );
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(4);
    const resource = async (address: string): Promise<Json> => {
      const [content] = (await client.readResource({ uri: address })).contents;
      return fenced(content && 'text' in content ? String(content.text) : '');
    };
    expect(await resource('bk:///context')).toEqual(await call('getContext'));
    const elements = await resource(`${uri}/readable-elements`);
    const readablePath = await path('combobox', /^Search products$/);
    expect((elements['data'] as Tuple[]).some((tuple) => tuple[0] === readablePath)).toBe(true);
    expect((await resource(`${uri}/readable-text`))['data']).toBe((await call('getReadableText', tab))['data']);
    const markup = await call('getReadableElementHtml', { ...tab, readablePath });
    expect((await resource(`${uri}/readable-element-html/${readablePath}`))['data']).toBe(markup['data']);
    const pageUri = `bk:///snapshot-types/readable-elements/snapshots/${encodeURIComponent(String(elements['snapshotId']))}/pages/1`;
    expect(await resource(pageUri)).toEqual(elements);
    await expect(client.readResource({ uri: 'bk:///nothing' })).rejects.toThrow(/Unknown or malformed bk resource ID/);
    await expect(client.readResource({ uri: 'bk:///browsers/other/tabs/1/readable-text' })).rejects.toThrow(/browserId/);

    expect(await call('closeTab', ids)).toMatchObject({ ok: true });
    expect([...used].sort()).toEqual(browserKitTools.map(({ name }) => name).sort());
  } finally {
    await client.close();
    await shop.close();
  }
});
