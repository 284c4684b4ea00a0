/** A small bundle for tests of the bridge: real element ids and nonces, and just enough methods to see what the bridge does. */
import { PageWorld } from '../../src/page/world.js';

publish((options) => {
  const world = new PageWorld(options);
  let clicks = 0;
  let inputSeq = 0;
  const count = (event: Event) => {
    if (event.isTrusted) inputSeq++;
  };
  addEventListener('pointerdown', count, true);
  addEventListener('keydown', count, true);

  const roots = (): (Document | ShadowRoot)[] => {
    const all: (Document | ShadowRoot)[] = [document];
    for (const root of all) {
      for (const element of root.querySelectorAll('*')) {
        const shadow = element.shadowRoot ?? world.closedRoot(element);
        if (shadow) all.push(shadow);
        const inner = 'contentDocument' in element ? (element.contentDocument as Document | null) : null;
        if (inner) all.push(inner);
      }
    }
    return all;
  };

  const methods: Record<string, (request: never) => unknown> = {
    ping: () => ({ nonce: world.nonce(document), url: location.href, title: document.title, readyState: document.readyState, inputSeq }),
    /** Elements by CSS selector, in all documents and roots this world reaches; their ids come in `foreign`. */
    find: ({ query }: { query: string }) => {
      const found = roots().flatMap((root) => [...root.querySelectorAll(query)]);
      const foreign = found.map((element) => ({ el: world.id(element), i: 0, depth: 0, name: '', url: '', visible: true }));
      return { ok: true, value: { snapshotId: 1, documents: [], nodes: [], total: found.length, foreign } };
    },
    /** Facts by which a test knows an element; `text` tells what was handed over. */
    readValue: ({ el }: { el: number }) => {
      const element = world.element(el);
      if (!element?.isConnected) return { ok: false, failure: { code: 'detached' } };
      const box = element.getBoundingClientRect();
      const value = {
        text: element.textContent,
        internals: world.internals(element) ?? null,
        x: box.x,
        y: box.y,
        width: box.width,
        height: box.height,
      };
      const view = element.ownerDocument.defaultView as Window;
      return { ok: true, value: { value: JSON.stringify({ ...value, viewport: [view.innerWidth, view.innerHeight] }), focused: false } };
    },
    hasText: ({ text }: { text: string }) =>
      roots().some((root) => (('body' in root ? root.body : root)?.textContent ?? '').includes(text)),
    /** Counts, and tells the page, so that a test sees how often an action was dispatched. */
    click: ({ el }: { el: number }) => {
      clicks++;
      const element = world.element(el);
      if (!(element && 'click' in element)) return { ok: false, failure: { code: 'detached' } };
      (element as HTMLElement).click();
      return { ok: true, value: null };
    },
    collectPick: () => clicks,
    noClosedRoot: ({ els }: { els: number[] }) => {
      for (const el of els) {
        const element = world.element(el);
        if (element) world.setClosedRoot(element, null);
      }
      return null;
    },
    frameHit: ({ owner, x, y }: { owner: number; x: number; y: number }) => {
      const element = world.element(owner);
      const hit = element?.ownerDocument.elementFromPoint(x, y);
      if (hit === element) return { ok: true, value: null };
      return { ok: false, failure: { code: 'occluded', message: 'covered', detail: { blocker: hit?.id ?? '' } } };
    },
    frameRect: ({ el }: { el: number }) => {
      const element = world.element(el);
      if (!element) return { ok: false, failure: { code: 'detached' } };
      const style = getComputedStyle(element);
      const edge = (name: 'Left' | 'Top') => Number.parseFloat(style[`border${name}Width`]) + Number.parseFloat(style[`padding${name}`]);
      const { x, y } = element.getBoundingClientRect();
      const exact = style.rotate === 'none' && style.transform === 'none';
      return {
        ok: true,
        value: { box: [x + edge('Left'), y + edge('Top'), Number.parseFloat(style.width), Number.parseFloat(style.height)], exact },
      };
    },
    /** Never answers within the time of a test. */
    quiet: () => new Promise(() => undefined),
    /** What a hostile or broken page may answer. */
    selector: () => ({ ok: true, value: { frames: 'none' } }),
    dispose: () => {
      removeEventListener('pointerdown', count, true);
      removeEventListener('keydown', count, true);
      return null;
    },
  };
  return {
    call(method, json) {
      const reply = methods[method]?.(JSON.parse(json) as never);
      return reply instanceof Promise ? reply.then((value) => JSON.stringify(value)) : JSON.stringify(reply);
    },
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
