/**
 * The raw material of a context, read from the lines of a capture: what a container says, without what a person can change in it. Values, also where a
 * name embeds them, text of editable hosts and options of a list take no part.
 */
import { attribute, isContentEditable, isHtml, tagOf } from '../dom.js';
import type { Capture, Container, Entry } from '../model.js';
import { fold } from './words.js';

/** Characters gathered of one container. */
const TEXT_LIMIT = 20_000;
const HREF_LIMIT = 300;

const CELLS = new Set(['cell', 'gridcell', 'rowheader', 'columnheader']);
/** What stands inside them is their value. */
const VALUED = new Set(['combobox', 'textbox', 'searchbox', 'spinbutton', 'slider', 'progressbar', 'meter', 'scrollbar']);
/** Controls whose name says nothing of the row they stand in. */
const STATEFUL = new Set([...VALUED, 'checkbox', 'radio', 'switch', 'listbox', 'option', 'menuitemcheckbox', 'menuitemradio']);

export function elementOf(node: Element | WeakRef<Element>): Element | undefined {
  return 'deref' in node && typeof node.deref === 'function' ? (node as WeakRef<Element>).deref() : (node as Element);
}

/** Name of a line without the values that are embedded in it. */
export function nameWithoutValues({ entries }: Capture, entry: Entry): string {
  let { name } = entry;
  if (entry.role === 'text' || name === '') return fold(name);
  // An editor that nobody labelled goes by what is written in it.
  if (entry.value !== undefined && fold(entry.value) === fold(name)) return '';
  for (let i = entry.i + 1; i <= entry.end; i++) {
    const value = entries[i]?.value;
    if (value) name = name.replace(value, ' ');
  }
  return fold(name);
}

/** First and last line of each container, its own line included; a container without lines ends before it starts. */
export interface Ranges {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

export function rangesOf({ entries, containers }: Capture): Ranges {
  const first = new Int32Array(containers.length).fill(1);
  const last = new Int32Array(containers.length);
  for (let i = 1; i < entries.length; i++) {
    for (let at = entries[i]?.container ?? -1; at >= 0; at = containers[at]?.parent ?? -1) {
      if (last[at] === 0) first[at] = i;
      last[at] = i;
    }
  }
  return { first, last };
}

/** A container whose text is read when it is asked for. */
export class Material implements Container {
  readonly kind: string;
  readonly parent: number;
  readonly id: string;
  readonly label: string;
  readonly #container: Container;
  readonly #capture: Capture;
  readonly #first: number;
  readonly #last: number;
  #cell: string | undefined;
  #heading: string | undefined;
  #href: string | undefined;
  #text: string | undefined;

  constructor(container: Container, capture: Capture, first: number, last: number) {
    this.kind = container.kind;
    this.parent = container.parent;
    this.id = container.id;
    this.label = container.label;
    this.#container = container;
    this.#capture = capture;
    this.#first = first;
    this.#last = last;
  }

  /** The capture's own: it becomes weak with it. */
  get node(): Element | WeakRef<Element> {
    return this.#container.node;
  }
  /** Row header, else the first cell that says something. */
  get cell(): string {
    this.#cell ??= this.kind === 'row' ? this.#readCell() : '';
    return this.#cell;
  }
  get heading(): string {
    this.#heading ??= fold(this.#find((entry) => entry.role === 'heading' && entry.name !== '')?.name ?? '');
    return this.#heading;
  }
  /** Of the first link. */
  get href(): string {
    if (this.#href === undefined) {
      const link = this.#find((entry) => entry.rawHref !== undefined);
      const raw = link?.rawHref ?? '';
      // A key may be shown: user names and passwords are taken out where there can be any.
      this.#href = raw.includes('@') || raw.length > HREF_LIMIT ? (link?.href ?? '').slice(0, HREF_LIMIT) : raw;
    }
    return this.#href;
  }
  get text(): string {
    this.#text ??= textOf(this.#capture, this.#first, this.#last, false);
    return this.#text;
  }

  #find(wanted: (entry: Entry) => boolean): Entry | undefined {
    for (let i = this.#first; i <= this.#last; i++) {
      const entry = this.#capture.entries[i];
      if (entry && wanted(entry)) return entry;
    }
    return undefined;
  }

  #readCell(): string {
    let first = '';
    for (let i = this.#first; i <= this.#last; i++) {
      const entry = this.#capture.entries[i];
      if (!entry || !CELLS.has(entry.role)) continue;
      const text = first === '' || entry.role === 'rowheader' ? textOf(this.#capture, i, entry.end, true) : '';
      if (text !== '' && entry.role === 'rowheader') return text;
      if (first === '') first = text;
      i = entry.end;
    }
    return first;
  }
}

/** What the lines of a range say. `isKey`: names of controls with a value or a state are left out. */
function textOf(capture: Capture, from: number, to: number, isKey: boolean): string {
  let text = '';
  for (let i = from; i <= to && text.length < TEXT_LIMIT; i++) {
    const entry = capture.entries[i];
    if (!entry || isEdited(entry)) continue;
    const isControl = isKey && isStateful(entry);
    if (!isControl) text = join(text, isKey ? nameWithoutControls(capture, entry) : nameWithoutValues(capture, entry));
    if (isControl || VALUED.has(entry.role) || isSelect(entry)) i = entry.end;
  }
  return fold(text);
}

function join(text: string, more: string): string {
  return text === '' ? more : more === '' ? text : `${text} ${more}`;
}

/** A cell may be named by all its content: what its controls say is taken out again. */
function nameWithoutControls(capture: Capture, entry: Entry): string {
  let name = nameWithoutValues(capture, entry);
  for (let i = entry.i + 1; i <= entry.end && name !== ''; i++) {
    const inner = capture.entries[i];
    if (inner?.name && isStateful(inner)) name = name.replace(fold(inner.name), ' ');
  }
  return fold(name);
}

function isStateful({ role, states }: Entry): boolean {
  return STATEFUL.has(role) || states?.['expanded'] !== undefined || states?.['pressed'] !== undefined;
}

function isSelect({ node, role }: Entry): boolean {
  const element = role === 'listbox' || role === 'combobox' ? elementOf(node) : undefined;
  return element !== undefined && isHtml(element) && tagOf(element) === 'select';
}

/** Text, and whatever else, that stands in editable content. */
function isEdited({ node, role }: Entry): boolean {
  const element = elementOf(node);
  if (!element || !isHtml(element) || !isContentEditable(element as HTMLElement)) return false;
  // The host itself is a control with a name of its own, not content.
  return role === 'text' || attribute(element, 'contenteditable') === null;
}
