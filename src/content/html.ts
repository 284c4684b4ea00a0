/** HTML without a page: the same stream of content a page gives, by the rules a browser has before any style sheet of an author. */
import { parseHTML } from 'linkedom';
import type { ContentFacts, ContentItem, ContentLevel } from '../shared/page-api.js';

/** What is used of a DOM. */
export interface DomNode {
  readonly nodeType: number;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
  readonly textContent: string | null;
}
export interface DomElement extends DomNode {
  readonly localName: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): DomElement | null;
  appendChild(node: DomNode): unknown;
}
export interface DomDocument extends DomNode {
  readonly documentElement: DomElement;
  querySelector(selector: string): DomElement | null;
  createElement(tag: string): DomElement;
  createTextNode(text: string): DomNode;
}

const BLOCKS: ReadonlySet<string> = new Set(
  'address,article,aside,blockquote,body,caption,center,dd,details,dialog,dir,div,dl,dt,fieldset,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hgroup,hr,html,legend,li,listing,main,menu,nav,ol,optgroup,option,p,plaintext,pre,search,section,summary,table,tbody,td,tfoot,th,thead,tr,ul,xmp'.split(
    ',',
  ),
);
const GONE: ReadonlySet<string> = new Set(
  'script,style,template,noscript,head,title,meta,link,base,param,source,track,datalist,noframes,noembed,object,embed,iframe,rp,area,map'.split(
    ',',
  ),
);
const KEEPS_SPACES: ReadonlySet<string> = new Set(['pre', 'listing', 'xmp', 'textarea', 'plaintext']);
/** Deeper elements are shown as if they were not there. */
const MAX_DEPTH = 400;

export function parseDocument(html: string): DomDocument {
  // A fragment would be taken for the whole document.
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
  return parseHTML(whole).document as unknown as DomDocument;
}

interface Frame {
  next: DomNode | null;
  readonly isOpen: boolean;
  readonly keepsSpaces: boolean;
}
/** Facts of an element; undefined leaves it out with what is in it. */
export type ReadFacts = (element: DomElement) => ContentFacts | undefined;
export type ReadLevel = (element: DomElement) => ContentLevel;

/** The stream of a DOM, without recursion. */
export function domItems(root: DomElement, read: ReadFacts, levelOf: ReadLevel = defaultLevel): ContentItem[] {
  const items: ContentItem[] = [];
  const path: Frame[] = [{ next: root.firstChild, isOpen: false, keepsSpaces: false }];
  for (let frame = path.at(-1); frame; frame = path.at(-1)) {
    const node = frame.next;
    if (!node) {
      if (frame.isOpen) items.push(0);
      path.pop();
      continue;
    }
    frame.next = node.nextSibling;
    if (node.nodeType === 3 || node.nodeType === 4) {
      const text = node.textContent ?? '';
      items.push(frame.keepsSpaces ? text.replace(/\r\n?/g, '\n') : text.replace(/[ \t\n\r\f]+/g, ' '));
    } else if (node.nodeType === 1) {
      const opened = open(node as DomElement, frame, path.length, items, read, levelOf);
      if (opened) path.push(opened);
    }
  }
  return items;
}

function open(
  element: DomElement,
  around: Frame,
  depth: number,
  items: ContentItem[],
  read: ReadFacts,
  levelOf: ReadLevel,
): Frame | undefined {
  const tag = element.localName;
  const facts = GONE.has(tag) ? undefined : read(element);
  if (facts === undefined) return undefined;
  const isOpen = depth < MAX_DEPTH;
  if (isOpen) items.push(Object.keys(facts).length > 0 ? [tag, levelOf(element), facts] : [tag, levelOf(element)]);
  return { next: element.firstChild, isOpen, keepsSpaces: around.keepsSpaces || KEEPS_SPACES.has(tag) };
}

export function defaultLevel({ localName }: DomElement): ContentLevel {
  return BLOCKS.has(localName) ? 2 : localName === 'button' ? 1 : 0;
}

// ------------------------------------------------------------ facts

const LANGUAGE = /(?:^|\s)(?:lang(?:uage)?|highlight-source|brush:?)[-:\s]\s*([^\s;{}]+)/i;

/** Reads what a page would say of an element. @param base URL that addresses are relative to */
export function factsReader(base: string): ReadFacts {
  return (element) => {
    if (isHidden(element)) return undefined;
    const facts: Record<string, string | number | boolean> = {};
    const role = element.getAttribute('role');
    if (role) facts['role'] = role;
    copy(element, facts, ['aria-level', 'title', 'colspan', 'rowspan', 'start', 'type', 'placeholder', 'value']);
    if (facts['type'] === 'password' && facts['value']) facts['value'] = '••••';
    for (const name of ['checked', 'open']) if (element.hasAttribute(name)) facts[name] = true;
    const tag = element.localName;
    if (tag === 'a') addUrl(facts, 'href', element.getAttribute('href'), base);
    else if (tag === 'img') {
      facts['alt'] = element.getAttribute('alt') ?? '';
      if (element.getAttribute('alt') === '') facts['decorative'] = true;
      addUrl(facts, 'src', pictureOf(element), base);
    } else if (tag === 'pre' || tag === 'code') {
      const found = languageOf(element);
      if (found) facts['lang'] = found;
    } else if (tag === 'math') {
      const source = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? element.getAttribute('alttext');
      if (source?.trim()) facts['tex'] = source.trim();
    }
    return facts;
  };
}

function copy(element: DomElement, facts: Record<string, string | number | boolean>, names: readonly string[]): void {
  for (const name of names) {
    const value = element.getAttribute(name);
    if (value) facts[name] = /^(?:colspan|rowspan|start)$/.test(name) ? Number.parseInt(value, 10) || 1 : value;
  }
}

function isHidden(element: DomElement): boolean {
  if (element.hasAttribute('hidden') || (element.localName === 'input' && element.getAttribute('type') === 'hidden')) return true;
  const style = element.getAttribute('style');
  return style !== null && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

function pictureOf(element: DomElement): string | null {
  const own = element.getAttribute('src');
  if (own && !own.startsWith('data:')) return own;
  return (
    element.getAttribute('data-src') ??
    element.getAttribute('data-original') ??
    element
      .getAttribute('srcset')
      ?.trim()
      .split(/[\s,]+/)[0] ??
    null
  );
}

function languageOf(element: DomElement): string | undefined {
  const inner = element.localName === 'pre' ? element.querySelector('code') : null;
  for (const one of [inner, element]) {
    const found = one && (LANGUAGE.exec(one.getAttribute('class') ?? '')?.[1] ?? one.getAttribute('data-lang'));
    if (found) return found;
  }
  return undefined;
}

function addUrl(facts: Record<string, string | number | boolean>, name: string, raw: string | null, base: string): void {
  if (raw === null || !URL.canParse(raw.trim(), base)) return;
  const url = new URL(raw.trim(), base);
  if (!/^(?:https?|mailto|tel|ftp):$/.test(url.protocol)) return;
  url.username = '';
  url.password = '';
  facts[name] = url.href;
}

/** Where relative addresses of a document begin. */
export function baseOf(document: DomDocument, url: string): string {
  const given = document.querySelector('base[href]')?.getAttribute('href');
  return given && URL.canParse(given, url) ? new URL(given, url).href : url;
}
