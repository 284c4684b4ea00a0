/** What the style sheets of a page could do to other elements when one changes: which states, siblings and attributes their selectors look at. */
import { sheetsOf } from '../dom.js';
import { mayHavePseudo, noRules, readSheet, type SheetRules } from '../env/sheet-rules.js';
import { animationsOf } from './nodes.js';
import { EVERYTHING, readsOfProperty } from './style-reads.js';

/** Reading the rules of larger sheets takes longer than reading all properties. */
const MANY_RULES = 1_500;
/** Sheets with more rules than this together are not compared: captures walk in full then. */
const MOST_RULES = 3_000;

export interface SheetFacts {
  /** Pseudo-classes looked at that can change without a mutation (hover, checked, …). */
  readonly states: ReadonlySet<string>;
  /** Looks at siblings or at the place among them. */
  readonly hasSiblings: boolean;
  /** Looks at descendants (:has), or cannot be read: anything may depend on anything. */
  readonly isUnknown: boolean;
  /** Looks at states that nothing tells (:state()). */
  readonly isHidden: boolean;
  /** Attributes looked at, class and id left out. */
  readonly attributes: ReadonlySet<string>;
  /** Properties to be read of computed styles: see style-reads.ts. */
  readonly reads: number;
}
interface SheetReading extends SheetFacts {
  /** All that the sheet says; undefined where it may not be read. */
  readonly text: string | undefined;
  /** Its rules for generated content, made when first asked for. */
  pseudo: SheetRules | undefined;
}

