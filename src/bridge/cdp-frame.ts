/** A CDP session of a page or of an out-of-process frame, and the bundle in an isolated world of one of its frames. */
import type { CDPSession } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import { type Port, PortLost } from './frame-world.js';

/** The document or world was gone before the call could begin. */
const NEVER_RAN =
  /Cannot find (default execution )?context|Could not find object|uniqueContextId not found|No frame (for|with) given id|isolated world/i;
/** The document went away while the call was under way. */
const CUT_OFF = /Execution context was destroyed|Inspected target navigated|Promise was collected|Cannot find execution context/i;
/** The session itself is closed: frame removed, swapped to another process, page closed. */
const CLOSED = /closed|Session .*not found|detached|Target crashed/i;

/** The id under which Chromium knows a frame. */
export type FrameId = string;

export class CdpFrame {
  readonly session: CDPSession;
  /** Id of the frame that is the root of this session. */
  readonly rootId: FrameId;
  #isClosed = false;

  constructor(session: CDPSession, rootId: FrameId) {
    this.session = session;
    this.rootId = rootId;
    session.on('close', () => this.close());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }
  close(): void {
    this.#isClosed = true;
  }

  /** Runs a CDP call and tells a lost document from other errors. */
  async guard<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (SdkError.isInstance(error)) throw error;
      const text = error instanceof Error ? error.message : String(error);
      if (NEVER_RAN.test(text)) throw new PortLost('no', error);
      if (CUT_OFF.test(text)) throw new PortLost('maybe', error);
      if (CLOSED.test(text)) {
        this.#isClosed = true;
        throw new PortLost('maybe', error);
      }
      throw new SdkError('internal', `The browser refused a call: ${text}`, { cause: error });
    }
  }
}

type RemoteObject = { readonly objectId?: string; readonly value?: unknown; readonly subtype?: string };

/**
 * The bundle as an object of the isolated world, held by CDP. It is on no global: the object id names isolate and context, so that a call can
 * never reach another context, which a plain context number can (numbers start again in a new process).
 */
export class CdpPort implements Port {
  readonly frame: CdpFrame;
  readonly contextId: number;
  readonly #objectId: string;

  constructor(frame: CdpFrame, contextId: number, objectId: string) {
    this.frame = frame;
    this.contextId = contextId;
    this.#objectId = objectId;
  }

  async call(method: string, json: string): Promise<unknown> {
    return (await this.#run('function(m,j){return this.call(m,j)}', [{ value: method }, { value: json }], true)).value;
  }

  /** Runs a function of ours with the port as `this`; the JSON value it gives. */
  async value(declaration: string, args: readonly object[] = []): Promise<unknown> {
    return (await this.#run(declaration, args, true)).value;
  }

  /** Like `value`, but gives the id of an object; undefined for null. Objects belong to `group`. */
  async object(declaration: string, args: readonly object[], group: string): Promise<string | undefined> {
    return (await this.#run(declaration, args, false, group)).objectId;
  }

  release(): void {
    release(this.frame.session, this.#objectId);
  }

  releaseGroup(group: string): void {
    this.frame.session.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  }

  async #run(declaration: string, args: readonly object[], byValue: boolean, group?: string): Promise<RemoteObject> {
    const reply = await this.frame.guard(
      this.frame.session.send('Runtime.callFunctionOn', {
        objectId: this.#objectId,
        functionDeclaration: declaration,
        arguments: [...args],
        returnByValue: byValue,
        awaitPromise: true,
        ...(group === undefined ? {} : { objectGroup: group }),
      }),
    );
    if (reply.exceptionDetails) {
      const text = reply.exceptionDetails.exception?.description ?? reply.exceptionDetails.text;
      throw new SdkError('internal', `The page code threw: ${text.split('\n', 3).join(' ').slice(0, 500)}`);
    }
    return reply.result;
  }
}

/** Text that, evaluated in a world, gives the port. */
export function portExpression(source: string, options: object): string {
  return `(${makerExpression(source)})(${JSON.stringify(options)})`;
}

/**
 * Text that, evaluated in a world, gives the function that makes the port. It is the same for every world: the browser compiles it once a process,
 * for frames and for documents that come later, which is most of what an install costs.
 */
function makerExpression(source: string): string {
  return `(()=>{let make;(${source})((create)=>{make=create});return make})()`;
}

/** What is installed: the code of the bundle and the options of the next port. */
export interface Installation {
  readonly worldName: string;
  readonly source: string;
  readonly options: () => object;
}

/**
 * Installs the bundle in the isolated world of a frame.
 * A context number alone may name another context by the time the code arrives, because numbers start again when the frame changes process.
 * Asking for the world once more right behind the code settles it: the same number means that the code ran in this world.
 */
export async function installPort(frame: CdpFrame, frameId: FrameId, { worldName, source, options }: Installation): Promise<CdpPort> {
  const { session } = frame;
  const expression = makerExpression(source);
  const ask = () => frame.guard(session.send('Page.createIsolatedWorld', { frameId, worldName, grantUniveralAccess: false }));
  for (let tries = 0; tries < 3; tries++) {
    const { executionContextId: contextId } = await ask();
    const evaluated = frame.guard(session.send('Runtime.evaluate', { contextId, expression, returnByValue: false }));
    const [maker, again] = await Promise.all([evaluated, ask()]);
    const makerId = objectOf(maker);
    if (again.executionContextId === contextId) {
      const made = session.send('Runtime.callFunctionOn', {
        objectId: makerId,
        functionDeclaration: 'function(options){return this(options)}',
        arguments: [{ value: options() }],
      });
      const objectId = objectOf(await frame.guard(made));
      release(session, makerId);
      return new CdpPort(frame, contextId, objectId);
    }
    release(session, makerId);
  }
  throw new PortLost('no', undefined);
}

interface Evaluated {
  readonly result: RemoteObject;
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

function objectOf({ result, exceptionDetails }: Evaluated): string {
  if (!exceptionDetails && result.objectId) return result.objectId;
  const text = exceptionDetails?.exception?.description ?? exceptionDetails?.text ?? 'no object';
  throw new SdkError('internal', `The page code could not be installed: ${text.slice(0, 500)}`);
}

function release(session: CDPSession, objectId: string): void {
  session.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
}
