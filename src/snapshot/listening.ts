/** Asks a world for something that prints refs, when it knows what scripts of the page listen on. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';

/** @param ask one page call that may be made twice */
export function withListeners<R>({ deep }: PageEngine, world: World, options: CallOptions, ask: () => Promise<R>): Promise<R> {
  return deep ? deep.withListeners(world, options, ask) : ask();
}
