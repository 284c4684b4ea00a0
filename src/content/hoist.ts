/** Inline elements around blocks (a link around a card, bold around paragraphs): Markdown wants them inside. */
import type { ContentElement, ContentNode } from './content-tree.js';

/** Elements that a link or an emphasis can be put into. */
const TAKES_INLINE = /^(?:h[1-6]|dt|summary|caption)$/;

/** Nothing in it stands for itself and there is no text. */
export function isBlank(nodes: readonly ContentNode[]): boolean {
  return nodes.every((node) =>
    node.type === 'text' ? node.value.trim() === '' : node.type !== 'element' || (isBlank(node.children) && !STANDS.has(node.tag)),
  );
}
const STANDS: ReadonlySet<string> = new Set([
  'img',
  'svg',
  'input',
  'select',
  'textarea',
  'meter',
  'progress',
  'math',
  'video',
  'audio',
  'hr',
]);

const isBorder = (node: ContentNode): boolean => node.type === 'gap' || (node.type === 'element' && node.isBlock);
const hasLink = (nodes: readonly ContentNode[]): boolean =>
  nodes.some((node) => node.type === 'element' && ((node.tag === 'a' && node.facts['href'] !== undefined) || hasLink(node.children)));

/** Children in which no inline element holds a gap or a block. */
export function hoisted(children: readonly ContentNode[]): readonly ContentNode[] {
  const out: ContentNode[] = [];
  for (const node of children) {
    if (node.type !== 'element') out.push(node);
    else if (node.isBlock) out.push({ ...node, children: [...hoisted(node.children)] });
    else out.push(...unwrapped({ ...node, children: [...hoisted(node.children)] }));
  }
  return out;
}

function unwrapped(element: ContentElement): readonly ContentNode[] {
  const { children, tag, facts } = element;
  const isLink = tag === 'a' && facts['href'] !== undefined;
  if (isLink && hasLink(children)) return children;
  if (tag === 'code' || tag === 'math' || !children.some(isBorder)) return [element];
  const pieces = piecesOf(children);
  const wanted = isLink ? linkPlace(pieces) : undefined;
  const around = (inner: readonly ContentNode[]): ContentElement => ({ ...element, children: [...inner] });
  const wraps = (index: number): boolean => wanted === undefined || wanted === index;
  const out: ContentNode[] = [];
  for (const [index, piece] of pieces.entries()) {
    const [only] = piece;
    if (only && isBorder(only)) {
      if (only.type === 'element' && TAKES_INLINE.test(only.tag) && wraps(index)) out.push({ ...only, children: [around(only.children)] });
      else out.push(only);
    } else if (wraps(index) && !isBlank(piece)) out.push(around(piece));
    else out.push(...piece);
  }
  if (isLink && wanted === -1 && !isBlank(children))
    out.push({ type: 'gap', isParagraph: false }, around([{ type: 'text', value: String(facts['href']) }]));
  return out;
}

/** Runs of inline nodes, and every border by itself. */
function piecesOf(children: readonly ContentNode[]): readonly ContentNode[][] {
  const pieces: ContentNode[][] = [];
  let run: ContentNode[] | undefined;
  for (const node of children) {
    if (isBorder(node)) {
      pieces.push([node]);
      run = undefined;
    } else if (run) run.push(node);
    else {
      run = [node];
      pieces.push(run);
    }
  }
  return pieces;
}

/** A link is put on one piece, not repeated on all: the heading, else the first text, else the first picture. -1 when there is none. */
function linkPlace(pieces: readonly (readonly ContentNode[])[]): number {
  const heading = pieces.findIndex(([only]) => only?.type === 'element' && /^h[1-6]$/.test(only.tag) && !isBlank(only.children));
  if (heading >= 0) return heading;
  const isRun = (piece: readonly ContentNode[]): boolean => piece[0] !== undefined && !isBorder(piece[0]);
  const text = pieces.findIndex((piece) => isRun(piece) && hasWords(piece));
  return text >= 0 ? text : pieces.findIndex((piece) => isRun(piece) && !isBlank(piece));
}

function hasWords(nodes: readonly ContentNode[]): boolean {
  return nodes.some((node) => (node.type === 'text' ? node.value.trim() !== '' : node.type === 'element' && hasWords(node.children)));
}
