/** DOM access that only captures need, beside `../dom.ts`: captured once, safe on clobbered elements, for nodes of every realm. */
import { nodeTypeOf, viewOf } from '../dom.js';

const { bind, call } = Function.prototype;
const uncurry = bind.bind(call) as unknown as (method: unknown) => (self: unknown, ...args: unknown[]) => unknown;
function getter<R>(prototype: object, key: string): (self: unknown) => R {
  return uncurry(Object.getOwnPropertyDescriptor(prototype, key)?.get) as (self: unknown) => R;
}

const openRoot = getter<ShadowRoot | null>(Element.prototype, 'shadowRoot');
export function hasShadow(self: Element): boolean {
  return openRoot(self) !== null;
}
export const hasAttributes = uncurry(Element.prototype.hasAttributes) as (self: Element) => boolean;
export const classNameOf = (self: Element): string => getAttribute(self, 'class') ?? '';
const getAttribute = uncurry(Element.prototype.getAttribute) as (self: Element, name: string) => string | null;
export const urlOf = getter<string>(Document.prototype, 'URL') as (self: Document) => string;
export const readyStateOf = getter<string>(Document.prototype, 'readyState') as (self: Document) => string;
export const baseOf = getter<string>(Node.prototype, 'baseURI') as (self: Node) => string;
const animations = uncurry(Document.prototype.getAnimations) as (self: Document) => Animation[];
const rootAnimations = uncurry(ShadowRoot.prototype.getAnimations) as (self: ShadowRoot) => Animation[];
/** Running animations and transitions of a tree, and those that hold their last style. */
export function animationsOf(root: Document | ShadowRoot): readonly Animation[] {
  return nodeTypeOf(root) === 9 ? animations(root as Document) : rootAnimations(root as ShadowRoot);
}
const scrollingElement = getter<Element | null>(Document.prototype, 'scrollingElement');

/** Origin of a document as its window tells it: that of the creator for about:blank, srcdoc and blob. */
export function originOf(document: Document): string {
  const view = viewOf(document) as (Window & { readonly origin: string }) | null;
  return view?.origin ?? 'null';
}

/** Size of what a window shows, scroll bars left out. */
export function viewportOf(document: Document): { readonly width: number; readonly height: number } {
  const scroller = scrollingElement(document);
  const view = viewOf(document);
  const width = view?.innerWidth ?? 0;
  const height = view?.innerHeight ?? 0;
  return scroller ? { width, height } : { width, height };
}

/** A URL for printing: absolute, without user and password; data and script URLs only by their scheme. */
export function cleanUrl(raw: string, base: string): string {
  const trimmed = raw.trim();
  const scheme = /^(data|javascript|blob):/i.exec(trimmed);
  if (scheme && scheme[1]?.toLowerCase() !== 'blob') return `${scheme[1]?.toLowerCase()}:`;
  try {
    const url = new URL(trimmed, base);
    url.username = '';
    url.password = '';
    return url.href;
  } catch {
    return '';
  }
}
