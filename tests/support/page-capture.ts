/** The capturing part alone, for tests of it: published as the bundle is, with what tests look at beside. */
import { createCaptureApi } from '../../src/page/capture/api.js';
import { PageWorld } from '../../src/page/world.js';

publish((options) => {
  const world = new PageWorld(options);
  const { api, services, snapshots } = createCaptureApi(world);
  const methods = new Map<string, (request: never) => unknown>([
    ...(Object.entries(api) as [string, (request: never) => unknown][]),
    /** What the services say of an element. */
    [
      'view',
      ({ el }: { el: number }) => {
        const element = world.element(el);
        if (!element) return null;
        const env = services.env();
        const container = services.containerOf(element, env);
        return {
          ...services.view(element, env),
          visible: services.visible(element, env),
          inView: services.inViewport(element),
          container: container
            ? { kind: container.kind, cell: container.cell, heading: container.heading, href: container.href, id: container.id, text: container.text, label: container.label, siblings: services.siblingContainers(container, env).length }
            : null,
        };
      },
    ],
    ['listen', ({ el }: { el: number }) => {
      const element = world.element(el);
      if (element) snapshots.addListener(element);
      return null;
    }],
  ]);
  return {
    call: (method, json) => JSON.stringify(methods.get(method)?.(JSON.parse(json) as never) ?? null),
    element: (id) => world.element(id) ?? null,
    idOf: (element) => world.id(element),
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
