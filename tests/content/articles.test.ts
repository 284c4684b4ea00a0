/** Mode article over pages of our own: fixtures/articles, where `data-main` marks what a reader came for. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseHTML } from 'linkedom';
import { expect, test } from '../support/test.js';
import { parsed } from './support.js';

/** The mean of all pages, and the least of any. */
const MEAN = 0.97;
const LEAST = 0.9;

const folder = fileURLToPath(new URL('../../fixtures/articles/', import.meta.url));
const prose = new Map(
  readFileSync(`${folder}prose.txt`, 'utf8')
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, key, text] = /^(\w+): (.*)$/.exec(line) ?? [];
      return key && text ? [[key, text]] : [];
    }),
);
const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));

function source(name: string): string {
  return readFileSync(`${folder}${name}`, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const text = prose.get(key);
    if (text === undefined) throw new Error(`${name} asks for ${key}, which is not in prose.txt.`);
    return text;
  });
}

interface Marked {
  readonly textContent: string;
  readonly parentElement: { closest(selector: string): unknown } | null;
}

/** The text of the marked elements, also of those in templates and in frames; blocks and cells are words apart. */
function expected(html: string): string {
  const flat = html
    .replace(/<iframe[^>]*srcdoc="([^"]*)"[^>]*><\/iframe>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/<\/?template[^>]*>/g, '')
    .replace(/<\/(?:p|li|td|th|dt|dd|summary|h\d)>|<br>/g, '$& ');
  const { document } = parseHTML(`<!doctype html><html><body>${flat}</body></html>`);
  const marked = [...(document as unknown as { querySelectorAll(selector: string): Iterable<Marked> }).querySelectorAll('[data-main]')];
  return marked
    .filter(({ parentElement }) => !parentElement?.closest('[data-main]'))
    .map(({ textContent }) => textContent)
    .join(' ');
}

/** Words; where they are not parted by spaces, characters. */
function tokens(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [token] of text.toLowerCase().matchAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu))
    counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}
const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);

function f1(got: string, want: string): number {
  const [a, b] = [tokens(got), tokens(want)];
  let same = 0;
  for (const [token, count] of a) same += Math.min(count, b.get(token) ?? 0);
  return same === 0 ? 0 : (2 * same) / (sum(a) + sum(b));
}

test('the measure sees what is missing and what is too much', () => {
  expect(f1('a b c', 'a b c')).toBe(1);
  expect(f1('a b', 'a b c d')).toBeCloseTo(2 / 3);
  expect(f1('a b c d', 'a b')).toBeCloseTo(2 / 3);
  expect(f1('山の上', '山の下')).toBeCloseTo(2 / 3);
});

test('the main text of pages of our own', { timeout: 120_000 }, async ({ load, session }) => {
  expect(pages.length).toBeGreaterThanOrEqual(40);
  const scores: { readonly name: string; readonly score: number; readonly got: string }[] = [];
  for (const name of pages) {
    const html = source(name);
    await load(html.replace(/ data-main/g, ''));
    const result = await session.call('extract', { mode: 'article' });
    const markdown = result.ok ? result.data.markdown : '';
    const got = parsed(markdown, 'body')[0]?.textContent ?? '';
    scores.push({ name, score: f1(got, expected(html)), got });
  }
  const mean = scores.reduce((all, { score }) => all + score, 0) / scores.length;
  const worst = scores.toSorted((a, b) => a.score - b.score);
  console.log(
    `${scores.length} pages, mean F1 ${mean.toFixed(4)}; least: ${worst
      .slice(0, 8)
      .map(({ name, score }) => `${name} ${score.toFixed(3)}`)
      .join(', ')}`,
  );
  if (process.env['SHOW_WRONG']) for (const { name, score, got } of worst.slice(0, 10)) console.log(name, score, got);
  expect(mean).toBeGreaterThanOrEqual(MEAN);
  for (const { name, score } of worst) expect.soft(score, name).toBeGreaterThanOrEqual(LEAST);
});
