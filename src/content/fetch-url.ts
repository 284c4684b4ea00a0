/** A URL fetched once and read in windows. */
import type { ContentPort, FetchedText, TextCapture } from '../shared/content.js';
import { SdkError } from '../shared/errors.js';
import { headerText } from '../snapshot/text.js';
import { WINDOW, windowOf } from './windows.js';

const MAX_CHARS = 200_000;
const MAX_URL = 300;

export interface FetchData extends Omit<FetchedText, 'text' | 'isCut'> {
  readonly captureId: string;
  /** The window. */
  readonly text: string;
  readonly fromChar: number;
  readonly nextChar?: number;
  readonly totalChars: number;
  /** There is more than was read or kept. */
  readonly truncated: boolean;
}
export interface FetchInput {
  readonly url: string;
  readonly captureId?: string | undefined;
  readonly fromChar?: number | undefined;
}
export interface FetchParts {
  readonly content: ContentPort & { fetch(url: string, signal: AbortSignal): Promise<FetchedText> };
  readonly redact: (text: string) => string;
  dispatching(): void;
}
type Head = Omit<FetchedText, 'text' | 'json'>;

export async function fetchUrl({ content, redact, dispatching }: FetchParts, input: FetchInput, signal: AbortSignal): Promise<FetchData> {
  const key = `fetch ${input.url}`;
  const known = input.captureId === undefined ? undefined : content.captures.get(input.captureId);
  if (input.captureId !== undefined && known?.key !== key)
    throw new SdkError('not_found', `captureId: ${JSON.stringify(input.captureId.slice(0, 40))} is not kept for this URL (any more).`, {
      phase: 'resolve',
      hint: 'Call fetch_url with the URL alone.',
      details: { field: 'captureId' },
    });
  if (known) return dataOf(known, JSON.parse(known.about ?? '{}') as Head, input.fromChar, undefined);
  dispatching();
  const { text, json, ...head } = await content.fetch(input.url, signal);
  const whole = redact(text);
  const kept = windowOf(whole, 0, MAX_CHARS);
  const capture = content.captures.keep({
    text: kept.text,
    url: head.finalUrl,
    title: head.title,
    isCut: head.isCut || kept.next !== undefined,
    lostFrames: 0,
    key,
    about: JSON.stringify(head),
  });
  return dataOf(capture, head, input.fromChar, json);
}

function dataOf({ captureId, text, isCut }: TextCapture, head: Head, fromChar = 0, json: unknown): FetchData {
  const { isCut: _, ...facts } = head;
  const window = windowOf(text, fromChar, WINDOW);
  return {
    ...facts,
    ...(json === undefined ? {} : { json }),
    captureId,
    text: window.text,
    fromChar: window.from,
    ...(window.next === undefined ? {} : { nextChar: window.next }),
    totalChars: text.length,
    truncated: isCut,
  };
}

/** Our words first. */
export function fetchedText(data: FetchData): string {
  const { finalUrl, status, contentType, kind, size, text, title, fromChar, nextChar, totalChars, captureId, truncated, redirects } = data;
  const lines = [`# Fetched (${captureId})`, `URL: ${headerText(finalUrl, MAX_URL)}`];
  if (redirects.length > 0) lines.push(`Redirected ${redirects.length} times.`);
  lines.push(`Status: ${status}, type ${headerText(contentType || 'unknown', 80)}, ${size} bytes.`);
  if (title) lines.push(`Title: ${headerText(title, 160)}`);
  if (kind === 'other') lines.push('It is not text and is not shown; only its type and size are told.');
  if (fromChar > 0 || nextChar !== undefined)
    lines.push(
      `Characters ${fromChar} to ${fromChar + text.length} of ${totalChars}: ${nextChar === undefined ? 'the end' : `read on with captureId "${captureId}" and fromChar ${nextChar}`}.`,
    );
  if (truncated) lines.push('There is more than was read: the body is larger than the limit.');
  return text === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${text}`;
}
