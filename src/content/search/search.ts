/** Searching the web with one of four engines. */
import type { SearchPort } from '../../bridge/agent-port.js';
import type { SearchHit } from '../../shared/agent.js';
import { SdkError } from '../../shared/errors.js';
import { decode } from '../fetch/charset.js';
import { type Fetched, type FetchPolicy, get } from '../fetch/get.js';
import { baidu } from './baidu.js';
import { bing } from './bing.js';
import { duckduckgo } from './duckduckgo.js';
import { google } from './google.js';
import type { SearchEngine } from './results.js';

export const SEARCH_ENGINES = ['duckduckgo', 'bing', 'baidu', 'google'] as const;
export interface SearchSettings {
  /** Default `duckduckgo`. */
  readonly engine?: (typeof SEARCH_ENGINES)[number];
  /** Needed by `google`; with it `bing` is asked through its programming interface, without it through its page. */
  readonly apiKey?: string;
  /** Id of the engine that was set up at Google Custom Search. Needed by `google`. */
  readonly cx?: string;
  /** Address that is asked instead of the engine's own, for proxies and tests; it may be private. */
  readonly baseUrl?: string;
}

/** Ms an engine has. */
const SEARCH_MS = 15_000;

/**
 * @param policy what may be reached; the engine's own origin may be private where the host named it
 * @throws SdkError not_configured
 */
export function createSearch(settings: SearchSettings, policy: FetchPolicy): SearchPort {
  return {
    url(query) {
      const { origin, pathname } = new URL(engineOf(settings).address(query, 1));
      return origin + pathname;
    },
    async search(query, maxResults, signal) {
      const engine = engineOf(settings);
      const address = engine.address(query, maxResults);
      const { body, contentType, isCut, finalUrl } = await ask(engine, address, own(settings, policy), signal);
      return unique(engine.read(decode(body, contentType, isCut).text, finalUrl)).slice(0, maxResults);
    },
  };
}

function engineOf({ engine = 'duckduckgo', apiKey, cx, baseUrl }: SearchSettings): SearchEngine {
  switch (engine) {
    case 'bing':
      return bing(apiKey, baseUrl);
    case 'baidu':
      return baidu(baseUrl);
    case 'google':
      if (apiKey === undefined || cx === undefined)
        throw new SdkError('not_configured', 'Google Custom Search needs apiKey and cx in the option search.', { phase: 'validate' });
      return google(apiKey, cx, baseUrl);
    default:
      return duckduckgo(baseUrl);
  }
}

/** What the host named is where it wants to go. */
function own({ baseUrl }: SearchSettings, policy: FetchPolicy): FetchPolicy {
  return baseUrl === undefined ? policy : { ...policy, privateOrigins: [...policy.privateOrigins, new URL(baseUrl).origin] };
}

/** Failures name the engine and never the address, which may hold a key. */
async function ask(engine: SearchEngine, address: string, policy: FetchPolicy, signal: AbortSignal): Promise<Fetched> {
  const late = AbortSignal.timeout(SEARCH_MS);
  let answer: Fetched;
  try {
    answer = await get(address, { ...policy, headers: engine.headers }, AbortSignal.any([signal, late]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late.aborted) throw new SdkError('timeout', `${engine.name} did not answer within ${SEARCH_MS} ms.`, { phase: 'dispatch' });
    if (SdkError.isInstance(error) && error.code !== 'http_error') throw error;
    throw new SdkError('http_error', `${engine.name} could not be asked.`, { phase: 'dispatch', details: { reason: 'network' } });
  }
  const { status } = answer;
  if (status >= 200 && status <= 299) return answer;
  throw new SdkError('http_error', `${engine.name} answered HTTP ${status}.`, { phase: 'dispatch', details: { reason: 'status', status } });
}

function unique(hits: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ url }) => !seen.has(url) && seen.add(url));
}
