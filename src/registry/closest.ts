/** Nearest names to a misspelt one. */

/** Edits (insert, delete, replace, swap neighbours) between two words, capped. */
function distance(a: string, b: string, cap: number): number {
  if (Math.abs(a.length - b.length) > cap) return cap + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** How unlike two names are; sharing a part counts for much (`press` and `press_key`). */
function unlikeness(wanted: string, name: string): number {
  const cap = Math.max(2, Math.floor(wanted.length / 2));
  const edits = distance(wanted, name, cap);
  const shared = wanted.split(/[_\W]+/).filter((part) => part.length > 2 && name.includes(part)).length;
  return edits - shared * 3;
}

/**
 * Names that were probably meant, best first.
 * @param wanted what was written
 * @param names what exists
 * @param limit at most this many
 */
export function closestNames(wanted: string, names: Iterable<string>, limit = 3): readonly string[] {
  const word = wanted.slice(0, 64).toLowerCase();
  const bound = Math.max(1, Math.floor(word.length / 2));
  return [...names]
    .map((name) => ({ name, score: unlikeness(word, name.toLowerCase()) }))
    .filter(({ score }) => score <= bound)
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}
