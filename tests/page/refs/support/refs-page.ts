/** The page bundle in an isolated world of a page, with the few questions that tests of refs ask. */
import type { CDPSession, Frame, Page } from 'playwright-core';
import type {
  CaptureReply,
  DescribeReply,
  PageMethod,
  PageReply,
  PageRequest,
  PageResult,
  RefKey,
  ResolveReply,
  WireNode,
} from '../../../../src/shared/page-api.js';

export interface Printed {
  readonly reply: CaptureReply;
  /** Key of the n-th node (from 0) with a ref of this role and name. */
  key(role: string, name: string, nth?: number): RefKey;
  keys(role: string, name: string): RefKey[];
  keyOf(node: WireNode): RefKey;
}

export class RefsPage {
  readonly page: Page;
  readonly #cdp: CDPSession;
  readonly #context: number;

  private constructor(page: Page, cdp: CDPSession, context: number) {
    this.page = page;
    this.#cdp = cdp;
    this.#context = context;
  }

  /** @param source expression of the bundle */
  static async install(page: Page, source: string, seed = 'seedseedseedseed'): Promise<RefsPage> {
    const cdp = await page.context().newCDPSession(page);
    const { frameTree } = (await cdp.send('Page.getFrameTree')) as { frameTree: { frame: { id: string } } };
    const { executionContextId } = await cdp.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'refs' });
    const made = new RefsPage(page, cdp, executionContextId);
    await made.inside(`(${source})((create) => { globalThis.port = create({ seed: ${JSON.stringify(seed)} }); })`);
    return made;
  }

  /** Evaluates in the isolated world; `port` is the bundle's port. */
  async inside<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#cdp.send('Runtime.evaluate', {
      expression,
      contextId: this.#context,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  async call<M extends PageMethod>(method: M, request: PageRequest<M>): Promise<PageReply<M>> {
    const json = await this.inside<string>(`port.call(${JSON.stringify(method)}, ${JSON.stringify(JSON.stringify(request))})`);
    return JSON.parse(json) as PageReply<M>;
  }

  async value<M extends PageMethod>(method: M, request: PageRequest<M>): Promise<PageReply<M> extends PageResult<infer T> ? T : never> {
    const reply = (await this.call(method, request)) as PageResult<unknown>;
    if (!reply.ok) throw new Error(`${method}: ${JSON.stringify(reply.failure)}`);
    return reply.value as PageReply<M> extends PageResult<infer T> ? T : never;
  }

  /** Prints the whole page. */
  async read(options: { readonly scope?: number } = {}): Promise<Printed> {
    const reply = await this.value('capture', { budget: 1_000_000, mode: 'snapshot', maxMs: 20_000, ...options });
    const keyOf = (node: WireNode): RefKey => {
      const { nonce } = reply.documents[node.doc]!;
      return { nonce, snapshotId: reply.snapshotId, index: node.i };
    };
    const keys = (role: string, name: string): RefKey[] =>
      reply.nodes.filter((node) => node.ref && node.role === role && node.name === name).map(keyOf);
    return {
      reply,
      keyOf,
      keys,
      key(role, name, nth = 0) {
        const key = keys(role, name)[nth];
        if (!key)
          throw new Error(`no ${role} ${name} [${nth}] in ${JSON.stringify(reply.nodes.map((node) => [node.role, node.name, node.ref]))}`);
        return key;
      },
    };
  }

  resolve(key: RefKey, candidates = 5): Promise<ResolveReply> {
    return this.call('resolve', { ...key, candidates });
  }

  /** `ok`, or the reason or code of the failure; with ` recovery` when it recovered. */
  async outcome(key: RefKey): Promise<string> {
    const reply = await this.resolve(key);
    if (!reply.ok) return reply.reason ?? reply.code;
    return reply.recovered ? `ok ${reply.recovered}` : 'ok';
  }

  /** What a resolved ref names: `attribute` of the element. */
  async target(key: RefKey, attribute = 'id'): Promise<string | null> {
    const reply = await this.resolve(key);
    if (!reply.ok) throw new Error(`not resolved: ${JSON.stringify(reply)}`);
    return this.attributeOf(reply.facts.el, attribute);
  }

  attributeOf(el: number, attribute: string): Promise<string | null> {
    return this.inside(`port.element(${el})?.getAttribute(${JSON.stringify(attribute)}) ?? null`);
  }

  /** Element id of the first match in the top document. */
  el(selector: string): Promise<number> {
    return this.inside(`port.idOf(document.querySelector(${JSON.stringify(selector)}))`);
  }

  async describe(selector: string): Promise<DescribeReply> {
    return this.value('describe', { el: await this.el(selector) });
  }

  /** The page changes by itself. */
  async change(script: string): Promise<void> {
    await this.page.evaluate(script);
  }

  frame(name: string): Frame {
    const frame = this.page.frame(name);
    if (!frame) throw new Error(`no frame ${name}`);
    return frame;
  }
}
