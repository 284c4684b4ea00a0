/** Entry of the page bundle: composes the API of one world and publishes it. Exports nothing. */
import type { PageApi } from '../shared/page-api.js';
import { createActingApi } from './acting/api.js';
import { adopt } from './adopt.js';
import { createCaptureApi } from './capture/api.js';
import { createContentApi } from './content/api.js';
import { createDiffApi } from './diff/api.js';
import { createListenersApi } from './listeners.js';
import type { BundlePort } from './port.js';
import { createRefsApi } from './refs/api.js';
import { createSelectionApi } from './selection.js';
import { PageWorld } from './world.js';

publish((options): BundlePort => {
  const world = new PageWorld(options);
  const capture = createCaptureApi(world);
  const diff = createDiffApi(world, capture.snapshots);
  const refs = createRefsApi(world, capture.services);
  const acting = createActingApi(world, capture.services, capture.input);
  const listeners = createListenersApi(capture.snapshots, capture.input);
  const api: PageApi = {
    ...capture.api,
    ...diff.api,
    ...refs.api,
    ...acting.api,
    ...listeners.api,
    ...createSelectionApi(world, capture.snapshots),
    ...createContentApi(world, capture.snapshots),
    dispose() {
      listeners.dispose();
      acting.dispose();
      refs.dispose();
      diff.dispose();
      capture.dispose();
      return null;
    },
  };
  const methods = new Map<string, (request: unknown) => unknown>(Object.entries(api) as [string, (request: unknown) => unknown][]);
  return {
    call(method, json) {
      const run = methods.get(method);
      if (!run) throw new Error(`no page method ${method}`);
      const reply = run(JSON.parse(json));
      return reply instanceof Promise ? reply.then((value) => JSON.stringify(value)) : JSON.stringify(reply);
    },
    element: (id) => world.element(id) ?? null,
    idOf: (element) => world.id(element),
    addListener: (node) => listeners.add(node),
    documentAt: (index) => capture.snapshots.documents()[index] ?? null,
    adopt: (node) => adopt(world, capture.snapshots.documents(), node),
    adoptRoot(host, root) {
      const element = world.element(host);
      if (element) world.setClosedRoot(element, root);
    },
    setInternals(id, facts) {
      const element = world.element(id);
      if (element) world.setInternals(element, facts);
    },
  };
});
