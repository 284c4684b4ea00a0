/** The content of a capture, for views in running text: made by the walk that makes its lines. */
import type { ContentReply, ContentRequest, PageApi, PageResult } from '../../shared/page-api.js';
import type { Line } from '../capture/line.js';
import { factsOf, type Snapshots } from '../capture/snapshots.js';
import { isConnected, rootOf } from '../dom.js';
import { uniqueCss } from '../refs/unique-css.js';
import type { PageWorld } from '../world.js';
import { ContentWriter } from './writer.js';

export function createContentApi(world: PageWorld, snapshots: Snapshots): Pick<PageApi, 'content'> {
  return { content: (request) => content(world, snapshots, request) };
}

function content(world: PageWorld, snapshots: Snapshots, request: ContentRequest): PageResult<ContentReply> {
  const scope = request.scope === undefined ? undefined : world.element(request.scope);
  if (request.scope !== undefined && !(scope && isConnected(scope)))
    return { ok: false, failure: { code: 'detached', message: 'The element of the scope is no longer in the document.' } };
  const started = performance.now();
  const writer = new ContentWriter(request);
  const { capture, out } = snapshots.take({
    scope,
    maxMs: request.maxMs,
    mode: 'snapshot',
    keep: request.anchors,
    numbered: request.anchors,
    incremental: false,
    sink: writer,
  });
  if (request.anchors) {
    const anchored: Line[] = [];
    for (const { facts, line } of writer.anchors) {
      if (line.dead) continue;
      if (line.ref) {
        facts['ref'] = line.i;
        facts['doc'] = line.doc;
        facts['as'] = line.role;
        facts['name'] = line.name.slice(0, 200);
        anchored.push(line);
      }
      const selector = (line.ref || line.role === 'heading') && line.element && uniqueCss(line.element);
      if (selector) facts['selector'] = selector;
      // Such a selector finds nothing, or something else, where it is looked for in the document.
      if (selector && line.element && rootOf(line.element) !== document) facts['inner'] = true;
    }
    snapshots.tellPrinted(capture, anchored);
  }
  const { captureId, snapshotId, documents } = capture;
  const { foreign, closedCandidates, internalsCandidates, coverage } = factsOf(out, world);
  return {
    ok: true,
    value: {
      captureId,
      snapshotId,
      documents,
      items: writer.items,
      foreign,
      closedCandidates,
      internalsCandidates,
      coverage,
      isFull: writer.isFull,
      pageMs: performance.now() - started,
    },
  };
}
