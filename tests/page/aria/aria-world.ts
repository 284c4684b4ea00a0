/** The ARIA engine in an isolated world of a real page, and tables of cases for it. */
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { source } from '../../support/page-aria.ts?page';
import { test } from '../../support/test.js';

/** What the engine says of an element; see `tests/support/page-aria.ts`. */
export interface Facts {
  role: string;
  name: string;
  description: string;
  states: Record<string, boolean | number | string>;
  value: string;
  type: string;
  hint: string;
  notRendered: string;
  before: string;
  after: string;
  ariaHidden: boolean;
  inert: boolean;
  parent: string;
  children: string[];
}

/** One assertion: what the section demands of the element `#t` of the page. */
export interface Case extends Partial<{ [K in keyof Facts]: Facts[K] | undefined }> {
  /** Specification and section. */
  readonly spec: string;
  readonly html: string;
  /** Where the element is, when it is not `#t`; `>>` goes into shadow roots and frames. */
  readonly at?: string;
}

export class AriaWorld {
  readonly #session: CDPSession;
  readonly #port: string;

  private constructor(session: CDPSession, port: string) {
    this.#session = session;
    this.#port = port;
  }

  static async open(page: Page): Promise<AriaWorld> {
    const session = await page.context().newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'aria',
    });
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `(()=>{let port;(${source})(create=>{port=create({seed:'abcdefghijklmnop'})});return port})()`,
      contextId,
    });
    if (!result.objectId) throw new Error(`the bundle did not start: ${JSON.stringify(exceptionDetails ?? result)}`);
    return new AriaWorld(session, result.objectId);
  }

  async facts(path: string): Promise<Facts> {
    const found = await this.#call<Facts | null>('function (path) { return this.call("facts", JSON.stringify(path)); }', path);
    if (!found) throw new Error(`nothing matches ${path}`);
    return found;
  }

  /** Hands a closed root over, as Node does. */
  async adopt(host: string): Promise<void> {
    const { root } = await this.#session.send('DOM.getDocument', { depth: -1, pierce: true });
    const { nodeId } = await this.#session.send('DOM.querySelector', { nodeId: root.nodeId, selector: host });
    const { node } = await this.#session.send('DOM.describeNode', { nodeId, depth: 1, pierce: true });
    const contextId = await this.#contextId();
    const [element, shadow] = await Promise.all(
      [node.backendNodeId, (node.shadowRoots ?? [])[0]?.backendNodeId ?? 0].map(async (backendNodeId) => {
        const { object } = await this.#session.send('DOM.resolveNode', { backendNodeId, executionContextId: contextId });
        return object.objectId ?? '';
      }),
    );
    await this.#run('function (element, root) { this.adoptRoot(this.idOf(element), root); }', [
      { objectId: element ?? '' },
      { objectId: shadow ?? '' },
    ]);
  }

  /** Hands over what the accessibility tree says of a custom element. */
  async internals(selector: string, facts: { role?: string; name?: string }): Promise<void> {
    await this.#run('function (selector, json) { this.setInternals(this.idOf(document.querySelector(selector)), JSON.parse(json)); }', [
      { value: selector },
      { value: JSON.stringify(facts) },
    ]);
  }

  async #contextId(): Promise<number> {
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'aria' });
    return executionContextId;
  }

  async #call<T>(functionDeclaration: string, argument: string): Promise<T> {
    return JSON.parse((await this.#run(functionDeclaration, [{ value: argument }])) as string) as T;
  }

  async #run(functionDeclaration: string, args: readonly ({ value: string } | { objectId: string })[]): Promise<unknown> {
    const { result, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', {
      objectId: this.#port,
      functionDeclaration,
      arguments: [...args],
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
}

/** One test for a table; each case is an assertion of its own, and all are reported. */
export function table(title: string, cases: readonly Case[]): void {
  test(`${title} (${cases.length} cases)`, async ({ page }) => {
    await page.setContent('<!doctype html>');
    const world = await AriaWorld.open(page);
    for (const { spec, html, at = '#t', ...wanted } of cases) {
      if (html.includes('<script')) await page.setContent(`<!doctype html>${html}`);
      else await page.evaluate(`document.adoptedStyleSheets = []; document.body.setHTMLUnsafe(${JSON.stringify(html)})`);
      const found = await world.facts(at);
      const asked = Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key as keyof Facts]]));
      expect.soft(asked, `${spec}: ${html}`).toEqual(wanted);
    }
  });
}
