/** Texts that are read in windows: the last few of a session. */
import type { TextCapture, TextCaptures } from '../shared/content.js';

const MAX_CAPTURES = 8;

/** @param random gives characters of [a-z0-9] */
export function createCaptures(random: (length: number) => string): TextCaptures {
  const kept = new Map<string, TextCapture>();
  return {
    keep(capture) {
      const made: TextCapture = { ...capture, captureId: `x_${random(10)}` };
      kept.set(made.captureId, made);
      if (kept.size > MAX_CAPTURES) kept.delete(kept.keys().next().value as string);
      return made;
    },
    get: (captureId) => kept.get(captureId),
    latest: (key) => [...kept.values()].findLast((capture) => capture.key === key),
  };
}
