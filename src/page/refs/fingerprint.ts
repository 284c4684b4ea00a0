/** What identifies an element to a person: from a line of a capture, or from the element as it is. The current value takes no part. */
import type { Fingerprint } from '../../shared/page-api.js';
import { labelsFor } from '../aria/labels.js';
import {
  attribute,
  dataOf,
  firstChildOf,
  hasAttribute,
  inputType,
  isElement,
  isHtml,
  isText,
  nextSiblingOf,
  parentOf,
  tagOf,
} from '../dom.js';
import type { Env } from '../env.js';
import type { Entry } from '../model.js';
import type { CaptureServices } from '../services.js';
import type { CaptureIndex } from './chain.js';
import { compareLevels, isSingular, type Level } from './levels.js';
import { nameWithoutValues } from './material.js';
import { buttonType, placeholderOf } from './native.js';
import { fold, isKept } from './words.js';

/** Longest context key and rest given to people; comparisons use all. */
const SHOWN = 200;
/** Longest content of a nameless thing, in characters. */
const CONTENT = 2_000;

export interface Print {
  readonly role: string;
  /** As printed. */
  readonly name: string;
  /** Without values that are embedded in it: what is compared. */
  readonly words: string;
  readonly tag: string;
  readonly type: string;
  readonly label: string;
  readonly placeholder: string;
  /** Author-given words, for an element without a name: an icon that changes is another button. */
  readonly hint: string;
  /** What stands in a clickable thing that has neither role nor name; '' for all others. Known from captures only. */
  readonly content: string;
  readonly levels: readonly Level[];
}

/** Print of a line. Role, name and context are the capture's. */
export function printOfEntry(index: CaptureIndex, entry: Entry, element: Element): Print {
  const { role, name, hint } = entry;
  return {
    role,
    name: fold(name),
    words: nameWithoutValues(index.capture, entry),
    ...attributesOf(element, index.env),
    hint: name === '' ? (hint ?? '') : '',
    content: contentOf(index, entry),
    levels: index.levelsOf(entry),
  };
}

function contentOf({ capture }: CaptureIndex, { role, name, description, i, end }: Entry): string {
  // What scrolls has a description that says so, and changes its content by being scrolled.
  if (role !== 'generic' || name !== '' || description) return '';
  let content = '';
  for (let k = i + 1; k <= end && content.length < CONTENT; k++) content += ` ${capture.entries[k]?.name ?? ''}`;
  return fold(content).slice(0, CONTENT);
}

/** Print of an element by a capture of the page as it is, also of one that has no line there. */
export function printOf(index: CaptureIndex, element: Element, services: CaptureServices): Print {
  const entry = index.entryOf(element);
  if (entry) return printOfEntry(index, entry, element);
  const { role, name, hint } = services.view(element, index.env);
  return {
    role,
    name: fold(name),
    words: fold(name),
    ...attributesOf(element, index.env),
    hint: name === '' ? (hint ?? '') : '',
    content: '',
    levels: index.levelsAround(element),
  };
}

function attributesOf(element: Element, env: Env): Pick<Print, 'tag' | 'type' | 'label' | 'placeholder'> {
  return { tag: tagOf(element), type: typeOf(element), label: labelOf(element, env), placeholder: fold(placeholderText(element)) };
}

/** `type` as the element takes it: the state of an input or button, else the attribute. */
export function typeOf(element: Element): string {
  if (isHtml(element)) {
    if (tagOf(element) === 'input') return inputType(element as HTMLInputElement);
    if (tagOf(element) === 'button') return buttonType(element);
  }
  return attribute(element, 'type') ?? '';
}

function placeholderText(element: Element): string {
  const native = isHtml(element) ? placeholderOf.get(tagOf(element)) : undefined;
  return native?.(element) || attribute(element, 'aria-placeholder') || attribute(element, 'data-placeholder') || '';
}

function labelOf(element: Element, env: Env): string {
  const aria = fold(attribute(element, 'aria-label') ?? '');
  if (aria !== '') return aria;
  return fold(labelsFor(element, env).map(textWithoutValues).join(' '));
}

const VALUES = new Set(['textarea', 'select', 'datalist', 'script', 'style', 'template']);

/** Text of a subtree without what a person can change in it. */
function textWithoutValues(root: Element): string {
  let text = '';
  for (let at: Node | null = root; at; ) {
    if (isText(at)) text += dataOf(at);
    const enters: boolean = isElement(at) && !VALUES.has(tagOf(at)) && !hasAttribute(at, 'contenteditable');
    let next: Node | null = enters ? firstChildOf(at) : null;
    while (!next && at && at !== root) {
      next = nextSiblingOf(at);
      if (!next) at = parentOf(at);
    }
    at = next;
  }
  return text;
}

/** `changed`: another role, name or kind of control. `context`: it stands in something else now. */
export type Difference = 'changed' | 'context';

/** Compares an element with what it was. */
export function differenceOf(then: Print, now: Print): Difference | undefined {
  if (then.role !== now.role || then.words !== now.words || then.tag !== now.tag || then.hint !== now.hint) return 'changed';
  if (then.type !== now.type && !(isSecretOrText(then.type) && isSecretOrText(now.type))) return 'changed';
  // A placeholder that rotates beside a name of its own is decoration; without one it is all a person has to go by.
  if (then.words === '' && then.placeholder !== now.placeholder) return 'changed';
  if (then.content !== '' && !isKept(then.content, now.content)) return 'changed';
  return compareLevels(then.levels, now.levels, then.words !== '') ? undefined : 'context';
}

/** The two states of a "show password" switch. */
function isSecretOrText(type: string): boolean {
  return type === 'password' || type === 'text';
}

/** Equal in all that design 5 asks of a match, context aside. */
export function isLike(then: Print, now: Omit<Print, 'levels'>): boolean {
  return (
    then.role === now.role &&
    then.words === now.words &&
    then.tag === now.tag &&
    then.type === now.type &&
    then.label === now.label &&
    then.placeholder === now.placeholder &&
    then.hint === now.hint &&
    then.content === now.content
  );
}

/** The level that tells something: the nearest one with a key or with more text than the element's own name, else the nearest. */
function tellingLevel({ levels, name }: Print): Level | undefined {
  const outer = levels.filter((level) => !level.isSelf);
  return outer.find((level) => level.title !== '' || (level.text !== '' && level.text !== name)) ?? outer[0];
}

/**
 * The public form.
 * @param beside a print it is shown beside: what differs between the two is shown
 */
export function fingerprintOf(print: Print, beside?: Print): Fingerprint {
  const { role, name, tag, type, label, placeholder, content } = print;
  const isContentAll = content !== '' && beside !== undefined && beside.content !== content;
  const context = isContentAll ? { kind: 'content', key: shorten(content), rest: '' } : contextOf(print, beside);
  return { role, name, tag, type, label, placeholder, context };
}

export function contextOf(print: Print, beside?: Print): Fingerprint['context'] {
  const level = tellingLevel(print);
  if (!level) return null;
  const other = beside && tellingLevel(beside);
  const isAllOfKey = other !== undefined && other.title === level.title && other.key !== level.key;
  const key = isAllOfKey
    ? level.key.split('\u0001').filter(Boolean).join(' \u00b7 ')
    : level.title || (isSingular(level.kind) ? '' : level.text);
  return { kind: level.kind, key: shorten(key), rest: shorten(level.rest) };
}

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}\u2026` : text;
}
