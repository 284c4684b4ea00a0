/** One look at the attributes of an element: which of those that matter it has. */
import { attributeNames } from '../dom.js';

export const ROLE = 1;
/** aria-label or aria-labelledby. */
export const LABEL = 2;
export const TITLE = 4;
export const TABINDEX = 8;
/** An inline handler of a pointer, key or drag event. */
export const HANDLER = 16;
export const DRAGGABLE = 32;
export const EDITABLE = 64;
export const ARIA_HIDDEN = 128;
export const INERT = 256;
export const DESCRIBED = 512;
/** Anything that may give a state. */
export const STATE = 1024;
export const CLASS = 2048;
export const STYLE = 4096;
export const HIDDEN = 8192;
/** id or data-*: may be a key or a hint. */
export const KEY = 16384;
export const USEMAP = 32768;
export const POPOVER = 65536;
/** Anything else. */
export const OTHER = 131072;
export const OWNS = 262144;

const HANDLERS =
  'click,dblclick,auxclick,contextmenu,mousedown,mouseup,mouseover,mouseenter,pointerdown,pointerup,touchstart,touchend,keydown,keyup,keypress,dragstart,drop,dragover';
const BITS = new Map<string, number>([
  ['role', ROLE],
  ['aria-label', LABEL],
  ['aria-labelledby', LABEL],
  ['title', TITLE | DESCRIBED],
  ['tabindex', TABINDEX],
  ['draggable', DRAGGABLE],
  ['contenteditable', EDITABLE],
  ['aria-hidden', ARIA_HIDDEN],
  ['aria-owns', OWNS],
  ['inert', INERT],
  ['aria-describedby', DESCRIBED],
  ['aria-description', DESCRIBED],
  ['class', CLASS],
  ['style', STYLE],
  ['hidden', HIDDEN],
  ['id', KEY],
  ['usemap', USEMAP],
  ['popover', POPOVER],
  ['disabled', STATE],
  ['open', STATE],
  ['scope', STATE],
  ...HANDLERS.split(',').map((name): [string, number] => [`on${name}`, HANDLER]),
]);

/** Bits of the attributes an element has. */
export function attributeBits(element: Element): number {
  let bits = 0;
  const names = attributeNames(element);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    bits |= BITS.get(name) ?? (name.startsWith('aria-') ? STATE : name.startsWith('data-') ? KEY : OTHER);
  }
  return bits;
}
