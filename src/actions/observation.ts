/** What is armed before an action, so that afterwards everything it did can be told. */
import type { MappedPoint, PageEngine, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { WatchRead, WatchRequest, WatchStart } from '../shared/page-api.js';
import type { Act } from './act.js';
import { moveTo } from './pointer.js';
import { Probe } from './probe.js';

interface Watched {
  readonly world: World;
  readonly start: WatchStart;
}

export type PressGuard = NonNullable<WatchRequest['guard']>;

/** Time a world has to start a watch; one that is loading has none. */
const START_MS = 1_000;

/** Marks taken right before input is sent, and the watches in the target's world and in the top one. */
export class Observation {
  readonly #act: Act;
  readonly tab: PageEngine;
  readonly at: number;
  readonly url: string;
  readonly logSeq: number;
  readonly networkMark: number;
  readonly navigationCount: number;
  readonly tabIds: ReadonlySet<number>;
  readonly probe: Probe | undefined;
  readonly #watched: readonly Watched[];
  #last = new Map<string, WatchRead>();

  private constructor(act: Act, watched: readonly Watched[], probe: Probe | undefined) {
    this.#act = act;
    this.tab = act.tab;
    this.#watched = watched;
    this.probe = probe;
    this.at = act.now();
    this.url = act.tab.page.url();
    this.logSeq = act.tab.log.seq;
    this.networkMark = act.tab.network.mark();
    this.navigationCount = act.tab.navigationCount;
    this.tabIds = new Set(act.context.engine.pages().map((page) => page.tabId));
  }

  /** @param guard where a press is about to come, to be swallowed when it would not reach the target */
  static async start(act: Act, guard?: PressGuard): Promise<Observation> {
    const top = act.tab.top();
    const target = act.target;
    const worlds = target && target.world.id !== top.id ? [target.world, top] : [top];
    const [probe, ...watched] = await Promise.all([
      Probe.install(act),
      ...worlds.map((world) => watch(act, world, target?.world.id === world.id ? { el: target.el, ...(guard ? { guard } : {}) } : {})),
    ]);
    return new Observation(
      act,
      watched.flatMap((one) => one ?? []),
      probe,
    );
  }

  /** True once the main frame holds another document than when this was armed. */
  get hasNavigated(): boolean {
    return this.tab.navigationCount !== this.navigationCount;
  }
  get isNavigating(): boolean {
    return this.tab.navigationPending;
  }

  /** Waits in all watched worlds until the DOM is quiet, and gives what they saw last. Worlds that went away say nothing any more. */
  async quiet(quietMs: number, maxMs: number): Promise<readonly WatchRead[]> {
    await Promise.all(
      this.#watched.map(async ({ world, start }) => {
        const read = await ask(this.#act, () =>
          world.call('quiet', { watchId: start.watchId, quietMs, maxMs }, this.#act.options(maxMs + START_MS)),
        );
        if (read) this.#last.set(world.id, read);
      }),
    );
    return this.reads();
  }

  /** Last readings: of the target's world first. */
  reads(): readonly WatchRead[] {
    return this.#watched.flatMap(({ world }) => this.#last.get(world.id) ?? []);
  }
  starts(): readonly WatchStart[] {
    return this.#watched.map(({ start }) => start);
  }

  /** A guarded press met something else and was swallowed, or was not made: what is there, as an element id of the target's world. */
  get missed(): { readonly el: number | undefined } | undefined {
    const read = this.reads().find(({ hit }) => hit === 'missed');
    return read && { el: read.hitInstead };
  }

  /** Asks the target's world whether a guarded press was swallowed. */
  hasMissed(): Promise<boolean> {
    return this.#isMissed(false);
  }

  /** Moves the pointer to where the press will be and looks whether it would still reach the target: what the move itself shifts is seen here. */
  async wouldMiss(point: MappedPoint): Promise<boolean> {
    await moveTo(this.#act, point);
    return this.#isMissed(true);
  }

  async #isMissed(look: boolean): Promise<boolean> {
    const [target] = this.#watched;
    if (!target || this.tab.navigationPending) return false;
    const read = await ask(this.#act, () =>
      target.world.call('watchRead', { watchId: target.start.watchId, stop: false, look }, this.#act.options(START_MS)),
    );
    if (read) this.#last.set(target.world.id, read);
    return read?.hit === 'missed';
  }

  /** Ends the watches without waiting for them. */
  stop(): void {
    this.probe?.off();
    if (this.hasNavigated || this.tab.closed || this.tab.crashed || this.tab.navigationPending) return;
    for (const { world, start } of this.#watched)
      world.call('watchRead', { watchId: start.watchId, stop: true }, { timeoutMs: START_MS }).catch(() => undefined);
  }
}

async function watch(act: Act, world: World, request: WatchRequest): Promise<Watched | undefined> {
  const start = await ask(act, () => world.call('watchStart', request, act.options(START_MS)));
  return start ? { world, start } : undefined;
}

/** The answer of a world, or undefined when it is gone, loading or too busy; what ends the whole call is thrown. */
export async function ask<T>(act: Act, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const passes =
      SdkError.isInstance(error) && (error.code === 'frame_unavailable' || error.code === 'timeout' || error.code === 'internal');
    if (passes && !act.context.signal.aborted) return undefined;
    throw error;
  }
}
