/** The capturing part of the page API: captures, their pages, search, and what a person can read. */

import type { CaptureReply, CaptureRequest, MoreReply, MoreRequest, PageApi, PageFailure, PageResult } from '../../shared/page-api.js';
import { isConnected, titleOf } from '../dom.js';
import { InputCounter } from '../input-counter.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { find, hasText } from './find.js';
import { readyStateOf, urlOf } from './nodes.js';
import { firstPart, nextPart, type Part } from './parts.js';
import { selectPart } from './select.js';
import { createServices } from './services.js';
import { factsOf, Snapshots } from './snapshots.js';
import { UPDATES_ARE_TRUSTED } from './trust.js';

export type CaptureApi = Pick<PageApi, 'ping' | 'capture' | 'more' | 'find' | 'hasText' | 'noClosedRoot'>;

export interface CapturePart {
  readonly api: CaptureApi;
  readonly services: CaptureServices;
  /** For parts that print captures of their own. */
  readonly snapshots: Snapshots;
  readonly input: InputCounter;
  dispose(): void;
}

/** Makes the capturing methods of one world. */
export function createCaptureApi(world: PageWorld): CapturePart {
  const snapshots = new Snapshots(world);
  const input = new InputCounter();
  const api: CaptureApi = {
    ping: () => ({
      nonce: world.nonce(globalThis.document),
      url: urlOf(globalThis.document),
      title: titleOf(globalThis.document),
      readyState: readyStateOf(globalThis.document),
      inputSeq: input.seq,
    }),
    capture: (request) => capture(world, snapshots, request),
    more: (request) => more(snapshots, request),
    find: (request) => find(world, snapshots, request),
    hasText: (request) => hasText(snapshots, request.text),
    noClosedRoot: ({ els }) => {
      for (const id of els) {
        const element = world.element(id);
        if (element && world.closedRoot(element) === undefined) world.setClosedRoot(element, null);
      }
      return null;
    },
  };
  return {
    api,
    services: createServices(world, snapshots),
    snapshots,
    input,
    dispose() {
      input.dispose();
      snapshots.dispose();
    },
  };
}

function capture(world: PageWorld, snapshots: Snapshots, request: CaptureRequest): PageResult<CaptureReply> {
  const started = performance.now();
  const scope = request.scope === undefined ? undefined : world.element(request.scope);
  if (request.scope !== undefined && !(scope && isConnected(scope)))
    return failed('detached', 'The element of the scope is no longer in the document.');
  const {
    capture: taken,
    out,
    walk,
  } = snapshots.take({
    scope,
    maxMs: request.maxMs,
    mode: request.mode,
    keep: request.keep !== false,
    numbered: true,
    incremental: request.incremental ?? UPDATES_ARE_TRUSTED,
  });
  const selection = selectPart(taken, request.budget);
  const part = firstPart(taken, selection, request.budget, request.boxes === true);
  print(snapshots, taken, part);
  return {
    ok: true,
    value: {
      captureId: taken.captureId,
      snapshotId: taken.snapshotId,
      documents: taken.documents,
      nodes: part.nodes,
      omitted: selection.omitted,
      hasMore: selection.hasMore,
      total: taken.entries.length - 1,
      ...factsOf(out, world),
      pageMs: performance.now() - started,
      walk,
    },
  };
}

function more(snapshots: Snapshots, request: MoreRequest): PageResult<MoreReply> {
  const kept = snapshots.kept.get(request.captureId);
  if (!kept) return failed('not_found', 'That capture is no longer kept.');
  const part = nextPart(kept, {
    from: request.from,
    offset: request.offset ?? 0,
    to: request.to ?? Number.POSITIVE_INFINITY,
    budget: request.budget,
    boxes: request.boxes === true,
  });
  print(snapshots, kept, part);
  const { documents, snapshotId } = kept;
  return { ok: true, value: { documents, snapshotId, nodes: part.nodes, ...(part.next ? { next: part.next } : {}) } };
}

function print(snapshots: Snapshots, kept: Parameters<Snapshots['tellPrinted']>[0], part: Part): void {
  snapshots.tellPrinted(kept, part.printed);
}

function failed(code: string, message: string): { readonly ok: false; readonly failure: PageFailure } {
  return { ok: false, failure: { code, message } };
}
