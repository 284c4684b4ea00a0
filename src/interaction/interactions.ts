/** Requests that wait, saved before anybody is told of them: they outlive the call, the session and the process. */
import type { EventBody } from '../registry/events.js';
import { SdkError } from '../shared/errors.js';
import type { Interaction, InteractionData, InteractionRequest, InteractionStatus } from '../shared/interactions.js';
import type { StateStore } from '../shared/stores.js';
import { readAnswer } from './answers.js';
import { fromSaved, SAVED_AS, toSaved } from './saved.js';
import { Watcher } from './watcher.js';

export type InteractionMode = 'wait' | 'suspend';

export interface InteractionDeps {
  readonly mode: InteractionMode;
  readonly state: StateStore;
  readonly clock: { now(): number; timer?(run: () => void, ms: number): () => void };
  random(length: number): string;
  emit(event: EventBody): void;
  /** Masks secrets in what users write. */
  redact<T>(value: T): T;
  /** Does what a watch waits for hold now? */
  look(interaction: Interaction, signal: AbortSignal): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** Ended ones that are kept; the oldest go first. */
const MAX_ENDED = 200;
/** Longest time a timer takes, ms. */
const MAX_TIMER = 2 ** 31 - 1;

type Ended = Exclude<InteractionStatus, 'waiting'>;
interface Waiter {
  readonly resolve: (interaction: Interaction) => void;
}

export class Interactions {
  readonly #deps: InteractionDeps;
  readonly #all = new Map<string, Interaction>();
  readonly #timers = new Map<string, () => void>();
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #watcher: Watcher;

