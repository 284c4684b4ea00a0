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
/** Holds what stood under a picture. */
export const CAPTION_OF = 'data-caption';
/** Characters of a box that only asks for something. */
const MAX_BOX = 400;

const CAPTION =
  /(?:^|[\s_-])(?:figcaption|caption|captions|credit|credits|wp-caption-text|photo-credit|image-credit|copyright)(?:$|[\s_-])/i;
/** Boxes between the paragraphs that want a reader's address, money, vote or friends. */
const WANTS =
  /(?:^|[\s_-])(?:newsletter|signup|sign-up|subscribe|subscription|advert|advertisement|sponsored|promo|paywall|poll|social|share|sharing)(?:$|[\s_-])/i;
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
  for (const box of [...root.querySelectorAll('div,section,aside,form')]) if (wants(box, prose)) box.remove();
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

/** Says by its name what it wants, and holds little of the text. */
function wants(box: Dom, prose: readonly Dom[]): boolean {
  if (!WANTS.test(`${box.getAttribute('class') ?? ''} ${box.getAttribute('id') ?? ''}`)) return false;
  const text = textOf(box);
  return text.length <= MAX_BOX && prose.filter((one) => text.includes(textOf(one))).length < 2;
}

/** The words under a picture are no sentences of the text: they go with the picture. */
function captions(root: Dom): void {
  for (const one of [...root.querySelectorAll('figcaption,p,div,span,small')]) {
    const isCaption = one.localName === 'figcaption' || CAPTION.test(one.getAttribute('class') ?? '');
    const words = textOf(one);
    if (!isCaption || words.length > MAX_CAPTION || one.querySelector('img,picture,pre,table')) continue;
    pictureOf(one)?.setAttribute(CAPTION_OF, words);
    one.remove();
  }
}

/** The picture a caption stands with: the only one of the nearest element around it that has any. */
function pictureOf(caption: Dom): Dom | undefined {
  let around = caption.parentNode;
  for (let level = 0; around && level < 3; level++, around = around.parentNode) {
    const found = [...around.querySelectorAll('img')];
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
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

/** What is said again somewhere else, as a teaser or in a box; paragraphs side by side that say the same are their author's will. */
function repeated(root: Dom): void {
  const seen = new Map<string, Dom | null>();
  for (const one of [...root.querySelectorAll('p,div,figure,li')].filter(isLeaf)) {
    const text = textOf(one);
    if (text.length < PROSE) continue;
    if (seen.has(text) && seen.get(text) !== one.parentNode) one.remove();
    else seen.set(text, one.parentNode);
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
