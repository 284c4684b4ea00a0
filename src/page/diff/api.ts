/** Comparing captures: what an action changed, printed within a budget. */

import type { DiffReply, DiffRequest, PageApi, PageResult, WireNode } from '../../shared/page-api.js';
import type { KeptCapture } from '../capture/kept.js';
import type { Line } from '../capture/line.js';
import { contextNode } from '../capture/parts.js';
import { shorten } from '../capture/shorten.js';
import { foreignOf, type Snapshots } from '../capture/snapshots.js';
import { UPDATES_ARE_TRUSTED } from '../capture/trust.js';
import { costOf, toNode, withBox } from '../capture/wire.js';
import type { PageWorld } from '../world.js';
import { Marks } from './marks.js';
import { lineKey, sameLine } from './same-line.js';
import { diffSequences, type SequenceDiff } from './sequence.js';

export interface DiffPart {
  readonly api: Pick<PageApi, 'mark' | 'diff'>;
  dispose(): void;
}

const MAX_NAME = 160;
/** Share of the budget that lines which are gone may take. */
const REMOVED_SHARE = 0.3;

export function createDiffApi(world: PageWorld, snapshots: Snapshots): DiffPart {
  const marks = new Marks();
  return {
    api: {
      mark({ maxMs }) {
        const { document } = globalThis;
        const { capture, out } = snapshots.take({
          maxMs,
          mode: 'snapshot',
          keep: false,
          numbered: false,
          incremental: UPDATES_ARE_TRUSTED,
        });
        return {
          ok: true,
          value: { captureId: marks.keep(capture, document), nonce: world.nonce(document), foreign: foreignOf(out, world) },
        };
      },
      diff: (request) => diff(world, snapshots, marks, request),
    },
    dispose: () => marks.clear(),
  };
}

function diff(world: PageWorld, snapshots: Snapshots, marks: Marks, request: DiffRequest): PageResult<DiffReply> {
  const started = performance.now();
  const before = marks.take(request.before, globalThis.document);
  const { capture, out } = snapshots.take({
    maxMs: request.maxMs,
    mode: 'snapshot',
    keep: true,
    numbered: true,
    incremental: UPDATES_ARE_TRUSTED,
  });
  const change = before ? compare(before.entries, capture.entries) : allNew(capture.entries);
  const added = addedLines(capture, change.added, request.budget);
  const gone = before ? removedLines(before, change.removed, request.budget * REMOVED_SHARE) : [];
  const refs = currentRefs(capture, new Set(added.printed), request.budget);
  snapshots.tellPrinted(capture, [...added.printed, ...refs.printed]);
  return {
    ok: true,
    value: {
      captureId: capture.captureId,
      snapshotId: capture.snapshotId,
      documents: capture.documents,
      compared: before !== undefined,
      added: added.nodes,
      removed: gone,
      addedTotal: change.added.length,
      removedTotal: change.removed.length,
      moved: change.moved.length,
      refs: refs.nodes,
      refsTotal: refs.total,
      foreign: foreignOf(out, world),
      pageMs: performance.now() - started,
    },
  };
}

/** entries[0] is unused in both lists. */
function compare(before: readonly Line[], after: readonly Line[]): SequenceDiff {
  const result = diffSequences(
    before.length - 1,
    after.length - 1,
    (a, b) => sameLine(before[a + 1] as Line, after[b + 1] as Line),
    (a) => lineKey(before, a + 1),
    (b) => lineKey(after, b + 1),
  );
  const next = (at: number): number => at + 1;
  return { added: result.added.map(next), removed: result.removed.map(next), moved: result.moved.map(next) };
}

/** A document that was not there before: every line is new. */
function allNew(entries: readonly Line[]): SequenceDiff {
  return { added: Array.from({ length: Math.max(0, entries.length - 1) }, (_, at) => at + 1), removed: [], moved: [] };
}

/** A list of printed lines that ends when the budget does. */
class Lines {
  readonly nodes: WireNode[] = [];
  readonly printed: Line[] = [];
  readonly #capture: KeptCapture;
  #left: number;

  constructor(capture: KeptCapture, budget: number) {
    this.#capture = capture;
    this.#left = budget;
  }

  add(line: Line, node: WireNode): boolean {
    const cost = costOf(this.#capture, node);
    if (cost > this.#left) return false;
    this.#left -= cost;
    this.nodes.push(node);
    this.printed.push(line);
    return true;
  }
}

function lineNode(capture: KeptCapture, line: Line): WireNode {
  return withBox(capture, line, toNode(line, shorten(line.name, MAX_NAME)), false);
}

/** Added lines in document order, under a context line of their parent where that is not new itself. */
function addedLines(capture: KeptCapture, indices: readonly number[], budget: number): Lines {
  const lines = new Lines(capture, budget);
  const shown = new Set<number>(indices);
  for (const at of indices) {
    const line = capture.entries[at] as Line;
    const parent = capture.entries[line.parent] as Line | undefined;
    if (parent && line.parent !== 0 && !shown.has(line.parent)) {
      shown.add(line.parent);
      if (!lines.add(parent, contextNode(parent, capture.entries))) break;
    }
    if (!lines.add(line, lineNode(capture, line))) break;
  }
  return lines;
}

function removedLines(before: KeptCapture, indices: readonly number[], budget: number): WireNode[] {
  const lines = new Lines(before, budget);
  for (const at of indices) {
    const line = before.entries[at] as Line;
    const { ref: _, ...node } = toNode(line, shorten(line.name, MAX_NAME));
    if (!lines.add(line, node as WireNode)) break;
  }
  return lines.nodes;
}

/** Current nodes with a ref that the added lines do not show: focus and top layer first, then the viewport, then the rest; printed in document order. */
function currentRefs(
  capture: KeptCapture,
  except: ReadonlySet<Line>,
  budget: number,
): { readonly nodes: WireNode[]; readonly printed: Line[]; readonly total: number } {
  const classes: Line[][] = [[], [], []];
  let total = 0;
  for (let i = 1; i < capture.entries.length; i++) {
    const line = capture.entries[i] as Line;
    if (!line.ref || except.has(line)) continue;
    total++;
    (classes[line.focused || line.top ? 0 : line.inView ? 1 : 2] as Line[]).push(line);
  }
  const lines = new Lines(capture, budget);
  for (const line of classes.flat()) if (!lines.add(line, { ...lineNode(capture, line), depth: 0 })) break;
  const order = lines.nodes.map((node, at) => [node, lines.printed[at] as Line] as const).sort(([a], [b]) => a.i - b.i);
  return { nodes: order.map(([node]) => node), printed: order.map(([, line]) => line), total };
}
