/** Inline content as Markdown nodes: emphasis, links, code, pictures, values of controls; white space as a line of text has it. */
import type { Html, Image, InlineCode, Link, PhrasingContent, Text } from 'mdast';
import type { ContentFacts } from '../shared/page-api.js';
import type { ContentElement, ContentNode } from './content-tree.js';
import { plainText } from './plain-content.js';

/** Where the text stands. */
export interface Place {
  /** A line break cannot stand there; this is put instead. */
  readonly lineBreak: 'break' | 'space' | 'html';
  readonly isHeading: boolean;
}
/** Links that only name their own place. */
const ANCHOR_SIGNS = /^[\s#¶§🔗⚓]*$/u;

const text = (value: string): Text => ({ type: 'text', value });
/** A mark of ours, printed as it is: no page text. */
interface Mark {
  type: 'mark';
  value: string;
}
declare module 'mdast' {
  interface PhrasingContentMap {
    mark: Mark;
  }
  interface RootContentMap {
    mark: Mark;
  }
}
const mark = (value: string): Mark => ({ type: 'mark', value });
const html = (value: string): Html => ({ type: 'html', value });
const code = (value: string): InlineCode => ({ type: 'inlineCode', value });

/** A trimmed run; empty when it says nothing. */
export function phrasing(nodes: readonly ContentNode[], place: Place): PhrasingContent[] {
  return trimmed(joined(convert(nodes, place)));
}

function convert(nodes: readonly ContentNode[], place: Place): PhrasingContent[] {
  return nodes.flatMap((node) => {
    switch (node.type) {
      case 'text':
        return [text(node.value)];
      case 'gap':
        return [text(' ')];
      case 'break':
        return [place.lineBreak === 'break' ? { type: 'break' as const } : place.lineBreak === 'html' ? html('<br>') : text(' ')];
      default:
        return element(node, place);
    }
  });
}

function element(node: ContentElement, place: Place): PhrasingContent[] {
  return [...inline(node, place), ...anchor(node.facts)];
}

/** Ref and selector of an element, where they were asked for. */
export function anchor(facts: ContentFacts): PhrasingContent[] {
  const { ref, selector, note } = facts;
  if (typeof note === 'string') return [mark(` ${note}`)];
  const parts = [
    ...(typeof ref === 'string' ? [`ref=${ref}`] : []),
    ...(typeof selector === 'string' ? [`selector=${JSON.stringify(selector)}`] : []),
  ];
  return parts.length === 0 ? [] : [mark(` [${parts.join(' ')}]`)];
}

function inline(node: ContentElement, place: Place): PhrasingContent[] {
  const { tag, children, facts } = node;
  switch (tag) {
    case 'a':
      return link(node, place);
    case 'strong':
    case 'em':
    case 'del':
      return wrapped(WRAPS[tag], joined(convert(children, place)));
    case 'code':
      return inlineCode(node, place);
    case 'img':
      return facts['decorative'] === true ? [] : [image(node)];
    case 'svg':
      return [...(facts['alt'] ? [image(node)] : []), ...convert(children, place)];
    case 'sup':
    case 'sub': {
      const inner = joined(convert(children, place));
      return trimmed(inner).length === 0 || plainText(children).trim() === '' || holdsLink(children)
        ? inner
        : [html(`<${tag}>`), ...inner, html(`</${tag}>`)];
    }
    case 'q':
      return [text('“'), ...convert(children, place), text('”')];
    case 'rt':
      return plainText(children).trim() === '' ? [] : [text('('), ...convert(children, place), text(')')];
    case 'math':
      return typeof facts['tex'] === 'string' ? [code(facts['tex'])] : convert(children, place);
    case 'video':
    case 'audio':
    case 'canvas':
      return media(node);
    case 'input':
    case 'select':
    case 'textarea':
    case 'meter':
    case 'progress':
      return control(node);
    default:
      return convert(children, place);
  }
}

const WRAPS = { strong: 'strong', em: 'emphasis', del: 'delete' } as const;

function wrapped(type: (typeof WRAPS)[keyof typeof WRAPS], inner: readonly PhrasingContent[]): PhrasingContent[] {
  const { before, middle, after } = edges(inner);
  return middle.length === 0 ? [...inner] : [...before, { type, children: [...middle] }, ...after];
}

function link(node: ContentElement, place: Place): PhrasingContent[] {
  const { href } = node.facts;
  const inner = joined(convert(node.children, place));
  if (typeof href !== 'string') return inner;
  let { before, middle, after } = edges(inner);
  if (middle.length === 0) {
    const picture = findImage(node.children);
    const { alt } = node.facts;
    if (!picture && typeof alt !== 'string') return [text(' ')];
    middle = [picture ? image(picture) : text(String(alt).replace(/\s+/g, ' ').trim())];
  }
  if (place.isHeading && ANCHOR_SIGNS.test(plainText(node.children)) && !findImage(node.children)) return [text(' ')];
  const made: Link = {
    type: 'link',
    url: href,
    title: titleOf(node, plainText(node.children) || String(node.facts['alt'] ?? ''), href),
    children: middle as Link['children'],
  };
  return [...before, made, ...after];
}

/** A title, unless the text says the same, or the last part of the address. */
function titleOf({ facts }: ContentElement, said: string, url = ''): string | null {
  const title = typeof facts['title'] === 'string' ? facts['title'].replace(/\s+/g, ' ').trim() : '';
  return title === '' || bare(said).includes(bare(title)) || bare(url.slice(url.lastIndexOf('/') + 1)) === bare(title) ? null : title;
}
function bare(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // Not the escapes of a URL: compared as it is.
  }
  return plain
    .replace(/[\s_+]+/g, ' ')
    .trim()
    .toLowerCase();
}

