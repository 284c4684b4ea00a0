/** Bing: its programming interface where there is a key, else its page. Links of the page carry the real address in a parameter. */
import type { SearchHit } from '../../shared/agent.js';
import { absolute, hitOf, lineOf, listOf, parseResults, readJson, type SearchEngine, strange } from './results.js';

const NAME = 'Bing';

export function bing(apiKey: string | undefined, base?: string): SearchEngine {
  return apiKey === undefined
    ? byPage(base ?? 'https://www.bing.com/search')
    : byApi(apiKey, base ?? 'https://api.bing.microsoft.com/v7.0/search');
}

function byApi(apiKey: string, base: string): SearchEngine {
  return {
    name: NAME,
    headers: { 'ocp-apim-subscription-key': apiKey },
    address(query, maxResults) {
      const url = new URL(base);
      url.searchParams.set('q', query);
      url.searchParams.set('count', String(maxResults));
      url.searchParams.set('responseFilter', 'Webpages');
      return url.href;
    },
    read(body) {
      const { webPages } = readJson(NAME, body);
      const list = typeof webPages === 'object' && webPages !== null ? (webPages as Record<string, unknown>)['value'] : undefined;
      return listOf(NAME, list).flatMap(({ name, url, snippet }) => hitOf(name, url, snippet));
    },
  };
}

function byPage(base: string): SearchEngine {
  return {
    name: NAME,
    address(query) {
      const url = new URL(base);
      url.searchParams.set('q', query);
      return url.href;
    },
    read: readPage,
  };
}

function readPage(body: string, url: string): readonly SearchHit[] {
  const page = parseResults(body);
  const hits = [...page.querySelectorAll('.b_algo')].flatMap((result) => {
    const link = result.querySelector('h2 a');
    const snippet = result.querySelector('.b_caption p') ?? result.querySelector('p');
    return hitOf(lineOf(link), target(absolute(link?.getAttribute('href') ?? null, url)), lineOf(snippet));
  });
  if (hits.length > 0 || page.querySelector('.b_no,#b_results')) return hits;
  throw strange(NAME, 'it holds no list');
}

/** `/ck/a?…&u=a1<base64url>` leads to the address. */
function target(url: string): string {
  if (url === '') return '';
  const { pathname, searchParams } = new URL(url);
  const wrapped = searchParams.get('u');
  if (pathname !== '/ck/a' || wrapped === null) return url;
  const real = Buffer.from(wrapped.replace(/^a1/, ''), 'base64url').toString('utf8');
  return /^https?:\/\//i.test(real) ? real : '';
}
