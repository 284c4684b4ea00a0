import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { serveHttp } from '../../src/adapters/mcp-server.js';
import type { ToolReply } from '../support/model-server.js';
import { expect, test } from '../support/test.js';
import { openStage } from './shop.js';

const TOKEN = 'a token of some length';

function replyOf({ content }: CallToolResult): ToolReply {
  return {
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    images: content.flatMap((block) => (block.type === 'image' ? [`data:${block.mimeType};base64,${block.data}`] : [])),
  };
}

test('MCP over HTTP: a client that sees text and pictures alone places the demo order', { timeout: 240_000 }, async ({ context }) => {
  const stage = await openStage(context);
  const server = await serveHttp(stage.session, { token: TOKEN });
  const client = new Client({ name: 'shopper', version: '1' });
  try {
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    });
    await client.connect(transport as Transport);
    let action = await stage.model.turn(undefined);
    while ('tool' in action) {
      const result = (await client.callTool({ name: action.tool, arguments: action.input as Record<string, unknown> })) as CallToolResult;
      action = await stage.model.turn(replyOf(result));
    }
    expect(stage.verify()).toMatchObject({ number: 'TT-1001' });
    expect(stage.calls.filter(({ ok }) => !ok).map(({ code }) => code)).toEqual(['stale_ref', 'denied']);
  } finally {
    await client.close();
    await server.close();
    await stage.close();
  }
});
