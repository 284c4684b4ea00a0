/** Cutting text where a person would: between words, never inside a character. */

const BEFORE = 48;
const AFTER = 16;

/**
 * Where to end a piece of text that starts at `start` and has at most `max` UTF-16 units.
 * @returns an index after `start`, at a grapheme boundary wherever one is near
 */
export function cutAt(text: string, start: number, max: number): number {
  const end = start + Math.max(1, max);
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end - 1);
  if (space > start + (end - start) * 0.6) return space + 1;
  const from = Math.max(start, end - BEFORE);
  let boundary = from;
  for (const { index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.slice(from, end + AFTER))) {
    if (from + index > end) break;
    boundary = from + index;
  }
  if (boundary > start) return boundary;
  // One grapheme is longer than the window: at least the pair stays whole.
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code < 0xdc00 ? (end - 1 > start ? end - 1 : end + 1) : end;
}

/** A text cut to at most `max` units, with an ellipsis where something is missing. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, cutAt(text, 0, max - 1)).trimEnd()}…`;
}
