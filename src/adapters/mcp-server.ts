/** MCP server: the tools of a session over stdio or streamable HTTP. The MCP SDK is loaded when it is used. */
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type ToolHost, type ViewOptions, viewOf } from './parts/host.js';
import { listenHttp, type McpHttpOptions, type RunningHttp } from './parts/mcp-http.js';
import { loadMcp } from './parts/mcp-load.js';
import { instructionsFor, mcpResult, mcpTool } from './parts/mcp-project.js';
import { hasResources, serveResources } from './parts/mcp-resources.js';

export type { ToolHost, ViewOptions } from './parts/host.js';
export type { McpHttpOptions, RunningHttp } from './parts/mcp-http.js';
export { INSTRUCTIONS } from './parts/mcp-project.js';

export interface McpServerOptions extends ViewOptions {
  /** Name the server tells its clients. Default `surehand`. */
  readonly name?: string;
  /** Version it tells. Default `0`. */
  readonly version?: string;
  /** What clients tell their models about the tools. Default: `INSTRUCTIONS`, or those of the kit where only its tools are shown. */
  readonly instructions?: string;
}

/** A running server. */
export interface RunningServer {
  close(): Promise<void>;
}

/**
 * A server of the MCP SDK with the tools of a session, not connected yet: for transports of your own.
 * @param host a session
 * @throws SdkError not_configured when the MCP SDK is not installed
 */
export async function createMcpServer(host: ToolHost, options: McpServerOptions = {}): Promise<Server> {
  const { name = 'surehand', version = '0', instructions, ...view } = options;
  const sdk = await loadMcp(() => import('@modelcontextprotocol/sdk/server/index.js'));
  const types = await loadMcp(() => import('@modelcontextprotocol/sdk/types.js'));
  const { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } = types;
  const tools = viewOf(host, view);
  const resources = hasResources(tools) ? { resources: { listChanged: true, subscribe: true } } : {};
  const server = new sdk.Server(
    { name, version },
    { capabilities: { tools: { listChanged: true }, ...resources }, instructions: instructions ?? instructionsFor(tools) },
  );
  const offResources = hasResources(tools) ? serveResources(server, types, host, () => viewOf(host, view)) : undefined;
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: viewOf(host, view).map(mcpTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    // What the view does not show does not exist for this client.
    if (!viewOf(host, view).some((tool) => tool.name === params.name))
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name.slice(0, 80))}.`);
    const callId = `mcp_${randomUUID()}`;
    const progressToken = params._meta?.progressToken;
    const stop =
      progressToken === undefined
        ? () => undefined
        : tellProgress(host, callId, (progress, message) => {
            // A client that went away needs no progress; its call is cancelled by the signal.
            sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined);
          });
    try {
      return mcpResult(await host.callUnknown(params.name, params.arguments ?? {}, { signal, callId }));
    } finally {
      stop();
    }
  });
  const off = host.registry.onChange(() => {
    // Before a client is connected nobody waits for the news.
    server.sendToolListChanged().catch(() => undefined);
  });
  server.onclose = () => {
    off();
    offResources?.();
  };
  return server;
}

/** Tells a client that its call is alive: what the tool reports, and that somebody is being asked. */
function tellProgress(host: Pick<ToolHost, 'events'>, callId: string, tell: (progress: number, message: string) => void): () => void {
  let count = 0;
  const offs = [
    host.events.on('call_progress', (event) => {
      if (event.callId === callId) tell(++count, words(event.progress));
    }),
    host.events.on('approval_requested', (event) => {
      if (event.callId === callId) tell(++count, 'Waiting for an approval.');
    }),
    host.events.on('call_dispatching', (event) => {
      if (event.callId === callId) tell(++count, 'Acting.');
    }),
  ];
  return () => {
    for (const off of offs) off();
  };
}

const words = (progress: unknown): string => (typeof progress === 'string' ? progress : (JSON.stringify(progress) ?? '')).slice(0, 500);

export interface McpStdioOptions extends McpServerOptions {
  /** Default `process.stdin`. */
  readonly stdin?: Readable;
  /** Default `process.stdout`; nothing else may be written there. */
  readonly stdout?: Writable;
}

/**
 * Serves a session over stdio.
 * @param host a session
 * @throws SdkError not_configured
 */
export async function serveStdio(host: ToolHost, { stdin, stdout, ...options }: McpStdioOptions = {}): Promise<RunningServer> {
  const { StdioServerTransport } = await loadMcp(() => import('@modelcontextprotocol/sdk/server/stdio.js'));
  const server = await createMcpServer(host, options);
  await server.connect(new StdioServerTransport(stdin, stdout));
  return { close: () => server.close() };
}

/**
 * Serves a session over streamable HTTP at `/mcp`. Every request needs the token as `Authorization: Bearer`; it listens on the loopback address
 * unless told otherwise, and answers to no other host name than its own, so that a web page cannot reach it by a name of its own.
 * @param host a session
 * @throws SdkError not_configured, invalid_input (a token of fewer than 16 characters)
 */
export async function serveHttp(host: ToolHost, options: McpServerOptions & McpHttpOptions): Promise<RunningHttp> {
  const { token, port, hostname, allowedHosts, ...rest } = options;
  const http = {
    token,
    ...(port === undefined ? {} : { port }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(allowedHosts === undefined ? {} : { allowedHosts }),
  };
  return await listenHttp(() => createMcpServer(host, rest), http);
}
