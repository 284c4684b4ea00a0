/** Tables as GFM has them: one header row, a line a row, no spans. Tables that only lay out are taken apart. */
import type { BlockContent, DefinitionContent, Paragraph, PhrasingContent, TableRow } from 'mdast';
import type { ContentElement, ContentNode } from './content-tree.js';
import { phrasing } from './phrasing.js';

const MAX_COLUMNS = 200;
const MAX_SPAN = 100;
const IN_CELL = { lineBreak: 'html', isHeading: false } as const;
/** What no cell of data holds. */
const HEAVY: ReadonlySet<string> = new Set(['table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'hr', 'details', 'dl']);

type Block = BlockContent | DefinitionContent;
interface Row {
  readonly cells: readonly ContentElement[];
}
type Flow = (children: readonly ContentNode[]) => Block[];

export function tableBlocks(table: ContentElement, flow: Flow): Block[] {
  const { rows, caption, others } = partsOf(table);
  const title: Paragraph[] = caption ? captionOf(caption) : [];
  const around = flow(others);
  if (rows.length === 0) return [...title, ...around];
  if (isLayout(rows)) return [...title, ...rows.flatMap(({ cells }) => cells.flatMap((cell) => flow(cell.children))), ...around];
  const grid = filled(rows);
  const width = Math.max(...grid.map((row) => row.length));
  const made = grid
    .map(
      (row): TableRow => ({
        type: 'tableRow',
        children: Array.from({ length: width }, (_, at) => ({ type: 'tableCell', children: cellOf(row[at]) })),
      }),
    )
    .filter((row) => row.children.some((cell) => cell.children.length > 0));
  return made.length === 0 ? [...title, ...around] : [...title, { type: 'table', children: made }, ...around];
}

function partsOf(table: ContentElement): {
  readonly rows: readonly Row[];
  readonly caption: ContentElement | undefined;
  readonly others: readonly ContentNode[];
} {
  const rows: Row[] = [];
  const others: ContentNode[] = [];
  let caption: ContentElement | undefined;
  for (const node of table.children) {
    if (node.type === 'element' && node.tag === 'tr') rows.push({ cells: cellsOf(node) });
    else if (node.type === 'element' && node.tag === 'caption') caption ??= node;
    else if (node.type === 'element' && isCell(node)) rows.push({ cells: [node] });
    else if (node.type !== 'gap' && !(node.type === 'text' && node.value.trim() === '')) others.push(node);
  }
  return { rows, caption, others };
}
const isCell = ({ tag }: ContentElement): boolean => tag === 'td' || tag === 'th';

/** Cells; what else stands in a row is one too. */
function cellsOf({ children }: ContentElement): ContentElement[] {
  const cells: ContentElement[] = [];
  for (const node of children) {
    if (node.type === 'element' && isCell(node)) cells.push(node);
    else if (node.type === 'element' || (node.type === 'text' && node.value.trim() !== ''))
      cells.push({ type: 'element', tag: 'td', isBlock: true, facts: {}, children: [node] });
  }
  return cells;
}

function captionOf({ children }: ContentElement): Paragraph[] {
  const inner = phrasing(children, { lineBreak: 'space', isHeading: false });
  return inner.length === 0 ? [] : [{ type: 'paragraph', children: [{ type: 'strong', children: inner }] }];
}

function isLayout(rows: readonly Row[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some(({ children }) => holds(children, (tag) => tag === 'table'))) return true;
  if (cells.some(({ tag }) => tag === 'th')) return false;
  return rows.every((row) => row.cells.length <= 1) || cells.some(({ children }) => holds(children, (tag) => HEAVY.has(tag)));
}

function holds(nodes: readonly ContentNode[], test: (tag: string) => boolean): boolean {
  return nodes.some((node) => node.type === 'element' && (test(node.tag) || holds(node.children, test)));
}

/** Every cell in its column: those that span leave empty ones behind. */
function filled(rows: readonly Row[]): (readonly ContentNode[] | undefined)[][] {
  const grid: (readonly ContentNode[] | undefined)[][] = [];
  /** Rows a column is still covered for. */
  const covered: number[] = [];
  for (const [index, { cells }] of rows.entries()) {
    const row: (readonly ContentNode[] | undefined)[] = [];
    const left = rows.length - index;
    let column = 0;
    const skip = (): void => {
      while ((covered[column] ?? 0) > 0) {
        covered[column] = (covered[column] as number) - 1;
        row[column++] = undefined;
      }
    };
    for (const { children, facts } of cells) {
      skip();
      const across = Math.min(MAX_SPAN, Number(facts['colspan'] ?? 1) || 1);
      const given = Number(facts['rowspan'] ?? 1);
      const down = Math.min(given === 0 ? left : given, left);
      for (let at = 0; at < across && column < MAX_COLUMNS; at++) {
        row[column] = at === 0 ? children : undefined;
        covered[column] = down - 1;
        column++;
      }
    }
    skip();
    grid.push(row);
  }
  return grid;
}

/** The lines of a cell, parted by `<br>`. */
function cellOf(children: readonly ContentNode[] | undefined): PhrasingContent[] {
  if (!children) return [];
  const out: PhrasingContent[] = [];
  for (const line of linesOf(children)) {
    const inner = phrasing(line, IN_CELL);
    if (inner.length === 0) continue;
    if (out.length > 0) out.push({ type: 'html', value: '<br>' });
    out.push(...inner);
  }
  return out;
}

function linesOf(children: readonly ContentNode[]): ContentNode[][] {
  const lines: ContentNode[][] = [[]];
  const visit = (nodes: readonly ContentNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'gap') lines.push([]);
      else if (node.type === 'element' && node.isBlock) {
        lines.push([]);
        if (node.tag === 'pre' || node.tag === 'lines') preLines(node, lines);
        else visit(node.children);
        lines.push([]);
      } else (lines.at(-1) as ContentNode[]).push(node);
    }
  };
  visit(children);
  return lines;
}

function preLines(node: ContentElement, lines: ContentNode[][]): void {
  const breaks = node.children.flatMap((child) => (child.type === 'gap' ? [{ type: 'break' as const }] : [child]));
  let line: ContentNode[] = [];
  const flush = (): void => {
    lines.push([{ type: 'element', tag: 'code', isBlock: false, facts: {}, children: line }]);
    line = [];
  };
  for (const child of breaks) {
    if (child.type === 'break') flush();
    else line.push(child);
  }
  flush();
}
