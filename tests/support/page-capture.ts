/** The capturing part alone, for tests of it: published as the bundle is, with what tests look at beside. */
import { createCaptureApi } from '../../src/page/capture/api.js';
import { elementOf } from '../../src/page/capture/line.js';
import type { Snapshots } from '../../src/page/capture/snapshots.js';
import { PageWorld } from '../../src/page/world.js';

interface Essence {
  readonly role: string;
  readonly name: string;
  readonly ref: boolean;
  readonly hint: string | undefined;
  readonly hiddenBy: string | undefined;
}
const UNSEEN = { maxMs: 10_000, mode: 'snapshot', keep: false, numbered: false } as const;
/** Everything a capture knows, ids left out. */
function contentsOf({ capture, out, walk }: ReturnType<Snapshots['take']>) {
  return {
    walk,
    entries: capture.entries.slice(1).map((line) => ({
      says: [
        line.i,
        line.parent,
        line.depth,
        line.end,
        line.doc,
        line.container,
        line.role,
        line.name,
        line.value,
        line.type,
        line.description,
        line.hint,
      ],
      is: [line.ref, line.states, line.hiddenBy, line.inView, line.foreign, line.href, line.kind, line.reasons, line.top, line.focused],
    })),
    containers: capture.containers.map(({ kind, cell, heading, href, id, text, label, parent }) => [
      kind,
      cell,
      heading,
      href,
      id,
      text,
      label,
      parent,
    ]),
    coverage: [out.canvases.length, out.videos.length, out.hiddenTexts.length, out.skippedFrames],
    foreign: out.foreign.map(({ line, visible }) => [line?.i ?? 0, visible]),
    candidates: [out.closedCandidates.length, out.internalsCandidates.length],
    documents: capture.documents.map(({ title, url, name }) => [title, url, name]),
  };
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
    /** The page as an update tells it and as a full walk does, at one moment. */
    [
      'compare',
      () => [contentsOf(snapshots.take({ ...UNSEEN, incremental: true })), contentsOf(snapshots.take({ ...UNSEEN, incremental: false }))],
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
