/** A session with the kit, driven the way a model does: by what its tools gave. */
import type { Page } from 'playwright-core';
import type { Session } from '../../src/index.js';
import type { ToolResult } from '../../src/shared/results.js';

export const KIT = { toolsets: ['browser-kit'], gatekeeper: { policy: 'auto' } } as const;

export type Tuple = readonly [path: string, role: string, text: string, value?: string];
type Reading = 'getReadableText' | 'getReadableElements' | 'getReadableElementHtml';

/** The kit on one tab. */
export class Kit {
  readonly session: Session;
  readonly ids: { readonly browserId: string; readonly windowId: string; readonly tabId: string };

  constructor(session: Session, page: Page) {
    this.session = session;
    this.ids = { browserId: session.id, windowId: '1', tabId: String(session.tabIdOf(page)) };
  }

  /** A call on the tab that may fail. */
  run(name: string, input: object = {}): Promise<ToolResult> {
    return this.session.callUnknown(name, { ...this.ids, ...input });
  }

  /** A call on the tab; a failure ends the test. */
  async do(name: string, input: object = {}): Promise<Record<string, unknown>> {
    return dataOf(await this.run(name, input));
  }

  /** One that reads. */
  async read(name: Reading, input: object = {}): Promise<Record<string, unknown>> {
    const { browserId, tabId } = this.ids;
    return dataOf(await this.session.callUnknown(name, { browserId, tabId, ...input }));
  }

  async tuples(): Promise<readonly Tuple[]> {
    let page = await this.read('getReadableElements');
    const all = [...(page['data'] as Tuple[])];
    while (page['hasNextPage'] === true) {
      const { snapshotId, nextPageNumber } = page;
      page = dataOf(
        await this.session.callUnknown('getSnapshotPage', { snapshotId, type: 'readable-elements', pageNumber: nextPageNumber }),
      );
      all.push(...(page['data'] as Tuple[]));
    }
    return all;
  }

  /** The path of the element with a role and text, in a fresh reading. */
  async path(role: string, text: string): Promise<string> {
    const tuples = await this.tuples();
    const found = tuples.filter((tuple) => tuple[1] === role && tuple[2] === text);
    const [only] = found;
    if (!only || found.length > 1) throw new Error(`${found.length} of ${role} ${JSON.stringify(text)} in\n${tuples.join('\n')}`);
    return only[0];
  }

  async click(role: string, text: string): Promise<Record<string, unknown>> {
    return this.do('clickOnElement', { readablePath: await this.path(role, text) });
  }

  async fill(role: string, text: string, value: string): Promise<Record<string, unknown>> {
    return this.do('fillTextToElement', { readablePath: await this.path(role, text), value });
  }
}

export function dataOf(result: ToolResult): Record<string, unknown> {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.data as Record<string, unknown>;
}

export function codeOf(result: ToolResult): string {
  return result.ok ? `ok ${JSON.stringify(result.data)}` : result.error.code;
}
