/** The text of a page as Markdown, captured once and read in windows. */
import type { CallOptions, PageEngine } from '../bridge/types.js';
import type { ContentPort, TextCapture } from '../shared/content.js';
import { SdkError } from '../shared/errors.js';
import { headerText } from '../snapshot/text.js';
import type { Perception } from '../snapshot/types.js';
import { articleOf } from './article.js';
import { buildTree } from './content-tree.js';
import { toMarkdownText } from './markdown.js';
import { WINDOW, windowOf } from './windows.js';

/** Characters of Markdown kept of a page. */
const MAX_CHARS = 200_000;
/** Characters of text asked of each document: Markdown adds to them, and blank ones fall away. */
const MAX_SOURCE = 400_000;
const MAX_TITLE = 160;
const MAX_URL = 300;

export type ExtractMode = 'page' | 'article';
export interface ExtractOptions {
  readonly mode: ExtractMode;
  readonly scope?: string | undefined;
  readonly fromChar?: number | undefined;
  readonly maxChars?: number | undefined;
  readonly captureId?: string | undefined;
  readonly selectors: boolean;
}
export interface ExtractData {
  /** Names the capture: give it with `fromChar` to read on in the same text. */
  readonly captureId: string;
  /** The window. All windows of a capture put together are its text. */
  readonly markdown: string;
  readonly fromChar: number;
  /** Where the next window begins; absent at the end. */
  readonly nextChar?: number;
  readonly totalChars: number;
  /** The whole text, where it is longer than a window. */
  readonly attachmentId?: string;
  readonly url: string;
  readonly title: string;
}
export interface ExtractParts {
  readonly perception: Pick<Perception, 'content'>;
  readonly content: ContentPort;
  readonly redact: (text: string) => string;
}

export async function extract(parts: ExtractParts, tab: PageEngine, options: ExtractOptions, call: CallOptions): Promise<ExtractData> {
  const capture = known(parts, tab, options) ?? (await take(parts, tab, options, call));
  const { text, from, next } = windowOf(capture.text, options.fromChar ?? 0, options.maxChars ?? WINDOW);
  const { captureId, attachmentId, url, title } = capture;
  return {
    captureId,
    markdown: text,
    fromChar: from,
    ...(next === undefined ? {} : { nextChar: next }),
    totalChars: capture.text.length,
    ...(attachmentId === undefined ? {} : { attachmentId }),
    url,
    title,
  };
}

/** The capture that is read on in. */
function known({ content: { captures } }: ExtractParts, tab: PageEngine, options: ExtractOptions): TextCapture | undefined {
  const { captureId, fromChar = 0 } = options;
  if (captureId === undefined) return fromChar > 0 ? captures.latest(keyOf(tab, options)) : undefined;
  const capture = captures.get(captureId);
  if (!capture)
    throw new SdkError(
      'not_found',
      `captureId: ${JSON.stringify(captureId.slice(0, 40))} is not kept (any more); the last 8 captures are.`,
      {
        phase: 'resolve',
        hint: 'Call extract without captureId and fromChar.',
        details: { field: 'captureId' },
      },
    );
  return capture;
}

/** Without an id, reading goes on in the last capture of the same document, as long as it is there. */
function keyOf({ tabId, navigationCount }: PageEngine, { mode, scope = '', selectors }: ExtractOptions): string {
  return [tabId, navigationCount, mode, scope, selectors].join(' ');
}

async function take(parts: ExtractParts, tab: PageEngine, options: ExtractOptions, call: CallOptions): Promise<TextCapture> {
  const { perception, content, redact } = parts;
  const key = keyOf(tab, options);
  const page = await perception.content(
    tab,
    { scope: options.scope, maxChars: MAX_SOURCE, detailed: options.mode === 'article', anchors: options.selectors },
    call,
  );
  const article = options.mode === 'article' ? articleOf(page.items, page.title) : undefined;
  const whole = redact(toMarkdownText(buildTree(article?.items ?? page.items), options.selectors));
  const { text, next } = windowOf(whole, 0, MAX_CHARS);
  const attachment = text.length > WINDOW ? await keepText(content, page.title, text) : undefined;
  const { url, title, isCut, lostFrames } = page;
  return content.captures.keep({
    text,
    url: redact(url),
    title: redact(title),
    isCut: isCut || next !== undefined,
    lostFrames,
    key,
    attachmentId: attachment?.id,
  });
}

function keepText({ attachments }: ContentPort, title: string, text: string) {
  const name = `${
    title
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, 80) || 'page'
  }.md`;
  return attachments.put({ kind: 'page_text', provenance: 'page', name, mimeType: 'text/markdown', data: new TextEncoder().encode(text) });
}

/** A window as a model reads it: our words first, so that nothing in the page can be taken for them. */
export function extractText(data: ExtractData, capture: Pick<TextCapture, 'isCut' | 'lostFrames'>): string {
  const { captureId, markdown, fromChar, nextChar, totalChars, attachmentId } = data;
  const lines = [`# Extract (${captureId})`, `URL: ${headerText(data.url, MAX_URL)}`, `Title: ${headerText(data.title, MAX_TITLE)}`];
  if (fromChar > 0 || nextChar !== undefined) {
    const rest = nextChar === undefined ? 'the end' : `read on with captureId "${captureId}" and fromChar ${nextChar}`;
    lines.push(`Characters ${fromChar} to ${fromChar + markdown.length} of ${totalChars}: ${rest}.`);
  }
  if (attachmentId !== undefined) lines.push(`Whole text: attachment ${attachmentId}.`);
  if (capture.isCut) lines.push(`The page holds more than these ${totalChars} characters: read a part of it with scope.`);
  if (capture.lostFrames > 0) lines.push(`${capture.lostFrames} frames could not be read.`);
  if (totalChars === 0) lines.push('There is no text here.');
  else if (markdown === '') lines.push(`There is nothing after character ${totalChars}.`);
  return markdown === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${markdown}`;
}
