/** Turns stitched wire nodes into public nodes of one page, and writes the issued refs down. */
import type { CallOptions, PageEngine } from '../bridge/types.js';
import type { WireNode } from '../shared/page-api.js';
import { formatRef } from '../shared/ref.js';
import type { FrameInfo, SnapshotNode } from '../shared/snapshot.js';
import type { RefBook, RefFormat } from './book.js';
import { BoxMapper } from './boxes.js';
import { frameInfo, publicNode } from './text.js';
import type { StitchedNode } from './tree.js';

export interface PrinterParts {
  readonly book: RefBook;
  readonly refs: RefFormat;
}
/** What stays the same for all parts of one capture. */
export interface PageFrames {
  readonly topOrigin: string;
  /** Accessible name of the owner iframe, by world id. */
  readonly names: ReadonlyMap<string, string>;
}

export class Printer {
  readonly #parts: PrinterParts;
  readonly #tab: PageEngine;
  readonly #frames: PageFrames;
  readonly #boxes: BoxMapper;
  readonly #known = new Map<string, FrameInfo>();

  constructor(parts: PrinterParts, tab: PageEngine, frames: PageFrames, call: CallOptions) {
    this.#parts = parts;
    this.#tab = tab;
    this.#frames = frames;
    this.#boxes = new BoxMapper(tab, call);
  }

  /** @param cursorOf cursor of a `more` line */
  async nodes(stitched: readonly StitchedNode[], cursorOf: (node: StitchedNode) => string | undefined): Promise<SnapshotNode[]> {
    const out: SnapshotNode[] = [];
    for (const one of stitched) {
      const placed = one.node.box ? { ...one, node: await this.#placed(one) } : one;
      out.push(publicNode(placed, this.frame(one), (nonce, id, index) => this.#parts.refs.print(nonce, id, index), cursorOf(one)));
    }
    return out;
  }

  /** Writes down what was really shown. */
  note(nodes: readonly SnapshotNode[]): void {
    for (const { ref, role, name } of nodes) {
      const full = ref === undefined ? undefined : this.#parts.refs.read(ref);
      if (full) this.#parts.book.note({ ref: formatRef(full.nonce, full.snapshotId, full.index), role, name, tabId: this.#tab.tabId });
    }
  }

  frame({ document, world }: Pick<StitchedNode, 'document' | 'world'>): FrameInfo {
    let frame = this.#known.get(document.nonce);
    if (!frame) {
      const name = document.owner === undefined ? (this.#frames.names.get(world.id) ?? '') : document.name;
      this.#known.set(document.nonce, (frame = frameInfo(document, name, this.#frames.topOrigin)));
    }
    return frame;
  }

  async #placed({ node, world, owners }: StitchedNode): Promise<WireNode> {
    if (!node.box) return node;
    const box = await this.#boxes.map(world, owners, node.box);
    const { box: _, ...rest } = node;
    return box ? { ...rest, box } : rest;
  }
}
