/** Comparing texts that stand around an element: what changes by itself is taken out, what tells things apart stays. Pure. */

/** White space that is not the single space it becomes. */
const SPACES = /\s{2,}|[^\S ]/g;

/** White space folded and trimmed, as a snapshot prints it. */
export function fold(text: string): string {
  return text.replace(SPACES, ' ').trim();
}

/** Long alternatives take the browser longer to compile than a capture takes, so words are matched in general and looked up here. */
const UNITS: ReadonlySet<string> = new Set(
  'ms s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days w week weeks mo month months y yr yrs year years sek sekunde sekunden minuten std stunde stunden tage tagen woche wochen seconde secondes heure heures jour jours segundo segundos minuto minutos hora horas día días'.split(
    ' ',
  ),
);
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const WEEKDAY = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';

/** Replaces what a pattern finds where the word in it is a unit of time, or where it has none. */
function withoutUnits(text: string, pattern: RegExp): string {
  return text.replace(pattern, (all: string, ...groups: readonly unknown[]) => {
    const word = groups.slice(0, 2).find((one) => typeof one === 'string');
    return typeof word !== 'string' || UNITS.has(word.toLowerCase()) ? ' ' : all;
  });
}

const RELATIVE = /\b(?:just now|now|today|yesterday|tomorrow|(?:an?|one) ([a-z]+) ago|in (?:an?|one) ([a-z]+))\b/gi;
const JUST = /\b(?:just now|(?:an?|one) ([a-z]+) ago)\b/gi;
const COUNTED = /\p{Nd}+ ?(\p{L}+)(?: [aA][gG][oO])?(?![\p{L}\p{Nd}])/gu;
const MEASURED = /\p{Nd}+(?:[.,]\p{Nd}+)? ?(\p{L}+)(?: [aA][gG][oO])?(?![\p{L}\p{Nd}])/gu;
const DATES = new RegExp(
  `\\b${WEEKDAY}(?=,? (?:\\p{Nd}|${MONTH}\\b))|\\b${MONTH}(?=\\.? \\p{Nd})|(?<=\\p{Nd}\\.? ?)${MONTH}\\b|(?<=\\p{Nd} ?)[ap]\\.?m\\b\\.?`,
  'giu',
);
const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}+(?:[.,:/\u2013-]\p{Nd}+)*/gu;
/** A day of the week before a month is a date without a number. */
const DAY_OF_MONTH = new RegExp(`\\b${WEEKDAY}(?=,? ${MONTH}\\b)`, 'gi');

/** Without digits, times and dates: equal for two states of one row, and also for two rows that differ only in a number. */
export function withoutNumbers(text: string): string {
  const timeless = withoutUnits(text, RELATIVE);
  if (!DIGIT.test(text)) return fold(timeless.replace(DAY_OF_MONTH, ' '));
  return fold(withoutUnits(timeless, COUNTED).replace(DATES, ' ').replace(DIGITS, ' '));
}

const TICKERS = new RegExp(
  [
    // 01:23:45; 2:05 left
    '\\p{Nd}{1,3}:\\p{Nd}{2}:\\p{Nd}{2}(?:[.,]\\p{Nd}+)?',
    '\\p{Nd}{1,3}:\\p{Nd}{2}(?= (?:left|remaining|to go)\\b)',
    '(?<=\\b(?:in|left|remaining|expires|ends|timer|countdown|time)[: ] ?)\\p{Nd}{1,3}:\\p{Nd}{2}(?! ?[ap]\\.?m)',
    // 45 %; 12.4 MB; 3 of 10; 3/10
    '\\p{Nd}+(?:[.,]\\p{Nd}+)? ?(?:%|[kKMGT]i?B\\b|bytes\\b)',
    '\\p{Nd}+ ?(?:of|/) ?\\p{Nd}+(?![/\\p{Nd}])',
  ].join('|'),
  'giu',
);

/** Without what ticks while somebody only watches: countdowns, durations, percentages, sizes, progress. Other numbers stay. */
export function withoutTickers(text: string): string {
  const timeless = withoutUnits(text, JUST);
  return fold(DIGIT.test(text) ? withoutUnits(timeless.replace(TICKERS, ' '), MEASURED) : timeless);
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
