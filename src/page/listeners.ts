/** Takes over the elements that a look in the main world found: each is shown to this world by one event of a random name. */
import type { PageApi } from '../shared/page-api.js';
import type { Snapshots } from './capture/snapshots.js';
import { isElement, queryAll, viewOf } from './dom.js';
import type { InputCounter } from './input-counter.js';

/** The inline handler that pages use most: one attribute is found at once, each further one costs as much as all of them. */
const INLINE = '[onclick]';

type ListenersApi = Pick<PageApi, 'armListeners' | 'collectListeners' | 'listenerNews'>;
export interface ListenersPart {
  readonly api: ListenersApi;
  /** Marks an element handed in; false when it is none, or known. */
  add(node: Node): boolean;
  dispose(): void;
}

/**
 * One listener stays on each window, for the event name that Node gives: to put up and take down one for each look would leave garbage that counts
 * as listeners of the page.
 */
export function createListenersApi(snapshots: Snapshots, input: InputCounter): ListenersPart {
  let name = '';
  /** Documents that were looked at, and how many elements had been added by then. */
  const known = new WeakSet<Document>();
  const windows = new Set<WeakRef<EventTarget>>();
  let added = 0;
  let found = 0;
  let heard = false;
  /** Opening the document again has taken the listeners of our window away. */
  let isCleared = false;

  const add = (node: Node): boolean => {
    if (!isElement(node) || snapshots.listeners.has(node)) return false;
    snapshots.addListener(node);
    return true;
  };
  const notice = (event: Event): void => {
    event.stopImmediatePropagation();
    const [target] = event.composedPath();
    if (target === event.currentTarget) heard = true;
    else if (target && add(target as Node)) found++;
  };
  /** Is our listener on this window still there? */
  const hears = (view: EventTarget): boolean => {
    heard = false;
    view.dispatchEvent(new Event(name));
    return heard;
  };
  const listenOn = (view: EventTarget): void => {
    if (hears(view)) return;
    windows.add(new WeakRef(view));
    view.addEventListener(name, notice, true);
  };
  const forget = (): void => {
    for (const view of windows) view.deref()?.removeEventListener(name, notice, true);
    windows.clear();
  };
  const own = (): number => {
    if (windows.size > 0 && !hears(globalThis.window)) {
      isCleared = true;
      windows.clear();
    }
    return (isCleared ? 0 : input.listeners) + windows.size;
  };

  const api: ListenersApi = {
    armListeners({ event }) {
      if (event !== name) forget();
      name = event;
      const ours = own();
      const documents = snapshots.documents();
      // On the window: the first stop of an event, before any listener of the page.
      for (const document of documents) listenOn(viewOf(document) ?? document);
      for (const document of documents) known.add(document);
      ({ added } = snapshots.churn);
      found = 0;
      let inline = 0;
      for (const document of documents) inline += queryAll(document, INLINE).length;
      return { inline, own: ours, documents: documents.length };
    },
    listenerNews: () => ({
      added: snapshots.churn.added - added,
      isOther: snapshots.documents().some((document) => !known.has(document)),
      own: own(),
    }),
    collectListeners: () => ({ found, own: own() }),
  };
  return {
    api,
    add,
    dispose: forget,
  };
}
