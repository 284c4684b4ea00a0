/** How titles and URLs of tabs are shown: on one line, bounded, without user names and passwords. */

const MAX_URL = 500;
const MAX_TITLE = 200;
/** Control and bidi characters would break the line of a list. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

function line(text: string, max: number): string {
  const plain = text.replace(UNSAFE, ' ').trim();
  return plain.length > max ? `${plain.slice(0, max)}…` : plain;
}

export const shownTitle = (title: string): string => line(title, MAX_TITLE);

/** Without user name and password. */
export const withoutUser = (url: string): string => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');

/**
 * The body of a data: URL is left out.
 * @param max longest, in characters
 */
export function shownUrl(url: string, max = MAX_URL): string {
  if (url.startsWith('data:')) return `${url.slice(0, Math.min(url.indexOf(',') + 1 || 40, 100))}…`;
  return line(withoutUser(url), max);
}
