/** The door of the bridge: engines over the page bundle of this package. */
import type { BrowserContext } from 'playwright-core';
import { hash, source } from '../page/index.ts?page';
import { acquireWith } from './context-engine.js';
import type { Engine, EngineOptions } from './types.js';

/**
 * The engine of a context: the one that others use already, or a new one. Sessions that ask for different worlds get engines of their own.
 * Each call is one use, given up by `release()`.
 */
export function acquireEngine(context: BrowserContext, options: EngineOptions): Engine {
  return acquireWith(context, options, { source, hash });
}
