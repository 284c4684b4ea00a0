/** DuckDuckGo, its page without scripts. Results lead over an address of its own that carries the real one. */
import type { SearchHit } from '../../shared/agent.js';
import { absolute, hitOf, lineOf, parseResults, type SearchEngine, strange } from './results.js';

const NAME = 'DuckDuckGo';

export function duckduckgo(base = 'https://html.duckduckgo.com/html/'): SearchEngine {
  return {
    name: NAME,
    address(query) {
      const url = new URL(base);
      url.searchParams.set('q', query);
      return url.href;
    },
    read,
  };
}

function read(body: string, url: string): readonly SearchHit[] {
  const page = parseResults(body);
  const hits = [...page.querySelectorAll('.result')].flatMap((result) => {
    if ((result.getAttribute('class') ?? '').split(/\s+/).includes('result--ad')) return [];
    const link = result.querySelector('a.result__a');
    return hitOf(lineOf(link), target(absolute(link?.getAttribute('href') ?? null, url)), lineOf(result.querySelector('.result__snippet')));
  });
  if (hits.length > 0) return hits;
  if (page.querySelector('.anomaly-modal__modal,#challenge-form')) throw strange(NAME, 'it wants to see a person first');
  // Also a list that held advertisements alone is a page of results.
  if (page.querySelector('.no-results,.result,.results')) return [];
  throw strange(NAME, 'it holds no list');
}

/** `…/l/?uddg=<address>` leads to the address; what leads to an advertisement is left out. */
function target(url: string): string {
  if (url === '') return '';
  const { hostname, pathname, searchParams } = new URL(url);
  const wrapped = searchParams.get('uddg');
  if (/(?:^|\.)duckduckgo\.com$/.test(hostname) && pathname === '/y.js') return '';
  return pathname === '/l/' && wrapped !== null ? wrapped : url;
}
