/**
 * CSS generated content that belongs to names (accname 1.2, step 2F.ii). Computed styles of pseudo-elements are dear, so the style rules of each
 * tree are read once, and only elements that a rule with text can match are asked.
 */
import {
  attribute,
  compatModeOf,
  computedStyle,
  documentOf,
  hasAttribute,
  hostOf,
  isElement,
  isShadowRoot,
  matches,
  nodeTypeOf,
  parentOf,
  rootOf,
  sheetsOf,
  tagOf,
} from '../dom.js';
import type { Env } from '../env.js';
import { contentText } from './content-value.js';
import type { SheetRules } from './sheet-rules.js';

type Pseudo = '::before' | '::after';
type TreeRoot = Document | ShadowRoot;
/** Rules of a sheet; null when it cannot be read. */
export type ReadRules = (sheet: CSSStyleSheet, quirks: boolean) => SheetRules | null;

/** Style rules of one tree. */
interface TreeRules {
  /** True when a sheet cannot be read: every element is asked. */
  readonly unknown: boolean;
  readonly sheets: readonly SheetRules[];
}

export class GeneratedContent {
  readonly #env: Env;
  readonly #readRules: ReadRules;
  readonly #trees = new Map<TreeRoot, TreeRules>();
  /** Sheets adopted by many roots are read once. */
  readonly #sheets = new Map<CSSStyleSheet, SheetRules | null>();

  constructor(env: Env, readRules: ReadRules) {
    this.#env = env;
    this.#readRules = readRules;
  }

  text(element: Element, which: Pseudo): string {
    if (!this.#mayMatch(element, which)) return '';
    const style = computedStyle(element, which);
    const content = style.content;
    if (!content || content === 'none' || content === 'normal' || style.display === 'none' || style.visibility !== 'visible') return '';
    const text = contentText(content, element);
    // Boxes of their own stand apart from the words beside them.
    return text && style.display !== 'inline' ? ` ${text} ` : text;
  }

  #mayMatch(element: Element, which: Pseudo): boolean {
    const root = rootOf(element);
    if (!isTree(root)) return false;
    const own = this.#rules(root);
    if (own.unknown || own.sheets.some((sheet) => matchesOwn(sheet, which, element))) return true;
    const inside = this.#env.shadowRoot(element);
    if (inside && this.#any(inside, which, 'host')) return true;
    const parent = parentOf(element);
    const around = parent && isElement(parent) ? this.#env.shadowRoot(parent) : null;
    if (around && this.#any(around, which, 'slotted')) return true;
    return isShadowRoot(root) && hasAttribute(element, 'part') && this.#partMatches(root, which);
  }

  /** `::part()` rules live in the tree of a host, or further out through exportparts. */
  #partMatches(root: ShadowRoot, which: Pseudo): boolean {
    for (let at: Node = root; isShadowRoot(at); ) {
      const around = rootOf(hostOf(at));
      if (!isTree(around)) return false;
      if (this.#any(around, which, 'part')) return true;
      at = around;
    }
    return false;
  }

  #any(root: TreeRoot, which: Pseudo, where: 'host' | 'slotted' | 'part'): boolean {
    const rules = this.#rules(root);
    return rules.unknown || rules.sheets.some((sheet) => sheet[which][where]);
  }

  #rules(root: TreeRoot): TreeRules {
    const known = this.#trees.get(root);
    if (known) return known;
    const quirks = compatModeOf(documentOf(root)) === 'BackCompat';
    const sheets: SheetRules[] = [];
    let unknown = false;
    for (const sheet of sheetsOf(root)) {
      let rules = this.#sheets.get(sheet);
      if (rules === undefined) {
        rules = this.#readRules(sheet, quirks);
        this.#sheets.set(sheet, rules);
      }
      if (!rules) unknown = true;
      else if (rules['::before'].any || rules['::after'].any) sheets.push(rules);
    }
    const made = { unknown, sheets };
    this.#trees.set(root, made);
    return made;
  }
}

/** A document or a shadow root; not the loose root of a detached subtree. */
function isTree(root: Node): root is TreeRoot {
  return nodeTypeOf(root) === 9 || isShadowRoot(root);
}

function matchesOwn(sheet: SheetRules, which: Pseudo, element: Element): boolean {
  const rules = sheet[which];
  if (!rules.any) return false;
  if (rules.everywhere || selects(rules.other, element)) return true;
  if (rules.keyed.size === 0) return false;
  if (selects(rules.keyed.get(tagOf(element)), element)) return true;
  const id = attribute(element, 'id');
  if (id && selects(rules.keyed.get(`#${sheet.quirks ? id.toLowerCase() : id}`), element)) return true;
  const classes = attribute(element, 'class');
  if (!classes) return false;
  for (const name of (sheet.quirks ? classes.toLowerCase() : classes).split(/\s+/)) {
    if (selects(rules.keyed.get(`.${name}`), element)) return true;
  }
  return false;
}

function selects(selectors: readonly string[] | undefined, element: Element): boolean {
  return selectors !== undefined && selectors.length > 0 && matches(element, selectors.join(','));
}
