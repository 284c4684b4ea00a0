/** Perception of one session: composes reading, finding, resolving, describing and comparing over one ref space. */
import type { Clock, Engine, PageEngine, RandomId } from '../bridge/types.js';
import { estimateTokens } from '../shared/tokens.js';
import { elementAtPoint } from './at.js';
import { bookOf, RefFormat } from './book.js';
import type { CountTokens } from './budget.js';
import { countChanges } from './changes.js';
import { Cursors } from './cursors.js';
import { describeElement, describeHandle, describeRef, locatorOf } from './describe.js';
import { type Before, diffAfter, takeBefore } from './diff.js';
import { findInPage } from './find.js';
import { type ReaderParts, readFirst, readMore } from './read.js';
import { locateRef, type ResolverParts, readRef, resolveRef } from './resolve.js';
import { unwrap } from './tree.js';
import type { Perception } from './types.js';

export interface PerceptionOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly random: RandomId;
  readonly refFormat: 'full' | 'compact';
  /** Tokens of a text; default: an estimate close to o200k. */
  readonly countTokens?: CountTokens | undefined;
  /** Tabs the session may see. */
  readonly tabs: () => readonly PageEngine[];
}

export function createPerception({ engine, clock, random, refFormat, countTokens, tabs }: PerceptionOptions): Perception {
  const book = bookOf(engine);
  const refs = new RefFormat(refFormat);
  const reader: ReaderParts = {
    book,
    refs,
    cursors: new Cursors(),
    countTokens: countTokens ?? estimateTokens,
    monotonic: () => clock.monotonic(),
  };
  const resolver: ResolverParts = { engine, book, refs };
  return {
    async read(tab, options, call) {
      const { cursor } = options;
      if (cursor !== undefined) return readMore(reader, { ...options, cursor }, call);
      if (options.scope === undefined) return readFirst(reader, tab, options, undefined, call);
      const target = await resolveRef(resolver, options.scope, call);
      return readFirst(reader, target.tab, options, { world: target.world, el: target.el }, call);
    },
    find: (tab, query, limit, maxTokens, call) => findInPage(reader, tab, query, limit, maxTokens, call),
    before: (tab, call) => takeBefore(tab, call),
    diff: (tab, before, maxTokens, call) => diffAfter(reader, tab, before as Before | undefined, maxTokens, call),
    resolve: (ref, call) => resolveRef(resolver, ref, call),
    at: (tab, point, call) => elementAtPoint(resolver, tab, point, call),
    changes: (tab, before, call) => countChanges(tab, before as Before | undefined, call),
    tabOf(ref) {
      try {
        return locateRef(resolver, readRef(resolver, ref)).tab;
      } catch {
        return undefined; // Not a ref of ours: the caller asks only where it could belong.
      }
    },
    async describe(target, _tab, call) {
      return typeof target === 'string' ? describeRef(resolver, target, call) : describeHandle(resolver, target, random, tabs(), call);
    },
    async refOf(tab, world, el, call) {
      const reply = unwrap(await world.call('describe', { el }, call));
      const { ref } = await describeElement(resolver, tab, world, reply, call);
      return { ref, facts: reply.facts };
    },
    locator: (ref, call) => locatorOf(resolver, ref, call),
  };
}
