/** Tabs and windows that were closed and can be restored. */
import type { ClosedEntry, TabMemory } from '../shared/browser-data.js';
import { SdkError } from '../shared/errors.js';

/** Entries kept; the oldest go first. */
export const MOST_CLOSED = 100;

export class ClosedTabs {
  #entries: ClosedEntry[] = [];
  #lastId = 0;

  /** What was closed last first. */
  list(): readonly ClosedEntry[] {
    return [...this.#entries].sort((a, b) => b.closedAt - a.closedAt || numberOf(b.sessionId) - numberOf(a.sessionId));
  }

  add(kind: ClosedEntry['kind'], tabs: readonly TabMemory[], closedAt: number): void {
    if (tabs.length === 0) return;
    const sessionId = `closed_${++this.#lastId}`;
    const named = tabs.map((tab, at) => ({ ...tab, sessionId: kind === 'tab' ? sessionId : `${sessionId}_${at + 1}` }));
    this.#entries.push({ sessionId, kind, closedAt, tabs: named });
    if (this.#entries.length > MOST_CLOSED) this.#entries.splice(this.#entries.indexOf(this.list().at(-1) as ClosedEntry), 1);
  }

  find(sessionId: string): ClosedEntry | undefined {
    const whole = this.#entries.find((one) => one.sessionId === sessionId);
    if (whole) return whole;
    for (const { closedAt, tabs } of this.#entries) {
      const tab = tabs.find((one) => one.sessionId === sessionId);
      if (tab) return { sessionId, kind: 'tab', closedAt, tabs: [tab] };
    }
    return undefined;
  }

  /**
   * Takes a tab or window out, or one tab of a window.
   * @throws SdkError not_found
   */
  take(sessionId: string): ClosedEntry {
    const entry = this.find(sessionId);
    if (!entry) throw notFound(sessionId);
    this.#entries = this.#entries.flatMap((one) => {
      const tabs = one.sessionId === sessionId ? [] : one.tabs.filter((tab) => tab.sessionId !== sessionId);
      return tabs.length === 0 ? [] : [tabs.length === one.tabs.length ? one : { ...one, tabs }];
    });
    return entry;
  }

  /** Puts back what was taken, or a part of it, where it was. */
  putBack({ sessionId, kind, closedAt, tabs }: ClosedEntry): void {
    const [, windowId] = /^(closed_\d+)_\d+$/.exec(sessionId) ?? [];
    const id = windowId ?? sessionId;
    const there = this.#entries.find((one) => one.sessionId === id);
    const all = [...(there?.tabs ?? []), ...tabs].sort((a, b) => placeOf(a.sessionId) - placeOf(b.sessionId));
    this.#entries = [
      ...this.#entries.filter((one) => one !== there),
      { sessionId: id, kind: windowId === undefined ? kind : 'window', closedAt, tabs: all },
    ];
  }
}

/** `closed_7` and `closed_7_2`: 7. */
const numberOf = (sessionId: string): number => Number(sessionId.split('_')[1]);
/** `closed_7_2`: 2. */
const placeOf = (sessionId: string): number => Number(sessionId.split('_')[2] ?? 0);

function notFound(sessionId: string): SdkError {
  const shown = JSON.stringify(sessionId.slice(0, 80));
  return new SdkError('not_found', `There is no closed tab or window ${shown}, or it was restored already.`, {
    phase: 'resolve',
    hint: 'List what can be restored with sessions_recently_closed.',
  });
}
