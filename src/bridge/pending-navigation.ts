/** Whether a main-frame navigation is under way: asked for or started, and neither committed nor given up. */

/** A navigation that a page asked for starts within this time, or was refused. */
const REQUEST_MS = 500;

export class PendingNavigation {
  readonly #monotonic: () => number;
  #hasStarted = false;
  #requestedAt: number | undefined;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  get isPending(): boolean {
    return this.#hasStarted || (this.#requestedAt !== undefined && this.#monotonic() - this.#requestedAt < REQUEST_MS);
  }
  requested(): void {
    this.#requestedAt = this.#monotonic();
  }
  started(): void {
    this.#hasStarted = true;
    this.#requestedAt = undefined;
  }
  ended(): void {
    this.#hasStarted = false;
    this.#requestedAt = undefined;
  }
}
