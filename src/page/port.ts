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
export type CreatePort = (options: InstallOptions) => PagePort;

declare global {
  /** Given by the wrapper of the bundle (`build/bundle-page.ts`). */
  function publish(create: CreatePort): void;
}
