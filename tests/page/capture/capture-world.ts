/** The capturing part of the bundle in an isolated world of a real page, and its replies as lines. */
import type { CDPSession, Page } from 'playwright-core';
import type { CaptureReply, CaptureRequest, MoreReply, PageApi, PageResult, WireDocument, WireNode } from '../../../src/shared/page-api.js';
import { formatRef } from '../../../src/shared/ref.js';
import { renderLine } from '../../../src/shared/render.js';
import { source } from '../../support/page-capture.ts?page';

/** What the services say of one element. */
export interface ViewReply {
  readonly role: string;
  readonly name: string;
  readonly ref: boolean;
  readonly visible: boolean;
  readonly inView: boolean;
  readonly hint?: string;
  readonly states: Readonly<Record<string, unknown>>;
  readonly container: Readonly<Record<'kind' | 'cell' | 'heading' | 'href' | 'id' | 'text' | 'label', string>> & {
    readonly siblings: number;
  };
}

export interface Contents {
  readonly walk: 'full' | 'incremental';
  readonly [part: string]: unknown;
}

export class CaptureWorld {
  readonly #session: CDPSession;
  readonly #port: string;

  private constructor(session: CDPSession, port: string) {
    this.#session = session;
    this.#port = port;
  }

  static async open(page: Page): Promise<CaptureWorld> {
    const session = await page.context().newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'capture',
    });
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `(()=>{let port;(${source})(create=>{port=create({seed:'abcdefghijklmnop'})});return port})()`,
      contextId,
    });
    if (!result.objectId) throw new Error(`the bundle did not start: ${JSON.stringify(exceptionDetails ?? result)}`);
    return new CaptureWorld(session, result.objectId);
  }

  async call<M extends keyof PageApi>(method: M, request: Parameters<PageApi[M]>[0]): Promise<Awaited<ReturnType<PageApi[M]>>> {
    return (await this.#call('call', method, JSON.stringify(request))) as Awaited<ReturnType<PageApi[M]>>;
  }
  async capture(request: Partial<CaptureRequest> = {}): Promise<CaptureReply> {
    return contentOf(await this.call('capture', { budget: 3_000, mode: 'snapshot', maxMs: 10_000, ...request }));
  }
  async more(captureId: number, from: number, offset: number, budget: number): Promise<MoreReply> {
    return contentOf(await this.call('more', { captureId, from, offset, budget }));
  }
  /** What the services say of an element id. */
  async view(el: number): Promise<ViewReply> {
    return (await this.#call('call', 'view', JSON.stringify({ el }))) as ViewReply;
  }
  /** Everything a capture knows, ids left out: brought up to date, and by a full walk at the same moment. */
  async compare(): Promise<readonly [Contents, Contents]> {
    return (await this.#call('call', 'compare', '{}')) as [Contents, Contents];
  }
  async disagreements(): Promise<readonly string[]> {
    return (await this.#call('call', 'disagreements', '{}')) as readonly string[];
  }
  /** Marks the element as one that a script listens on. */
  async listen(el: number): Promise<void> {
    await this.#call('call', 'listen', JSON.stringify({ el }));
  }
  /** Element id of the first match of a selector in the document. */
  async idOf(selector: string): Promise<number> {
    return (await this.#run(
      'function (selector) { return JSON.stringify(this.idOf(document.querySelector(selector))); }',
      selector,
    )) as number;
  }
  /** Hands the closed root of a host over, as Node does. */
  async adoptClosedRoot(selector: string): Promise<void> {
    const { result: host } = await this.#session.send('Runtime.callFunctionOn', {
      objectId: this.#port,
      functionDeclaration: 'function (selector) { return document.querySelector(selector); }',
      arguments: [{ value: selector }],
    });
    const { node } = await this.#session.send('DOM.describeNode', { objectId: host.objectId as string, depth: 1, pierce: true });
    const backendNodeId = node.shadowRoots?.[0]?.backendNodeId;
    if (backendNodeId === undefined) throw new Error(`${selector} has no shadow root`);
    const id = await this.idOf(selector);
    const { object } = await this.#session.send('DOM.resolveNode', { backendNodeId, executionContextId: await this.#contextId() });
    await this.#session.send('Runtime.callFunctionOn', {
      objectId: this.#port,
      functionDeclaration: 'function (id, root) { this.adoptRoot(id, root); }',
      arguments: [{ value: id }, { objectId: object.objectId as string }],
    });
  }

  async #contextId(): Promise<number> {
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    // The same name gives the same world again.
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'capture',
    });
    return executionContextId;
  }
  async #call(method: string, ...args: unknown[]): Promise<unknown> {
    return this.#run(`function (...args) { return this.${method}(...args); }`, ...args);
  }
  async #run(functionDeclaration: string, ...args: unknown[]): Promise<unknown> {
    const { result, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', {
      objectId: this.#port,
      functionDeclaration,
      arguments: args.map((value) => ({ value })),
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value as string);
  }
}

function contentOf<T>(result: PageResult<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message ?? ''}`);
  return result.value;
}

interface Printed {
  readonly snapshotId: number;
  readonly documents: readonly WireDocument[];
  readonly nodes: readonly WireNode[];
}

/** Lines as Node prints them. */
export function linesOf({ documents, snapshotId, nodes }: Printed): string[] {
  return nodes.map((node) => {
    const ref = node.ref ? formatRef(documents[node.doc]?.nonce ?? '', snapshotId, node.i) : undefined;
    return renderLine(node, node.more ? `k${snapshotId}_0_${node.more.from}_0` : ref);
  });
}
/** Lines that stay the same from run to run: a ref is only marked. */
export function stableText(printed: Printed): string {
  return linesOf(printed)
    .join('\n')
    .replace(/ \[ref=\w+\]/g, ' [ref]');
}
