/** read_page in mode article: the main text of a page as Markdown, as much as a budget of tokens holds, and read on by cursor. */
import type { CallOptions, PageEngine } from '../bridge/types.js';
import type { ContentPort, TextCapture } from '../shared/content.js';
import { SdkError } from '../shared/errors.js';
import type { SnapshotNode } from '../shared/snapshot.js';
import { headerText, shownUrl } from '../snapshot/text.js';
import type { ContentData, Perception, SnapshotData } from '../snapshot/types.js';
import { articleOf } from './article.js';
import { buildTree } from './content-tree.js';
import { toMarkdownText } from './markdown.js';
import { border, stopIn } from './windows.js';

/** Characters of Markdown kept of a page, and of text asked of each document. */
const MAX_CHARS = 200_000;
const MAX_SOURCE = 400_000;
/** No text has fewer tokens than one in so many characters that matter. */
const CHARS_PER_TOKEN = 10;
const MAX_TITLE = 160;
const MAX_URL = 300;
/** Tokens every part has for its text, however long the head is. */
const MIN_ROOM = 20;
const CURSOR = /^a(x_[a-z0-9]{1,20})_(\d{1,7})$/;

export interface ReadArticleOptions {
  readonly scope?: string | undefined;
  readonly cursor?: string | undefined;
  readonly maxTokens: number;
}
export interface ReadArticleParts {
  readonly perception: Pick<Perception, 'content' | 'countTokens'>;
  readonly content: ContentPort;
  readonly redact: (text: string) => string;
}
/** What is kept beside the text of an article. */
interface About extends Pick<ContentData, 'snapshotId' | 'documentNonce' | 'coverage' | 'timings'> {
  /** False: there is none, the text is that of the whole page. */
  readonly isArticle: boolean;
}

/** Cursors of articles differ from those of snapshots, so that either kind reads on in what it came from. */
export function isArticleCursor(cursor: string): boolean {
  return CURSOR.test(cursor);
}

/**
 * Part 1 of a fresh capture, or the part a cursor names.
 * @throws SdkError empty_page, not_found (a cursor whose capture is no longer kept)
 */
export async function readArticle(
  parts: ReadArticleParts,
  tab: PageEngine,
  options: ReadArticleOptions,
  call: CallOptions,
): Promise<SnapshotData> {
  const { cursor } = options;
  if (cursor === undefined) return part(parts, await take(parts, tab, options, call), 0, options.maxTokens);
  const [, captureId = '', from] = CURSOR.exec(cursor) ?? [];
  const capture = parts.content.captures.get(captureId);
  if (capture?.about === undefined)
    throw new SdkError('not_found', `The article of cursor ${JSON.stringify(cursor.slice(0, 60))} is no longer kept.`, {
      phase: 'resolve',
      hint: 'Call read_page again without cursor.',
      details: { cursor: cursor.slice(0, 60) },
    });
  return part(parts, capture, Number(from), options.maxTokens);
}

async function take(parts: ReadArticleParts, tab: PageEngine, { scope }: ReadArticleOptions, call: CallOptions): Promise<TextCapture> {
  const { perception, content, redact } = parts;
  const page = await perception.content(tab, { scope, maxChars: MAX_SOURCE, detailed: true, anchors: false }, call);
  const { items, snapshotId, documentNonce, coverage, timings } = page;
  const article = articleOf(items, page.title);
  // No code in it may look like a ref.
  const whole = redact(toMarkdownText(buildTree(article?.items ?? items), true));
  if (whole === '')
    throw new SdkError('empty_page', `The page ${headerText(shownUrl(page.url), MAX_URL)} shows no text.`, {
      phase: 'verify',
      hint: 'Wait for the page to load (wait_for), or use read_page in its usual mode.',
      details: { url: headerText(shownUrl(page.url), MAX_URL), coverage },
    });
  const about: About = { isArticle: article !== undefined, snapshotId, documentNonce, coverage, timings };
  const text = whole.slice(0, border(whole, Math.min(whole.length, MAX_CHARS)));
  return content.captures.keep({
    text,
    url: redact(page.url),
    title: redact(page.title),
    isCut: page.isCut || text.length < whole.length,
    lostFrames: page.lostFrames,
    key: ['article', tab.tabId, tab.navigationCount, scope ?? ''].join(' '),
    about: JSON.stringify(about),
  });
}

/** As much from a place on as fits, our words around it. */
function part({ perception }: ReadArticleParts, capture: TextCapture, fromChar: number, maxTokens: number): SnapshotData {
  const count = (text: string): number => perception.countTokens(text);
  const { isArticle, ...about } = JSON.parse(capture.about as string) as About;
  const { text: whole, url, title, captureId } = capture;
  const from = border(whole, Math.min(fromChar, whole.length));
  const cursorAt = (at: number): string => `a${captureId}_${at}`;
  const head = [
    `# Page Article${from > 0 ? ', continued' : ''} (${about.snapshotId})`,
    `URL: ${headerText(shownUrl(url), Math.min(MAX_URL, maxTokens / 2))}`,
    `Title: ${headerText(title, Math.min(MAX_TITLE, maxTokens / 4))}`,
    ...(isArticle ? [] : ['[no article found: this is the whole text of the page]']),
    '',
    '',
  ].join('\n');
  const longest = tailOf(whole.length, cursorAt(whole.length), capture);
  const to = endOf(whole, from, Math.max(MIN_ROOM, maxTokens - count(head) - count(longest)), count);
  const cursor = to < whole.length ? cursorAt(to) : undefined;
  const body = whole.slice(from, to);
  const text = `${head}${body}${tailOf(whole.length - to, cursor, capture)}`;
  const left = linesOf(whole.slice(to)).length;
  const frame = { name: '', url: shownUrl(url), origin: originOf(url), crossOrigin: false };
  return {
    ...about,
    url,
    title,
    text,
    tokens: count(text),
    nodes: linesOf(body).map((name): SnapshotNode => ({ role: 'text', name, depth: 0, states: {}, frame, inViewport: false })),
    omitted: { nodes: left, interactive: 0, text: left },
    ...(cursor === undefined ? {} : { cursor }),
  };
}

function tailOf(left: number, cursor: string | undefined, { isCut, lostFrames }: TextCapture): string {
  const lines = [
    ...(cursor === undefined ? [] : [`[${left} more characters: read_page with cursor "${cursor}"]`]),
    ...(cursor === undefined && isCut ? ['[the page holds more than could be kept: read a part of it with scope]'] : []),
    ...(lostFrames > 0 ? [`[not shown: ${lostFrames} frames that could not be read]`] : []),
  ];
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

/** The last place up to which the text fits. */
function endOf(text: string, from: number, room: number, count: (text: string) => number): number {
  let high = Math.min(text.length, from + room * CHARS_PER_TOKEN);
  if (count(text.slice(from, high)) <= room) return stopIn(text, from, high);
  let low = from;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (count(text.slice(from, middle)) <= room) low = middle;
    else high = middle;
  }
  return stopIn(text, from, Math.max(low, from + 1));
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
