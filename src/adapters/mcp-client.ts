/**
 * MCP client: the tools of a remote server enter a registry as writes that are never repeated and whose results nobody trusts, whatever the
 * server says of them. The MCP SDK is loaded when it is used.
 */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ToolRegistry } from '../registry/registry.js';
import { SdkError } from '../shared/errors.js';
import { originOf } from '../shared/origins.js';
import { loadMcp } from './parts/mcp-load.js';
import { type RemoteServer, remoteName, remoteTool } from './parts/mcp-remote.js';

export interface McpConnectOptions {
  /** Names the server in identities, rules and approvals: `files`, `github`. a to z, 0 to 9 and _, at most 32 characters. */
  readonly serverId: string;
  /** Put before the names of its tools. Default `<serverId>__`. */
  readonly prefix?: string;
  /** Only these of its tools, by the server's names. Default: all. */
  readonly names?: readonly string[];
}

/** How the server is reached. */
export type McpEndpoint =
  | {
      /** Streamable HTTP. */
      readonly url: string | URL;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly command: string; readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>>; readonly cwd?: string }
  | {
      /** A transport of the MCP SDK, not started. */
      readonly transport: Transport;
      /** What it leads to, as it stands in approvals. */
      readonly endpoint?: string;
    };

/** Tools that came, and those that could not be taken. */
export interface RemoteTools {
  /** Their names in the registry. */
  readonly names: readonly string[];
  /** The server's name of a tool that was left out, and why. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

export interface McpConnection {
  readonly tools: RemoteTools;
  /** Takes the tools anew from the server; happens by itself when the server says that they changed. */
  refresh(): Promise<RemoteTools>;
  /** Takes the tools out of the registry and ends the connection. */
  close(): Promise<void>;
}

const SERVER_ID = /^[a-z][a-z0-9_]{0,31}$/;
/** Tools of one server. */
const MAX_TOOLS = 256;
const MAX_PAGES = 50;

/**
 * Connects to an MCP server and registers its tools.
 * @param registry of a session
 * @throws SdkError invalid_input, not_configured; what the transport throws when the server cannot be reached
 */
export async function connectMcp(registry: ToolRegistry, endpoint: McpEndpoint, options: McpConnectOptions): Promise<McpConnection> {
  const { serverId, prefix = `${options.serverId}__`, names } = options;
  if (!SERVER_ID.test(serverId))
    throw new SdkError('invalid_input', 'connectMcp: serverId must be a name of a to z, 0 to 9 and _, at most 32 characters.', {
      phase: 'validate',
      hint: 'Correct the named option.',
    });
  const { transport, where } = await openTransport(endpoint);
  const sdk = await loadMcp(() => import('@modelcontextprotocol/sdk/client/index.js'));
  const { ToolListChangedNotificationSchema } = await loadMcp(() => import('@modelcontextprotocol/sdk/types.js'));
  const { AjvJsonSchemaValidator } = await loadMcp(() => import('@modelcontextprotocol/sdk/validation/ajv-provider.js'));
  const client = new sdk.Client({ name: 'surehand', version: '0' });
  await client.connect(transport);
  const server: RemoteServer = { client, serverId, endpoint: where, validator: new AjvJsonSchemaValidator() };
  const table = new RemoteTable(registry, server, prefix, names);
  await table.refresh();
  client.setNotificationHandler(ToolListChangedNotificationSchema, async () => void (await table.refresh()));
  client.onclose = () => table.clear();
  return {
    get tools() {
      return table.tools;
    },
    refresh: () => table.refresh(),
    async close() {
      table.clear();
      await client.close();
    },
  };
}

async function openTransport(endpoint: McpEndpoint): Promise<{ readonly transport: Transport; readonly where: string }> {
  if ('transport' in endpoint) return { transport: endpoint.transport, where: endpoint.endpoint ?? '' };
  if ('command' in endpoint) {
    const { command, args, env, cwd } = endpoint;
    const { getDefaultEnvironment, StdioClientTransport } = await loadMcp(() => import('@modelcontextprotocol/sdk/client/stdio.js'));
    const started = new StdioClientTransport({
      command,
      ...(args ? { args: [...args] } : {}),
      ...(env ? { env: { ...getDefaultEnvironment(), ...env } } : {}),
      ...(cwd === undefined ? {} : { cwd }),
    });
    return { transport: started, where: [command, ...(args ?? [])].join(' ').slice(0, 300) };
  }
  const { StreamableHTTPClientTransport } = await loadMcp(() => import('@modelcontextprotocol/sdk/client/streamableHttp.js'));
  const url = new URL(endpoint.url);
  const http = new StreamableHTTPClientTransport(url, endpoint.headers ? { requestInit: { headers: { ...endpoint.headers } } } : {});
  // The SDK declares optional fields that may hold undefined; ours may not.
  return { transport: http as Transport, where: originOf(url.href) };
}

/** The tools of one server in a registry. */
class RemoteTable {
  readonly #registry: ToolRegistry;
  readonly #server: RemoteServer;
  readonly #prefix: string;
  readonly #wanted: readonly string[] | undefined;
  #tools: RemoteTools = { names: [], refused: [] };
  #listed = '';
  #isOver = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(registry: ToolRegistry, server: RemoteServer, prefix: string, wanted: readonly string[] | undefined) {
    this.#registry = registry;
    this.#server = server;
    this.#prefix = prefix;
    this.#wanted = wanted;
  }

  get tools(): RemoteTools {
    return this.#tools;
  }

  /** One at a time: two answers must not be mixed. */
  refresh(): Promise<RemoteTools> {
    const next = this.#last.then(() => this.#refresh());
    this.#last = next.catch(() => undefined);
    return next;
  }

  clear(): void {
    this.#isOver = true;
    this.#takeOut();
    this.#tools = { names: [], refused: [] };
  }

  async #refresh(): Promise<RemoteTools> {
    const listed = await listTools(this.#server.client);
    if (this.#isOver) return this.#tools;
    const text = JSON.stringify(listed);
    // News without a change must not void what is being approved.
    if (text === this.#listed) return this.#tools;
    this.#listed = text;
    this.#takeOut();
    const names: string[] = [];
    const refused: { name: string; reason: string }[] = [];
    for (const tool of listed) {
      if (this.#wanted && !this.#wanted.includes(tool.name)) continue;
      try {
        if (names.length >= MAX_TOOLS) throw new TypeError(`a server may have ${MAX_TOOLS} tools`);
        const { name } = this.#registry.register(remoteTool(this.#server, tool, remoteName(tool.name)), {
          prefix: this.#prefix,
          toolset: this.#server.serverId,
        });
        names.push(name);
      } catch (error) {
        // One bad tool, or a name that is taken, is no reason to do without the others.
        refused.push({ name: tool.name.slice(0, 100), reason: error instanceof Error ? error.message : String(error) });
      }
    }
    this.#tools = Object.freeze({ names: Object.freeze(names), refused: Object.freeze(refused) });
    return this.#tools;
  }

  #takeOut(): void {
    for (const name of this.#tools.names) {
      // A tool of that name that the host put there since is the host's.
      if (this.#registry.get(name)?.binding.serverId === this.#server.serverId) this.#registry.unregister(name);
    }
  }
}

async function listTools(client: Client): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined) return tools;
  }
  return tools;
}
