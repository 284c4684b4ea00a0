/** The main text of a page, found by the extractor that readers of browsers use. */
import { Readability } from '@mozilla/readability';
import type { ContentFacts, ContentItem, ContentLevel } from '../shared/page-api.js';
import { type DomDocument, type DomElement, defaultLevel, domItems, parseDocument } from './html.js';
import { CAPTION_OF, trimArticle } from './main-text.js';

export interface Article {
  readonly items: readonly ContentItem[];
  readonly title: string;
}
/** Elements deeper than this are shown as if they were not there. */
const MAX_DEPTH = 200;
const KEY = 'data-content';
const LEVEL = 'data-level';
/** Attributes an extractor judges by, and those it needs to recognise what is worth keeping. */
const JUDGED = ['id', 'class', 'role', 'href', 'src', 'alt', 'rel', 'itemprop', 'datetime', 'title', 'type', 'colspan', 'rowspan'];

/**
 * The article of a stream that was taken in detail.
 * @returns undefined where there is none
 */
export function articleOf(items: readonly ContentItem[], title: string): Article | undefined {
  const kept: ContentFacts[] = [];
  const document = documentOf(items, title, kept);
  return extracted(document, (element) => {
    const key = element.getAttribute(KEY);
    return key === null ? {} : (kept[Number(key)] ?? {});
  });
}

/** The article of a parsed document. */
export function articleOfDocument(document: DomDocument, read: (element: DomElement) => ContentFacts | undefined): Article | undefined {
  return extracted(document, read);
}

function extracted(document: DomDocument, read: (element: DomElement) => ContentFacts | undefined): Article | undefined {
  const reader = new Readability(document as unknown as ConstructorParameters<typeof Readability>[0], {
    serializer: (node) => node as unknown as DomElement,
    keepClasses: true,
    charThreshold: 500,
  });
  const found = reader.parse();
  if (!found?.content) return undefined;
  trimArticle(found.content);
  return { items: domItems(found.content, (element) => withCaption(element, read(element)), levelOf), title: found.title ?? '' };
}

/** A caption is the alternative text of a picture without one, else its title. */
function withCaption(element: DomElement, facts: ContentFacts | undefined): ContentFacts | undefined {
  const caption = element.getAttribute(CAPTION_OF);
  if (caption === null || !facts) return facts;
  return facts['alt'] ? { ...facts, title: caption } : { ...facts, alt: caption, decorative: false };
}

function levelOf(element: DomElement): ContentLevel {
  const level = element.getAttribute(LEVEL);
  return level === null ? defaultLevel(element) : (Number(level) as ContentLevel);
}

/** A document the extractor can take apart. */
function documentOf(items: readonly ContentItem[], title: string, kept: ContentFacts[]): DomDocument {
  const document = parseDocument('');
  const head = document.querySelector('head');
  const titleElement = document.createElement('title');
  titleElement.appendChild(document.createTextNode(title));
  head?.appendChild(titleElement);
  const path: DomElement[] = [document.querySelector('body') as DomElement];
  const isOpen: boolean[] = [];
  for (const item of items) {
    const at = path.at(-1) as DomElement;
    if (typeof item === 'string') at.appendChild(document.createTextNode(item));
    else if (item === 0) {
      if (isOpen.pop()) path.pop();
    } else {
      const opens = path.length < MAX_DEPTH && item[0] !== 'html' && item[0] !== 'body' && item[0] !== 'head';
      isOpen.push(opens);
      if (!opens) continue;
      const element = elementOf(document, item, kept);
      at.appendChild(element);
      path.push(element);
    }
  }
  return document;
}

function elementOf(
  document: DomDocument,
  [tag, level, facts]: readonly [string, ContentLevel, ContentFacts?],
  kept: ContentFacts[],
): DomElement {
  const element = document.createElement(/^[a-z][a-z0-9-]*$/i.test(tag) ? tag : 'span');
  element.setAttribute(LEVEL, String(level));
  if (!facts) return element;
  for (const name of JUDGED) if (facts[name] !== undefined) element.setAttribute(name, String(facts[name]));
  element.setAttribute(KEY, String(kept.push(facts) - 1));
  return element;
}
