/** Names that markup itself gives: labels, alternative texts, captions (accname 1.2, step 2E; HTML-AAM 4.1; SVG-AAM 8.1). */
import {
  attribute,
  dataOf,
  firstChildOf,
  firstElementOf,
  isElement,
  isHtml,
  isText,
  namespaceOf,
  nextElementOf,
  nextSiblingOf,
  parentOf,
  SVG,
  tagOf,
} from '../dom.js';
import type { Env } from '../env.js';
import { isBlank } from './blank.js';
import { labelsFor } from './labels.js';
import { svgChildText } from './svg-text.js';
import { tooltip } from './tooltip.js';

const PLACEHOLDER_TYPES = new Set(['', 'email', 'number', 'password', 'search', 'tel', 'text', 'url']);

/** Text of labels, legends and captions, hidden ones left out; undefined when none is left. */
type ReadLabels = (labels: Iterable<Element>) => string | undefined;

/** Text the host language gives an element; undefined when it gives none. */
export function nativeText(element: Element, env: Env, read: ReadLabels): string | undefined {
  if (!isHtml(element)) return namespaceOf(element) === SVG ? svgChildText(element, 'title') : undefined;
  const tag = tagOf(element);
  switch (tag) {
    case 'input':
      return inputText(element, env, read);
    case 'button':
    case 'output':
      return labelled(element, env, read);
    case 'meter':
    case 'progress':
    case 'select':
      return labelled(element, env, read) ?? tooltip(element);
    case 'textarea':
      return labelled(element, env, read) ?? tooltip(element) ?? placeholder(element);
    case 'area':
      return presentational(element, env) ? undefined : nonBlank(attribute(element, 'alt'));
    case 'img':
      return presentational(element, env) ? undefined : imageText(element, read);
    case 'table':
      return presentational(element, env) ? undefined : (captionText(element, 'caption', read) ?? nonBlank(attribute(element, 'summary')));
    case 'fieldset':
      return presentational(element, env) ? undefined : captionText(element, 'legend', read);
    case 'optgroup':
    case 'option':
      return nonBlank(attribute(element, 'label'));
    default:
      return undefined;
  }
}

function inputText(element: Element, env: Env, read: ReadLabels): string | undefined {
  const type = attribute(element, 'type')?.toLowerCase() ?? '';
  const label = labelled(element, env, read);
  if (label !== undefined) return label;
  switch (type) {
    case 'hidden':
      return '';
    case 'button':
      return nonBlank(attribute(element, 'value')) ?? tooltip(element);
    case 'submit':
    case 'reset': {
      const value = attribute(element, 'value');
      if (value === null) return type === 'submit' ? 'Submit' : 'Reset';
      return nonBlank(value) ?? tooltip(element);
    }
    case 'image':
      return nonBlank(attribute(element, 'alt')) ?? tooltip(element) ?? 'Submit';
    default:
      return tooltip(element) ?? (PLACEHOLDER_TYPES.has(type) ? placeholder(element) : undefined);
  }
}

/** Labels of a control, in tree order, joined; undefined when they give nothing. */
function labelled(element: Element, env: Env, read: ReadLabels): string | undefined {
  const labels = labelsFor(element, env);
  return labels.length > 0 ? read(labels) || undefined : undefined;
}

function placeholder(element: Element): string | undefined {
  return nonBlank(attribute(element, 'placeholder')) ?? nonBlank(attribute(element, 'aria-placeholder'));
}

/** The alternative, else the title. Without an alt attribute, the caption of a figure that holds nothing else speaks for the image (HTML-AAM, img). */
function imageText(element: Element, read: ReadLabels): string | undefined {
  const alt = attribute(element, 'alt');
  const words = nonBlank(alt) ?? tooltip(element);
  const figure = parentOf(element);
  if (words || alt !== null || !figure || !isElement(figure) || tagOf(figure) !== 'figure') return words;
  for (let child = firstChildOf(figure); child; child = nextSiblingOf(child)) {
    const isCaption = isElement(child) && tagOf(child) === 'figcaption';
    const isNothing = isElement(child) ? false : !isText(child) || isBlank(dataOf(child));
    if (child !== element && !isCaption && !isNothing) return undefined;
  }
  return captionText(figure, 'figcaption', read);
}

/** The first legend or caption among the children; a figcaption describes its figure and does not name it. */
function captionText(element: Element, tag: string, read: ReadLabels): string | undefined {
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
    if (tagOf(child) === tag && isHtml(child)) return read([child]) || undefined;
  }
  return undefined;
}

/** HTML-AAM: what is marked presentational is not named by its markup. */
function presentational(element: Element, env: Env): boolean {
  return env.role(element) === 'none';
}

function nonBlank(text: string | null): string | undefined {
  return text !== null && !isBlank(text) ? text : undefined;
}
