/** Whether an element rests where it is. */
import { documentOf, isShadowRoot, rectOf, rootOf } from '../dom.js';
import type { Activity } from './activity.js';
import type { Clockwork } from './clockwork.js';
import { animationsOf, now, viewOfElement } from './native.js';
import { within } from './points.js';
import type { Rect } from './rect.js';
import { flatPath, type Subject } from './subject.js';

/** A document that has not changed for this long moves nothing by script. */
const QUIET_MS = 100;
/** Longest wait of one try; the caller tries again. */
const TRY_MS = 500;
const SAME_PX = 0.01;

/**
 * Frames an element has to stay where it is: none when nothing can move it; one after a recent change of its document or of one around it, because
 * a script that moves things does so in each frame; two while an animation runs on it or around it.
 */
export function framesToRest(subject: Subject, shown: Element, activity: Activity): number {
  let frames = 0;
  for (let at: Element | undefined = shown; at; at = subject.services.ownerOf(documentOf(at))) {
    const tracker = activity.of(documentOf(at));
    tracker.update();
    for (let root = rootOf(at); isShadowRoot(root); root = rootOf(root.host)) tracker.see(root);
    if (now() - tracker.lastAt < QUIET_MS) frames = 1;
    for (const element of flatPath(subject.env, at))
      if (animationsOf(element).some((animation) => animation.playState === 'running')) return 2;
  }
  return frames;
}

/**
 * Waits until the element rests for so many frames.
 * @returns the box that holds now, or undefined when it still moves away. An element that only wobbles around one place (a pulse, a shake)
 * counts as resting: the returned box is what its boxes have in common.
 */
export async function waitForRest(shown: Element, frames: number, clockwork: Clockwork): Promise<Rect | undefined> {
  const view = viewOfElement(shown);
  if (!view) return undefined;
  const start = now();
  let last: Rect = rectOf(shown);
  let common: Rect | undefined = last;
  let same = 0;
  while (now() - start < TRY_MS) {
    const came = await clockwork.frame(view);
    const box = rectOf(shown);
    // Without a frame a script that moves it had no turn.
    if (!isSame(box, last)) same = 0;
    else if (came) same++;
    if (same >= frames) return box;
    common = common && within(common, box);
    last = box;
  }
  return common;
}

function isSame(a: Rect, b: Rect): boolean {
  return (
    Math.abs(a.left - b.left) < SAME_PX &&
    Math.abs(a.top - b.top) < SAME_PX &&
    Math.abs(a.right - b.right) < SAME_PX &&
    Math.abs(a.bottom - b.bottom) < SAME_PX
  );
}
