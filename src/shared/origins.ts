/** Origin patterns: `https://shop.example`, `https://shop.example:8443`, `*.example.com` (also the bare domain), `*`. */

/** Host names are compared without case and trailing dot. */
const hostOf = (text: string): string => text.toLowerCase().replace(/\.+$/, '');

interface OriginParts {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
}
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([^/?#@:[\]*\s]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?\/?$/i;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

function readOrigin(text: string): OriginParts | undefined {
  const parts = ORIGIN.exec(text);
  if (!parts) return undefined;
  const scheme = (parts[1] as string).toLowerCase();
  return { scheme, host: hostOf(parts[2] as string), port: parts[3] ?? DEFAULT_PORTS[scheme] ?? '' };
}

const SUFFIX = /^\*\.([^*/?#@:]+)$/;
/** `file://`, `data:`: what `originOf` gives where there is no host. */
const BARE_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:(?:\/\/)?$/;

/** True when a text is a pattern of the grammar. */
export function isOriginPattern(pattern: string): boolean {
  return pattern === '*' || SUFFIX.test(pattern) || BARE_SCHEME.test(pattern) || readOrigin(pattern) !== undefined;
}

/**
 * Does an origin fit a pattern?
 * @param origin `scheme://host[:port]`; '' (nobody's) fits `*` alone
 */
export function matchesOrigin(pattern: string, origin: string): boolean {
  if (pattern === '*' || (BARE_SCHEME.test(pattern) && pattern === origin)) return true;
  const got = readOrigin(origin);
  if (!got) return false;
  const suffix = SUFFIX.exec(pattern)?.[1];
  if (suffix !== undefined) return got.host === hostOf(suffix) || got.host.endsWith(`.${hostOf(suffix)}`);
  const wanted = readOrigin(pattern);
  return wanted !== undefined && wanted.scheme === got.scheme && wanted.host === got.host && wanted.port === got.port;
}

/** 2 for an exact origin, 1 for a domain with its subdomains, 0 for all. */
export function originSpecificity(pattern: string): number {
  if (pattern === '*') return 0;
  return SUFFIX.test(pattern) ? 1 : 2;
}

/** Schemes whose documents have no origin of their own: who made them counts. */
const INHERITED = /^(?:about|data|javascript):/i;
const AUTHORITY = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?/i;

/**
 * Origin of a URL as browsers print it. blob: gives its creator's; schemes without origin (`file:`, `chrome:`) give scheme and host, so that
 * they can be told apart.
 * @param url an absolute URL in its normal spelling
 * @returns '' for about:, data: and what is no URL: whoever made the document counts
 */
export function originOf(url: string): string {
  const text = url.replace(/^(?:blob|filesystem):/i, '');
  if (INHERITED.test(text)) return '';
  const parts = AUTHORITY.exec(text);
  if (!parts) return '';
  const scheme = (parts[1] as string).toLowerCase();
  const authority = parts[2];
  return authority === undefined ? `${scheme}:` : `${scheme}://${hostOf(authority.slice(authority.lastIndexOf('@') + 1))}`;
}
