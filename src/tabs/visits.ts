/** Pages that tabs of the session showed. */
import type { HistoryEntry, HistoryQuery, SiteEntry } from '../shared/browser-data.js';

/** Visits kept; the oldest go first. */
export const MOST_VISITS = 5_000;

/** True for an entry that the words and times of a query ask for. */
export function fits({ url, title, visitedAt }: HistoryEntry, { query, startTime, endTime }: HistoryQuery): boolean {
  return visitedAt >= startTime && visitedAt < endTime && hasWords(`${title}\n${url}`, query);
}

/** True when all words of a query occur in a text, in any case. */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** One entry per URL, its latest, latest first. */
export function latestPerUrl(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const byUrl = new Map<string, HistoryEntry>();
  for (const entry of entries) {
    const known = byUrl.get(entry.url);
    if (!known || entry.visitedAt > known.visitedAt) byUrl.set(entry.url, entry);
    else if (known.title === '') byUrl.set(entry.url, { ...known, title: entry.title });
  }
  return [...byUrl.values()].sort((a, b) => b.visitedAt - a.visitedAt);
}

export class Visits {
  #visits: HistoryEntry[] = [];

  all(): readonly HistoryEntry[] {
    return this.#visits;
  }

  /** @returns what names this visit to `retitle` */
  add(visit: HistoryEntry): HistoryEntry {
    this.#visits.push(visit);
    this.#trim();
    return visit;
  }

  /** The title of a page is known after its visit began. */
  retitle(visit: HistoryEntry, title: string): HistoryEntry {
    const at = this.#visits.lastIndexOf(visit);
    const renamed = { ...visit, title };
    if (at >= 0) this.#visits[at] = renamed;
    return renamed;
  }

  /** Visits of an earlier session. */
  merge(visits: readonly HistoryEntry[]): void {
    this.#visits = [...visits, ...this.#visits].sort((a, b) => a.visitedAt - b.visitedAt);
    this.#trim();
  }

  /** Pages by how often they were visited, then by how lately. */
  top(): readonly SiteEntry[] {
    const counts = new Map<string, number>();
    for (const { url } of this.#visits) counts.set(url, (counts.get(url) ?? 0) + 1);
    return [...latestPerUrl(this.#visits)]
      .sort((a, b) => (counts.get(b.url) ?? 0) - (counts.get(a.url) ?? 0))
      .map(({ url, title }) => ({ url, title }));
  }

  #trim(): void {
    if (this.#visits.length > MOST_VISITS * 1.1) this.#visits = this.#visits.slice(-MOST_VISITS);
  }
}
