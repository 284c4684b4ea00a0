/** What readable paths stand for: what they stood for where they were given out last, as a ref that is checked when it is used. */
import type { PathBook, PathTarget } from '../shared/content.js';

/** Paths kept; those given out longest ago are forgotten first. */
const MAX_PATHS = 40_000;

export function createPathBook(): PathBook {
  const given = new Map<string, PathTarget>();
  const note = (key: string, target: PathTarget): void => {
    given.delete(key);
    given.set(key, target);
    if (given.size > MAX_PATHS) given.delete(given.keys().next().value as string);
  };
  return {
    give(tabId, elements) {
      for (const { tuple, inFrame, target } of elements) {
        note(keyOf(tabId, tuple[0]), target);
        note(keyOf(tabId, inFrame), target);
      }
    },
    find: (tabId, path) => given.get(keyOf(tabId, path)),
  };
}

const keyOf = (tabId: number, path: string): string => `${tabId} ${path}`;
