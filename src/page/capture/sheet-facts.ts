/** What the style sheets of a page could do to other elements when one changes: which states, siblings and attributes their selectors look at. */
import { nodeTypeOf, sheetsOf } from '../dom.js';
import { animationsOf } from './nodes.js';
import { EVERYTHING, readsOfProperty } from './style-reads.js';

/** Reading the rules of larger sheets takes longer than reading all properties. */
const MANY_RULES = 1_500;

export interface SheetFacts {
  /** Looks at states that change without a mutation (:hover, :checked, …). */
  readonly isDynamic: boolean;
  /** Looks at siblings or at the place among them. */
  readonly hasSiblings: boolean;
  /** Looks at descendants (:has), or cannot be read: anything may depend on anything. */
  readonly isUnknown: boolean;
  /** Attributes looked at, class and id left out. */
  readonly attributes: ReadonlySet<string>;
  /** Properties to be read of computed styles: see style-reads.ts. */
  readonly reads: number;
}
interface SheetReading extends SheetFacts {
  readonly rules: number;
}

const DYNAMIC =
  /:(?:hover|focus|active|checked|indeterminate|valid|invalid|user-|in-range|out-of-range|placeholder-shown|autofill|target|default|required|optional|read-|enabled|disabled|open|popover-open|modal|fullscreen|playing|paused)/;
const SIBLINGS = /[+~]|:(?:nth-|first-|last-|only-|empty)/;
const ATTRIBUTE = /\[\s*([\w-]+)/g;
/** Properties that decide what a line says or whether there is one; all others cannot matter. */
const MATTERS =
  /^(?:display|visibility|opacity|cursor|position|overflow|clip|content|font-size|text-indent|pointer-events|float|transform|left|top|right|bottom|width|height|max-|min-|margin|inset|all|interactivity|animation|transition|order|zoom|scale|translate)/;
const NOTHING: SheetFacts = { isDynamic: false, hasSiblings: false, isUnknown: false, attributes: new Set(), reads: 0 };

export class StyleSheets {
  readonly #readings = new WeakMap<CSSStyleSheet, SheetReading>();

  /** Something that is equal as long as sheets are neither added, removed, switched nor given other rules. */
  signature(roots: readonly Node[]): readonly (CSSStyleSheet | number)[] {
    const parts: (CSSStyleSheet | number)[] = [];
    for (const root of roots) {
      for (const sheet of sheetsOf(root as Document | ShadowRoot)) parts.push(sheet, (sheet.disabled ? -1 : 1) * (1 + rulesOf(sheet)));
      parts.push(0);
    }
    return parts;
  }

  facts(roots: readonly Node[]): SheetFacts {
    let all = NOTHING;
    const seen = new Set<CSSStyleSheet>();
    for (const root of roots) {
      for (const sheet of sheetsOf(root as Document | ShadowRoot)) {
        if (seen.has(sheet)) continue;
        seen.add(sheet);
        all = join(all, this.#read(sheet));
      }
    }
    return all;
  }

  /** Could some rule look at states? Large sheets are not read for the answer. */
  mayBeDynamic(roots: readonly Node[]): boolean {
    const seen = new Set(roots.flatMap((root) => sheetsOf(root as Document | ShadowRoot)));
    for (const sheet of seen) if (rulesOf(sheet) > MANY_RULES || this.#read(sheet).isDynamic) return true;
    return false;
  }

  /** Properties to be read of elements of a tree. */
  reads(root: Node): number {
    let reads = nodeTypeOf(root) === 9 && animationsOf(root as Document).length > 0 ? EVERYTHING : 0;
    for (const sheet of sheetsOf(root as Document | ShadowRoot)) {
      if (reads === EVERYTHING) break;
      reads |= rulesOf(sheet) > MANY_RULES ? EVERYTHING : this.#read(sheet).reads;
    }
    return reads;
  }

  #read(sheet: CSSStyleSheet): SheetReading {
    const rules = rulesOf(sheet);
    const known = this.#readings.get(sheet);
    if (known && known.rules === rules) return known;
    const made = { ...readRules(sheet), rules };
    this.#readings.set(sheet, made);
    return made;
  }
}

function rulesOf(sheet: CSSStyleSheet): number {
  try {
    return sheet.cssRules.length;
  } catch {
    return -1; // SecurityError: a sheet of another origin.
  }
}

function join(a: SheetFacts, b: SheetFacts): SheetFacts {
  return {
    isDynamic: a.isDynamic || b.isDynamic,
    hasSiblings: a.hasSiblings || b.hasSiblings,
    isUnknown: a.isUnknown || b.isUnknown,
    attributes: b.attributes.size === 0 ? a.attributes : new Set([...a.attributes, ...b.attributes]),
    reads: a.reads | b.reads,
  };
}

class Reading {
  isDynamic = false;
  hasSiblings = false;
  isUnknown = false;
  reads = 0;
  readonly attributes = new Set<string>();

  /** @returns the rules inside it */
  rule(rule: CSSRule): CSSRuleList | undefined {
    const { selectorText, style, cssRules } = rule as CSSStyleRule;
    const inner = (rule as CSSImportRule).styleSheet?.cssRules ?? cssRules;
    // Container queries look at the size and style of ancestors.
    if (rule.constructor.name === 'CSSContainerRule') this.isUnknown = true;
    const matters = style ? this.#declarations(style) : false;
    if (selectorText !== undefined && (matters || cssRules?.length)) this.#selector(selectorText);
    return inner?.length ? inner : undefined;
  }

  #selector(selector: string): void {
    this.isDynamic ||= DYNAMIC.test(selector);
    this.hasSiblings ||= SIBLINGS.test(selector);
    this.isUnknown ||= selector.includes(':has(');
    if (selector.includes('[')) for (const [, name] of selector.matchAll(ATTRIBUTE)) if (name) this.attributes.add(name.toLowerCase());
  }

  /** Notes what is declared; true when it can matter to a line. */
  #declarations(style: CSSStyleDeclaration): boolean {
    let matters = false;
    for (let k = 0; k < style.length; k++) {
      const name = style.item(k);
      this.reads |= readsOfProperty(name);
      matters ||= name.startsWith('--') || MATTERS.test(name);
    }
    return matters;
  }
}

function readRules(sheet: CSSStyleSheet): SheetFacts {
  const reading = new Reading();
  try {
    const lists: CSSRuleList[] = [sheet.cssRules];
    for (let list = lists.pop(); list; list = lists.pop()) {
      for (let k = 0; k < list.length; k++) {
        const inner = reading.rule(list[k] as CSSRule);
        if (inner) lists.push(inner);
      }
    }
  } catch {
    // SecurityError: an imported sheet of another origin.
    reading.isUnknown = true;
    reading.reads = EVERYTHING;
  }
  const { isDynamic, hasSiblings, isUnknown, attributes, reads } = reading;
  return { isDynamic, hasSiblings, isUnknown, attributes, reads };
}
