/** Makes worlds known that nobody asked anything of yet. */
import type { CallOptions, PageEngine, World } from '../bridge/types.js';

const MARK_MS = 2_000;

/** Enters all foreign frames of a page. */
export async function enterAllFrames(tab: PageEngine, call: CallOptions): Promise<void> {
  const queue: World[] = [tab.top()];
  for (let world = queue.shift(); world; world = queue.shift()) {
    const here = world;
    const mark = await here.call('mark', { maxMs: MARK_MS }, call).catch(() => undefined);
    if (!mark?.ok) continue;
    const found = await Promise.all(mark.value.foreign.map((frame) => tab.foreign(here, frame.el, call)));
    queue.push(...found.filter((one) => one !== undefined));
  }
}
