/** Perception of one session: composes reading, finding, resolving, describing and comparing over one ref space. */
import type { Clock, Engine, PageEngine, RandomId } from '../bridge/types.js';
import { estimateTokens } from '../shared/tokens.js';
import { elementAtPoint } from './at.js';
import { bookOf, RefFormat } from './book.js';
import type { CountTokens } from './budget.js';
import { countChanges } from './changes.js';
import { readContent } from './content.js';
import { Cursors } from './cursors.js';
import { type DeepReadParts, readDeep } from './deep/deep-read.js';
import { DeepRefs } from './deep/deep-refs.js';
import { describeElement, describeHandle, describeRef, locatorOf } from './describe.js';
import { type Before, diffAfter, takeBefore } from './diff.js';
import { findInPage } from './find.js';
import { readPage } from './ladder.js';
import { type ReaderParts, readFirst, readMore } from './read.js';
import { type ResolverParts, resolveRef, tabOfRef } from './resolve.js';
import { readSelection } from './selection.js';
import { unwrap } from './tree.js';
import type { Perception } from './types.js';

/** Lines of one deep read. */
const MAX_DEEP_LINES = 500;

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
  const deep = new DeepRefs({ engine, random, resolveSnapshot: (ref, call) => resolveRef(resolver, ref, call) });
  const resolver: ResolverParts = { engine, book, refs, deep };
  const deepReader: DeepReadParts = { refs, deep, countTokens: reader.countTokens, monotonic: reader.monotonic };
  return {
    async read(tab, options, call) {
      const { cursor } = options;
      if (cursor !== undefined) return readMore(reader, { ...options, cursor }, call);
      if (options.scope === undefined) return readPage(reader, deepReader, tab, options, call);
      const target = await resolveRef(resolver, options.scope, call);
      return readFirst(reader, target.tab, options, { world: target.world, el: target.el }, call);
    },
    readDeep: (tab, maxTokens, call) =>
      readDeep(deepReader, tab, { title: 'Deep Accessibility Snapshot', maxTokens, maxLines: MAX_DEEP_LINES, targets: true }, call),
    selection: (tab, call) => readSelection(resolver, tab, call),
    async content(tab, options, call) {
      if (options.scope === undefined) return readContent(reader, tab, options, undefined, call);
      const { tab: own, world, el } = await resolveRef(resolver, options.scope, call);
      return readContent(reader, own, options, { world, el }, call);
    },
    countTokens: (text) => reader.countTokens(text),
    find: (tab, query, limit, maxTokens, call) => findInPage(reader, tab, query, limit, maxTokens, call),
    before: (tab, call) => takeBefore(tab, call),
    diff: (tab, before, maxTokens, call) => diffAfter(reader, tab, before as Before | undefined, maxTokens, call),
    resolve: (ref, call) => resolveRef(resolver, ref, call),
    at: (tab, point, call) => elementAtPoint(resolver, tab, point, call),
    changes: (tab, before, call) => countChanges(tab, before as Before | undefined, call),
    tabOf: (ref) => tabOfRef(resolver, ref),
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
