/** Comparing texts that stand around an element: what changes by itself is taken out, what tells things apart stays. Pure. */

const SPACES = /[\s\u00a0]+/g;

/** White space folded and trimmed, as a snapshot prints it. */
export function fold(text: string): string {
  return text.replace(SPACES, ' ').trim();
}

const UNIT =
  '(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|mo|months?|y|yrs?|years?|Sek(?:unden?)?|Min(?:uten?)?|Std|Stunden?|Tagen?|Wochen?|secondes?|heures?|jours?|segundos?|minutos?|horas?|d\u00edas?)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const WEEKDAY = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';

const RELATIVE = new RegExp(
  `\\b(?:just now|now|today|yesterday|tomorrow|(?:an?|one) ${UNIT} ago|in (?:an?|one) ${UNIT})\\b|\\p{Nd}+ ?${UNIT}(?: ago)?(?![\\p{L}\\p{Nd}])`,
  'giu',
);
const DATES = new RegExp(
  `\\b${WEEKDAY}(?=,? (?:\\p{Nd}|${MONTH}\\b))|\\b${MONTH}(?=\\.? \\p{Nd})|(?<=\\p{Nd}\\.? ?)${MONTH}\\b|(?<=\\p{Nd} ?)[ap]\\.?m\\b\\.?`,
  'giu',
);
const DIGITS = /\p{Nd}+(?:[.,:/\u2013-]\p{Nd}+)*/gu;

/** Without digits, times and dates: equal for two states of one row, and also for two rows that differ only in a number. */
export function withoutNumbers(text: string): string {
  return fold(text.replace(RELATIVE, ' ').replace(DATES, ' ').replace(DIGITS, ' '));
}

const TICKERS = new RegExp(
  [
    // 01:23:45; 2:05 left
    '\\p{Nd}{1,3}:\\p{Nd}{2}:\\p{Nd}{2}(?:[.,]\\p{Nd}+)?',
    '\\p{Nd}{1,3}:\\p{Nd}{2}(?= (?:left|remaining|to go)\\b)',
    '(?<=\\b(?:in|left|remaining|expires|ends|timer|countdown|time)[: ] ?)\\p{Nd}{1,3}:\\p{Nd}{2}(?! ?[ap]\\.?m)',
    `(?:\\p{Nd}+(?:[.,]\\p{Nd}+)?) ?${UNIT}(?: ago)?(?![\\p{L}\\p{Nd}])`,
    `\\b(?:just now|(?:an?|one) ${UNIT} ago)\\b`,
    // 45 %; 12.4 MB; 3 of 10; 3/10
    '\\p{Nd}+(?:[.,]\\p{Nd}+)? ?(?:%|[kKMGT]i?B\\b|bytes\\b)',
    '\\p{Nd}+ ?(?:of|/) ?\\p{Nd}+(?![/\\p{Nd}])',
  ].join('|'),
  'giu',
);

/** Without what ticks while somebody only watches: countdowns, durations, percentages, sizes, progress. Other numbers stay. */
export function withoutTickers(text: string): string {
  return fold(text.replace(TICKERS, ' '));
}

// A number after a word names a thing ("Record 2"); in front of one, in parentheses, after a colon or alone it counts ("3 items", "(3)", "Score: 3").
const NAMING = /(?<=\p{L} (?:#|No\.? ?|Nr\.? ?)?|#|№ ?)\p{Nd}[\p{Nd}.,:/-]*(?! ?\p{L})/gu;

/** Stands in for a number that is kept. */
const MARKS = /[\ue000-\uf8ff]/g;
const FIRST_MARK = 0xe000;

/** A heading for comparison: tickers and counters out, numbers that name a thing kept. */
export function headingWords(text: string): string {
  const kept: string[] = [];
  const marked = withoutTickers(text.replace(MARKS, '')).replace(NAMING, (number) =>
    String.fromCharCode(FIRST_MARK + kept.push(number) - 1),
  );
  return fold(withoutNumbers(marked).replace(MARKS, (mark) => kept[mark.charCodeAt(0) - FIRST_MARK] ?? ''));
}

const WORD = /[\p{L}\p{Nd}]+(?:[.,:'\u2019-][\p{L}\p{Nd}]+)*/gu;

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.match(WORD) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
function holds(outer: Map<string, number>, inner: Map<string, number>): boolean {
  for (const [word, count] of inner) if ((outer.get(word) ?? 0) < count) return false;
  return true;
}

/** True when words were only added or only taken away: a message that appears, a branch that opens. Not when one was replaced. */
export function isKept(then: string, now: string): boolean {
  if (then === now) return true;
  const a = countWords(then);
  const b = countWords(now);
  return holds(b, a) || holds(a, b);
}

/** Share of common words, 0 to 1. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const left = new Set(countWords(a.toLowerCase()).keys());
  const right = new Set(countWords(b.toLowerCase()).keys());
  if (left.size === 0 || right.size === 0) return 0;
  let common = 0;
  for (const word of left) if (right.has(word)) common++;
  return (2 * common) / (left.size + right.size);
}
