/** One GET, redirects followed by hand: every hop is judged, resolved once and connected to the address that was judged. */
import { lookup as systemLookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { SdkError } from '../../shared/errors.js';
import { matchesOrigin } from '../../shared/origins.js';
import { isPublicAddress } from './address.js';
import { readBody } from './body.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
export interface FetchPolicy {
  /** Origin patterns that may be on private addresses. */
  readonly privateOrigins: readonly string[];
  /**
   * Name of the rule an origin is refused by; undefined when it may be asked.
   * @param isElsewhere a redirect left the origin of the URL that was asked for
   */
  readonly refuses: (origin: string, isElsewhere: boolean) => string | undefined;
  /** Bytes of a body, unpacked. */
  readonly maxBytes: number;
  /** Sent to the first origin alone, with the usual ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default: the resolver of the system. */
  readonly lookup?: ((host: string) => Promise<readonly ResolvedAddress[]>) | undefined;
}
export interface Fetched {
  readonly finalUrl: string;
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** The body goes on. */
  readonly isCut: boolean;
  readonly redirects: readonly string[];
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/json;q=0.9,text/*;q=0.8,*/*;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Mozilla/5.0 (compatible; surehand)',
} as const;

/**
 * @throws SdkError invalid_url (scheme, credentials), blocked_origin (details.reason private_address or origin), http_error (redirects,
 *   network), too_large, or the reason of the signal
 */
export async function get(url: string, policy: FetchPolicy, signal: AbortSignal): Promise<Fetched> {
  const redirects: string[] = [];
  const first = judge(url, policy, url);
  for (let at = url; ; ) {
    const target = judge(at, policy, url);
    const own = target.origin === first.origin ? policy.headers : undefined;
    const response = await ask(target, policy, own, signal);
    const status = response.statusCode ?? 0;
    const location = REDIRECTS.has(status) ? response.headers.location : undefined;
    if (location === undefined) {
      const { body, isCut } = await readBody(response, policy.maxBytes, signal);
      const { statusMessage = '', headers } = response;
      return {
        finalUrl: target.href,
        status,
        statusText: statusMessage,
        contentType: headers['content-type'] ?? '',
        body,
        isCut,
        redirects,
      };
    }
    response.destroy();
    if (redirects.length >= MAX_REDIRECTS)
      throw failed('redirects', `${url} redirects more than ${MAX_REDIRECTS} times.`, { finalUrl: target.href });
    if (!URL.canParse(location, target.href)) throw failed('redirects', `${target.href} redirects to something that is no URL.`, {});
    at = new URL(location, target.href).href;
    redirects.push(at);
  }
}

function failed(reason: string, message: string, details: object, cause?: unknown): SdkError {
  return new SdkError('http_error', message, { phase: 'dispatch', details: { reason, ...details }, cause });
}

/** What can be said of a URL before its host is looked up. */
function judge(url: string, policy: FetchPolicy, first: string): URL {
  const refuse = (why: string): never => {
    throw new SdkError('invalid_url', `${JSON.stringify(url.slice(0, 200))} cannot be fetched: ${why}.`, {
      phase: 'gate',
      details: { reason: 'url' },
    });
  };
  if (!URL.canParse(url)) refuse('it is not an absolute URL');
  const target = new URL(url);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') refuse(`the scheme ${target.protocol} is not allowed`);
  if (target.username !== '' || target.password !== '') refuse('it carries a user name or password');
  const rule = policy.refuses(target.origin, target.origin !== new URL(first).origin);
  if (rule !== undefined)
    throw new SdkError('blocked_origin', `${target.origin} is outside the boundary of this session (${rule}).`, {
      phase: 'dispatch',
      details: { reason: 'origin', rule, origin: target.origin },
    });
  const host = bare(target.hostname);
  if (isIP(host)) checkAddress(target, host, policy);
  return target;
}
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

function checkAddress({ origin }: URL, address: string, { privateOrigins }: FetchPolicy): void {
  if (isPublicAddress(address) || privateOrigins.some((pattern) => matchesOrigin(pattern, origin))) return;
  throw new SdkError('blocked_origin', `${origin} is at ${address}, an address of a private network or of this machine.`, {
    phase: 'dispatch',
    hint: 'Fetch public addresses; the host can allow others.',
    details: { reason: 'private_address', origin, address },
  });
}

/** Sends the request and gives the head of the answer. */
function ask(target: URL, policy: FetchPolicy, own: FetchPolicy['headers'], signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    const request: ClientRequest = send(target, {
      agent: false,
      headers: { ...HEADERS, ...own },
      lookup: pinned(target, policy),
      maxHeaderSize: 65_536,
    });
    const abort = (): void => {
      request.destroy();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    request.once('response', (response) => {
      signal.removeEventListener('abort', abort);
      resolve(response);
    });
    request.on('error', (error) => {
      signal.removeEventListener('abort', abort);
      reject(
        signal.aborted
          ? signal.reason
          : SdkError.isInstance(error)
            ? error
            : failed('network', `${target.origin} could not be reached: ${error.message}.`, { finalUrl: target.href }, error),
      );
    });
    request.end();
  });
}

/** Resolves a name once for a connection and hands over only what was judged: a second answer of the name server changes nothing. */
function pinned(target: URL, policy: FetchPolicy): LookupFunction {
  const resolve = policy.lookup ?? ((host: string) => systemLookup(host, { all: true, verbatim: true }));
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        try {
          for (const { address } of found) checkAddress(target, address, policy);
          const [first] = found;
          if (!first) throw Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
          if (options.all) callback(null, [...found]);
          else callback(null, first.address, first.family);
        } catch (error) {
          callback(error as NodeJS.ErrnoException, '', 0);
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
