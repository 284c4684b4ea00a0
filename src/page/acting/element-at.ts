/** What a press at a point would be a press on. */
import type { ElementAtReply, ElementAtRequest, PageResult } from '../../shared/page-api.js';
import { documentElementOf, documentOf, frameDocument, isFrameOwner, isHtml, labelControl, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { deepestAt } from './hit.js';
import { isInteractive } from './interactive.js';
import { viewOfElement } from './native.js';
import { failure, flatPath, ownersOf, success } from './subject.js';

interface Tools {
  readonly world: PageWorld;
  readonly services: CaptureServices;
}

/**
 * The element at a point of one document: a frame, else the nearest control around what lies there, else that itself.
 * Nothing is scrolled and nothing changes.
 */
export function elementAt(tools: Tools, request: ElementAtRequest): PageResult<ElementAtReply> {
  const found = documentFor(tools, request.owner);
  if (!found) return failure('frame_unavailable', 'The frame at the point is gone.');
  const env = tools.services.env();
  const root = documentElementOf(found);
  const hit = deepestAt(env, found, request) ?? root;
  const view = root && viewOfElement(root);
  if (!hit || !view) return failure('not_found', 'The document has nothing that could be pressed.');
  const frame = frameKind(tools, hit);
  const { innerWidth: width, innerHeight: height } = view;
  return success({
    el: tools.world.id(frame === 'none' ? meantBy(env, hit, tools.services) : hit),
    inner: tools.world.id(hit),
    frame,
    owners: ownersOf(tools, documentOf(hit)),
    viewport: { width, height },
  });
}

/** The document inside an iframe of this world, or the world's own. */
function documentFor({ world, services }: Tools, owner: number | undefined): Document | undefined {
  if (owner === undefined) return services.documents()[0] ?? document;
  const frame = world.element(owner);
  return (frame && frameDocument(frame)) ?? undefined;
}

function frameKind({ services }: Tools, hit: Element): ElementAtReply['frame'] {
  if (!isFrameOwner(hit)) return 'none';
  const inner = frameDocument(hit);
  return inner && services.documents().includes(inner) ? 'same' : 'foreign';
}

/** A press on an icon is a press on its button, one on a label is one on its control (HTML 4.10.4). */
function meantBy(env: Env, hit: Element, services: CaptureServices): Element {
  for (const at of flatPath(env, hit)) {
    if (isHtml(at) && tagOf(at) === 'label') return labelControl(at as HTMLLabelElement) ?? at;
    if (isInteractive(at) || services.view(at, env).ref) return at;
  }
  return hit;
}