function findImage(nodes: readonly ContentNode[]): ContentElement | undefined {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const found = node.tag === 'img' || (node.tag === 'svg' && node.facts['alt']) ? node : findImage(node.children);
    if (found) return found;
  }
  return undefined;
}

function holdsLink(nodes: readonly ContentNode[]): boolean {
  return nodes.some((node) => node.type === 'element' && (node.tag === 'a' || holdsLink(node.children)));
}

function image(node: ContentElement): Image {
  const { facts } = node;
  const src = String(facts['src'] ?? '');
  return {
    type: 'image',
    title: titleOf(node, String(facts['alt'] ?? '')),
    url: /^(?:data|javascript):$/.test(src) ? '' : src,
    alt: String(facts['alt'] ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  };
}

function inlineCode(node: ContentElement, place: Place): PhrasingContent[] {
  const [only, ...others] = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  if (only?.type === 'element' && only.tag === 'a' && others.length === 0)
    return element({ ...only, children: [{ ...node, children: only.children }] }, place);
  const value = plainText(node.children).replace(/\n/g, ' ');
  if (value === '') return [text(' ')];
  const pictures = node.children.filter((child): child is ContentElement => child.type === 'element' && child.tag === 'img');
  return [code(value), ...pictures.map(image)];
}

function media({ tag, facts }: ContentElement): PhrasingContent[] {
  const { src, label } = facts;
  const words = text(typeof label === 'string' ? label : tag);
  if (typeof src === 'string') return [{ type: 'link', url: src, children: [words] }];
  return typeof label === 'string' ? [words] : [];
}

function control({ tag, facts }: ContentElement): PhrasingContent[] {
  const value = String(facts['value'] ?? '');
  if (tag === 'meter' || tag === 'progress') return value === '' ? [] : [text(` ${value} `)];
  if (facts['type'] === 'checkbox') return [mark(facts['checked'] ? '[x]' : '[ ]'), text(' ')];
  if (facts['type'] === 'radio') return [mark(facts['checked'] ? '(x)' : '( )'), text(' ')];
  if (typeof facts['type'] === 'string' && BUTTONS.has(facts['type'])) return value === '' ? [] : [text(` ${value} `)];
  if (typeof facts['options'] === 'string') return options(facts['options']);
  if (value !== '') return [text(' '), code(value.replace(/\s*\n\s*/g, ' ')), text(' ')];
  const { placeholder } = facts;
  return typeof placeholder === 'string' ? [text(' '), { type: 'emphasis', children: [text(placeholder.trim())] }, text(' ')] : [text(' ')];
}
const BUTTONS: ReadonlySet<string> = new Set(['button', 'submit', 'reset', 'image']);

function options(lines: string): PhrasingContent[] {
  return lines
    .split('\n')
    .flatMap((line, index) => [mark(`${index > 0 ? ' ' : ''}${line.startsWith('x') ? '[x]' : '[ ]'} `), text(line.slice(1))]);
}

// ------------------------------------------------------------ white space

/** Neighbours of one kind made one, several spaces folded. */
function joined(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const out: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.type === 'text') {
      if (node.value === '') continue;
      if (last?.type === 'text') last.value = join(last.value, node.value);
      else out.push(text(endsInBreak(last) ? node.value.replace(/^ +/, '') : node.value));
    } else if (node.type === 'break') {
      if (last?.type === 'text') last.value = last.value.replace(/ +$/, '');
      out.push(node);
    } else if (last?.type === node.type && 'children' in node && 'children' in last && node.type !== 'link') {
      last.children = joined([...last.children, ...node.children]) as typeof last.children;
    } else if (last?.type === 'inlineCode' && node.type === 'inlineCode') last.value += node.value;
    else out.push(node);
  }
  return out.filter((node) => node.type !== 'text' || node.value !== '');
}

const endsInBreak = (node: PhrasingContent | undefined): boolean =>
  node?.type === 'break' || (node?.type === 'html' && node.value === '<br>');
const join = (a: string, b: string): string => (a.endsWith(' ') ? a + b.replace(/^ +/, '') : a + b);

interface Edges {
  readonly before: readonly PhrasingContent[];
  readonly middle: readonly PhrasingContent[];
  readonly after: readonly PhrasingContent[];
}

/** White space and line breaks at the edges, which emphasis and links cannot begin or end with. */
function edges(nodes: readonly PhrasingContent[]): Edges {
  const before: PhrasingContent[] = [];
  const after: PhrasingContent[] = [];
  const middle = [...nodes];
  for (let first = middle[0]; first && isSpace(first); first = middle[0]) before.push(middle.shift() as PhrasingContent);
  for (let last = middle.at(-1); last && isSpace(last); last = middle.at(-1)) after.unshift(middle.pop() as PhrasingContent);
  const [first] = middle;
  if (first?.type === 'text' && /^\s/.test(first.value)) {
    before.push(text(' '));
    middle[0] = text(first.value.trimStart());
  }
  const last = middle.at(-1);
  if (last?.type === 'text' && /\s$/.test(last.value)) {
    after.unshift(text(' '));
    middle[middle.length - 1] = text(last.value.trimEnd());
  }
  return { before, middle, after };
}
const isSpace = (node: PhrasingContent): boolean =>
  (node.type === 'text' && node.value.trim() === '') || node.type === 'break' || (node.type === 'html' && node.value === '<br>');

function trimmed(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return [...edges(nodes).middle];
}
