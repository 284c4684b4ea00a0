/**
 * Writes the content of a walk as a stream of openings, texts and closings. What only groups is left out unless wanted; white space is folded
 * the way the page folds it, so that a line break in a text is one that a person sees.
 */
import type { ContentItem, ContentLevel, ContentRequest } from '../../shared/page-api.js';
import { ROLE } from '../capture/attributes.js';
import { type Frame, UNSEEN } from '../capture/frame.js';
import type { Line } from '../capture/line.js';
import { ATOMIC, BLOCK, INLINE } from '../capture/place.js';
import type { ContentSink, SinkSource } from '../capture/sink.js';
import { textContentOf } from '../dom.js';
import type { Env } from '../env.js';
import { contentFacts, type MutableFacts } from './facts.js';

/** Elements that mean something in a line of text; others are left out there. */
const INLINE_TAGS: ReadonlySet<string> = new Set(
  'a,b,strong,em,i,code,kbd,samp,tt,del,s,strike,sup,sub,q,img,svg,input,select,textarea,button,meter,progress,rt,math,video,audio,canvas,iframe,frame,object,label,summary,pre,li,td,th'.split(
    ',',
  ),
);
/** Elements that stand in a line wherever a style did not make boxes of them. */
const PHRASES: ReadonlySet<string> = new Set(
  'a,abbr,b,bdi,bdo,cite,code,data,dfn,em,i,img,kbd,label,mark,output,q,s,samp,small,span,strong,sub,sup,svg,time,u,var,input,select,button'.split(
    ',',
  ),
);
const RUBY: ReadonlySet<string> = new Set(['ruby', 'rb', 'rt', 'rtc']);
/** Elements that are shown although there is no text in them. */
const SAYS_ITSELF: ReadonlySet<string> = new Set(
  'img,input,select,textarea,hr,td,th,meter,progress,video,audio,canvas,iframe,frame,math,details'.split(','),
);
/** How white space of a text is kept. */
type Spaces = 'collapse' | 'preserve' | 'preserve-breaks';
/** A first letter that stands out of its word. */
const MAX_DROP_CAP = 2;

interface Open {
  /** Index of its opening; -1 when it was left out. */
  readonly at: number;
  readonly spaces: Spaces;
  /** It stands apart from its neighbours, but in their line. */
  readonly isApart: boolean;
}
export interface Anchor {
  readonly facts: MutableFacts;
  readonly line: Line;
}

export class ContentWriter implements ContentSink {
  readonly items: ContentItem[] = [];
  readonly anchors: Anchor[] = [];
  isFull = false;
  readonly #open: Open[] = [];
  readonly #wish: ContentRequest;
  #source: SinkSource | undefined;
  #chars = 0;

  constructor(wish: ContentRequest) {
    this.#wish = wish;
  }

  begin(source: SinkSource): void {
    this.#source = source;
  }

  enter(frame: Frame, role: string, isOffered: boolean): void {
    const spaces = spacesOf(frame, this.#spaces);
    const level = levelIn(frame, this.#source?.env);
    const isApart = level === ATOMIC && spaces === 'collapse';
    const isSeen = isOffered || (frame.shown && (frame.flags & UNSEEN) === 0);
    const at = this.isFull || !this.#keeps(frame, level) ? -1 : this.#write(frame, level, role, isSeen, spaces);
    if (isApart) this.#space();
    this.#open.push({ at, spaces, isApart });
    if (isSeen && !this.isFull) this.#generated(frame, '::before');
  }

  leave(frame: Frame): void {
    const open = this.#open.at(-1);
    if (!open) return;
    if (!this.isFull && frame.shown && (frame.flags & UNSEEN) === 0) this.#generated(frame, '::after');
    this.#open.pop();
    const { items } = this;
    if (open.at >= 0) {
      const opening = items[open.at] as [string, ContentLevel, MutableFacts?];
      if (frame.line?.foreign) opening[2] = { ...opening[2], frame: frame.line.foreign };
      const isEmpty = items.length === open.at + 1 && !SAYS_ITSELF.has(opening[0]) && opening[2]?.['alt'] === undefined;
      if (isEmpty && !isBox(frame)) {
        items.pop();
        if (opening[1] === BLOCK) this.#space();
      } else items.push(0);
    }
    if (open.isApart) this.#space();
  }

  text(data: string, frame: Frame): void {
    if (this.isFull) return;
    const text = folded(data, this.#spacesIn(frame));
    this.items.push(text);
    this.#chars += text.length;
    if (this.#chars > this.#wish.maxChars) this.isFull = true;
  }

  blank(data: string, frame: Frame): void {
    const spaces = this.#spacesIn(frame);
    if (spaces === 'collapse' || !data.includes('\n')) {
      if (spaces === 'preserve') this.items.push(data);
      else this.#space();
    } else this.items.push(folded(data, spaces));
  }

  lineBreak(): void {
    if (!this.isFull) this.items.push(['br', 0], 0);
  }

  get #spaces(): Spaces {
    return this.#open.at(-1)?.spaces ?? 'collapse';
  }

  /** A walk that starts below the top has not entered the parent of its first text. */
  #spacesIn(frame: Frame): Spaces {
    return this.#open.length > 0 ? this.#spaces : spacesOf(frame, 'collapse');
  }

  #space(): void {
    if (!this.isFull && this.items.at(-1) !== ' ') this.items.push(' ');
  }

  #keeps({ tag, bits }: Frame, level: number): boolean {
    return this.#wish.detailed || level === BLOCK || INLINE_TAGS.has(tag) || (bits & ROLE) !== 0;
  }

