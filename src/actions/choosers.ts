/** Catching file choosers in time. */
import type { Act } from './act.js';

/** Frames asked, and time they have to answer. */
const MAX_FRAMES = 20;
const LISTEN_MS = 500;

/**
 * The wish to catch choosers reaches a page on another way than a press does, and may arrive after it. A question on the same way is answered only
 * once the wish is known; a frame that does not answer is not waited for.
 */
export async function isListening(act: Act): Promise<void> {
  const frames = act.tab.page.frames().slice(0, MAX_FRAMES);
  const answers = frames.map((frame) => frame.evaluate('0').catch(() => undefined));
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LISTEN_MS);
  });
  await act.race(Promise.race([Promise.all(answers), limit])).finally(() => clearTimeout(timer));
}
