/** Refs of one world: what they stand for, whether they still do, and facts about what they name. */
import type { PageApi } from '../../shared/page-api.js';
import { isConnected } from '../dom.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { factsOf } from './facts.js';
import { frameRectOf } from './frame-rect.js';
import { Mint } from './mint.js';
import { Picker } from './pick.js';
import { RecordStore } from './records.js';
import { Resolver } from './resolve.js';
import { selectorOf } from './selector.js';

type RefsApi = Pick<PageApi, 'resolve' | 'describe' | 'armPick' | 'collectPick' | 'selector' | 'frameRect'>;

export function createRefsApi(world: PageWorld, services: CaptureServices): { readonly api: RefsApi; dispose(): void } {
  const store = new RecordStore();
  const mint = new Mint(world, services, store);
  const resolver = new Resolver(world, services, store, mint);
  const picker = new Picker(world, services);
  services.onPrinted((capture, entries) => mint.print(capture, entries));

  const api: RefsApi = {
    resolve: (request) => resolver.resolve(request),
    describe({ el }) {
      const element = world.element(el);
      if (!element || !isConnected(element)) {
        return { ok: false, failure: { code: 'detached', message: 'The element is no longer in the document.' } };
      }
      const { key, print } = mint.mint(element, services.fresh());
      return { ok: true, value: { key, facts: factsOf(element, print, world, services, services.env()) } };
    },
    armPick({ event, host }) {
      picker.arm(event, host);
      return null;
    },
    collectPick: ({ event }) => picker.collect(event),
    selector: ({ el }) => selectorOf(world.element(el), services),
    frameRect: ({ el }) => frameRectOf(world.element(el), services.env()),
  };
  return {
    api,
    dispose() {
      picker.dispose();
      store.clear();
    },
  };
}