  #write(frame: Frame, level: ContentLevel, role: string, isSeen: boolean, spaces: Spaces): number {
    const env = this.#source?.env;
    const element = frame.element;
    const facts = env && element && contentFacts({ element, frame, env, role, isSeen }, this.#wish.detailed);
    if (facts === undefined) return -1;
    if (spaces === 'preserve' && this.#spaces !== 'preserve' && isUnwrapped(frame)) facts['pre'] = true;
    if (this.#wish.anchors && frame.line) this.anchors.push({ facts, line: frame.line });
    this.items.push(this.#wish.anchors || Object.keys(facts).length > 0 ? [frame.tag, level, facts] : [frame.tag, level]);
    return this.items.length - 1;
  }

  #generated(frame: Frame, which: '::before' | '::after'): void {
    if (!this.#source?.hasSheets || !frame.element) return;
    const text = this.#source.env.pseudoText(frame.element, which);
    if (text) this.text(text, frame);
  }
}

/** What is seen although it is empty: an item where it has a bullet or a number, a frame for code or a quotation. */
function isBox({ tag, style, shown, flags, element }: Frame): boolean {
  if (!shown || (flags & UNSEEN) !== 0) return false;
  const isOne = tag === 'pre' || tag === 'blockquote' || (tag === 'li' && style?.display === 'list-item' && style.listStyleType !== 'none');
  // Where nothing of its text is seen, it is not seen either.
  return isOne && !!element && !/\S/.test(textContentOf(element) ?? '');
}

function folded(data: string, spaces: Spaces): string {
  if (spaces === 'preserve') return data;
  return spaces === 'collapse'
    ? data.replace(/[ \t\n\r\f]+/g, ' ')
    : data.replace(/[ \t\f]*(\r\n?|\n)[ \t\f]*/g, '\n').replace(/[ \t\f]+/g, ' ');
}

function spacesOf(frame: Frame, around: Spaces): Spaces {
  const { style } = frame;
  // Outside Chromium the longhand may be unknown; `white-space` says the same.
  const value = style ? style.getPropertyValue('white-space-collapse') || style.whiteSpace : '';
  if (value === '') return around;
  if (value.includes('preserve-breaks') || value === 'pre-line') return 'preserve-breaks';
  return /^(?:preserve|break-spaces|pre)/.test(value) ? 'preserve' : 'collapse';
}

/** Lines are not wrapped: columns were lined up by hand. */
function isUnwrapped({ style }: Frame): boolean {
  return style?.whiteSpace === 'pre' || style?.getPropertyValue('text-wrap-mode') === 'nowrap';
}

/** How the box of an element stands among its neighbours. */
function levelIn(frame: Frame, env: Env | undefined): ContentLevel {
  const { tag, style, level } = frame;
  if (RUBY.has(tag) || !style || (style.display.includes('math') && tag !== 'math')) return INLINE;
  if (level === ATOMIC) return hasRoom(style) || tag === 'button' ? ATOMIC : INLINE;
  if (level !== BLOCK || style.display === 'math') return INLINE;
  if (style.display === 'table-cell' && tag !== 'td' && tag !== 'th') return ATOMIC;
  if (!PHRASES.has(tag)) return BLOCK;
  if (style.cssFloat !== 'none' && (textContentOf(frame.element as Element) ?? '').trim().length <= MAX_DROP_CAP) return INLINE;
  return isInRow(frame, env) ? ATOMIC : BLOCK;
}

/** Its text does not touch that of its neighbours. */
function hasRoom(style: CSSStyleDeclaration): boolean {
  const { marginLeft, marginRight, paddingLeft, paddingRight } = style;
  return [marginLeft, marginRight, paddingLeft, paddingRight].some((length) => Number.parseFloat(length) > 0);
}

/** A piece of text that a flexible box or a grid made a box of, side by side with others. */
function isInRow({ element }: Frame, env: Env | undefined): boolean {
  const parent = element && env?.flatParent(element);
  if (!env || !parent) return false;
  const { display, flexDirection } = env.style(parent);
  return display.endsWith('grid') || (display.endsWith('flex') && flexDirection.startsWith('row'));
}
