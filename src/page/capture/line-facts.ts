/** What a line says: name, states, value and the rest, and which of its texts the name already says. */

import { computeDescription } from '../aria/description.js';
import { computeHint, saysNothing } from '../aria/hint.js';
import { computeName } from '../aria/name.js';
import { computeStates } from '../aria/states.js';
import { computeValue } from '../aria/value.js';
import { attribute, clientHeightOf, clientWidthOf, scrollHeightOf, scrollLeftOf, scrollTopOf, scrollWidthOf, tagOf } from '../dom.js';
import { DESCRIBED, LABEL, TITLE } from './attributes.js';
import { SCROLLS, yieldsTo } from './clickable.js';
import type { Collector } from './collector.js';
import { type Frame, INERT, UNSEEN } from './frame.js';
import { ACT, AUTHORED, CONTENT, CONTEXT, EMPTY, FOLD, LINE, NAMED, SCOPE, SCOPE_NAMED } from './kinds.js';
import type { Line } from './line.js';
import { ask, hasNoArea, isTiny } from './noted.js';
import { fold } from './text-run.js';
import { MAX_VALUE } from './wire.js';

/** Longest name that a clickable thing without a role takes from its text. */
const MAX_CONTENT_NAME = 200;

/** Called when the element of a line is left. Its own line is at `frame.first`. */
export function completeLine(out: Collector, frame: Frame, line: Line): void {
  const from = frame.first + 1;
  if (line.reasons !== 0 && line.kind === 0 && yieldsTo(out, line, from)) {
    discard(out, line);
    return;
  }
  if (line.role !== 'iframe') describeLine(out, line, (frame.flags & INERT) === 0, frame.bits, from);
  if ((line.reasons & SCROLLS) !== 0) {
    line.said = line.description;
    line.description = scrollWords(frame.element as Element, line.said);
  }
  if (mustGo(out, frame, line, from)) discard(out, line);
}

function discard(out: Collector, line: Line): void {
  if (line.reasons !== 0) out.refs--;
  line.dead = true;
}

/** Name, states, value, description, hint and ref of a line whose content is known. */
export function describeLine(out: Collector, line: Line, mayRef: boolean, bits = -1, from = out.lines.length): void {
  const { env, lines } = out;
  const element = line.node as Element;
  const { kind } = line;
  line.name = nameOf(out, line, bits, from);
  if (kind !== 0 || bits !== 0) readStates(out, line, element, bits);
  line.ref = mayRef && (line.reasons !== 0 || (kind & SCOPE) !== 0 || ((kind & SCOPE_NAMED) !== 0 && line.name !== ''));
  if (from < lines.length) swallowTexts(line, lines, from);
  if ((bits & DESCRIBED) !== 0) line.description = computeDescription(element, env, line.role, line.name) || undefined;
  if (
    line.ref &&
    (line.reasons !== 0 || (kind & EMPTY) !== 0) &&
    (saysNothing(line.name) || line.role === 'generic' || line.role === 'img')
  ) {
    const hint = computeHint(element, line.name);
    if (hint && hint !== line.name) line.hint = hint;
  }
  if (line.role === 'link') line.rawHref = attribute(element, 'href') ?? attribute(element, 'xlink:href') ?? undefined;
}

function readStates(out: Collector, line: Line, element: Element, bits: number): void {
  const isPlain = bits === 0 && (line.kind & (FOLD | AUTHORED | CONTEXT)) !== 0 && (line.kind & ACT) === 0;
  if (!isPlain) {
    line.states = computeStates(element, line.role, out.env);
    // Links, buttons and the like hold nothing; inputs of that role may still have a type to tell.
    if ((line.kind & CONTENT) === 0 || tagOf(element) === 'input') {
      const { value, type } = computeValue(element, line.role, out.env);
      if (value) line.value = fold(value);
      line.type = type;
    }
  }
  if (line.focused) line.states = { ...line.states, active: true };
}

