/** Selectors for Playwright: one for each same-origin frame level of this world, and through open shadow roots. */
import type { PageResult } from '../../shared/page-api.js';
import {
  documentOf,
  hostOf,
  isConnected,
  isElement,
  isShadowRoot,
  matches,
  parentOf,
  previousElementOf,
  queryAll,
  rootOf,
  shadowRootOf,
  tagOf,
} from '../dom.js';
import type { CaptureServices } from '../services.js';
import { uniqueCss } from './unique-css.js';

/** Longer CSS paths are written by positions, in characters. */
const LONG = 2_000;

export interface SelectorChain {
  /** Selectors of the owner iframes, outermost first. */
  readonly frames: readonly string[];
  readonly selector: string;
}

export function selectorOf(element: Element | undefined, services: CaptureServices): PageResult<SelectorChain> {
  if (!element || !isConnected(element)) return fail('detached', 'The element is not in the document.');
  const frames: string[] = [];
  const own = inDocument(element);
  if (!own.ok) return own;
  for (let owner = services.ownerOf(documentOf(element)); owner; owner = services.ownerOf(documentOf(owner))) {
    const frame = inDocument(owner);
    if (!frame.ok) return frame;
    frames.unshift(frame.value);
  }
  return { ok: true, value: { frames, selector: own.value } };
}

/** From the document down, a part for every shadow root on the way. */
function inDocument(element: Element): PageResult<string> {
  const parts: string[] = [];
  for (let at = element; ; ) {
    const root = rootOf(at);
    if (!isShadowRoot(root)) {
      const css = uniqueCss(at);
      if (css === undefined) return none();
      // `light` keeps Playwright from looking into shadow roots for more of the same.
      const outer = css.length > LONG ? positionPath(at) : `css:light=${css}`;
      return { ok: true, value: [outer, ...parts].join(' >> ') };
    }
    const host = hostOf(root);
    if (shadowRootOf(host) !== root)
      return fail('unsupported', 'The element is inside a closed shadow root, which Playwright cannot enter.');
    const inner = insideRoot(at, host);
    if (inner === undefined) return none();
    parts.unshift(`css=${inner}`);
    at = host;
  }
}

/** The way down by positions: for depths at which Playwright's css engine takes minutes. */
function positionPath(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | undefined = element; at; ) {
    let place = 1;
    for (let before = previousElementOf(at); before; before = previousElementOf(before)) place++;
    steps.unshift(`*[${place}]`);
    const parent: Node | null = parentOf(at);
    at = isElement(parent) ? parent : undefined;
  }
  return `xpath=/${steps.join('/')}`;
}

function none(): PageResult<never> {
  return fail('unsupported', 'No selector tells this element from others.');
}
function fail(code: string, message: string): PageResult<never> {
  return { ok: false, failure: { code, message } };
}

/**
 * A selector that, by Playwright's rules, matches one element inside a host: its css engine looks at all descendants of the scope, in the light and in
 * every open shadow tree, and takes the host for the parent of what is at the top of a shadow tree.
 */
function insideRoot(element: Element, host: Element): string | undefined {
  const all = pierced(host);
  const short = uniqueCss(element);
  if (short !== undefined && !/[ >]/.test(short) && all.filter((other) => matches(other, short)).length === 1) return short;
  const steps: string[] = [];
  for (let at: Element | undefined = element; at; ) {
    steps.unshift(compoundOf(at));
    if (countMatches(all, steps) === 1) return steps.join(' > ');
    const parent: Node | null = parentOf(at);
    at = isElement(parent) ? parent : undefined;
  }
  return countMatches(all, steps, host) === 1 ? `:scope > ${steps.join(' > ')}` : undefined;
}

function compoundOf(element: Element): string {
  const parent = parentOf(element);
  const tag = CSS.escape(tagOf(element));
  const like = parent ? Array.from(queryAll(parent, tag)).filter((other) => parentOf(other) === parent) : [];
  return `${tag}:nth-of-type(${like.indexOf(element) + 1})`;
}

/** All descendants of a host, shadow trees included. */
function pierced(host: Element): Element[] {
  const found: Element[] = [];
  const scopes: Node[] = [host, shadowRootOf(host) as Node];
  for (let scope = scopes.pop(); scope; scope = scopes.pop()) {
    for (const element of queryAll(scope, '*')) {
      found.push(element);
      const inner = shadowRootOf(element);
      if (inner) scopes.push(inner);
    }
  }
  return found;
}

/** How many match compounds joined by child combinators, all or those that hang from `top`. */
function countMatches(all: readonly Element[], steps: readonly string[], top?: Element): number {
  return all.filter((element) => {
    let at: Element | undefined = element;
    for (let i = steps.length - 1; i >= 0; i--) {
      if (!at || !matches(at, steps[i] as string)) return false;
      const parent: Node | null = parentOf(at);
      at = parent && isShadowRoot(parent) ? hostOf(parent) : isElement(parent) ? parent : undefined;
    }
    return top === undefined || at === top;
  }).length;
}
