/** Windows of a text: pieces that put together are the text, cut between characters. */

/** Characters of a window unless asked otherwise. */
export const WINDOW = 8_000;

export interface TextWindow {
  readonly text: string;
  readonly from: number;
  /** Where the next window begins; undefined at the end. */
  readonly next: number | undefined;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The nearest place at or before `at` that is not inside a character. */
export function border(text: string, at: number): number {
  return at > 0 && at < text.length && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
}

/**
 * The best place to stop in a text: behind a paragraph, else a line, else a word, as long as that keeps half of what may be kept.
 * @param to how far it may go; more than `from`
 */
export function stopIn(text: string, from: number, to: number): number {
  if (to >= text.length) return text.length;
  const least = from + (to - from) / 2;
  for (const sign of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(sign, to - sign.length) + sign.length;
    if (at > least) return at;
  }
  const at = border(text, to);
  return at > from ? at : to + 1;
}

/** @param size at least 2, so that every window holds a character */
export function windowOf(text: string, fromChar: number, size: number): TextWindow {
  const from = border(text, Math.min(fromChar, text.length));
  const to = border(text, Math.min(text.length, from + size));
  return { text: text.slice(from, to), from, next: to < text.length ? to : undefined };
}
