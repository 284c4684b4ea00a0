/** Google Custom Search, its programming interface. */
import { hitOf, listOf, readJson, type SearchEngine, strange } from './results.js';

const NAME = 'Google Custom Search';

/** @param cx id of the search engine that was set up there */
export function google(apiKey: string, cx: string, base = 'https://www.googleapis.com/customsearch/v1'): SearchEngine {
  return {
    name: NAME,
    address(query, maxResults) {
      const url = new URL(base);
      for (const [name, value] of Object.entries({ key: apiKey, cx, q: query, num: String(maxResults) })) url.searchParams.set(name, value);
      return url.href;
    },
    read(body) {
      const { items, error } = readJson(NAME, body);
      if (error !== undefined) throw strange(NAME, 'it answered with an error');
      return listOf(NAME, items).flatMap(({ title, link, snippet }) => hitOf(title, link, snippet));
    },
  };
}
