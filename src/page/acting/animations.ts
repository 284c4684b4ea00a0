/** Animations and transitions that end by themselves. */
import { animationsIn } from './native.js';

/** Ms until the last running animation of a document that ends has ended; endless and paused ones do not count. */
export function animationMs(document: Document): number {
  let longest = 0;
  for (const animation of animationsIn(document)) {
    if (animation.playState !== 'running') continue;
    const end = animation.effect?.getComputedTiming().endTime;
    const at = animation.currentTime;
    if (typeof end !== 'number' || typeof at !== 'number' || !Number.isFinite(end)) continue;
    longest = Math.max(longest, (end - at) / Math.abs(animation.playbackRate || 1));
  }
  return Math.round(longest);
}
