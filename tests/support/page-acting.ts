/** The acting methods over the real capture services, without bridge and refs. Also finds elements by selector chains. */
import { createActingApi } from '../../src/page/acting/api.js';
import { createCaptureApi } from '../../src/page/capture/api.js';
import { frameDocument, query, tagOf } from '../../src/page/dom.js';
import type { PagePort } from '../../src/page/port.js';
import { PageWorld } from '../../src/page/world.js';

/** `#host >> button` goes into a shadow root or a frame. */
function find(world: PageWorld, path: string): number {
  let scope: Node = document;
  let found: Element | undefined;
  for (const selector of path.split('>>')) {
    found = query(scope, selector.trim()) ?? undefined;
    if (!found) return 0;
    scope = (tagOf(found) === 'iframe' ? frameDocument(found) : (found.shadowRoot ?? world.closedRoot(found))) ?? found;
  }
  return found ? world.id(found) : 0;
}

publish((options): PagePort => {
  const world = new PageWorld(options);
  const acting = createActingApi(world, createCaptureApi(world).services);
  const methods = new Map<string, (request: never) => unknown>([
    ...(Object.entries(acting.api) as [string, (request: never) => unknown][]),
    ['find', ({ path }: { path: string }) => find(world, path)],
  ]);
  return {
    call(method, json) {
      const reply = methods.get(method)?.(JSON.parse(json) as never);
      return reply instanceof Promise ? reply.then((value) => JSON.stringify(value)) : JSON.stringify(reply);
    },
    element: (id) => world.element(id) ?? null,
    idOf: (element) => world.id(element),
    adoptRoot: (host, root) => world.setClosedRoot(world.element(host) as Element, root),
    setInternals: () => undefined,
  };
});
