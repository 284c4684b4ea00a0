/** What the style sheets of a page could do to other elements when one changes: which states, siblings and attributes their selectors look at. */
import { sheetsOf } from '../dom.js';

export interface SheetFacts {
  /** Looks at states that change without a mutation (:hover, :checked, …). */
  readonly isDynamic: boolean;
  /** Looks at siblings or at the place among them. */
  readonly hasSiblings: boolean;
  /** Looks at descendants (:has), or cannot be read: anything may depend on anything. */
  readonly isUnknown: boolean;
  /** Attributes looked at, class and id left out. */
  readonly attributes: ReadonlySet<string>;
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
const NOTHING: SheetFacts = { isDynamic: false, hasSiblings: false, isUnknown: false, attributes: new Set() };

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
  };
}

function readRules(sheet: CSSStyleSheet): SheetFacts {
  let isDynamic = false;
  let hasSiblings = false;
  let isUnknown = false;
  const attributes = new Set<string>();
  try {
    const lists: CSSRuleList[] = [sheet.cssRules];
    for (let list = lists.pop(); list; list = lists.pop()) {
      for (const rule of list) {
        const { selectorText, style, cssRules } = rule as CSSStyleRule;
        const inner = (rule as CSSImportRule).styleSheet?.cssRules ?? cssRules;
        if (inner?.length) lists.push(inner);
        // Container queries and style queries look at the size and style of ancestors.
        if (rule.constructor.name === 'CSSContainerRule') isUnknown = true;
        if (selectorText === undefined || (!matters(style) && !cssRules?.length)) continue;
        isDynamic ||= DYNAMIC.test(selectorText);
        hasSiblings ||= SIBLINGS.test(selectorText);
        isUnknown ||= selectorText.includes(':has(');
        for (const [, name] of selectorText.matchAll(ATTRIBUTE)) if (name) attributes.add(name.toLowerCase());
      }
    }
  } catch {
    isUnknown = true;
  }
  return { isDynamic, hasSiblings, isUnknown, attributes };
}

function matters(style: CSSStyleDeclaration): boolean {
  for (let k = 0; k < style.length; k++) {
    const name = style.item(k);
    if (name.startsWith('--') || MATTERS.test(name)) return true;
  }
  return false;
}
