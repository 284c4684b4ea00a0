/** Content as a tree: what is left of a page (or of HTML) when only what Markdown can say is kept. Boxes that only group become gaps. */
import type { ContentFacts, ContentItem, ContentLevel } from '../shared/page-api.js';

export interface TextNode {
  readonly type: 'text';
  readonly value: string;
}
/** What follows stands on a line of its own; `isParagraph`: by a paragraph element. */
export interface GapNode {
  readonly type: 'gap';
  readonly isParagraph: boolean;
}
export interface BreakNode {
  readonly type: 'break';
}
export interface ContentElement {
  readonly type: 'element';
  readonly tag: string;
  readonly isBlock: boolean;
  readonly facts: ContentFacts;
  readonly children: ContentNode[];
}
export type ContentNode = TextNode | GapNode | BreakNode | ContentElement;

/** Elements nested deeper than this are shown as if they were not there; what is in them is kept. */
const MAX_DEPTH = 40;

const BLOCKS: ReadonlySet<string> = new Set(
  'h1,h2,h3,h4,h5,h6,ul,ol,li,table,tr,td,th,caption,pre,blockquote,hr,dl,dt,dd,details,summary'.split(','),
);
const INLINES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ...Object.fromEntries(
    'a,img,svg,input,select,textarea,meter,progress,sup,sub,q,rt,math,video,audio,canvas'.split(',').map((tag) => [tag, tag]),
  ),
  b: 'strong',
  strong: 'strong',
  em: 'em',
  i: 'em',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  del: 'del',
  s: 'del',
  strike: 'del',
  iframe: 'frame',
  frame: 'frame',
});
const ROLES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  list: 'ul',
  listitem: 'li',
  table: 'table',
  grid: 'table',
  treegrid: 'table',
  row: 'tr',
  cell: 'td',
  gridcell: 'td',
  columnheader: 'th',
  rowheader: 'th',
  blockquote: 'blockquote',
});
/** Elements that mean something else when their author says that they only lay out. */
const LAYOUT: ReadonlySet<string> = new Set('table,tr,td,th,caption,ul,ol,li,dl,dt,dd'.split(','));
const ALIASES: Readonly<Record<string, string>> = Object.assign(Object.create(null), { menu: 'ul', dir: 'ul', listing: 'pre', xmp: 'pre' });

/** What an element is to Markdown: the tag that says it, '' for one that only groups. */
function meaningOf(tag: string, facts: ContentFacts): string {
  const { role } = facts;
  if (typeof role === 'string') {
    if (role === 'heading') return `h${levelOf(tag, facts)}`;
    if ((role === 'presentation' || role === 'none' || role === 'generic') && LAYOUT.has(tag)) return '';
    if (role === 'separator') return 'hr';
    if (ROLES[role] && !BLOCKS.has(tag)) return ROLES[role];
  }
  return ALIASES[tag] ?? INLINES[tag] ?? (BLOCKS.has(tag) ? tag : '');
}

function levelOf(tag: string, facts: ContentFacts): number {
  const given = Number(facts['aria-level']);
  if (Number.isInteger(given) && given >= 1) return Math.min(6, given);
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : 2;
}

/** Controls that say nothing in Markdown but their text. */
const ANCHORED: ReadonlySet<string> = new Set(['button', 'span', 'div']);

interface Open {
  readonly element: ContentElement | undefined;
  readonly closing: GapNode | undefined;
}
const GAP: GapNode = Object.freeze({ type: 'gap', isParagraph: false });
const PARAGRAPH: GapNode = Object.freeze({ type: 'gap', isParagraph: true });

/**
 * Builds the tree, without recursion.
 * @param frame content of a foreign frame by its element id; undefined when there is none
 */
export function buildTree(
  items: readonly ContentItem[],
  frame: (el: number) => readonly ContentNode[] | undefined = () => undefined,
): ContentElement {
  const root: ContentElement = { type: 'element', tag: 'root', isBlock: true, facts: {}, children: [] };
  const open: Open[] = [];
  const path: ContentElement[] = [root];
  for (const item of items) {
    const at = path.at(-1) as ContentElement;
    if (typeof item === 'string') addText(at, item);
    else if (item === 0) {
      const closed = open.pop();
      if (closed?.element) path.pop();
      if (closed?.closing) (path.at(-1) as ContentElement).children.push(closed.closing);
    } else open.push(enter(item, at, path, frame));
  }
  return root;
}

function addText({ children }: ContentElement, text: string): void {
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (index > 0) children.push({ type: 'break' });
    if (line !== '') children.push({ type: 'text', value: line });
  }
}

function enter(
  [tag, level, facts = {}]: readonly [string, ContentLevel, ContentFacts?],
  at: ContentElement,
  path: ContentElement[],
  frame: (el: number) => readonly ContentNode[] | undefined,
): Open {
  if (tag === 'br') {
    at.children.push({ type: 'break' });
    return { element: undefined, closing: undefined };
  }
  const meaning = meaningOf(tag, facts);
  if (meaning === 'frame') return enterFrame(facts, at, frame);
  const isPre = facts['pre'] === true && meaning === '' && level === 2;
  const isTooDeep = path.length > MAX_DEPTH && meaning !== 'hr' && meaning !== 'img';
  const isAnchored = meaning === '' && typeof (facts['ref'] ?? facts['note']) === 'string' && ANCHORED.has(tag);
  if ((meaning === '' && !isPre && !isAnchored) || isTooDeep) {
    if (level !== 2) return { element: undefined, closing: undefined };
    const gap = tag === 'p' ? PARAGRAPH : GAP;
    at.children.push(gap);
    return { element: undefined, closing: gap };
  }
  const isBlock = isPre || BLOCKS.has(meaning);
  const closing = !isBlock && level === 2 ? GAP : undefined;
  if (closing) at.children.push(closing);
  const element: ContentElement = { type: 'element', tag: isPre ? 'lines' : isAnchored ? 'span' : meaning, isBlock, facts, children: [] };
  at.children.push(element);
  path.push(element);
  return { element, closing };
}

function enterFrame(facts: ContentFacts, at: ContentElement, frame: (el: number) => readonly ContentNode[] | undefined): Open {
  const id = facts['frame'];
  at.children.push(GAP);
  const content = typeof id === 'number' ? frame(id) : undefined;
  for (const node of content ?? []) at.children.push(node);
  return { element: undefined, closing: GAP };
}
