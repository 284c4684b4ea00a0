/** The text of a computed CSS `content` value. */
import { attribute } from '../dom.js';

const TOKEN =
  /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|attr\(\s*([\w-]+)[^)]*\)|(\/)|[\w-]+\((?:[^()"']|"[^"]*"|'[^']*')*\)|[^\s"'/]+/g;
/** Icon fonts put pictures into the private use areas; they are no words. */
const PRIVATE_USE = /[\uE000-\uF8FF]|[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;
const HAS_WORDS = /[^\s\uE000-\uF8FF]/;

/** Strings and attributes of the value; what follows a slash is its alternative text and replaces it (CSS Content 3, section 1.2). */
export function contentText(content: string, element: Element): string {
  let text = '';
  let alternative: string | undefined;
  for (const match of content.matchAll(TOKEN)) {
    const [, double, single, name, slash] = match;
    if (slash) {
      alternative = '';
      continue;
    }
    const quoted = double ?? single;
    const part = quoted !== undefined ? withoutEscapes(quoted) : name !== undefined ? (attribute(element, name) ?? '') : '';
    if (alternative === undefined) text += part;
    else alternative += part;
  }
  return (alternative ?? text).replace(PRIVATE_USE, '');
}

/** Could a declared `content` value give text? Empty strings, pictures of icon fonts and keywords cannot. */
export function mayHaveText(content: string): boolean {
  if (content.includes('attr(') || content.includes('var(')) return true;
  for (const match of content.matchAll(TOKEN)) {
    const quoted = match[1] ?? match[2];
    if (quoted !== undefined && (quoted === ' ' || HAS_WORDS.test(withoutEscapes(quoted)))) return true;
  }
  return false;
}

function withoutEscapes(quoted: string): string {
  return quoted.includes('\\') ? quoted.replace(/\\(?:([0-9a-fA-F]{1,6})\s?|(\r\n|[\n\f])|([\s\S]))/g, resolveEscape) : quoted;
}
function resolveEscape(_: string, hex: string | undefined, newline: string | undefined, other: string | undefined): string {
  if (newline) return '';
  const code = hex ? Number.parseInt(hex, 16) : 0;
  if (hex) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
  return other ?? '';
}
