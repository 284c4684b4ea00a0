/** The boundary around untrusted text: random, so that nothing inside can close it; bounded, so that nothing floods a context. */
import type { ContentBlock } from '../shared/results.js';

/** Largest text block of a result, in characters. */
export const MAX_TEXT = 30_000;
/** Largest text of a whole result, in characters. */
const MAX_TOTAL = 60_000;
const MAX_BLOCKS = 50;

/** Hex digits of a fence. */
const HEX_LENGTH = 16;
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * 16 lowercase hex digits.
 * @param random gives characters of [a-z0-9]
 */
export function fenceId(random: (length: number) => string): string {
  // Two base-36 characters hold 1,296 values; the ones that would favour some digits are drawn again.
  let hex = '';
  for (let tries = 0; hex.length < HEX_LENGTH && tries < 64; tries++) {
    const drawn = random(HEX_LENGTH * 2);
    for (let i = 0; i + 1 < drawn.length && hex.length < HEX_LENGTH; i += 2) {
      const value = ALPHABET.indexOf(drawn[i] as string) * 36 + ALPHABET.indexOf(drawn[i + 1] as string);
      if (value >= 0 && value < 1280) hex += (value % 16).toString(16);
    }
  }
  return hex.padEnd(HEX_LENGTH, '0');
}

/** Shortens to a number of UTF-16 units without cutting a surrogate pair, and says what was left out. */
export function boundText(text: string, max: number = MAX_TEXT): string {
  if (text.length <= max) return text;
  const left = text.length - max;
  const isPairCut = /[\ud800-\udbff]$/.test(text.slice(0, max));
  return `${text.slice(0, isPairCut ? max - 1 : max)}\n[… cut here: ${left.toLocaleString('en-US')} more characters were left out]`;
}

/** Bounds every text block and the sum of them. */
export function boundContent(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  let left = MAX_TOTAL;
  return blocks.slice(0, MAX_BLOCKS).map((block) => {
    if (block.type !== 'text') return block;
    const text = boundText(block.text, Math.min(MAX_TEXT, Math.max(0, left)));
    left -= text.length;
    return { type: 'text', text };
  });
}

/** What looks like a boundary marker is made harmless, also with other brackets that models read alike. */
function neutralise(text: string): string {
  return text.replace(/[<＜‹〈]{3,}/g, (run) => '‹'.repeat(run.length)).replace(/[>＞›〉]{3,}/g, (run) => '›'.repeat(run.length));
}

/** Printable characters of a URL origin or a tool name; the rest is percent-encoded. */
function attribute(text: string): string {
  return text.slice(0, 300).replace(/[^A-Za-z0-9:/._\-[\]~%@+]/gu, (char) => encodeURIComponent(char.replace(/\p{Cs}/u, '\ufffd')));
}

export interface FenceOptions {
  readonly id: string;
  readonly origin: string;
  readonly tool: string;
}

/** Puts text between an opening and a closing marker that carry the same random id. */
export function fenceText(text: string, { id, origin, tool }: FenceOptions): string {
  return `<<<web_content_${id} origin="${attribute(origin)}" tool="${attribute(tool)}">>>\n${neutralise(text)}\n<<<end_web_content_${id}>>>`;
}
