/** What an extractor of articles leaves around the text: links to other articles, captions, bylines, crumbs, things said twice. */
import type { DomElement, DomNode } from './html.js';

/** An article has this many characters of running text before anything is taken out of it. */
const MIN_PROSE = 400;
/** A sentence or more. */
const PROSE = 80;
/** Words before links that only introduce them: "Related:", "Read more". */
const MAX_LABEL = 25;
const MAX_CAPTION = 400;
const MAX_LINE = 120;

const CAPTION =
  /(?:^|[\s_-])(?:figcaption|caption|captions|credit|credits|wp-caption-text|photo-credit|image-credit|copyright)(?:$|[\s_-])/i;
const BLOCK = 'p,h1,h2,h3,h4,h5,h6,ul,ol,div,section,aside,blockquote,pre,table,figure,dl,span,td';
const SENTENCE_END = /[.!?…。！？؟।:;"'”’»)]\s*$/;
const BYLINE = /^(?:by|von|par|por|di|updated|published|posted|last updated|photo|image|credit)\b|\b(?:\d{1,2}:\d{2}|20\d\d)\b/i;

const textOf = (node: DomNode): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim();

interface Dom extends DomElement {
  querySelectorAll(selector: string): Iterable<Dom>;
  remove(): void;
  readonly parentNode: Dom | null;
}

/** Takes it out of the element an extractor found. */
export function trimArticle(found: DomElement): void {
  const root = found as Dom;
  const paragraphs = [...root.querySelectorAll('p,li,blockquote,pre,td,div')].filter(isLeaf);
  const prose = paragraphs.filter((one) => isProse(one));
  if (prose.reduce((sum, one) => sum + textOf(one).length, 0) < MIN_PROSE) return;
  captions(root);
  for (const block of [...root.querySelectorAll('ul,ol,p,h2,h3,h4,h5,h6,div,blockquote')]) if (isOnlyLinks(block)) block.remove();
  repeated(root);
  ends(root, prose);
}

/** Holds no other block. */
function isLeaf(element: Dom): boolean {
  for (const _ of element.querySelectorAll('p,li,ul,ol,div,section,table,blockquote,pre,h1,h2,h3,h4,h5,h6')) return false;
  return true;
}

function isProse(element: Dom): boolean {
  const text = textOf(element);
  return text.length >= PROSE && SENTENCE_END.test(text) && linked(element) < text.length / 2;
}

function linked(element: Dom): number {
  let sum = 0;
  for (const link of element.querySelectorAll('a')) sum += textOf(link).length;
  return sum;
}

/** The words of a picture become its alternative text where it has none. */
function captions(root: Dom): void {
  for (const one of [...root.querySelectorAll('figcaption,p,div,span,small')]) {
    const isCaption = one.localName === 'figcaption' || CAPTION.test(one.getAttribute('class') ?? '');
    if (isCaption && textOf(one).length <= MAX_CAPTION && !one.querySelector('img,picture,pre,table')) one.remove();
  }
}

/** Nothing but links, perhaps with a word before them. A paragraph in which words around links make a sentence is none. */
function isOnlyLinks(element: Dom): boolean {
  const text = textOf(element);
  const inLinks = linked(element);
  if (text === '' || inLinks === 0 || element.querySelector('pre,table,img')) return false;
  const bare = text.length - inLinks;
  if (/^h[2-6]$/.test(element.localName)) return false;
  return bare <= Math.min(MAX_LABEL, Math.max(3, inLinks / 2)) && !/[.!?]$/.test(text);
}

function repeated(root: Dom): void {
  const seen = new Set<string>();
  for (const one of [...root.querySelectorAll('p,div,figure,li')].filter(isLeaf)) {
    const text = textOf(one);
    if (text.length < PROSE) continue;
    if (seen.has(text)) one.remove();
    else seen.add(text);
  }
}

/** Short lines before the first sentence that tell who and when, and headings with nothing after them. */
function ends(root: Dom, prose: readonly Dom[]): void {
  const [first] = prose;
  const last = prose.at(-1);
  let place: 'before' | 'within' | 'after' = 'before';
  for (const one of [...root.querySelectorAll(BLOCK)].filter(isLeaf)) {
    if (one === first) place = 'within';
    const text = textOf(one);
    if (place === 'before' && !/^h[1-6]$/.test(one.localName) && text.length < MAX_LINE && BYLINE.test(text)) one.remove();
    if (place === 'after' && /^h[1-6]$/.test(one.localName) && !one.querySelector('img')) one.remove();
    if (one === last) place = 'after';
  }
}
