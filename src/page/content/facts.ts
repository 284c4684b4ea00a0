/** What Markdown says of an element beside its text: addresses, values, spans, languages. */
import { computeName } from '../aria/name.js';
import { holdsSecret } from '../aria/secret-field.js';
import { optionWords, selectedOptions } from '../aria/value.js';
import { LABEL, ROLE } from '../capture/attributes.js';
import type { Frame } from '../capture/frame.js';
import { baseOf, cleanUrl } from '../capture/nodes.js';
import {
  attribute,
  hasAttribute,
  inputChecked,
  inputFiles,
  inputType,
  inputValue,
  isHtml,
  namespaceOf,
  optionSelected,
  query,
  rectOf,
  SVG,
  selectIsMultiple,
  selectOptions,
  selectSize,
  tagOf,
  textareaValue,
  textContentOf,
} from '../dom.js';
import type { Env } from '../env.js';

export type MutableFacts = Record<string, string | number | boolean>;

const MASK = '••••';
/** Attributes in which pages keep the address of a picture until it is needed. */
const LAZY = ['data-src', 'data-original', 'data-lazy-src', 'data-url'];
const LANGUAGE = /(?:^|\s)(?:lang(?:uage)?|highlight-source|highlight-text|brush:?)[-:\s]\s*([^\s;{}]+)/i;

interface Subject {
  readonly element: Element;
  readonly frame: Frame;
  readonly env: Env;
  readonly role: string;
  /** A person sees it, or reaches it by what stands for it. */
  readonly isSeen: boolean;
}

/** Facts of an element; undefined when it is to be left out although what is in it may be shown. */
export function contentFacts(subject: Subject, detailed: boolean): MutableFacts | undefined {
  const { element, frame } = subject;
  const facts: MutableFacts = {};
  if (detailed) copy(facts, element, ['id', 'class']);
  if ((frame.bits & ROLE) !== 0) {
    facts['role'] = subject.role;
    copy(facts, element, ['aria-level']);
  }
  const read = isHtml(element) ? READERS[frame.tag] : namespaceOf(element) === SVG ? SVG_READERS[frame.tag] : OTHER_READERS[frame.tag];
  if (read?.(facts, subject) === false) return undefined;
  return facts;
}

function copy(facts: MutableFacts, element: Element, names: readonly string[]): void {
  for (const name of names) {
    const value = attribute(element, name);
    if (value) facts[name] = value;
  }
}

type Read = (facts: MutableFacts, subject: Subject) => boolean | undefined;

const link: Read = (facts, { element, env, isSeen }) => {
  const raw = attribute(element, 'href') ?? attribute(element, 'xlink:href');
  const url = raw === null ? '' : cleanUrl(raw, baseOf(element));
  if (url === '' || url === 'data:' || url === 'javascript:') return undefined;
  facts['href'] = url;
  copy(facts, element, ['title']);
  // A picture of a style sheet, or of a font: its name stands for it.
  const name = isSeen && !/\S/.test(textContentOf(element) ?? '') && !query(element, 'img,svg') ? computeName(element, env, 'link') : '';
  if (name) facts['alt'] = name;
  return undefined;
};

const image: Read = (facts, { element, isSeen, frame, env }) => {
  const box = frame.box ?? rectOf(element);
  if (!isSeen || (box.width <= 2 && box.height <= 2 && box.width + box.height > 0)) return false;
  facts['alt'] =
    attribute(element, 'alt') === null || (frame.bits & LABEL) !== 0 ? computeName(element, env, 'img') : (attribute(element, 'alt') ?? '');
  facts['src'] = sourceOf(element);
  if (attribute(element, 'alt') === '') facts['decorative'] = true;
  copy(facts, element, ['title']);
  return undefined;
};

function sourceOf(element: Element): string {
  const base = baseOf(element);
  const own = cleanUrl(attribute(element, 'src') ?? '', base);
  const isReal = /^https?:/.test(own) && attribute(element, 'src') !== '';
  if (isReal) return own;
  for (const name of LAZY) {
    const value = attribute(element, name);
    if (value) return cleanUrl(value, base);
  }
  const [first] = (attribute(element, 'srcset') ?? attribute(element, 'data-srcset') ?? '').trim().split(/[\s,]+/);
  return first ? cleanUrl(first, base) : '';
}

const input: Read = (facts, { element, isSeen, env }) => {
  const control = element as HTMLInputElement;
  const type = inputType(control);
  if (type === 'hidden' || !isSeen) return false;
  facts['type'] = type;
  if (type === 'checkbox' || type === 'radio') facts['checked'] = inputChecked(control);
  else if (inputValue(control) !== '' && holdsSecret(element, env.world)) facts['value'] = MASK;
  else if (type === 'file') facts['value'] = [...(inputFiles(control) ?? [])].map((file) => file.name).join(', ');
  else if (type === 'image' || type === 'submit' || type === 'reset') facts['value'] = computeName(element, env, 'button');
  else facts['value'] = inputValue(control);
  if (facts['value'] === '') copy(facts, element, ['placeholder']);
  return undefined;
};

