/** Which selectors of a style sheet give generated text, filed under the class, id or tag an element needs for them. */
import { mayHaveText } from './content-value.js';

interface PseudoRules {
  /** Selectors by `.class`, `#id` or tag of their last compound. */
  readonly keyed: Map<string, string[]>;
  /** Selectors without such a key. */
  readonly other: string[];
  /** Does any rule ask for this pseudo-element? */
  any: boolean;
  /** A selector that cannot be asked: every element may match. */
  everywhere: boolean;
  host: boolean;
  slotted: boolean;
  part: boolean;
}
export interface SheetRules {
  readonly '::before': PseudoRules;
  readonly '::after': PseudoRules;
  readonly quirks: boolean;
}

const PSEUDO = /::?(before|after)\b/i;
const LAST_PSEUDO = /::?(before|after)$/i;

/** A list of rules with what surrounds it. */
interface RuleList {
  readonly rules: CSSRuleList;
  /** Selector of the style rule it is nested in, '' outside. */
  readonly parent: string;
  /** Inside `@scope`. */
  readonly scoped: boolean;
}

/** May a sheet of this text have such rules? */
export function mayHavePseudo(text: string): boolean {
  return PSEUDO.test(text);
}

/** Rules of a sheet that has none. */
export function noRules(quirks: boolean): SheetRules {
  return { '::before': emptyRules(), '::after': emptyRules(), quirks };
}

/** The rules of a sheet and its imports; null when the browser does not let us read it (another origin). */
export function readSheet(sheet: CSSStyleSheet, quirks: boolean): SheetRules | null {
  const made = noRules(quirks);
  if (sheet.disabled) return made;
  try {
    const lists: RuleList[] = [{ rules: sheet.cssRules, parent: '', scoped: false }];
    for (let list = lists.pop(); list; list = lists.pop()) {
      for (const rule of list.rules) {
        const inner = readRule(rule, list, made);
        if (inner) lists.push(inner);
      }
    }
  } catch {
    return null; // SecurityError: a sheet of another origin.
  }
  return made;
}

/** Files a style rule; gives the rules inside it, or inside a group. Conditions are not evaluated: a match only means that the element is asked. */
function readRule(rule: CSSRule, { parent, scoped }: RuleList, into: SheetRules): RuleList | undefined {
  const { selectorText, style, cssRules } = rule as CSSStyleRule;
  if (selectorText === undefined) {
    const rules = (rule as CSSImportRule).styleSheet?.cssRules ?? cssRules;
    return rules?.length ? { rules, parent, scoped: scoped || 'start' in rule } : undefined;
  }
  const selector = parent ? nested(selectorText, parent) : scoped ? selectorText.replaceAll(':scope', '*') : selectorText;
  if (PSEUDO.test(selector) && mayHaveText(style.content)) file(selector, into);
  return cssRules?.length ? { rules: cssRules, parent: selector, scoped } : undefined;
}

function emptyRules(): PseudoRules {
  return { keyed: new Map(), other: [], any: false, everywhere: false, host: false, slotted: false, part: false };
}

/** CSS Nesting 1, section 3: `&` stands for the parent's selector list. */
function nested(selector: string, parent: string): string {
  const around = `:is(${parent})`;
  return splitList(selector)
    .map((one) => (one.includes('&') ? one.replaceAll('&', around) : `${around} ${one}`))
    .join(',');
}

function file(selectorList: string, into: SheetRules): void {
  for (const one of splitList(selectorList)) {
    const pseudo = LAST_PSEUDO.exec(one);
    if (!pseudo) {
      if (PSEUDO.test(one)) fileRest(one, into);
      continue;
    }
    const rules = into[pseudo[1]?.toLowerCase() === 'before' ? '::before' : '::after'];
    rules.any = true;
    const stripped = one.slice(0, pseudo.index);
    const outer = withoutBrackets(stripped);
    if (outer.includes('::slotted')) rules.slotted = true;
    else if (outer.includes('::part')) rules.part = true;
    else if (outer.includes(':host')) rules.host = true;
    if (!outer.includes('::')) fileSelector(stripped, rules, into.quirks);
  }
}

/** `::before:hover`, `:is(…::before)` and the like: rare enough to ask everybody. */
function fileRest(selector: string, into: SheetRules): void {
  for (const which of ['::before', '::after'] as const) {
    if (!selector.toLowerCase().includes(which.slice(1))) continue;
    into[which].any = true;
    into[which].everywhere = true;
  }
}

function fileSelector(stripped: string, rules: PseudoRules, quirks: boolean): void {
  const selector = stripped === '' || /[\s>+~]$/.test(stripped) ? `${stripped}*` : stripped;
  if (!CSS.supports(`selector(${selector})`)) {
    rules.everywhere = true;
    return;
  }
  const key = keyOf(selector, quirks);
  if (!key) {
    rules.other.push(selector);
    return;
  }
  const filed = rules.keyed.get(key);
  if (filed) filed.push(selector);
  else rules.keyed.set(key, [selector]);
}

const IDENT = String.raw`((?:\\[0-9a-fA-F]{1,6}\s?|\\[\s\S]|[\w-]|[^\x00-\x7f])+)`;
const CLASS_OR_ID = new RegExp(`([.#])${IDENT}`);
const TAG = new RegExp(`^(?:[^|\\s]*\\|)?${IDENT}`);

/** Class or id, else tag, that the last compound of a selector asks for. */
function keyOf(selector: string, quirks: boolean): string | undefined {
  const compound = lastCompound(selector);
  const named = CLASS_OR_ID.exec(compound);
  if (named) {
    const name = unescapeIdent(named[2] ?? '');
    return (named[1] ?? '') + (quirks ? name.toLowerCase() : name);
  }
  const tag = TAG.exec(compound)?.[1];
  return tag && /^[a-z][a-z0-9-]*$/i.test(tag) ? tag.toLowerCase() : undefined;
}

function unescapeIdent(ident: string): string {
  return ident.replace(/\\(?:([0-9a-fA-F]{1,6})\s?|([\s\S]))/g, (_, hex: string | undefined, other: string) =>
    hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : other,
  );
}

/** A selector without what stands in brackets. */
function withoutBrackets(selector: string): string {
  let out = '';
  scan(selector, (char, depth) => {
    if (depth === 0) out += char;
  });
  return out;
}

function lastCompound(selector: string): string {
  let out = '';
  scan(selector, (char, depth) => {
    if (depth > 0) return;
    if (/^[\s>+~]$/.test(char)) out = '';
    else out += char;
  });
  return out;
}

function splitList(selector: string): string[] {
  if (!selector.includes(',')) return [selector.trim()];
  const parts = [''];
  scan(selector, (char, depth) => {
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  });
  return parts.map((part) => part.trim());
}

/** Calls back for each character (an escape counts as one) with the depth of brackets; strings count as inside. */
function scan(selector: string, visit: (char: string, depth: number) => void): void {
  let depth = 0;
  for (const [token] of selector.matchAll(/\\[0-9a-fA-F]{1,6}\s?|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[\s\S]/g)) {
    if (token === '(' || token === '[') depth++;
    visit(token, token.length > 1 && (token[0] === '"' || token[0] === "'") ? Math.max(depth, 1) : depth);
    if (token === ')' || token === ']') depth--;
  }
}
