/** Which tab a call is about. */
import type { Engine, PageEngine } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';

/** How a turn's default tab was chosen. */
type Default = { readonly kind: 'open'; readonly tabId: number } | { readonly kind: 'uncaptured' };

export class TabRouter {
  readonly #engine: Pick<Engine, 'pages' | 'byTabId'>;
  readonly #attached: PageEngine | undefined;
  #default: Default = { kind: 'uncaptured' };

  /** @param attached the page the session was attached to, when it was one */
  constructor(engine: Pick<Engine, 'pages' | 'byTabId'>, attached: PageEngine | undefined) {
    this.#engine = engine;
    this.#attached = attached;
  }

  /**
   * Starts a turn: from now on calls without `tabId` go to this tab, whatever is in front later.
   * @param tabId the tab; absent: the attached page, else the page opened last
   * @throws SdkError tab_closed when `tabId` names no open tab
   */
  beginTurn(tabId?: number): void {
    if (tabId !== undefined) {
      this.#default = { kind: 'open', tabId: this.target(tabId).tabId };
      return;
    }
    this.#default = { kind: 'uncaptured' };
    this.capture();
  }

  capture = (): void => {
    if (this.#default.kind !== 'uncaptured') return;
    const isOpen = this.#attached && !this.#attached.closed;
    const tab = isOpen ? this.#attached : this.tabs().at(-1);
    if (tab) this.#default = { kind: 'open', tabId: tab.tabId };
  };

  target = (tabId: number | undefined): PageEngine => {
    if (tabId !== undefined) return this.#open(tabId, `There is no open tab ${tabId}`);
    this.capture();
    const chosen = this.#default;
    if (chosen.kind === 'uncaptured') throw this.#closed('There is no open tab');
    return this.#open(chosen.tabId, `Tab ${chosen.tabId}, the default of this turn, is closed`);
  };

  defaultTabId = (): number | undefined => {
    this.capture();
    const chosen = this.#default;
    if (chosen.kind !== 'open') return undefined;
    return this.#isOpen(this.#engine.byTabId(chosen.tabId)) ? chosen.tabId : undefined;
  };

  /** A popup takes over as default where its opener was the default. */
  followPopup = (from: PageEngine, to: PageEngine): void => {
    if (this.#default.kind === 'open' && this.#default.tabId === from.tabId && this.#isOpen(to))
      this.#default = { kind: 'open', tabId: to.tabId };
  };

  tabs = (): readonly PageEngine[] => this.#engine.pages().filter((tab) => !tab.closed);

  openerOf = (tab: PageEngine): PageEngine | undefined =>
    tab.openerTabId === undefined ? undefined : this.#engine.byTabId(tab.openerTabId);

  #isOpen(tab: PageEngine | undefined): tab is PageEngine {
    return tab !== undefined && !tab.closed;
  }

  #open(tabId: number, problem: string): PageEngine {
    const tab = this.#engine.byTabId(tabId);
    if (this.#isOpen(tab)) return tab;
    throw this.#closed(problem);
  }

  #closed(problem: string): SdkError {
    const open = this.tabs().map((tab) => tab.tabId);
    const list = open.length > 0 ? ` Open tabs are ${open.join(', ')}.` : ' No tab is open.';
    return new SdkError('tab_closed', `${problem}.${list}`, { phase: 'resolve', details: { open } });
  }
}
