/** Do the model's words for a target fit what the target is? Cautious: only words with nothing at all in common count. */
import type { TargetFacts } from '../registry/subject.js';

/** Words that say what kind of thing or nothing. */
const EMPTY_WORDS = new Set(
  (
    'a an and area at box button by checkbox click combobox control dropdown element entry field for form from icon in input it item label ' +
    'link list menu of on option page radio row select switch tab target text textbox textfield that the this to toggle value widget with'
  ).split(' '),
);
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts written without spaces: single characters are compared. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function wordsOf(text: string): readonly string[] {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return words.flatMap((word) => (UNSPACED.test(word) ? [...word] : [word])).filter((word) => !EMPTY_WORDS.has(word));
}

/** Same word, or one with another ending or beginning. */
function isAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && (long.startsWith(short.slice(0, Math.max(3, short.length - 2))) || long.includes(short));
}

/**
 * True when the words name nothing that the target shows.
 * @param element the model's words
 */
export function isMismatch(element: string, target: TargetFacts): boolean {
  const said = wordsOf(element);
  const shown = wordsOf([target.name, target.otherWords, target.context?.key ?? '', target.context?.rest ?? '', target.role].join(' '));
  const named = wordsOf(`${target.name} ${target.otherWords}`);
  // Nothing to compare: a nameless control, or words like "the button".
  if (said.length === 0 || named.length === 0) return false;
  return !said.some((word) => shown.some((other) => isAlike(word, other)));
}
