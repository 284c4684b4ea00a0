/** Baidu, its page. Its links are ciphers; results carry the real address in an attribute of their own. */
import type { SearchHit } from '../../shared/agent.js';
import { absolute, hitOf, lineOf, parseResults, type SearchEngine, strange } from './results.js';

const NAME = 'Baidu';
const SNIPPETS = ['.c-abstract', '[class*="content-right"]', '.c-span-last', '[class*="summary-text"]'];

export function baidu(base = 'https://www.baidu.com/s'): SearchEngine {
  return {
    name: NAME,
    address(query, maxResults) {
      const url = new URL(base);
      url.searchParams.set('wd', query);
      url.searchParams.set('rn', String(maxResults));
      return url.href;
    },
    read,
  };
}

function read(body: string, url: string): readonly SearchHit[] {
  const page = parseResults(body);
  const hits = [...page.querySelectorAll('.result,.result-op')].flatMap((result) => {
    const link = result.querySelector('.t > a') ?? result.querySelector('h3 a');
    const snippet = SNIPPETS.map((selector) => result.querySelector(selector)).find((found) => found !== null);
    const real = result.getAttribute('mu') ?? '';
    const address = /^https?:\/\//i.test(real) ? real : absolute(link?.getAttribute('href') ?? null, url);
    return hitOf(lineOf(link), address, lineOf(snippet));
  });
  if (hits.length > 0 || page.querySelector('.content_none,.nors,#content_left')) return hits;
  throw strange(NAME, /wappass\.baidu\.com|安全验证/.test(body) ? 'it wants to see a person first' : 'it holds no list');
}
