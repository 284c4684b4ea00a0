/** The one redactor: masks secret values in everything that leaves a session. */
import type { ContentBlock } from '../shared/results.js';

export const MASK = '••••';
/** Below this length a value is masked only where it stands alone, so that a PIN `1` does not eat every digit. */
const SHORT = 4;
/** Digits from which on a number that equals a secret is no coincidence. */
const LONG_NUMBER = 6;
const MAX_DEPTH = 64;

/** Spellings in which a value can leave: as it is, in a JSON string, in a URL or form body. */
function spellings(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  // A lone surrogate cannot be encoded, and so cannot stand in a URL either.
  const uri = encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd'));
  return [...new Set([value, json, uri, uri.replaceAll('%20', '+')])];
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function patternOf(values: Iterable<string>): RegExp | undefined {
  const parts = [...values]
    .filter((value) => value !== '')
    .flatMap((value) => spellings(value).map((text) => ({ text, isShort: value.length < SHORT })))
    .sort((a, b) => b.text.length - a.text.length)
    .map(({ text, isShort }) => (isShort ? `(?<![\\p{L}\\p{N}])${escapeRegExp(text)}(?![\\p{L}\\p{N}])` : escapeRegExp(text)));
  return parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'gu');
}

export class Redactor {
  readonly #values: ReadonlySet<string>;
  readonly #pattern: RegExp | undefined;

  /** @param values what must never be seen */
  constructor(values: Iterable<string> = []) {
    this.#values = new Set(values);
    this.#pattern = patternOf(this.#values);
  }

  /** A redactor that masks these values too. */
  with(values: Iterable<string>): Redactor {
    const more = [...values].filter((value) => value !== '' && !this.#values.has(value));
    return more.length === 0 ? this : new Redactor([...this.#values, ...more]);
  }

  text(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, MASK);
  }

  /** A copy with every string masked, keys too; the value itself when there is nothing to mask. */
  value<T>(value: T): T {
    return this.#pattern === undefined ? value : (this.#deep(value, 0, new WeakSet()) as T);
  }

  content(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
    return blocks.map((block) => (block.type === 'text' ? { type: 'text', text: this.text(block.text) } : block));
  }

  #deep(value: unknown, depth: number, seen: WeakSet<object>): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#number(value);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    // Neither cyclic nor bottomless values are data; what cannot be walked is left out, never passed on unmasked.
    if (depth > MAX_DEPTH || seen.has(value)) return undefined;
    seen.add(value);
    const out = Array.isArray(value)
      ? value.map((inner) => this.#deep(inner, depth + 1, seen))
      : Object.fromEntries(Object.entries(value).map(([key, inner]) => [this.text(key), this.#deep(inner, depth + 1, seen)]));
    seen.delete(value);
    return out;
  }

  /** A number that spells a secret is masked as a whole. Short ones are left: a count or a coordinate may equal a PIN by chance. */
  #number(value: number): unknown {
    const text = String(value);
    return text.length >= LONG_NUMBER && this.#values.has(text) ? MASK : value;
  }
}
