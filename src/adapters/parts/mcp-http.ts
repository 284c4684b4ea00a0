/** Streamable HTTP for MCP: one transport a client, a token on every request, no foreign host names or pages. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { SdkError } from '../../shared/errors.js';
import { loadMcp } from './mcp-load.js';

export interface McpHttpOptions {
  /** What clients have to send as `Authorization: Bearer`; at least 16 characters. */
  readonly token: string;
  /** Default 0: a free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly hostname?: string;
  /** Further values of the `Host` header to answer to, such as `tools.example:8443` behind a proxy. */
  readonly allowedHosts?: readonly string[];
}

export interface RunningHttp {
  /** Where clients connect: `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

const PATH = '/mcp';
const MIN_TOKEN = 16;
/** Bytes of a request. */
const MAX_BODY = 4 * 1024 * 1024;
/** Clients at a time; the one that was silent longest goes when another comes. */
const MAX_CLIENTS = 64;

interface Client {
  readonly server: Server;
  readonly transport: StreamableHTTPServerTransport;
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

function checkOptions({ token, port }: McpHttpOptions): void {
  const fault =
    typeof token !== 'string' || token.length < MIN_TOKEN
      ? `token must be a text of at least ${MIN_TOKEN} characters`
      : port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)
        ? 'port must be an integer from 0 to 65535'
        : undefined;
  if (fault === undefined) return;
  throw new SdkError('invalid_input', `serveHttp: in the options ${fault}.`, { phase: 'validate', hint: 'Correct the named option.' });
}

/** A host name as it stands in a URL. */
const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/**
 * Listens.
 * @param create makes the server of a new client
 * @throws SdkError invalid_input, not_configured
 */
export async function listenHttp(create: () => Promise<Server>, options: McpHttpOptions): Promise<RunningHttp> {
  checkOptions(options);
  const { token, port = 0, hostname = '127.0.0.1', allowedHosts = [] } = options;
  const sdk = await loadMcp(() => import('@modelcontextprotocol/sdk/server/streamableHttp.js'));
  const clients = new Map<string, Client>();
  const wanted = hash(`Bearer ${token}`);
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));

  const open = async (): Promise<Client> => {
    const transport = new sdk.StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        clients.set(id, client);
        for (const [oldest, { server }] of clients) {
          if (clients.size <= MAX_CLIENTS) break;
          clients.delete(oldest);
          void server.close();
        }
      },
      onsessionclosed: (id) => void clients.delete(id),
    });
    const client: Client = { server: await create(), transport };
    await client.server.connect(transport as Parameters<Server['connect']>[0]);
    return client;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refusalOf(request, wanted, hosts);
    if (refusal) return refuse(response, ...refusal);
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    if (body === 'too large') return refuse(response, 413, 'The request is too large.');
    if (body === 'malformed') return refuse(response, 400, 'The body is no JSON.');
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? clients.get(id) : undefined;
    if (typeof id === 'string' && !known) return refuse(response, 404, 'There is no such session; initialize again.');
    if (known && typeof id === 'string') {
      // The one used last goes last.
      clients.delete(id);
      clients.set(id, known);
    }
    if (!known && !isInitialize(body?.json)) return refuse(response, 400, 'A client begins with initialize.');
    await (known ?? (await open())).transport.handleRequest(request, response, body?.json);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => refuse(response, 500, 'The request could not be handled.'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, hostname, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: bound } = server.address() as AddressInfo;
  for (const host of [hostname, 'localhost', '127.0.0.1', '::1']) hosts.add(`${inUrl(host)}:${bound}`.toLowerCase());
  return {
    url: `http://${inUrl(hostname)}:${bound}${PATH}`,
    async close() {
      for (const client of clients.values()) await client.server.close();
      clients.clear();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Why a request is refused before anything else is looked at: a page in a browser has an Origin, and may come by a name it made up. */
function refusalOf(request: IncomingMessage, wanted: Buffer, hosts: ReadonlySet<string>): readonly [number, string] | undefined {
  const { host = '', origin, authorization = '' } = request.headers;
  if (!hosts.has(host.toLowerCase())) return [403, 'This host name is not served.'];
  if (origin !== undefined && !hosts.has(hostOfOrigin(origin))) return [403, 'Web pages may not call this server.'];
  if (!timingSafeEqual(hash(authorization), wanted)) return [401, 'A bearer token is needed.'];
  return (request.url ?? '').split('?')[0] === PATH ? undefined : [404, 'There is nothing here.'];
}

const isInitialize = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && (json as { method?: unknown }).method === 'initialize';

const hostOfOrigin = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host.toLowerCase() : '');

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  const headers = { 'content-type': 'application/json', ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}) };
  response.writeHead(status, headers).end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}

async function readBody(request: IncomingMessage): Promise<{ readonly json: unknown } | 'too large' | 'malformed'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY) return 'too large';
    chunks.push(chunk as Buffer);
  }
  try {
    return { json: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return 'malformed';
  }
}