  constructor(deps: InteractionDeps) {
    this.#deps = deps;
    this.#watcher = new Watcher({
      timer: (run, ms) => this.#timer(run, ms),
      look: (interaction, signal) => deps.look(interaction, signal),
      found: (id, value) => void this.#end(id, 'submitted', value).catch(() => undefined),
    });
  }

  /** Reads what an earlier process left waiting, and goes on with it. @throws SdkError internal */
  async load(): Promise<void> {
    for (const interaction of fromSaved(await this.#deps.state.load(SAVED_AS))) this.#all.set(interaction.id, interaction);
    for (const interaction of this.list('waiting')) this.#arm(interaction);
  }

  /** All that are known, oldest first; those of one status with `status`. */
  list(status?: InteractionStatus): readonly Interaction[] {
    const all = [...this.#all.values()];
    return status === undefined ? all : all.filter((interaction) => interaction.status === status);
  }

  get(id: string): Interaction | undefined {
    return this.#all.get(id);
  }

  /** @throws SdkError not_found, already_exists (it has ended), invalid_input */
  async answer(id: string, answer: unknown): Promise<Interaction> {
    const value = this.#deps.redact(readAnswer(this.#waiting(id), answer));
    return await this.#end(id, 'submitted', value);
  }

  /** @throws SdkError not_found, already_exists (it has ended) */
  async cancel(id: string, note?: string): Promise<Interaction> {
    this.#waiting(id);
    return await this.#end(id, 'cancelled', note === undefined ? {} : { note: this.#deps.redact(note.slice(0, 500)) });
  }

  async request(request: InteractionRequest, signal: AbortSignal): Promise<InteractionData> {
    const { kind, callId, timeoutMs, tabId, origin } = request;
    const now = this.#deps.clock.now();
    const interaction: Interaction = Object.freeze({
      id: `in_${this.#deps.random(10)}`,
      kind,
      callId,
      status: 'waiting',
      createdAt: now,
      deadlineAt: now + timeoutMs,
      request: this.#deps.redact(request.request),
      ...(tabId === undefined ? {} : { tabId }),
      ...(origin === undefined ? {} : { origin }),
    });
    this.#all.set(interaction.id, interaction);
    try {
      await this.#save();
    } catch (error) {
      this.#all.delete(interaction.id);
      throw error;
    }
    this.#deps.emit({ type: 'interaction_requested', interactionId: interaction.id, callId, kind });
    this.#arm(interaction);
    if (this.#deps.mode === 'suspend') return { status: 'waiting_interaction', interactionId: interaction.id };
    return dataOf(await this.#ended(interaction.id, signal));
  }

  /** Stops timers and watches; what waits stays saved as it is. */
  stop(): void {
    this.#watcher.stop();
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** Waits for the end of one. An abort cancels it, unless the session ends: then it stays for the next one. */
  #ended(id: string, signal: AbortSignal): Promise<Interaction> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve: (interaction) => {
          signal.removeEventListener('abort', onAbort);
          resolve(interaction);
        },
      };
      const onAbort = () => {
        this.#waiters.get(id)?.delete(waiter);
        const { reason } = signal;
        reject(reason);
        const isOver = SdkError.isInstance(reason) && reason.code === 'session_disposed';
        if (!isOver && this.#all.get(id)?.status === 'waiting') this.#end(id, 'cancelled', {}).catch(() => undefined);
      };
      const interaction = this.#all.get(id);
      if (interaction && interaction.status !== 'waiting') return resolve(interaction);
      const waiters = this.#waiters.get(id) ?? new Set();
      this.#waiters.set(id, waiters.add(waiter));
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
    });
  }

  #waiting(id: string): Interaction {
    const interaction = this.#all.get(id);
    if (!interaction) throw new SdkError('not_found', `There is no interaction ${JSON.stringify(id.slice(0, 80))}.`, { phase: 'resolve' });
    if (interaction.status === 'waiting') return interaction;
    throw new SdkError('already_exists', `Interaction ${id} has ended already: ${interaction.status}.`, {
      phase: 'validate',
      hint: 'Nothing to do.',
    });
  }

  async #end(id: string, status: Ended, value: Readonly<Record<string, unknown>>): Promise<Interaction> {
    const before = this.#waiting(id);
    const ended: Interaction = Object.freeze({ ...before, status, value });
    this.#all.set(id, ended);
    this.#disarm(id);
    try {
      await this.#save();
    } catch (error) {
      this.#all.set(id, before);
      this.#arm(before);
      throw error;
    }
    this.#deps.emit({ type: 'interaction_resolved', interactionId: id, callId: ended.callId, status });
    for (const waiter of this.#waiters.get(id) ?? []) waiter.resolve(ended);
    this.#waiters.delete(id);
    return ended;
  }

  #arm(interaction: Interaction): void {
    const left = interaction.deadlineAt - this.#deps.clock.now();
    this.#timers.set(
      interaction.id,
      this.#timer(() => this.#due(interaction.id), Math.min(Math.max(0, left), MAX_TIMER)),
    );
    if (interaction.kind === 'watch_page') this.#watcher.watch(interaction);
  }

  #disarm(id: string): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
    this.#watcher.forget(id);
  }

  #due(id: string): void {
    const interaction = this.#all.get(id);
    if (interaction?.status !== 'waiting') return;
    const now = this.#deps.clock.now();
    if (now < interaction.deadlineAt) {
      this.#arm(interaction);
      return;
    }
    const { kind, deadlineAt, request } = interaction;
    // A schedule that is due has come to its end, not to its limit.
    const end =
      kind === 'schedule_resume'
        ? this.#end(id, 'submitted', { resumedAt: now, reason: request['reason'] })
        : this.#end(id, 'timed_out', { deadlineAt });
    end.catch(() => undefined);
  }

  #timer(run: () => void, ms: number): () => void {
    const { clock } = this.#deps;
    if (clock.timer) return clock.timer(run, ms);
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  }

  async #save(): Promise<void> {
    const ended = this.list().filter(({ status }) => status !== 'waiting');
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) this.#all.delete(id);
    await this.#deps.state.save(SAVED_AS, toSaved(this.list()));
  }
}

/** @throws SdkError internal */
function dataOf({ id, status, value = {} }: Interaction): InteractionData {
  if (status === 'waiting') throw new SdkError('internal', 'An interaction that waits has no end.');
  return { status, interactionId: id, value };
}
