/** From the accessibility tree of one frame to its lines. */
import type { States } from '../../shared/snapshot.js';
import {
  type AxNode,
  descriptionOf,
  isField,
  isNamedByContent,
  isPiece,
  isTarget,
  nameOf,
  roleOf,
  shownValue,
  statesOf,
} from './ax-words.js';

/** Longest text of a name or text line. */
const MAX_TEXT = 300;

export interface AxLine {
  readonly role: string;
  readonly name: string;
  readonly depth: number;
  readonly states: States;
  readonly value: string | undefined;
  readonly description: string;
  readonly backendNodeId: number | undefined;
  /** It gets a ref. */
  readonly isTarget: boolean;
  /** Name for identity, not shortened. */
  readonly fullName: string;
}
export interface FrameLines {
  readonly lines: readonly AxLine[];
  /** Number of the document in its session. */
  readonly documentNodeId: number | undefined;
  readonly title: string;
}

interface Place {
  readonly node: AxNode;
  readonly depth: number;
  /** Text that the name of a line around says already. */
  readonly said: string;
  /** Text in here is the value of a field. */
  readonly inField: boolean;
  /** The nearest node around that is not ignored: texts of one such node are one text. */
  readonly block: string;
}

export function linesOf(nodes: readonly AxNode[]): FrameLines {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const root = nodes.find((node) => node.parentId === undefined) ?? nodes[0];
  if (!root) return { lines: [], documentNodeId: undefined, title: '' };
  const out: Output = { lines: [], blocks: [] };
  const pending: Place[] = [{ node: root, depth: 0, said: '', inField: false, block: root.nodeId }];
  for (let at = pending.pop(); at; at = pending.pop()) {
    const inside = isPiece(at.node) ? undefined : visit(out, at, at.node === root);
    const children = (inside && at.node.childIds) ?? [];
    for (let k = children.length - 1; inside && k >= 0; k--) {
      const node = byId.get(children[k] as string);
      if (node) pending.push({ node, ...inside });
    }
  }
  return { lines: out.lines, documentNodeId: root.backendDOMNodeId, title: nameOf(root) };
}

interface Output {
  readonly lines: AxLine[];
  /** Block of each text line, '' for other lines. */
  readonly blocks: string[];
}

/** Adds the line of a node, if it has one; what its children stand in, undefined where they say nothing more. */
function visit(out: Output, at: Place, isRoot: boolean): Omit<Place, 'node'> | undefined {
  const { node, depth, said, inField, block } = at;
  const role = isRoot ? '' : roleOf(node);
  if (role === 'text') {
    addText(out, at);
    return undefined;
  }
  const inside = node.ignored ? block : node.nodeId;
  if (role === '') return { depth, said, inField, block: inside };
  const line = lineOf(node, role, depth);
  out.lines.push(line);
  out.blocks.push('');
  return { depth: depth + 1, said: isNamedByContent(role) ? line.fullName : said, inField: inField || isField(role), block: inside };
}

function addText({ lines, blocks }: Output, { node, depth, said, inField, block }: Place): void {
  const text = nameOf(node);
  if (text === '' || inField || said.includes(text)) return;
  const last = lines.at(-1);
  if (last?.role === 'text' && last.depth === depth && blocks.at(-1) === block) {
    lines[lines.length - 1] = { ...last, name: shorten(`${last.fullName} ${text}`), fullName: `${last.fullName} ${text}` };
    return;
  }
  blocks.push(block);
  lines.push({
    role: 'text',
    name: shorten(text),
    fullName: text,
    depth,
    states: {},
    value: undefined,
    description: '',
    backendNodeId: undefined,
    isTarget: false,
  });
}

function lineOf(node: AxNode, role: string, depth: number): AxLine {
  const fullName = nameOf(node);
  const value = shownValue(node);
  return {
    role,
    name: shorten(fullName),
    fullName,
    depth,
    states: statesOf(node, role),
    value: value === undefined ? undefined : shorten(value),
    description: shorten(descriptionOf(node)),
    backendNodeId: node.backendDOMNodeId,
    isTarget: isTarget(node, role),
  };
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