function nameOf(out: Collector, line: Line, bits: number, from: number): string {
  const { kind } = line;
  const { lines, env } = out;
  const element = line.node as Element;
  // An output takes its name from its label (HTML-AAM 4.1); the others of these only from their author.
  if ((kind & (FOLD | AUTHORED)) !== 0 && (bits & (LABEL | TITLE)) === 0 && tagOf(element) !== 'output') return '';
  const only = lines.length === from + 1 ? (lines[from] as Line) : undefined;
  if (
    (kind & CONTENT) !== 0 &&
    (bits & (LABEL | TITLE)) === 0 &&
    only?.role === 'text' &&
    only.node === element &&
    !only.hiddenBy &&
    !only.isAltered
  ) {
    if (!out.hasSheets || (env.pseudoText(element, '::before') === '' && env.pseudoText(element, '::after') === '')) return only.name;
  }
  // Shapes have a role of their own where a title names them.
  if (kind !== 0 || line.role !== 'generic' || (bits & (LABEL | TITLE)) !== 0) {
    const name = computeName(element, env, line.role);
    if (name !== '' || ((kind & CONTENT) === 0 && kind !== 0) || !(kind === 0 || line.hiddenBy)) return name;
  }
  return (line.reasons & ~SCROLLS) === 0 && kind === 0 ? '' : contentName(lines, from);
}

/** The text of something clickable without a role, or out of the reach of assistive technology: when it is all it has. */
function contentName(lines: readonly Line[], from: number): string {
  let name = '';
  for (let k = from; k < lines.length; k++) {
    const line = lines[k] as Line;
    if (line.dead) continue;
    if (line.role !== 'text') return '';
    name += name === '' ? line.name : ` ${line.name}`;
    if (name.length > MAX_CONTENT_NAME) return '';
  }
  return name;
}

/** Texts directly inside that the name says already print no line. */
function swallowTexts(line: Line, lines: readonly Line[], from: number): void {
  const { kind } = line;
  const saysContent = (kind & (CONTENT | ACT)) !== 0 || kind === 0;
  const name = line.name === '' ? '' : fold(line.name);
  const value = line.value !== undefined && line.value.length <= MAX_VALUE ? line.value : '';
  let count = 0;
  let only: Line | undefined;
  for (let k = from; k < lines.length; ) {
    const child = lines[k] as Line;
    if (child.dead) {
      k++;
      continue;
    }
    if (child.role === 'text' && isSaid(child.name, name, value, saysContent)) child.dead = true;
    else if (child.role === 'img' && child.name === '' && saysContent && name !== '' && child.reasons === 0) child.dead = true;
    else {
      count++;
      only = child;
    }
    k = child.after;
  }
  if (count !== 1 || name !== '' || (kind & FOLD) === 0 || only?.role !== 'text' || only.hiddenBy !== line.hiddenBy) return;
  line.name = only.name;
  only.dead = true;
}

function isSaid(text: string, name: string, value: string, saysContent: boolean): boolean {
  if (value !== '' && value.includes(text)) return true;
  return name !== '' && (saysContent ? name.includes(text) : name === text);
}

/** Lines that say nothing. */
function mustGo(out: Collector, frame: Frame, line: Line, from: number): boolean {
  const { kind } = line;
  const isOperable = line.reasons !== 0;
  if (!isOperable && line.name === '' && ((kind & NAMED) !== 0 || frame.tag === 'svg')) return true;
  if (line.name !== '' || hasContent(out.lines, from)) return false;
  if (isOperable) return (kind & LINE) === 0 || (kind & ACT) !== 0 ? hasNoBox(out, frame, line) : false;
  if (line.role === 'img') return hasNoBox(out, frame, line);
  return (kind & EMPTY) === 0;
}

function hasContent(lines: readonly Line[], from: number): boolean {
  for (let k = from; k < lines.length; k++) if (!(lines[k] as Line).dead) return true;
  return false;
}

/** Nothing to press: no area, or the single pixel of a counter. Controls reached by other means stay. */
function hasNoBox(out: Collector, frame: Frame, line: Line): boolean {
  if (frame.style?.display === 'contents' || (frame.flags & UNSEEN) !== 0 || !frame.shown || line.role === 'textbox') return false;
  return ask(out.notes, line.role === 'img' ? isTiny : hasNoArea, frame.element as Element, out.env);
}

/** How much of a scrollable container lies out of sight, px. */
export function scrollWords(element: Element, description: string | undefined): string {
  const words: string[] = [];
  const top = Math.round(scrollTopOf(element));
  const below = Math.round(scrollHeightOf(element) - clientHeightOf(element) - top);
  const left = Math.round(scrollLeftOf(element));
  const right = Math.round(scrollWidthOf(element) - clientWidthOf(element) - left);
  if (top > 0 || below > 0) words.push(`${Math.max(0, top)} px above`, `${Math.max(0, below)} px below`);
  if (left !== 0 || right > 0) words.push(`${Math.abs(left)} px left`, `${Math.max(0, right)} px right`);
  const scroll = `scrolls: ${words.join(', ')}`;
  return description ? `${description}; ${scroll}` : scroll;
}
