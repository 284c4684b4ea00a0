/**
 * One level of a context: a container (row, item, option, card, article, dialog, form) as it identifies what stands in it. Decisions and reasons:
 * docs/design/003-refs.md.
 */
import type { Container } from '../model.js';
import { fold, isKept, withoutNumbers, withoutTickers } from './words.js';

/** Number of nearest levels whose text counts; further out only keys do. */
export const TEXT_LEVELS = 4;

/** cell, heading, label, href, id: in the order in which a person would name the container by them. */
type Parts = readonly [string, string, string, string, string];
const HREF = 3;
const ID = 4;

/** Ids that a framework draws: they belong to a place in the component tree, not to what is shown there. */
const GENERATED =
  /(?:[:\u00ab_]r[0-9a-z]+[:\u00bb_])|^(?:ember|ext-gen|ext-element-|gwt-uid-|yui_|radix-|headlessui-|react-aria|mui-|mat-|cdk-|ng-|v-\d|:)|-[:\u00ab]/;
const NUMBER = /^(\D*)(\d{1,3})(\D*)$/;
/** A number that may count lines: alone, or with the punctuation of a list. */
const ORDINAL = /^[#(]?\d{1,3}[.):]?$/;

export function isDialog(kind: string): boolean {
  return kind === 'dialog' || kind === 'alertdialog';
}
export function isSingular(kind: string): boolean {
  return kind === 'form' || isDialog(kind);
}

function partsOf(container: Container): Parts {
  const isThing = !isSingular(container.kind);
  const href = isThing && !/^(?:#|javascript:|$)/i.test(container.href) ? container.href : '';
  // What a tree item is called may include its branch, which opens and closes; its text stands for it.
  const label = container.kind === 'treeitem' ? '' : fold(container.label);
  return [isThing ? fold(container.cell) : '', fold(container.heading), label, href, container.id];
}

/** The containers of one kind beside each other, with counts that say whether a key tells them apart. */
export class Siblings {
  readonly #all: readonly Container[];
  readonly #parts: (Parts | undefined)[] = [];
  readonly #answers = new Map<string, Answers>();
  readonly #places = new Map<Container, number>();

  constructor(all: readonly Container[]) {
    this.#all = all;
    for (const [place, container] of all.entries()) this.#places.set(container, place);
  }

  placeOf(container: Container): number {
    return this.#places.get(container) ?? -1;
  }
  partsAt(place: number): Parts | undefined {
    const container = this.#all[place];
    if (!container) return undefined;
    this.#parts[place] ??= partsOf(container);
    return this.#parts[place];
  }

  /** Does no other give the answer of this one? Answers are computed once per question. */
  isAlone(question: string, answer: (place: number, container: Container) => string, place: number): boolean {
    if (this.#all.length === 1) return true;
    let answers = this.#answers.get(question);
    if (!answers) {
      const counts = new Map<string, number>();
      const given = this.#all.map((container, at) => answer(at, container));
      for (const one of given) counts.set(one, (counts.get(one) ?? 0) + 1);
      answers = { given, counts };
      this.#answers.set(question, answers);
    }
    return answers.counts.get(answers.given[place] as string) === 1;
  }
}

/** What the containers beside each other answer to one question, by place, and how many give each answer. */
interface Answers {
  readonly given: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

export class Level {
  readonly kind: string;
  /** All parts of the key together. */
  readonly key: string;
  /** The part a person would name it by; '' when it has no key. */
  readonly title: string;
  /** It is the target itself. */
  readonly isSelf: boolean;
  /** Its key has a part that says what it is, not only which in the order. */
  readonly isNamed: boolean;
  #container: Container | undefined;
  readonly #hasText: boolean;
  #siblings: (() => Siblings) | undefined;
  #place: readonly [Siblings, number] | undefined;
  /** Parts of the key that identify, as a mask over their order. */
  readonly #mask: string;
  #text: string | undefined;
  #isUnique: boolean | undefined;
  #isUniqueByWords: boolean | undefined;
  #isUniqueButTickers: boolean | undefined;

  /**
   * @param container raw material
   * @param siblings containers of its kind beside it, itself included; asked only when needed
   * @param depth how many levels lie between it and the element
   */
  constructor(container: Container, siblings: () => Siblings, depth: number, isSelf: boolean) {
    const parts = partsOf(container);
    this.kind = container.kind;
    this.key = parts.every((part) => part === '') ? '' : parts.join('\u0001');
    this.title = parts.find((part) => part !== '') ?? '';
    this.isSelf = isSelf;
    this.#container = container;
    this.#hasText = depth < TEXT_LEVELS;
    this.#siblings = siblings;
    this.#mask = parts.map((part, at) => (part !== '' && !this.#isOrdinal(part, at) ? '1' : '0')).join('');
    this.isNamed = this.#mask.includes('1');
  }

  /** All its text; numbers kept. */
  get text(): string {
    this.#text ??= this.#hasText ? (this.#container?.text ?? '') : '';
    return this.#text;
  }
  get rest(): string {
    return withoutNumbers(this.text);
  }
  /** Named, and no sibling has the same key. */
  get isUnique(): boolean {
    this.#isUnique ??= this.isNamed && this.#isAlone('key', this.#mask);
    return this.#isUnique;
  }
  /** No sibling has the same key and, numbers left out, the same text. */
  get isUniqueByWords(): boolean {
    this.#isUniqueByWords ??= this.#isAlone('words', this.#mask);
    return this.#isUniqueByWords;
  }
  get isUniqueButTickers(): boolean {
    this.#isUniqueButTickers ??= this.#isAlone('tickers', this.#mask);
    return this.#isUniqueButTickers;
  }

  /** Reads everything now and lets go of the capture: what is kept must say how it was, not how it is. */
  freeze(): void {
    this.#text = this.text;
    this.#isUnique = this.isUnique;
    this.#isUniqueByWords = this.#isUnique || this.isUniqueByWords;
    this.#isUniqueButTickers = this.#isUnique || this.isUniqueButTickers;
    this.#siblings = undefined;
    this.#place = undefined;
    this.#container = undefined;
  }

  #around(): readonly [Siblings, number] | undefined {
    if (this.#place || !this.#siblings || !this.#container) return this.#place;
    const siblings = this.#siblings();
    this.#place = [siblings, siblings.placeOf(this.#container)];
    return this.#place;
  }

  #isAlone(question: 'key' | 'words' | 'tickers', mask: string): boolean {
    const around = this.#around();
    if (!this.#container || !around || around[1] < 0) return false;
    const [siblings, place] = around;
    const answer = (at: number, container: Container): string => {
      const parts = siblings.partsAt(at) ?? [];
      const key = parts.filter((_, index) => mask[index] === '1').join('\u0001');
      if (question === 'key') return key;
      const text = container.text;
      return `${key}\u0002${question === 'words' ? withoutNumbers(text) : withoutTickers(text)}`;
    };
    return siblings.isAlone(question + mask, answer, place);
  }

  /** A part that only says which in the order: it stays with the place when a list is sorted or scrolled in place. */
  #isOrdinal(part: string, at: number): boolean {
    if (at === HREF) return false;
    if (at === ID && GENERATED.test(part)) return true;
    if (at === ID ? !NUMBER.test(part) : !ORDINAL.test(part)) return false;
    const around = this.#around();
    if (!around || around[1] < 0) return true;
    const [siblings, place] = around;
    const [, head, digits, tail] = NUMBER.exec(part) ?? [];
    const own = Number(digits);
    const near = [place - 1, place + 1].flatMap((index) => {
      const [, itsHead, itsDigits, itsTail] = NUMBER.exec(siblings.partsAt(index)?.[at] ?? '') ?? [];
      return itsDigits !== undefined && itsHead === head && itsTail === tail ? [Number(itsDigits)] : [];
    });
    return near.length === 0 ? own <= 1 : near.some((number) => Math.abs(number - own) === 1);
  }
}

/** `settled`: it is this one and no other of its kind. `same`: nothing speaks against it. */
export type Verdict = 'settled' | 'same' | 'different';

/**
 * Compares one level then and now.
 * @param isOuter a nearer level was compared before, and did not settle the matter
 * @param hasName the target has a name
 */
export function compareLevel(then: Level, now: Level, isOuter: boolean, hasName: boolean): Verdict {
  if (then.kind !== now.kind || then.key !== now.key) return 'different';
  if (isDialog(then.kind)) return isKept(withoutTickers(then.text), withoutTickers(now.text)) ? 'settled' : 'different';
  if (then.kind === 'form') return compareForm(then, now);
  // What the target itself says is its name; where it has none, its text stands for it.
  if (then.isSelf && hasName) return 'same';
  const settled: Verdict = then.isNamed && now.isNamed ? 'settled' : 'same';
  if (then.text === now.text) return settled;
  if (then.isUnique && now.isUnique) return 'settled';
  if (settled === 'settled' && then.rest === now.rest && then.isUniqueByWords && now.isUniqueByWords) return 'settled';
  if (withoutTickers(then.text) === withoutTickers(now.text) && then.isUniqueButTickers && now.isUniqueButTickers) return settled;
  return (isOuter || then.isSelf) && !then.isNamed && isKept(then.text, now.text) ? 'same' : 'different';
}

function compareForm(then: Level, now: Level): Verdict {
  if (then.text === now.text || (then.isUnique && now.isUnique)) return then.isUnique && now.isUnique ? 'settled' : 'same';
  return isKept(withoutNumbers(then.text), withoutNumbers(now.text)) ? 'same' : 'different';
}

/** Nearest level first. */
export function compareLevels(then: readonly Level[], now: readonly Level[], hasName: boolean): boolean {
  let at = 0;
  for (; at < then.length || at < now.length; at++) {
    const a = then[at];
    const b = now[at];
    if (!a || !b) return false;
    const verdict = compareLevel(a, b, at > 0, hasName);
    if (verdict === 'different') return false;
    if (verdict === 'settled') break;
  }
  const keys = (levels: readonly Level[]): string =>
    JSON.stringify(levels.slice(at + 1).flatMap((level) => (level.key === '' ? [] : [level.kind, level.key])));
  return keys(then) === keys(now);
}

/** True when one of a list of like things holds the element: then it has an identity that does not depend on the page around. */
export function isAnchored(levels: readonly Level[]): boolean {
  return levels.some((level) => level.isNamed && level.kind !== 'form');
}
