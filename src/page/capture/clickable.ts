/** Why an element can be operated, and when a wrapper gives its ref up to what stands in it. */
import { isSummary } from '../aria/focusable.js';
import { attribute, inputType, isContentEditable, isHtml, rectOf, tabIndexOf } from '../dom.js';
import { DRAGGABLE, EDITABLE, HANDLER, TABINDEX } from './attributes.js';
import type { Collector } from './collector.js';
import { EDIT, OPERABLE, POINTER } from './frame.js';
import { ACT } from './kinds.js';
import type { Line } from './line.js';
import { ask } from './noted.js';

/** Operable by its tag or role. */
export const NATIVE = 1;
export const FOCUSABLE = 2;
export const EDITOR = 4;
export const HANDLES = 8;
export const LISTENS = 16;
export const POINTS = 32;
export const DRAGS = 64;
export const SCROLLS = 128;
/** Tools take it as a scope. */
export const SCOPES = 256;

const NATIVE_TAGS = new Set(['button', 'select', 'textarea', 'area', 'embed']);
/** Cursors set on these mean what stands in them. */
const REGIONS = new Set(['ul', 'ol', 'dl', 'menu', 'table', 'tbody', 'thead', 'tfoot', 'main', 'nav', 'html', 'body']);
const REGION_ROLES = new Set(['list', 'listbox', 'menu', 'menubar', 'tablist', 'tree', 'grid', 'table', 'rowgroup', 'radiogroup']);

/** Native controls, whatever role they were given. */
export function isNativeControl(element: Element, tag: string): boolean {
  if (tag === 'input') return isHtml(element) && inputType(element as HTMLInputElement) !== 'hidden';
  return (NATIVE_TAGS.has(tag) && isHtml(element)) || (tag === 'summary' && isSummary(element));
}

export function isRegion(tag: string, role: string): boolean {
  return REGIONS.has(tag) || REGION_ROLES.has(role);
}

export interface Clue {
  readonly tag: string;
  readonly kind: number;
  readonly bits: number;
  /** Flags of the parent. */
  readonly flags: number;
  /** The computed cursor is a pointer. */
  readonly pointer: boolean;
  readonly region: boolean;
  readonly listens: boolean;
}

/** Bits of every reason for a ref, scope and scrolling left out. */
export function reasonsOf(element: Element, clue: Clue): number {
  const { tag, bits, flags } = clue;
  let reasons = (clue.kind & ACT) !== 0 || isNativeControl(element, tag) ? NATIVE : 0;
  if (bits !== 0) {
    if ((bits & TABINDEX) !== 0 && hasTabStop(element)) reasons |= FOCUSABLE;
    if ((bits & EDITABLE) !== 0 && (flags & EDIT) === 0 && isHtml(element) && isContentEditable(element as HTMLElement)) reasons |= EDITOR;
    if ((bits & DRAGGABLE) !== 0 && attribute(element, 'draggable') === 'true') reasons |= DRAGS;
  }
  // Handlers on the page itself are delegation, not a target.
  if (tag !== 'html' && tag !== 'body') {
    if ((bits & HANDLER) !== 0) reasons |= HANDLES;
    if (clue.listens) reasons |= LISTENS;
  }
  if (clue.pointer && (flags & (POINTER | OPERABLE)) === 0 && !clue.region) reasons |= POINTS;
  return reasons;
}

function hasTabStop(element: Element): boolean {
  const value = Number.parseInt(attribute(element, 'tabindex') ?? '', 10);
  return value >= 0 && (!isHtml(element) || tabIndexOf(element as HTMLElement) >= 0);
}

/** A wrapper whose only content is one operable child that gets the same click (or is the reason for the cursor) is not offered beside it. */
export function yieldsTo(out: Collector, line: Line, from: number): boolean {
  const { lines } = out;
  if ((line.reasons & (NATIVE | EDITOR | DRAGS | SCROLLS | SCOPES)) !== 0 || line.kind !== 0) return false;
  let inner: Line | undefined;
  for (let k = from; k < lines.length; ) {
    const child = lines[k] as Line;
    if (child.dead) k++;
    else if (child.reasons === 0 || inner) return false;
    else {
      inner = child;
      k = child.after;
    }
  }
  if (!inner) return false;
  if ((line.reasons & (HANDLES | LISTENS)) === 0) return true;
  const [outer, target] = [line.element, inner.element];
  return outer !== undefined && target !== undefined && ask(out.notes, receivesSameClick, outer, out.env, target);
}

/** The point where the outer one would be clicked lies on the inner one. */
function receivesSameClick(outer: Element, _env: unknown, inner: Element = outer): boolean {
  const box = rectOf(outer);
  const target = rectOf(inner);
  if (box.width === 0 || box.height === 0) return true;
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  return x >= target.left && x <= target.right && y >= target.top && y <= target.bottom;
}
