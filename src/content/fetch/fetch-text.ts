/** What a URL gives, as text: HTML as Markdown, JSON parsed, text as it is, anything else by its name and size. */
import type { FetchedText } from '../../shared/content.js';
import { SdkError } from '../../shared/errors.js';
import { articleOfDocument } from '../article.js';
import { buildTree } from '../content-tree.js';
import { baseOf, domItems, factsReader, parseDocument } from '../html.js';
import { toMarkdownText } from '../markdown.js';
import { decode } from './charset.js';
import { type FetchPolicy, get } from './get.js';

/** Below this many characters the main text found is not trusted to be all there is. */
const MIN_ARTICLE = 250;

/** @throws SdkError see `get`; http_error with details.reason status for an answer that is no success */
export async function fetchText(url: string, policy: FetchPolicy, signal: AbortSignal): Promise<FetchedText> {
  const { finalUrl, status, statusText, contentType, body, isCut, redirects } = await get(url, policy, signal);
  if (status < 200 || status > 299)
    throw new SdkError('http_error', `HTTP ${status}${statusText ? ` ${statusText}` : ''} for ${finalUrl}.`, {
      phase: 'dispatch',
      details: { reason: 'status', status, statusText, finalUrl },
    });
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const base = { url, finalUrl, status, contentType: type, size: body.length, isCut, redirects };
  if (isHtml(type, body)) {
    const { text } = decode(body, contentType, isCut);
    return { ...base, kind: 'html', ...markdownOf(text, finalUrl) };
  }
  if (/^application\/(?:[\w.+-]+\+)?json$|^text\/json$/.test(type))
    return { ...base, ...jsonOf(decode(body, contentType, isCut).text, isCut) };
  if (
    /^text\/|^application\/(?:xml|javascript|x-javascript|ecmascript|x-sh|yaml|toml|sql)$|\+xml$/.test(type) ||
    (type === '' && !body.includes(0))
  )
    return { ...base, kind: 'text', text: decode(body, contentType, isCut).text, title: '' };
  return { ...base, kind: 'other', text: '', title: '' };
}

function isHtml(type: string, body: Buffer): boolean {
  return (
    type === 'text/html' ||
    type === 'application/xhtml+xml' ||
    (type === '' && /^\s*<(?:!doctype html|html)/i.test(body.subarray(0, 200).toString('latin1')))
  );
}

function markdownOf(html: string, url: string): { readonly text: string; readonly title: string } {
  const document = parseDocument(html);
  const read = factsReader(baseOf(document, url));
  const title = (document.querySelector('title')?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const body = document.querySelector('body') ?? document.documentElement;
  const whole = buildTree(domItems(body, read));
  const article = articleOfDocument(document, read);
  const main = article ? toMarkdownText(buildTree(article.items)) : '';
  return { text: main.length >= MIN_ARTICLE ? main : toMarkdownText(whole), title };
}

function jsonOf(text: string, isCut: boolean): Pick<FetchedText, 'kind' | 'text' | 'title' | 'json'> {
  if (isCut)
    throw new SdkError('too_large', 'The JSON is larger than the limit, and half of it cannot be read.', {
      phase: 'verify',
      details: { reason: 'body' },
    });
  try {
    const json: unknown = JSON.parse(text);
    return { kind: 'json', json, text: JSON.stringify(json, null, 2), title: '' };
  } catch {
    return { kind: 'text', text, title: '' };
  }
}
