/** Boxes of nodes in frames, in px of the top viewport. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { WireBox, WireDocument } from '../shared/page-api.js';

/** Scale and offset from a document's viewport to the top viewport; `null` when the frame has no axis-aligned mapping. */
interface Mapping {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly x: number;
  readonly y: number;
}
const SPAN = 100;

/** Owner iframes of a document inside its world, innermost first. */
export function ownersOf(documents: readonly WireDocument[], index: number): number[] {
  const owners: number[] = [];
  for (let at: number | undefined = index; at !== undefined; ) {
    const document: WireDocument | undefined = documents[at];
    if (document?.owner === undefined) break;
    owners.push(document.owner);
    at = document.parent;
  }
  return owners;
}

/** Maps boxes of frames; one look-up a document. */
export class BoxMapper {
  readonly #tab: PageEngine;
  readonly #call: CallOptions;
  readonly #known = new Map<string, Promise<Mapping | null>>();

  constructor(tab: PageEngine, call: CallOptions) {
    this.#tab = tab;
    this.#call = call;
  }

  async map(world: World, owners: readonly number[], box: WireBox): Promise<WireBox | undefined> {
    if (!world.parent && owners.length === 0) return box;
    const key = `${world.id}:${owners.join()}`;
    let mapping = this.#known.get(key);
    if (!mapping) this.#known.set(key, (mapping = this.#measure(world, owners)));
    const m = await mapping;
    return m ? [m.x + box[0] * m.scaleX, m.y + box[1] * m.scaleY, box[2] * m.scaleX, box[3] * m.scaleY] : undefined;
  }

  async #measure(world: World, owners: readonly number[]): Promise<Mapping | null> {
    const options = { ...this.#call, hitTest: false, viewport: { width: SPAN, height: SPAN } };
    try {
      const origin = await this.#tab.mapPoint(world, owners, { x: 0, y: 0 }, options);
      const corner = await this.#tab.mapPoint(world, owners, { x: SPAN, y: SPAN }, options);
      return { x: origin.x, y: origin.y, scaleX: (corner.x - origin.x) / SPAN, scaleY: (corner.y - origin.y) / SPAN };
    } catch (error) {
      if (SdkError.isInstance(error) && ['aborted', 'tab_closed', 'tab_crashed', 'browser_closed'].includes(error.code)) throw error;
      return null;
    }
  }
}
