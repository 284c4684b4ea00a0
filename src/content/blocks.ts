/** Content as Markdown blocks: paragraphs, headings, lists, quotes, code, definitions, details. */
import type { BlockContent, DefinitionContent, List, ListItem, Paragraph, PhrasingContent } from 'mdast';
import type { ContentElement, ContentNode } from './content-tree.js';
import { isBlank } from './hoist.js';
import { anchor, phrasing } from './phrasing.js';
import { plainText } from './plain-content.js';
import { tableBlocks } from './table.js';

type Block = BlockContent | DefinitionContent;

const IN_TEXT = { lineBreak: 'break', isHeading: false } as const;
const IN_HEADING = { lineBreak: 'space', isHeading: true } as const;

/** Blocks of a flow: runs of inline content are paragraphs. */
export function flow(children: readonly ContentNode[]): Block[] {
  const out: Block[] = [];
  let run: ContentNode[] = [];
  let items: ContentElement[] = [];
  const flush = (): void => {
    if (run.length > 0) out.push(...paragraphs(run));
    run = [];
    if (items.length > 0) out.push(...list({ tag: 'ul', children: items, facts: {} }));
    items = [];
  };
  for (const node of children) {
    // Items without a list around them are a list.
    if (node.type === 'element' && node.tag === 'li') {
      if (run.length > 0) flush();
      items.push(node);
    } else if (node.type === 'gap' || (node.type === 'element' && node.isBlock)) {
      if (node.type === 'gap' && items.length > 0 && run.length === 0) continue;
      flush();
      if (node.type === 'element') out.push(...block(node));
    } else if (items.length > 0 && node.type === 'text' && node.value.trim() === '') continue;
    else {
      if (items.length > 0) flush();
      run.push(node);
    }
  }
  flush();
  return out;
}

/** Two line breaks in a row begin a paragraph. */
function paragraphs(run: readonly ContentNode[]): Paragraph[] {
  const pieces: ContentNode[][] = [[]];
  let breaks = 0;
  for (const node of run) {
    if (node.type === 'break') breaks++;
    else if (node.type === 'text' && node.value.trim() === '' && breaks > 0) continue;
    else {
      const piece = pieces.at(-1) as ContentNode[];
      if (breaks > 1) pieces.push([node]);
      else if (breaks === 1) piece.push({ type: 'break' }, node);
      else piece.push(node);
      breaks = 0;
    }
  }
  return pieces.flatMap((piece) => paragraph(phrasing(piece, IN_TEXT)));
}

function paragraph(children: PhrasingContent[]): Paragraph[] {
  return children.length === 0 ? [] : [{ type: 'paragraph', children }];
}

function block(node: ContentElement): Block[] {
  const { tag, children } = node;
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return heading(Number(tag[1]) as 1, node);
    case 'ul':
    case 'ol':
      return list(node);
    case 'blockquote':
      return [{ type: 'blockquote', children: flow(children) }];
    case 'pre':
      return code(node);
    case 'lines':
      return children.some((child) => child.type === 'element' && child.isBlock) ? flow(children) : code(node);
    case 'hr':
      return [{ type: 'thematicBreak' }];
    case 'table':
      return tableBlocks(node, flow);
    case 'dl':
      return definitions(children);
    case 'details':
      return details(node);
    case 'dt':
    case 'summary':
    case 'caption':
      return strongParagraph(children, '');
    default:
      return flow(children);
  }
}

function heading(depth: 1, { children, facts }: ContentElement): Block[] {
  const inner = phrasing(flattened(children), IN_HEADING);
  return inner.length === 0 ? [] : [{ type: 'heading', depth, children: [...inner, ...anchor(facts)] }];
}

/** Blocks where only a line may stand: their text, apart. */
export function flattened(children: readonly ContentNode[]): ContentNode[] {
  return children.flatMap((node): ContentNode[] =>
    node.type === 'element' && node.isBlock ? [GAP, ...flattened(node.children), GAP] : [node],
  );
}
const GAP: ContentNode = { type: 'gap', isParagraph: false };

function code({ tag, children, facts }: ContentElement): Block[] {
  const value = plainText(children).replace(/\n$/, '');
  if (value.trim() === '') {
    // Pictures and fields; an empty frame for code is shown as one, blank lines elsewhere say nothing.
    if (!isBlank(children)) return flow(children.filter((child) => child.type === 'element'));
    if (tag !== 'pre') return [];
  }
  const { lang } = facts;
  return [{ type: 'code', value, ...(typeof lang === 'string' ? { lang } : {}) }];
}

// ------------------------------------------------------------ lists

