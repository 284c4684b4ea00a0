/** Roles that elements have without a role attribute (HTML-AAM 1.0, section 3.5; SVG-AAM 1.0, section 6.2). */
import {
  attribute,
  HTML,
  hasAttribute,
  isFrameOwner,
  isHtml,
  MATHML,
  namespaceOf,
  SVG,
  selectIsMultiple,
  selectSize,
  tagOf,
} from '../dom.js';
import type { Env } from '../env.js';
import { hasAuthorName } from './author-name.js';
import { isFocusable, isSummary } from './focusable.js';
import { hasGlobalAttribute } from './global-attributes.js';
import { referenced } from './references.js';
import { isInList } from './required-context.js';
import { firstToken } from './role-token.js';
import { svgChildText } from './svg-text.js';
import { cellRole, headerCellRole, rowGroupRole, rowRole } from './table-roles.js';

type Rule = string | ((element: Element, env: Env) => string);

/** Elements inside these are not scoped to the page (HTML-AAM, header and footer). */
const SECTIONS = new Set(['article', 'aside', 'main', 'nav', 'section']);
const SECTION_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region']);
/** Sectioning content, in which an aside needs a name to be a landmark (HTML-AAM, aside). */
const SECTIONING_CONTENT = new Set(['article', 'aside', 'nav', 'section']);
const TEXT_INPUTS = new Set(['email', 'search', 'tel', 'text', 'url', '']);

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  hidden: '',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const RULES = new Map<string, Rule>([
  ['a', (element) => (hasAttribute(element, 'href') ? 'link' : 'generic')],
  ['address', 'group'],
  ['area', (element) => (hasAttribute(element, 'href') ? 'link' : 'generic')],
  ['article', 'article'],
  ['aside', asideRole],
  ['audio', 'audio'],
  ['b', 'generic'],
  ['bdi', 'generic'],
  ['bdo', 'generic'],
  ['blockquote', 'blockquote'],
  ['body', 'generic'],
  ['button', 'button'],
  ['canvas', 'canvas'],
  ['caption', 'caption'],
  ['code', 'code'],
  ['data', 'generic'],
  ['datalist', 'listbox'],
  ['dd', 'definition'],
  ['del', 'deletion'],
  ['details', 'group'],
  ['dfn', 'term'],
  ['dialog', 'dialog'],
  ['dir', 'list'],
  ['div', 'generic'],
  ['dt', 'term'],
  ['em', 'emphasis'],
  ['embed', 'iframe'],
  ['fieldset', 'group'],
  ['figure', 'figure'],
  ['footer', (element, env) => (isScopedToPage(element, env) ? 'contentinfo' : 'generic')],
  ['form', (element, env) => (hasAuthorName(element, env) ? 'form' : 'generic')],
  ['frame', 'iframe'],
  ['h1', 'heading'],
  ['h2', 'heading'],
  ['h3', 'heading'],
  ['h4', 'heading'],
  ['h5', 'heading'],
  ['h6', 'heading'],
  ['header', (element, env) => (isScopedToPage(element, env) ? 'banner' : 'generic')],
  ['hgroup', 'group'],
  ['hr', 'separator'],
  ['html', 'document'],
  ['i', 'generic'],
  ['iframe', 'iframe'],
  ['img', imageRole],
  ['input', inputRole],
  ['ins', 'insertion'],
  ['li', (element, env) => (isInList(element, env) ? 'listitem' : 'generic')],
  ['main', 'main'],
  ['mark', 'mark'],
  ['math', 'math'],
  ['menu', 'list'],
  ['meter', 'meter'],
  ['nav', 'navigation'],
  ['object', (element) => (isFrameOwner(element) ? 'iframe' : '')],
  ['ol', 'list'],
  ['optgroup', 'group'],
  ['option', 'option'],
  ['output', 'status'],
  ['p', 'paragraph'],
  ['pre', 'generic'],
  ['progress', 'progressbar'],
  ['q', 'generic'],
  ['s', 'deletion'],
  ['samp', 'generic'],
  ['search', 'search'],
  ['section', (element, env) => (hasAuthorName(element, env) ? 'region' : 'generic')],
  ['select', (element) => (isListBox(element) ? 'listbox' : 'combobox')],
  ['small', 'generic'],
  ['span', 'generic'],
  ['strong', 'strong'],
  ['sub', 'subscript'],
  ['summary', (element) => (isSummary(element) ? 'button' : 'generic')],
  ['sup', 'superscript'],
  ['table', 'table'],
  ['tbody', rowGroupRole],
  ['td', cellRole],
  ['textarea', 'textbox'],
  ['tfoot', rowGroupRole],
  ['th', headerCellRole],
  ['thead', rowGroupRole],
  ['time', 'time'],
  ['tr', rowRole],
  ['u', 'generic'],
  ['ul', 'list'],
  ['video', 'video'],
]);

