/** Text as a person reads it: white space folded, inline pieces joined into one run. */
import { CLASS } from './attributes.js';
import type { Frame } from './frame.js';
import { classNameOf } from './nodes.js';

const FOLD = /[\t\n\r\f\v\u00a0]| {2}/;
const SPACES = /\s+/g;
const VISIBLE = /\S/;
/** Glyphs of icon fonts: pictures, no words. */
const PRIVATE_USE = /[\ue000-\uf8ff]/;
const PRIVATE_USE_ALL = /[\ue000-\uf8ff]+/g;

/** White space folded into single spaces; leading and trailing ones stay as one. */
export function fold(text: string): string {
  return FOLD.test(text) ? text.replace(SPACES, ' ') : text;
}
export function hasInk(text: string): boolean {
  return VISIBLE.test(text);
}
export function withoutIcons(text: string): string {
  return PRIVATE_USE.test(text) ? text.replace(PRIVATE_USE_ALL, '') : text;
}

const ICON_CLASS = /(?:^|[\s_-])(?:icons?|material|glyphs?|symbols?|fa|ligature)(?:$|[\s_-])/i;

/** Text hidden from assistive technology that is drawn as a picture: ligatures of icon fonts, single marks. */
export function isIcon(frame: Frame, data: string): boolean {
  if (isMark(data)) return true;
  return (frame.bits & CLASS) !== 0 && ICON_CLASS.test(classNameOf(frame.element as Element));
}

/** A single mark: no word by itself, but a sign people read beside others (a currency, a dot between words). */
export function isMark(data: string): boolean {
  return data.trim().length <= 2 && !/[\p{L}\p{N}]/u.test(data);
}

/** A run being joined. */
export class TextRun {
  text = '';
  /** No-break spaces became spaces: a name keeps them (accname 1.2 trims white space as HTML knows it). */
  isAltered = false;
  #space = false;

  add(data: string): void {
    const folded = fold(data);
    if (folded !== data && data.includes('\u00a0')) this.isAltered = true;
    const head = folded.charCodeAt(0) === 32;
    const tail = folded.charCodeAt(folded.length - 1) === 32;
    const core = head || tail ? folded.slice(head ? 1 : 0, tail ? -1 : undefined) : folded;
    if (this.text === '') this.text = core;
    else this.text += (head || this.#space ? ' ' : '') + core;
    this.#space = tail;
  }

  space(): void {
    this.#space = true;
  }

  take(): string {
    const { text } = this;
    this.text = '';
    this.#space = false;
    this.isAltered = false;
    return text;
  }
}
