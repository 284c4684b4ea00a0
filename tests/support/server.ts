/** The web that tests browse: one server behind two origins, with whatever a test puts there. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Origin = 'A' | 'B';
type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface RouteOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers only after this time. */
  readonly delayMs?: number;
  /** The origin it exists on; both by default. */
  readonly origin?: Origin;
}

interface SeenRequest {
  readonly origin: Origin;
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTML body without a doctype gets one, so that no test runs in quirks mode by accident. */
const withDoctype = (body: string) => (/^\s*<[!?]/.test(body) ? body : `<!doctype html>${body}`);

/** Body of a request, as text. */
async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

export class TestServer {
  readonly #servers: Record<Origin, Server>;
  readonly #routes = new Map<string, Handler>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #origins: Record<Origin, string>;
  /** What was asked for since the test began, favicons left out. */
  readonly requests: SeenRequest[] = [];

  private constructor(servers: Record<Origin, Server>) {
    this.#servers = servers;
    const port = (origin: Origin) => (servers[origin].address() as AddressInfo).port;
    this.#origins = { A: `http://127.0.0.1:${port('A')}`, B: `http://localhost:${port('B')}` };
    for (const origin of ['A', 'B'] as const)
      servers[origin].on('request', (request, response) => void this.#answer(origin, request, response));
  }

  static async start(): Promise<TestServer> {
    const listen = async () => {
      const server = createServer();
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
      return server;
    };
    return new TestServer({ A: await listen(), B: await listen() });
  }

  get origin(): string {
    return this.#origins.A;
  }
  get originB(): string {
    return this.#origins.B;
  }
  /** Address on the first origin, `http://127.0.0.1:PORT`. */
  url(path = '/'): string {
    return this.#origins.A + path;
  }
  /** Address on the second origin, `http://localhost:PORT`. */
  urlB(path = '/'): string {
    return this.#origins.B + path;
  }

  /**
   * Puts a page, file or handler at a path. A path with a query wins over one without. In a string body `{{A}}` and `{{B}}` stand for the origins.
   * A body is HTML unless `headers` say otherwise.
   */
  set(path: string, content: string | Buffer | Handler, options: RouteOptions = {}): void {
    const handler = typeof content === 'function' ? content : this.#page(content, options);
    const delayed: Handler = (request, response) =>
      options.delayMs === undefined ? handler(request, response) : this.#later(options.delayMs, () => handler(request, response));
    for (const origin of options.origin ? [options.origin] : (['A', 'B'] as const)) this.#routes.set(`${origin} ${path}`, delayed);
  }

  /** A path that redirects. */
  redirect(path: string, to: string, status = 302): void {
    this.set(path, '', { status, headers: { location: to } });
  }

  /** A path that never answers. */
  hang(path: string, options: Pick<RouteOptions, 'origin'> = {}): void {
    this.set(path, () => undefined, options);
  }

  /** Forgets routes and requests, and drops what is still open. */
  reset(): void {
    this.#routes.clear();
    this.requests.length = 0;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const server of Object.values(this.#servers)) server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.reset();
    await Promise.all(Object.values(this.#servers).map((server) => new Promise((resolve) => server.close(resolve))));
  }

  #later(delayMs: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, delayMs);
    this.#timers.add(timer);
  }

  #page(content: string | Buffer, { status = 200, headers = {} }: RouteOptions): Handler {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), this.#fill(value)]));
    const all = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...given };
    const isHtml = all['content-type'].startsWith('text/html');
    return (_request, response) => {
      const text = typeof content === 'string' ? this.#fill(isHtml && content ? withDoctype(content) : content) : content;
      response.writeHead(status, all).end(text);
    };
  }

  #fill(text: string): string {
    return text.replaceAll('{{A}}', this.#origins.A).replaceAll('{{B}}', this.#origins.B);
  }

  async #answer(origin: Origin, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const bare = path.split('?')[0];
    const handler = this.#routes.get(`${origin} ${path}`) ?? this.#routes.get(`${origin} ${bare}`);
    if (!handler && bare === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const { method = 'GET', headers } = request;
    try {
      // A handler that wants the body finds it in `requests`.
      this.requests.push({ origin, method, path, headers, body: await readBody(request) });
      if (handler) await handler(request, response);
      else response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Not found</title>Not found');
    } catch (error) {
      // The browser went away in the middle of a request, or the handler of the test is wrong: the page shows it.
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(String(error));
    }
  }
}
