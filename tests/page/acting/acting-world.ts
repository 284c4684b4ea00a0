/** The acting bundle in an isolated world of a real page. */
import type { CDPSession, Page } from 'playwright-core';
import type { CheckName, CheckReply, PageApi, PageResult } from '../../../src/shared/page-api.js';
import { source } from '../../support/page-acting.ts?page';

type Method = keyof PageApi;

export class ActingWorld {
  readonly #session: CDPSession;
  readonly #port: string;

  private constructor(session: CDPSession, port: string) {
    this.#session = session;
    this.#port = port;
  }

  static async open(page: Page): Promise<ActingWorld> {
    const session = await page.context().newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'acting',
    });
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `(()=>{let port;(${source})(create=>{port=create({seed:'abcdefghijklmnop'})});return port})()`,
      contextId,
    });
    if (!result.objectId) throw new Error(`the bundle did not start: ${JSON.stringify(exceptionDetails ?? result)}`);
    return new ActingWorld(session, result.objectId);
  }

  async call<M extends Method>(method: M, request: Parameters<PageApi[M]>[0]): Promise<Awaited<ReturnType<PageApi[M]>>> {
    return (await this.#call(method, request)) as Awaited<ReturnType<PageApi[M]>>;
  }

  /** Element id of a selector; `>>` goes into shadow roots and frames. */
  async find(path: string): Promise<number> {
    const el = (await this.#call('find', { path })) as number;
    if (el === 0) throw new Error(`nothing matches ${path}`);
    return el;
  }

  async check(path: string, checks: readonly CheckName[] = CLICK, attempt = 0): Promise<PageResult<CheckReply>> {
    return this.call('check', { el: await this.find(path), checks, attempt });
  }

  async #call(method: string, request: unknown): Promise<unknown> {
    const { result, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', {
      objectId: this.#port,
      functionDeclaration: 'function (method, json) { return this.call(method, json); }',
      arguments: [{ value: method }, { value: JSON.stringify(request) }],
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(`${method}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return JSON.parse(result.value as string);
  }
}

export const CLICK: readonly CheckName[] = ['attached', 'visible', 'enabled', 'in_view', 'stable', 'receives_events'];

/** Failure code of a result, or `ok`. */
export function codeOf(result: PageResult<unknown>): string {
  return result.ok ? 'ok' : result.failure.code;
}
