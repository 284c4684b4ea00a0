/** The capturing part alone, for tests of it: published as the bundle is, with what tests look at beside. */
import { createCaptureApi } from '../../src/page/capture/api.js';
import { elementOf } from '../../src/page/capture/line.js';
import { PageWorld } from '../../src/page/world.js';

interface Essence {
  readonly role: string;
  readonly name: string;
  readonly ref: boolean;
  readonly hint: string | undefined;
  readonly hiddenBy: string | undefined;
}
const essence = ({ role, name, ref, hint, hiddenBy }: Essence): string => JSON.stringify([role, name, ref, hint, hiddenBy]);

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
            ? {
                kind: container.kind,
                cell: container.cell,
                heading: container.heading,
                href: container.href,
                id: container.id,
                text: container.text,
                label: container.label,
                siblings: services.siblingContainers(container, env).length,
              }
            : null,
        };
      },
    ],
    /** Lines with a ref of which a question about their element alone says something else. */
    [
      'disagreements',
      () => {
        const capture = services.fresh();
        const env = services.env();
        return capture.entries.flatMap((entry) => {
          const element = entry?.ref && entry.role !== 'text' ? elementOf(entry.node) : undefined;
          if (!element) return [];
          const said = essence(entry);
          const alone = essence(services.view(element, env));
          return said === alone ? [] : [`${said} alone ${alone}`];
        });
      },
    ],
    [
      'listen',
      ({ el }: { el: number }) => {
        const element = world.element(el);
        if (element) snapshots.addListener(element);
        return null;
      },
    ],
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
