/** Containers of a capture: what gives context to a ref, read from the lines of the capture and not from the page, which may have changed since. */

import { attribute, attributeNames } from '../dom.js';
import type { Container } from '../model.js';
import { EDITOR } from './clickable.js';
import type { FoundContainer } from './collector.js';
import { CELL } from './kinds.js';
import type { Line } from './line.js';

const MAX_TEXT = 20_000;
/** Controls that hold a value or a state: their names do not say what a row is. */
const HOLDERS = new Set(['checkbox', 'switch', 'radio', 'textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton', 'slider']);

export class LineContainer implements Container {
  readonly kind: string;
  node: Element | WeakRef<Element>;
  parent = -1;
  id: string;
  readonly #line: Line | undefined;
  readonly #entries: readonly Line[];
  /** It spans the entries `from` to before `to`. */
  readonly from: number;
  readonly to: number;
  #cell: string | undefined;
  #heading: string | undefined;
  #href: string | undefined;
  #text: string | undefined;

  /** @param entries those of the capture; the container spans `from` to before `to` */
  constructor(found: Pick<FoundContainer, 'kind' | 'node' | 'line' | 'hasKey'>, entries: readonly Line[], from: number, to: number) {
    this.kind = found.kind;
    this.node = found.node;
    this.id = found.hasKey ? keyAttribute(found.node) : '';
    this.#line = found.line;
    this.#entries = entries;
    this.from = from;
    this.to = to;
  }

  /** The same container in another capture. */
  moved(entries: readonly Line[], from: number, to: number, parent: number): LineContainer {
    const line = this.#line && entries[from];
    const copy = new LineContainer({ kind: this.kind, node: this.node as Element, line, hasKey: false }, entries, from, to);
    copy.id = this.id;
    copy.parent = parent;
    return copy;
  }

  /** The lines inside, its own left out. */
  get #lines(): readonly Line[] {
    return this.#entries.slice(this.#line ? this.from + 1 : this.from, this.to);
  }

  get cell(): string {
    this.#cell ??= this.kind === 'row' ? firstCell(this.#lines) : '';
    return this.#cell;
  }
  get heading(): string {
    this.#heading ??= this.#lines.find((line) => line.role === 'heading')?.name ?? '';
    return this.#heading;
  }
  get href(): string {
    this.#href ??= this.#lines.find((line) => line.rawHref !== undefined)?.href ?? '';
    return this.#href;
  }
  get label(): string {
    const line = this.#line;
    return line && this.kind !== 'row' ? line.name : '';
  }
  get text(): string {
    this.#text ??= textOf(this.#lines, this.#line);
    return this.#text;
  }
}

/** Words of lines, as they follow each other, without what a person can change: the content of editors, names of holders where asked. */
function textOf(lines: readonly Line[], own: Line | undefined, hasHolders = true): string {
  let text = own && (hasHolders || !isHolder(own)) ? own.name : '';
  for (let i = 0; i < lines.length && text.length < MAX_TEXT; i++) {
    const line = lines[i] as Line;
    const { name } = line;
    if (name !== '' && (hasHolders || !isHolder(line))) text += text === '' ? name : ` ${name}`;
    if ((line.reasons & EDITOR) !== 0) while ((lines[i + 1]?.depth ?? -1) > line.depth) i++;
  }
  return text;
}

function isHolder(line: Line): boolean {
  return HOLDERS.has(line.role) || line.states?.['expanded'] !== undefined || line.states?.['pressed'] !== undefined;
}

/** Text of the row header, else of the first cell that has any. */
function firstCell(lines: readonly Line[]): string {
  let first = '';
  for (let k = 0; k < lines.length; ) {
    const line = lines[k] as Line;
    if ((line.kind & CELL) === 0) {
      k++;
      continue;
    }
    let to = k + 1;
    while (to < lines.length && (lines[to] as Line).depth > line.depth) to++;
    const text = textOf(lines.slice(k + 1, to), line, false);
    if (text !== '' && line.role === 'rowheader') return text;
    if (first === '') first = text;
    k = to;
  }
  return first;
}

/** Its id, else the first data attribute that ends in "id" or "key". */
function keyAttribute(element: Element): string {
  const id = attribute(element, 'id');
  if (id) return id;
  for (const name of attributeNames(element)) {
    if (name.startsWith('data-') && /(?:id|key)$/.test(name)) return attribute(element, name) ?? '';
  }
  return '';
}