/** Role by markup alone; '' where the mappings give none. */
export function implicitRole(element: Element, env: Env): string {
  const tag = tagOf(element);
  const rule = RULES.get(tag);
  if (rule !== undefined) {
    if (namespaceOf(element) === HTML) return typeof rule === 'string' ? rule : rule(element, env);
    if (tag !== 'a' && tag !== 'math') return '';
  }
  if (tag.includes('-')) return env.internals(element)?.role ?? '';
  const namespace = namespaceOf(element);
  if (namespace === SVG) return svgRole(element, tag, env);
  return namespace === MATHML && tag === 'math' ? 'math' : '';
}

function isListBox(element: Element): boolean {
  return selectIsMultiple(element as HTMLSelectElement) || selectSize(element as HTMLSelectElement) > 1;
}

/** HTML-AAM, img: an empty alternative makes it presentational, unless something else speaks for it. */
function imageRole(element: Element): string {
  const alt = attribute(element, 'alt');
  if (alt !== '' || attribute(element, 'title')?.trim()) return 'img';
  return hasAttribute(element, 'aria-label') || hasGlobalAttribute(element) || isFocusable(element) ? 'img' : 'none';
}

function inputRole(element: Element, env: Env): string {
  const type = attribute(element, 'type')?.toLowerCase() ?? '';
  if (type === 'checkbox' && hasAttribute(element, 'switch')) return 'switch';
  if (TEXT_INPUTS.has(type) && hasAttribute(element, 'list')) {
    const list = env.byId(element, attribute(element, 'list') ?? '');
    if (list && tagOf(list) === 'datalist') return 'combobox';
  }
  return INPUT_ROLES[type] ?? 'textbox';
}

function asideRole(element: Element, env: Env): string {
  for (let at = env.flatParent(element); at; at = env.flatParent(at)) {
    if (SECTIONING_CONTENT.has(tagOf(at)) && isHtml(at)) return hasAuthorName(element, env) ? 'complementary' : 'generic';
  }
  return 'complementary';
}

/** HTML-AAM, header and footer: landmarks only when no section stands between them and the body. */
function isScopedToPage(element: Element, env: Env): boolean {
  for (let at = env.flatParent(element); at; at = env.flatParent(at)) {
    const token = firstToken(at);
    if (token ? SECTION_ROLES.has(token) : SECTIONS.has(tagOf(at))) return false;
  }
  return true;
}

/** SVG-AAM 5.1: shapes and groups are there only when something names them or takes the focus. */
function svgRole(element: Element, tag: string, env: Env): string {
  switch (tag) {
    case 'svg':
      return 'img';
    case 'a':
      return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href') ? 'link' : isNamedSvg(element, env) ? 'group' : 'generic';
    case 'g':
    case 'foreignObject':
      return isNamedSvg(element, env) ? 'group' : 'generic';
    case 'image':
      return attribute(element, 'alt') === '' ? 'generic' : 'img';
    case 'use':
    case 'mesh':
      return isNamedSvg(element, env) ? 'img' : 'generic';
    case 'circle':
    case 'ellipse':
    case 'line':
    case 'path':
    case 'polygon':
    case 'polyline':
    case 'rect':
      return isNamedSvg(element, env) ? 'graphics-symbol' : 'generic';
    default:
      return '';
  }
}

function isNamedSvg(element: Element, env: Env): boolean {
  if ((attribute(element, 'aria-label') ?? '').trim() !== '' || referenced(element, 'aria-labelledby', env)) return true;
  return svgChildText(element, 'title') !== undefined || isFocusable(element);
}
