/** Captures of a page in the three shapes that are read in pages. */
import type { CallOptions, PageEngine } from '../bridge/types.js';
import type { PagedCapture } from '../shared/content.js';
import { SdkError } from '../shared/errors.js';
import type { Perception, ResolvedTarget } from '../snapshot/types.js';
import { buildTree } from './content-tree.js';
import { readableElements } from './elements.js';
import { elementPages, htmlPages, textPages } from './paged.js';
import { plainText } from './plain-content.js';

/** More than any page has: the whole of it is asked for, in document order. */
const EVERYTHING = 10_000_000;
const MAX_CHARS = 1_000_000;

export interface ReadableParts {
  readonly perception: Pick<Perception, 'content' | 'read'>;
  /** Masks secrets, before a text is cut: a piece of one is not known as one. */
  readonly redact: (text: string) => string;
}

/** What a person can read, frames in place, a line a block. */
export async function textCapture({ perception, redact }: ReadableParts, tab: PageEngine, call: CallOptions): Promise<PagedCapture> {
  const content = await perception.content(tab, { maxChars: MAX_CHARS, detailed: false, anchors: false }, call);
  const lines = plainText([buildTree(content.items)]).split('\n');
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  return { type: 'readable-text', tabId: tab.tabId, url: tab.page.url(), pages: textPages(redact(text)) };
}

/** What can be acted on. */
export async function elementsCapture({ perception, redact }: ReadableParts, tab: PageEngine, call: CallOptions): Promise<PagedCapture> {
  const { nodes } = await perception.read(tab, { mode: 'snapshot', maxTokens: EVERYTHING }, call);
  const elements = readableElements(nodes, redact);
  return { type: 'readable-elements', tabId: tab.tabId, url: tab.page.url(), pages: elementPages(elements) };
}

/**
 * The markup of an element, secrets in its fields masked.
 * @throws SdkError too_large, detached
 */
export async function htmlCapture(
  { redact }: Pick<ReadableParts, 'redact'>,
  { tab, world, el }: Pick<ResolvedTarget, 'tab' | 'world' | 'el'>,
  call: CallOptions,
): Promise<PagedCapture> {
  const reply = await world.call('markup', { el, maxChars: MAX_CHARS }, call);
  if (!reply.ok) throw new SdkError('detached', reply.failure.message ?? 'The element is gone.', { phase: 'precheck' });
  const { html, total } = reply.value;
  if (total > MAX_CHARS)
    throw new SdkError('too_large', `The element has ${total} characters of markup, more than ${MAX_CHARS}.`, {
      hint: 'Give the path of a part of it.',
    });
  return { type: 'readable-element-html', tabId: tab.tabId, url: tab.page.url(), pages: htmlPages(redact(html)) };
}
