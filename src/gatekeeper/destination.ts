/** Where a call would go: checked before anything else is. */
import { SdkError } from '../shared/errors.js';
import type { Destination } from './types.js';

const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const MAX_SHOWN = 120;

function refuse(url: string, why: string): never {
  const shown = JSON.stringify(url.slice(0, MAX_SHOWN));
  throw new SdkError('invalid_url', `${shown} cannot be used: ${why}.`, { phase: 'gate', details: { rule: 'destination' } });
}

/**
 * Reads the URL of a call.
 * @param url what the model wrote
 * @throws SdkError invalid_url for anything but a plain http, https or about:blank URL
 */
export function readDestination(url: string): Destination {
  if (!URL.canParse(url)) refuse(url, 'it is not an absolute URL');
  const parsed = new URL(url);
  if (parsed.href === 'about:blank') return { url: parsed.href, origin: '' };
  if (!WEB.has(parsed.protocol)) refuse(url, `the scheme ${parsed.protocol} is not allowed`);
  if (parsed.username !== '' || parsed.password !== '') refuse(url, `it carries a user name or password; its host is ${parsed.host}`);
  return { url: parsed.href, origin: parsed.origin };
}
