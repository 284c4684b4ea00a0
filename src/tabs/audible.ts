/** Whether a tab plays sound that a person could hear: a media element that runs, is not muted and has begun to have something to play. */
import type { PageEngine } from '../bridge/types.js';

/** Ms a page has to tell; a busy one counts as silent. */
const AUDIBLE_MS = 1_000;
const PLAYS =
  '[...document.querySelectorAll("audio,video")].some((media) => !media.paused && !media.ended && !media.muted && media.volume > 0 && media.readyState > 2)';

export async function isAudible(tab: PageEngine): Promise<boolean> {
  if (tab.crashed || tab.closed || tab.navigationPending) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), AUDIBLE_MS);
  });
  const frames = tab.page.frames().map((frame) => frame.evaluate(PLAYS).catch(() => false));
  const answers = await Promise.race([Promise.all(frames), late]);
  clearTimeout(timer);
  return Array.isArray(answers) && answers.some((answer) => answer === true);
}
