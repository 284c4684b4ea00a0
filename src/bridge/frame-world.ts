/** One world: calls into it, the bundle installed in it, and what happens to a call whose document goes away. The same for both modes. */
import { SdkError } from '../shared/errors.js';
import type { PageMethod, PageReply, PageRequest } from '../shared/page-api.js';
import { type CallKind, callKind } from './calls.js';
import type { Attempt, Lifeline } from './lifeline.js';
import { readReply } from './replies.js';
import type { CallOptions, World } from './types.js';

/** Thrown by a port when its document is no longer there. `ran` tells whether the call may have taken place. */
export class PortLost extends Error {
  readonly ran: 'no' | 'maybe';

  constructor(ran: 'no' | 'maybe', cause: unknown) {
    super('The document is gone.', { cause });
    this.name = 'PortLost';
    this.ran = ran;
  }
}

/** An installed bundle: one document. */
export interface Port {
  /** Gives JSON text. Throws PortLost. */
  call(method: string, json: string): Promise<unknown>;
  /** Drops what Node holds of it. */
  release(): void;
}

/** What a world needs from its page. */
export interface WorldHost<P extends Port> {
  readonly lifeline: Lifeline;
  /** Installs the bundle in the present document of the world's frame. Throws PortLost when that document goes away meanwhile. */
  install(world: FrameWorld<P>): Promise<P>;
  /** Resolves when no main-frame navigation is under way. */
  idle(): Promise<void>;
  /** Gives the end of the page time to be told, where a call only saw its connection break. */
  grace(): Promise<void>;
  /** Called with each reply that carries a count of trusted input. */
  sawInput(port: P, inputSeq: number): void;
}

const inputSeqOf = (reply: unknown): number | undefined => {
  const seq = (reply as { inputSeq?: unknown } | null)?.inputSeq;
  return typeof seq === 'number' ? seq : undefined;
};

export class FrameWorld<P extends Port> implements World {
  readonly id: string;
  readonly parent: FrameWorld<P> | undefined;
  readonly owner: number;
  readonly #host: WorldHost<P>;
  #port: P | undefined;
  #installing: Promise<P> | undefined;
  #isRemoved = false;
  #answered: P | undefined;

  constructor(host: WorldHost<P>, id: string, parent: FrameWorld<P> | undefined, owner: number) {
    this.#host = host;
    this.id = id;
    this.parent = parent;
    this.owner = owner;
  }

  /** The bundle of the present document, when it is installed. */
  get port(): P | undefined {
    return this.#port;
  }
  /** The bundle that gave the last reply; its document may be gone by now. */
  get answered(): P | undefined {
    return this.#answered;
  }
  get isInstalling(): boolean {
    return this.#installing !== undefined;
  }
  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** The document was replaced. */
  forget(): void {
    this.#port = undefined;
    this.#installing = undefined;
  }

  /** The frame is gone for good. */
  remove(): void {
    this.#isRemoved = true;
    this.forget();
  }

  /** The bundle of the present document, installed when needed. One install at a time. */
  async ensure(): Promise<P> {
    if (this.#port) return this.#port;
    if (this.#isRemoved) throw this.lost('The frame', 'no');
    const installing = this.#installing ?? this.#host.install(this);
    this.#installing = installing;
    try {
      const port = await installing;
      if (this.#installing === installing) this.#port = port;
      return port;
    } finally {
      if (this.#installing === installing) this.#installing = undefined;
    }
  }

  call<M extends PageMethod>(method: M, request: PageRequest<M>, options: CallOptions): Promise<PageReply<M>> {
    const kind = callKind(method, request);
    return this.#host.lifeline.race(`The page call "${method}"`, options, (attempt) =>
      this.#run(method, JSON.stringify(request), kind, attempt),
    );
  }

  /** What a caller is told whose document went away. */
  lost(what: string, ran: 'no' | 'maybe'): SdkError {
    const reason = this.parent ? 'frame_replaced' : 'navigated';
    const text = this.parent ? 'the document of the frame was replaced' : 'the page navigated';
    return new SdkError('frame_unavailable', `${what} could not be finished: ${text}. Read the page again.`, { details: { reason, ran } });
  }

  async #run<M extends PageMethod>(method: M, json: string, kind: CallKind, attempt: Attempt): Promise<PageReply<M>> {
    if (kind === 'act') await this.#host.idle();
    let ran: 'no' | 'maybe' = 'no';
    for (let tries = 0; tries < (kind === 'read' ? 2 : 1); tries++) {
      try {
        return await this.#once(method, json, kind, attempt);
      } catch (error) {
        if (!(error instanceof PortLost)) throw error;
        ran = error.ran;
      }
    }
    await this.#host.grace();
    throw this.lost(`"${method}"`, ran);
  }

  /** One dispatch to the present document. Throws PortLost when there is none any more. */
  async #once<M extends PageMethod>(method: M, json: string, kind: CallKind, attempt: Attempt): Promise<PageReply<M>> {
    // What names an element of a document means nothing in another one, so nothing is installed for it.
    if (kind !== 'read' && !this.#port && !this.#installing) throw new PortLost('no', undefined);
    const port = await this.ensure();
    if (attempt.over) throw new PortLost('no', undefined);
    try {
      const reply = readReply(method, await port.call(method, json));
      this.#answered = port;
      const inputSeq = inputSeqOf(reply);
      if (inputSeq !== undefined) this.#host.sawInput(port, inputSeq);
      return reply;
    } catch (error) {
      if (error instanceof PortLost && this.#port === port) this.forget();
      throw error;
    }
  }
}
