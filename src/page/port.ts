/** What Node holds of an installed bundle: JSON calls, and a few hand-overs of objects that only CDP can make. */
import type { InstallOptions } from '../shared/page-api.js';
import type { InternalsFacts } from './world.js';

export interface PagePort {
  /** Calls a PageApi method. Takes and gives JSON text. */
  call(method: string, json: string): string | Promise<string>;
  /** The element itself, for `DOM.describeNode`, `DOM.getBoxModel` and the like by object id. */
  element(id: number): Element | null;
  /** Hands over the closed root of a host. */
  adoptRoot(host: number, root: ShadowRoot): void;
  /** Remembers what the accessibility tree says of a custom element; null: nothing. */
  setInternals(id: number, facts: InternalsFacts | null): void;
  /** Id of an element handed in. */
  idOf(element: Element): number;
}
/** The port of the whole bundle. */
export interface BundlePort extends PagePort {
  /** Marks an element handed in as listened on by scripts of the page; false when it was known, or is no element. */
  addListener(node: Node): boolean;
  /** A document this world serves, the outermost is 0. */
  documentAt(index: number): Document | null;
  /** Takes over a node that only CDP can hand in: makes the closed roots around it known; 0 when this world does not serve its document. */
  adopt(node: Node): number;
}
export type CreatePort = (options: InstallOptions) => PagePort;

declare global {
  /** Given by the wrapper of the bundle (`build/bundle-page.ts`). */
  function publish(create: CreatePort): void;
}