/** Pseudo-classes of an element's place in the tree or of scroll bars, and old names of pseudo-elements: nothing to ask for. */
const PLACES = new Set(
  'root,first-child,last-child,only-child,first-of-type,last-of-type,only-of-type,empty,host,scope,defined,link,any-link,visited,before,after,first-line,first-letter,horizontal,vertical,increment,decrement,start,end,double-button,single-button,no-button,corner-present,window-inactive'.split(
    ',',
  ),
);
const TAKES = new Set(
  'is,where,not,has,matches,-webkit-any,nth-child,nth-last-child,nth-of-type,nth-last-of-type,lang,dir,host,host-context'.split(','),
);
const PSEUDO = /(?<![:\\])(::?)([\w-]+)(\(?)/g;
const SIBLINGS = /[+~]|:(?:nth-|first-|last-|only-|empty)/;
const ATTRIBUTE = /\[\s*([\w-]+)/g;
const ATTR = /\battr\(\s*([\w-]+)/g;
/** Values that look at siblings or styles around. */
const PLACED = /\bsibling-(?:index|count)\(/;
const CHOSEN = /\bif\(|\bstyle\(|counters?\(/;
/** Properties that decide what a line says or whether there is one; all others cannot matter. */
const MATTERS =
  /^(?:display|visibility|opacity|cursor|position|overflow|clip|content|direction|font-size|text-indent|pointer-events|float|transform|left|top|right|bottom|width|height|max-|min-|margin|inset|all|interactivity|animation|transition|order|zoom|scale|translate)/;
const NOTHING: SheetFacts = {
  states: new Set(),
  hasSiblings: false,
  isUnknown: false,
  isHidden: false,
  attributes: new Set(),
  reads: 0,
};

const FONT_FACE = 5;
const KEYFRAMES = 7;

export class StyleSheets {
  readonly #readings = new WeakMap<CSSStyleSheet, SheetReading>();
  /** Sheets read again since the capture began. */
  #present = new Set<CSSStyleSheet>();

  /** Called when a capture begins: sheets are looked at again, each once. */
  begin(): void {
    this.#present = new Set();
  }

  /**
   * Something that is equal as long as sheets are neither added, removed, switched nor given other rules, by whatever way.
   * @returns undefined when there are too many rules to compare
   */
  signature(roots: readonly Node[]): readonly unknown[] | undefined {
    const parts: unknown[] = [];
    const seen = new Set<CSSStyleSheet>();
    let rules = 0;
    for (const root of roots) {
      for (const sheet of sheetsOf(root as Document | ShadowRoot)) {
        parts.push(sheet);
        if (seen.has(sheet)) continue;
        seen.add(sheet);
        rules += Math.max(0, rulesOf(sheet));
        if (rules > MOST_RULES) return undefined;
        parts.push(sheet.disabled, sheet.media.mediaText, this.#read(sheet).text);
      }
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

  /** Rules for generated content, read again only when the sheet says something else. */
  pseudoRules(sheet: CSSStyleSheet, quirks: boolean): SheetRules | null {
    if (sheet.disabled || rulesOf(sheet) > MOST_RULES) return readSheet(sheet, quirks);
    const reading = this.#read(sheet);
    if (reading.text === undefined) return null;
    if (reading.pseudo?.quirks !== quirks) {
      const made = mayHavePseudo(reading.text) ? readSheet(sheet, quirks) : noRules(quirks);
      if (!made) return null;
      reading.pseudo = made;
    }
    return reading.pseudo;
  }

  /** Properties to be read of elements of a tree. */
  reads(root: Node): number {
    let reads = animationsOf(root as Document | ShadowRoot).length > 0 ? EVERYTHING : 0;
    for (const sheet of sheetsOf(root as Document | ShadowRoot)) {
      if (reads === EVERYTHING) break;
      reads |= rulesOf(sheet) > MANY_RULES ? EVERYTHING : this.#read(sheet).reads;
    }
    return reads;
  }

  #read(sheet: CSSStyleSheet): SheetReading {
    const known = this.#readings.get(sheet);
    if (known && this.#present.has(sheet)) return known;
    this.#present.add(sheet);
    const text = textOf(sheet);
    if (known && known.text === text) return known;
    const made = { ...readRules(sheet, text), text, pseudo: undefined };
    this.#readings.set(sheet, made);
    return made;
  }
}

function rulesOf(sheet: CSSStyleSheet): number {
  try {
    return sheet.cssRules.length;
  } catch {
    return -1; // SecurityError: a sheet of another origin, which the page cannot change either.
  }
}

/** Fonts and key frames are left out: boxes are measured, and what moves is walked in full. */
function textOf(sheet: CSSStyleSheet): string | undefined {
  const texts: string[] = [];
  try {
    const sheets = [sheet];
    for (let at = sheets.pop(); at; at = sheets.pop()) {
      const { cssRules } = at;
      for (let k = 0; k < cssRules.length; k++) {
        const rule = cssRules[k] as CSSRule;
        if (rule.type !== FONT_FACE && rule.type !== KEYFRAMES) texts.push(rule.cssText);
        const { styleSheet } = rule as CSSImportRule;
        if (styleSheet) sheets.push(styleSheet);
      }
    }
  } catch {
    return undefined; // SecurityError, as above.
  }
  return texts.join('\n');
}

function join(a: SheetFacts, b: SheetFacts): SheetFacts {
  return {
    states: b.states.size === 0 ? a.states : new Set([...a.states, ...b.states]),
    hasSiblings: a.hasSiblings || b.hasSiblings,
    isUnknown: a.isUnknown || b.isUnknown,
    isHidden: a.isHidden || b.isHidden,
    attributes: b.attributes.size === 0 ? a.attributes : new Set([...a.attributes, ...b.attributes]),
    reads: a.reads | b.reads,
  };
}

class Reading {
  readonly states = new Set<string>();
  hasSiblings = false;
  isUnknown = false;
  isHidden = false;
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

  /** Values that look elsewhere. */
  text(text: string): void {
    if (text.includes('attr(')) this.#attributes(text, ATTR);
    this.hasSiblings ||= PLACED.test(text);
    this.isUnknown ||= CHOSEN.test(text);
  }

  #selector(selector: string): void {
    if (selector.includes(':')) this.#states(selector);
    this.hasSiblings ||= SIBLINGS.test(selector);
    this.isUnknown ||= selector.includes(':has(') || selector.includes(':dir(');
    if (selector.includes('[')) this.#attributes(selector, ATTRIBUTE);
  }
  #states(selector: string): void {
    for (const [, colons, name = '', bracket] of selector.matchAll(PSEUDO)) {
      if (colons !== ':' || PLACES.has(name)) continue;
      if (bracket !== '') this.isHidden ||= !TAKES.has(name);
      else if (CSS.supports(`selector(:${name})`)) this.states.add(name);
      else this.isHidden = true;
    }
  }
  #attributes(text: string, pattern: RegExp): void {
    for (const [, name] of text.matchAll(pattern)) if (name) this.attributes.add(name.toLowerCase());
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

function readRules(sheet: CSSStyleSheet, text: string | undefined): SheetFacts {
  const reading = new Reading();
  try {
    const lists: CSSRuleList[] = [sheet.cssRules];
    for (let list = lists.pop(); list; list = lists.pop()) {
      for (let k = 0; k < list.length; k++) {
        const inner = reading.rule(list[k] as CSSRule);
        if (inner) lists.push(inner);
      }
    }
    if (text) reading.text(text);
  } catch {
    // SecurityError: an imported sheet of another origin.
    reading.isUnknown = true;
    reading.reads = EVERYTHING;
  }
  const { states, hasSiblings, isUnknown, isHidden, attributes, reads } = reading;
  return { states, hasSiblings, isUnknown, isHidden, attributes, reads };
}
