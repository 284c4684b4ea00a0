/** A page as Markdown in which headings, links and controls are followed by a CSS selector. */
import type { CallOptions, PageEngine } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { ContentFacts, ContentItem } from '../shared/page-api.js';
import type { Perception } from '../snapshot/types.js';
import { buildTree } from './content-tree.js';
import { toMarkdownText } from './markdown.js';
import { windowOf } from './windows.js';

/** Characters of text asked of each document. */
const MAX_SOURCE = 400_000;

export interface TabContent {
  readonly url: string;
  readonly title: string;
  readonly content: string;
  /** There is more than was read or given. */
  readonly isCut: boolean;
}
export interface TabContentParts {
  readonly perception: Pick<Perception, 'content' | 'describe'>;
  readonly redact: (text: string) => string;
}

/**
 * @param selector CSS; the first element it matches in the document is given
 * @throws SdkError invalid_input (no CSS selector), not_found (matches nothing)
 */
export async function tabContent(
  { perception, redact }: TabContentParts,
  tab: PageEngine,
  { selector, maxChars }: { readonly selector: string | undefined; readonly maxChars: number },
  call: CallOptions,
): Promise<TabContent> {
  const scope = selector === undefined ? undefined : await refOf(perception, tab, selector, call);
  const page = await perception.content(tab, { scope, maxChars: MAX_SOURCE, detailed: false, anchors: true }, call);
  const whole = redact(toMarkdownText(buildTree(page.items.map(noted))));
  const { text, next } = windowOf(whole, 0, maxChars);
  return { url: redact(page.url), title: redact(page.title), content: text, isCut: page.isCut || next !== undefined };
}

async function refOf(perception: TabContentParts['perception'], tab: PageEngine, selector: string, call: CallOptions): Promise<string> {
  const field = { details: { field: 'selector' } };
  const shown = JSON.stringify(selector.slice(0, 200));
  const found = await perception.describe(tab.page.locator(`css:light=${selector}`).first(), tab, call).catch((error: unknown) => {
    if (SdkError.isInstance(error) || !(error instanceof Error) || !/selector|css/i.test(error.message)) throw error;
    throw new SdkError('invalid_input', `selector: ${shown} is not a CSS selector.`, { phase: 'resolve', ...field, cause: error });
  });
  if (found) return found.ref;
  throw new SdkError('not_found', `selector: no element of the page matches ${shown} now.`, {
    phase: 'resolve',
    hint: 'Call get_tab_content without selector and use a selector that it prints.',
    ...field,
  });
}

/** A selector that holds in the whole document becomes a comment; refs are for other tools. */
function noted(item: ContentItem): ContentItem {
  if (typeof item === 'string' || item === 0 || !item[2]) return item;
  const [tag, level, { ref: _ref, selector, inner, ...facts }] = item as readonly [string, 0 | 1 | 2, ContentFacts];
  if (typeof selector !== 'string' || inner === true) return [tag, level, facts];
  return [tag, level, { ...facts, note: `<!-- ${selector.replaceAll('-->', '--\\3e ')} -->` }];
}
