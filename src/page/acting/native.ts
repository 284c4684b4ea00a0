/** What acting calls on the DOM beyond reading it: setters and methods taken from prototypes once, so that named form children cannot shadow them. */
import { documentOf, isHtml, nodeTypeOf, tagOf, viewOf } from '../dom.js';

const { apply } = Reflect;

function setter<T extends object>(prototype: T, key: keyof T & string): (self: unknown, value: unknown) => void {
  const set = Object.getOwnPropertyDescriptor(prototype, key)?.set;
  return (self, value) => {
    if (set) apply(set, self, [value]);
    else (self as Record<string, unknown>)[key] = value;
  };
}

const setInputValue = setter(HTMLInputElement.prototype, 'value');
const setTextareaValue = setter(HTMLTextAreaElement.prototype, 'value');
export const setOptionSelected = setter(HTMLOptionElement.prototype, 'selected');
export const setSelectedIndex = setter(HTMLSelectElement.prototype, 'selectedIndex');

/** Sets the value of an input or textarea past anything a framework put on the instance. */
export function setNativeValue(self: Element, value: string): void {
  if (tagOf(self) === 'textarea') setTextareaValue(self, value);
  else setInputValue(self, value);
}

const { focus: focusHtml, blur: blurHtml } = HTMLElement.prototype;
const { focus: focusSvg } = SVGElement.prototype;
/** Moves the focus without scrolling. */
export function focusElement(self: Element): void {
  apply(isHtml(self) ? focusHtml : focusSvg, self, [{ preventScroll: true }]);
}
export function blurElement(self: Element): void {
  if (isHtml(self)) apply(blurHtml, self, []);
}

const { select: selectInput, setSelectionRange: rangeInput } = HTMLInputElement.prototype;
const { select: selectTextarea, setSelectionRange: rangeTextarea } = HTMLTextAreaElement.prototype;
/** Selects the whole text of an input or textarea. */
export function selectText(self: Element): void {
  apply(tagOf(self) === 'textarea' ? selectTextarea : selectInput, self, []);
}
/** Puts the caret at the end; false where the type of input has no caret to set. */
export function caretToEnd(self: Element, length: number): boolean {
  try {
    apply(tagOf(self) === 'textarea' ? rangeTextarea : rangeInput, self, [length, length]);
    return true;
  } catch {
    // InvalidStateError: email and number have no selection API (HTML 4.10.5.1).
    return false;
  }
}

const { elementFromPoint: fromDocument, elementsFromPoint: allFromDocument } = Document.prototype;
const { elementFromPoint: fromRoot, elementsFromPoint: allFromRoot } = ShadowRoot.prototype;
const isDocument = (root: Node): boolean => nodeTypeOf(root) === 9;
export function elementAt(root: Document | ShadowRoot, x: number, y: number): Element | null {
  return apply(isDocument(root) ? fromDocument : fromRoot, root, [x, y]);
}
export function elementsAt(root: Document | ShadowRoot, x: number, y: number): Element[] {
  return apply(isDocument(root) ? allFromDocument : allFromRoot, root, [x, y]);
}

const { getAnimations, scrollIntoView, scrollTo } = Element.prototype;
export function animationsOf(self: Element): Animation[] {
  return apply(getAnimations, self, []);
}
export function scrollToShow(self: Element, options: ScrollIntoViewOptions): void {
  apply(scrollIntoView, self, [options]);
}
export function scrollElement(self: Element, left: number, top: number): void {
  apply(scrollTo, self, [{ left, top, behavior: 'instant' }]);
}
const documentAnimations = Document.prototype.getAnimations;
export function animationsIn(self: Document): Animation[] {
  return apply(documentAnimations, self, []);
}

const { dispatchEvent } = EventTarget.prototype;
/** False when a listener prevented the default. */
export function dispatch(self: EventTarget, event: Event): boolean {
  return apply(dispatchEvent, self, [event]);
}

const maxLengthInput = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'maxLength')?.get as () => number;
const maxLengthTextarea = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'maxLength')?.get as () => number;
/** `maxlength` in UTF-16 units, -1 for none. */
export function maxLengthOf(self: Element): number {
  return apply(tagOf(self) === 'textarea' ? maxLengthTextarea : maxLengthInput, self, []);
}

/** The view of an element's document; undefined once the document is no longer shown. */
export function viewOfElement(self: Element): Window | undefined {
  return viewOf(documentOf(self)) ?? undefined;
}

const { setTimeout: startTimer, clearTimeout: stopTimer, requestAnimationFrame: startFrame, cancelAnimationFrame: stopFrame } = globalThis;
/** Timers of a window, past anything the page put in their place. */
export const timers = {
  start: (view: Window, run: () => void, ms: number): number => apply(startTimer, view, [run, ms]),
  stop: (view: Window, id: number): void => apply(stopTimer, view, [id]),
  startFrame: (view: Window, run: () => void): number => apply(startFrame, view, [run]),
  stopFrame: (view: Window, id: number): void => apply(stopFrame, view, [id]),
};

const hiddenGet = Object.getOwnPropertyDescriptor(Document.prototype, 'hidden')?.get as () => boolean;
/** True in a tab nobody sees, where frames stop. */
export function isHiddenDocument(self: Document): boolean {
  return apply(hiddenGet, self, []);
}
const clock = performance;
const clockNow = performance.now;
/** Monotonic ms. */
export function now(): number {
  return apply(clockNow, clock, []);
}

const urlGet = Object.getOwnPropertyDescriptor(Document.prototype, 'URL')?.get as () => string;
const readyGet = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')?.get as () => string;
export function urlOf(self: Document): string {
  return apply(urlGet, self, []);
}
export function readyStateOf(self: Document): string {
  return apply(readyGet, self, []);
}

const scrollingGet = Object.getOwnPropertyDescriptor(Document.prototype, 'scrollingElement')?.get as () => Element | null;
export function scrollingElementOf(self: Document): Element | null {
  return apply(scrollingGet, self, []);
}