const select: Read = (facts, { element, isSeen }) => {
  if (!isSeen) return false;
  const control = element as HTMLSelectElement;
  facts['value'] = selectedOptions(control).map(optionWords).join(', ');
  // A drop-down shows what is chosen; a list shows all there is.
  if (!selectIsMultiple(control) && selectSize(control) <= 1) return undefined;
  facts['options'] = [...selectOptions(control)].map((option) => `${optionSelected(option) ? 'x' : ' '}${optionWords(option)}`).join('\n');
  return undefined;
};

const textarea: Read = (facts, { element, isSeen, env }) => {
  if (!isSeen) return false;
  facts['value'] = textareaValue(element as HTMLTextAreaElement);
  if (facts['value'] !== '' && holdsSecret(element, env.world)) facts['value'] = MASK;
  if (facts['value'] === '') copy(facts, element, ['placeholder']);
  return undefined;
};

const gauge: Read = (facts, { element, isSeen }) => {
  if (!isSeen) return false;
  const value = attribute(element, 'value');
  facts['value'] = attribute(element, 'aria-valuetext') ?? (value === null ? '' : `${value}/${attribute(element, 'max') ?? '1'}`);
  return undefined;
};

const media: Read = (facts, { element, isSeen }) => {
  if (!isSeen) return false;
  const source = query(element, 'source');
  const raw = attribute(element, 'src') ?? (source && attribute(source, 'src'));
  const label = attribute(element, 'aria-label') ?? attribute(element, 'title') ?? '';
  if (label) facts['label'] = label;
  const url = raw ? cleanUrl(raw, baseOf(element)) : '';
  if (/^https?:/.test(url)) facts['src'] = url;
  return undefined;
};

const code: Read = (facts, { element }) => {
  const inner = tagOf(element) === 'pre' ? query(element, 'code') : null;
  for (const one of [inner, element, element.parentElement]) {
    const found =
      one && (LANGUAGE.exec(attribute(one, 'class') ?? '')?.[1] ?? attribute(one, 'data-lang') ?? attribute(one, 'data-language'));
    if (found) {
      facts['lang'] = found;
      break;
    }
  }
  return undefined;
};

const cell: Read = (facts, { element }) => {
  for (const name of ['colspan', 'rowspan']) {
    const span = Number.parseInt(attribute(element, name) ?? '1', 10);
    if (span > 1 || span === 0) facts[name] = span;
  }
  return undefined;
};

const list: Read = (facts, { element }) => {
  const start = Number.parseInt(attribute(element, 'start') ?? '', 10);
  if (Number.isSafeInteger(start)) facts['start'] = start;
  if (hasAttribute(element, 'reversed')) facts['reversed'] = true;
  return undefined;
};

const item: Read = (facts, { element }) => {
  const value = Number.parseInt(attribute(element, 'value') ?? '', 10);
  if (Number.isSafeInteger(value)) facts['value'] = value;
  return undefined;
};

const details: Read = (facts, { element }) => {
  facts['open'] = hasAttribute(element, 'open');
  return undefined;
};

/** A picture with a name; one without says nothing, but texts in it may. */
const drawing: Read = (facts, { element, isSeen, env, frame }) => {
  const name = isSeen && ((frame.bits & (LABEL | ROLE)) !== 0 || query(element, ':scope > title')) ? computeName(element, env, 'img') : '';
  if (name) facts['alt'] = name;
  return undefined;
};

const formula: Read = (facts, { element }) => {
  const source = query(element, 'annotation[encoding="application/x-tex"]');
  const tex = source ? textContentOf(source) : attribute(element, 'alttext');
  if (tex?.trim()) facts['tex'] = tex.trim();
  return undefined;
};

const READERS: Readonly<Record<string, Read>> = Object.assign(Object.create(null), {
  a: link,
  area: link,
  img: image,
  input,
  select,
  textarea,
  meter: gauge,
  progress: gauge,
  video: media,
  audio: media,
  canvas: media,
  pre: code,
  code,
  td: cell,
  th: cell,
  ol: list,
  li: item,
  details,
});
const SVG_READERS: Readonly<Record<string, Read>> = Object.assign(Object.create(null), { a: link, svg: drawing });
const OTHER_READERS: Readonly<Record<string, Read>> = Object.assign(Object.create(null), { math: formula });