function list({ tag, children, facts }: Pick<ContentElement, 'tag' | 'children' | 'facts'>): Block[] {
  const groups = itemsOf(children);
  const items = groups.map(item);
  if (items.length === 0) return [];
  const [first] = groups;
  const start = Number(facts['start'] ?? first?.facts['value'] ?? 1);
  const made: List = { type: 'list', ordered: tag === 'ol', spread: false, children: items };
  if (tag === 'ol') made.start = start >= 0 ? start : 1;
  made.spread = items.some(({ spread }) => spread);
  return [made];
}

/** Items; what stands between them belongs to the one before, or is one by itself. */
function itemsOf(children: readonly ContentNode[]): ContentElement[] {
  const out: ContentElement[] = [];
  let stray: ContentElement | undefined;
  for (const node of children) {
    if (node.type === 'element' && node.tag === 'li') {
      out.push(node);
      stray = undefined;
    } else if (node.type === 'element' && (node.tag === 'ul' || node.tag === 'ol') && out.length > 0)
      (out.at(-1) as ContentElement).children.push(node);
    else if (stray) stray.children.push(node);
    else if (node.type === 'element' || (node.type === 'text' && node.value.trim() !== '')) {
      stray = { type: 'element', tag: 'li', isBlock: true, facts: {}, children: [node] };
      out.push(stray);
    }
  }
  return out;
}

function item({ children }: ContentElement): ListItem {
  const { checked, rest } = task(children);
  const inner = flow(rest);
  const spread =
    rest.some((node) => node.type === 'gap' && node.isParagraph) || inner.filter(({ type }) => type === 'paragraph').length > 1;
  return { type: 'listItem', spread, children: inner, ...(checked === undefined ? {} : { checked }) };
}

/** A check box at the start of an item makes a task of it. */
function task(children: readonly ContentNode[]): { readonly checked?: boolean; readonly rest: readonly ContentNode[] } {
  const at = children.findIndex((node) => node.type === 'element' || (node.type === 'text' && node.value.trim() !== ''));
  const first = children[at];
  if (first?.type !== 'element' || first.tag !== 'input' || first.facts['type'] !== 'checkbox') return { rest: children };
  const rest = children.slice(at + 1);
  // GFM has tasks only where text follows.
  return plainText(rest).trim() === '' ? { rest: children } : { checked: first.facts['checked'] === true, rest };
}

// ------------------------------------------------------------ definitions and details

function definitions(children: readonly ContentNode[]): Block[] {
  const out: Block[] = [];
  let term: Paragraph | undefined;
  const rest: ContentNode[] = [];
  const flush = (): void => {
    out.push(...flow(rest.splice(0)));
  };
  for (const node of children) {
    if (node.type === 'element' && node.tag === 'dt') {
      flush();
      const [made] = strongParagraph(node.children, '');
      if (made && term && out.at(-1) === term && !hasDefinition(term)) term.children.push({ type: 'break' }, ...made.children);
      else if (made) {
        term = made;
        out.push(made);
      }
    } else if (node.type === 'element' && node.tag === 'dd') {
      flush();
      const blocks = flow(node.children);
      const [only] = blocks;
      if (term && out.at(-1) === term && blocks.length === 1 && only?.type === 'paragraph')
        term.children.push({ type: 'text', value: '\n: ' }, ...only.children);
      else out.push(...blocks);
    } else rest.push(node);
  }
  flush();
  return out;
}
const hasDefinition = ({ children }: Paragraph): boolean => children.some((child) => child.type === 'text' && child.value === '\n: ');

function strongParagraph(children: readonly ContentNode[], before: string): Paragraph[] {
  const inner = phrasing(withoutStrong(flattened(children)), IN_TEXT);
  if (inner.length === 0) return [];
  return [
    { type: 'paragraph', children: [...(before ? [{ type: 'text' as const, value: before }] : []), { type: 'strong', children: inner }] },
  ];
}

function withoutStrong(nodes: readonly ContentNode[]): ContentNode[] {
  return nodes.flatMap((node): ContentNode[] =>
    node.type !== 'element'
      ? [node]
      : node.tag === 'strong'
        ? withoutStrong(node.children)
        : [{ ...node, children: withoutStrong(node.children) }],
  );
}

function details({ children, facts }: ContentElement): Block[] {
  const sign = facts['open'] === true ? '▾ ' : '▸ ';
  const summary = children.find((node): node is ContentElement => node.type === 'element' && node.tag === 'summary');
  return [...strongParagraph(summary?.children ?? [], sign), ...flow(children.filter((node) => node !== summary))];
}
