/** Guards a press at coordinates: it is swallowed when, at the last moment, it would reach something else than what was judged. */
import type { PointTarget, ResolvedTarget } from '../snapshot/types.js';
import type { Act } from './act.js';
import { ask } from './observation.js';

/** Time the page has to say what a press met. */
const READ_MS = 1_000;

export class PressWatch {
  readonly #act: Act;
  readonly #target: PointTarget;
  readonly #watchId: number;

  private constructor(act: Act, target: PointTarget, watchId: number) {
    this.#act = act;
    this.#target = target;
    this.#watchId = watchId;
  }

  /** @param count presses to come */
  static async arm(act: Act, target: PointTarget, count: number): Promise<PressWatch> {
    const { watchId } = await target.world.call('watchStart', { el: target.el, guard: { ...target.local, count } }, act.options());
    return new PressWatch(act, target, watchId);
  }

  /** True when the press met something else; the page has seen nothing of it then. */
  async hasMissed(): Promise<boolean> {
    if (this.#act.tab.navigationPending || this.#act.tab.closed) return false;
    const read = await ask(this.#act, () =>
      this.#target.world.call('watchRead', { watchId: this.#watchId, stop: false }, this.#act.options(READ_MS)),
    );
    return read?.hit === 'missed';
  }

  /** Does not wait: where the document is gone, the guard is too. */
  disarm(): void {
    this.#target.world.call('watchRead', { watchId: this.#watchId, stop: true }, { timeoutMs: READ_MS }).catch(() => undefined);
  }
}

/**
 * What lies at a point now, under the ref by which the gate knows it.
 * @throws SdkError approval_stale when that is not what was judged; invalid_input outside the viewport
 */
export async function hitAgain(
  act: Act,
  point: { readonly x: number; readonly y: number },
  judged: ResolvedTarget | undefined,
): Promise<PointTarget> {
  const found = await act.context.perception.at(act.tab, point, act.options());
  const target = judged ? { ...found, ref: judged.ref } : found;
  act.context.recheck(target);
  return target;
}
