/** What a page of results is read with. */
import type { SearchHit } from '../../shared/agent.js';
import { SdkError } from '../../shared/errors.js';
import { type DomElement, parseDocument } from '../html.js';

const MAX_TITLE = 300;
const MAX_SNIPPET = 600;
const MAX_URL = 2_048;

/** An engine of the web: where it is asked, and how its answer is read. */
export interface SearchEngine {
  /** For messages. */
  readonly name: string;
  /** Address of a search. It may hold a key, so it is not shown. */
  address(query: string, maxResults: number): string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * @param url where the answer came from, for addresses relative to it
   * @throws SdkError provider_failed for an answer that is no page of results
   */
  read(body: string, url: string): readonly SearchHit[];
}

export interface ResultElement extends DomElement {
  querySelector(selector: string): ResultElement | null;
  querySelectorAll(selector: string): Iterable<ResultElement>;
}

export const parseResults = (html: string): ResultElement => parseDocument(html).documentElement as ResultElement;

/** The text of an element on one line. */
export const lineOf = (element: ResultElement | null | undefined): string => oneLine(element?.textContent ?? '');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A hit, or nothing where title or address are missing. */
export function hitOf(title: unknown, url: unknown, snippet: unknown): readonly SearchHit[] {
  if (typeof title !== 'string' || typeof url !== 'string') return [];
  const words = oneLine(title).slice(0, MAX_TITLE);
  if (words === '' || url.length > MAX_URL || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return [];
  return [{ title: words, url, snippet: typeof snippet === 'string' ? oneLine(snippet).slice(0, MAX_SNIPPET) : '' }];
}

/** An absolute address; '' for what is none. */
export function absolute(href: string | null, base: string): string {
  return href !== null && URL.canParse(href, base) ? new URL(href, base).href : '';
}

/** The answer is not what the engine gives: it changed, or it wants to see a person. */
export function strange(engine: string, why: string): SdkError {
  return new SdkError('provider_failed', `${engine} gave no page of results: ${why}.`, { phase: 'dispatch', details: { engine } });
}

/** @throws SdkError provider_failed */
export function readJson(engine: string, body: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw strange(engine, 'the answer is no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw strange(engine, 'the answer is no JSON object');
  return value as Readonly<Record<string, unknown>>;
}

/** Objects of a list in an answer; a list that is not there is empty. @throws SdkError provider_failed */
export function listOf(engine: string, value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw strange(engine, 'the list of results is no list');
  return value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null);
}
