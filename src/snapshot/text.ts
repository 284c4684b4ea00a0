/** From stitched wire nodes to public nodes and text: header, lines, tail. */
import type { WireDocument } from '../shared/page-api.js';
import { quote, renderLine } from '../shared/render.js';
import type { Box, Coverage, FrameInfo, Omitted, SnapshotNode } from '../shared/snapshot.js';
import type { StitchedNode } from './tree.js';

const MAX_TITLE = 160;
const MAX_URL = 300;

/** Page text for a header line: one line, nothing in it can be taken for a ref, a header or a fence. */
export function headerText(text: string, limit: number): string {
  const cut = text.length > limit ? `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return quote(cut.replace(/\s+/g, ' ').trim()).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}

/** A URL fit to be shown: no user and password, no data. */
export function shownUrl(url: string): string {
  if (/^data:/i.test(url)) return `${url.slice(0, url.indexOf(',') + 1 || 16).slice(0, 60)}…`;
  try {
    const parsed = new URL(url);
    if (parsed.username || parsed.password) {
      parsed.username = '';
      parsed.password = '';
      return parsed.href;
    }
  } catch {
    // Not a URL the parser knows: shown as it is.
  }
  return url;
}

export function header(kind: string, id: string, url: string, title: string): string {
  return `# ${kind} (${id})\nURL: ${headerText(shownUrl(url), MAX_URL)}\nTitle: ${headerText(title, MAX_TITLE)}\n`;
}

/** Frame facts of a document. */
export function frameInfo(document: WireDocument, ownerName: string | undefined, topOrigin: string): FrameInfo {
  return {
    name: ownerName ?? document.name,
    url: shownUrl(document.url),
    origin: document.origin,
    crossOrigin: document.origin !== topOrigin || document.origin === 'null',
  };
}

export type PrintRef = (nonce: string, snapshotId: number, index: number) => string;

/** Public node of a stitched node. */
export function publicNode(stitched: StitchedNode, frame: FrameInfo, printRef: PrintRef, cursor: string | undefined): SnapshotNode {
  const { node, depth, document, snapshotId } = stitched;
  return {
    ...(node.ref ? { ref: printRef(document.nonce, snapshotId, node.i) } : {}),
    role: node.role,
    name: node.name,
    depth,
    states: node.states ?? {},
    ...(node.value === undefined ? {} : { value: node.value }),
    ...(node.type === undefined ? {} : { type: node.type }),
    ...(node.description ? { description: node.description } : {}),
    ...(node.hint ? { hint: node.hint } : {}),
    frame,
    ...(node.box ? { box: toBox(node.box) } : {}),
    inViewport: node.inViewport ?? false,
    ...(node.hiddenBy ? { hiddenBy: node.hiddenBy } : {}),
    ...(node.context ? { context: true } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

function toBox(box: readonly [number, number, number, number]): Box {
  return { x: box[0], y: box[1], width: box[2], height: box[3] };
}

export function lineOf(node: SnapshotNode): string {
  return renderLine(node, node.role === 'more' ? node.cursor : node.ref);
}

/** The closing lines: what was left out and how to read it, what cannot be read at all. */
export function tail(omitted: Omitted, coverage: Coverage | undefined, cursor: string | undefined): string {
  const lines: string[] = [];
  if (cursor !== undefined) {
    const counts = omitted.nodes > 0 ? `${omitted.nodes} more lines (${omitted.interactive} interactive)` : 'more';
    lines.push(`[${counts}: read_page with cursor "${cursor}"]`);
  }
  const gaps = coverage ? coverageGaps(coverage) : '';
  if (gaps) lines.push(`[not shown: ${gaps}]`);
  return lines.length ? `\n${lines.join('\n')}` : '';
}

function coverageGaps(coverage: Coverage): string {
  const gaps: string[] = [];
  const count = (n: number, one: string, many: string): void => {
    if (n > 0) gaps.push(`${n} ${n === 1 ? one : many}`);
  };
  count(coverage.canvas, 'canvas', 'canvases');
  count(coverage.video, 'video', 'videos');
  count(coverage.failedFrames.length, 'frame that could not be read', 'frames that could not be read');
  count(coverage.skippedFrames, 'frame beyond the limits', 'frames beyond the limits');
  count(coverage.hiddenText, 'hidden text', 'hidden texts');
  count(coverage.closedRoots, 'closed shadow root', 'closed shadow roots');
  if (coverage.truncatedByTime) gaps.push('what could not be walked in time');
  return gaps.join(', ');
}
