/** What the tools of an agent use beside pages, put together from the options of a session. */

import type { AgentPort, SearchPort } from '../bridge/agent-port.js';
import type { FetchPolicy } from '../content/fetch/get.js';
import { createSearch } from '../content/search/search.js';
import { TaskList } from '../content/tasks.js';
import type { PipelineHost } from '../registry/call.js';
import type { SearchHit, SummariseRequest } from '../shared/agent.js';
import { SdkError } from '../shared/errors.js';
import type { SessionOptions } from './options.js';
import type { SearchProvider } from './providers.js';
import { startSubAgent, type TabLeases } from './sub-agents.js';

export interface AgentParts {
  readonly options: SessionOptions;
  readonly policy: FetchPolicy;
  readonly leases: TabLeases;
  /** The session, once it is put together. */
  readonly host: () => PipelineHost;
}

/** Characters of a summary that are kept. */
const MAX_SUMMARY = 20_000;

export function createAgent({ options, policy, leases, host }: AgentParts): AgentPort {
  const { providers = {}, search = {}, workspace } = options;
  return {
    search: providers.search ? searchOf(providers.search) : createSearch(search, policy),
    summarise: (request, signal) => summarise(providers.summarise, request, signal),
    tasks: new TaskList(),
    start: (request, signal) => startSubAgent({ host: host(), leases, provider: providers.subAgents }, request, signal),
    get workspace() {
      if (workspace) return workspace;
      throw new SdkError('not_configured', 'This session has no workspace for files.', {
        phase: 'validate',
        hint: 'Do without files; the host can lend a workspace with the option workspace.',
      });
    },
  };
}

/** @throws SdkError provider_failed, or the signal's reason */
async function lent<T>(name: string, signal: AbortSignal, ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SdkError('provider_failed', `The provider ${name} of the host failed: ${why}`, { cause });
  }
}

async function summarise(provider: NonNullable<SessionOptions['providers']>['summarise'], request: SummariseRequest, signal: AbortSignal) {
  if (!provider)
    throw new SdkError('not_configured', 'prompt: this session has nobody who summarises.', {
      phase: 'validate',
      hint: 'Call again without prompt and read the text; the host can lend a model with the option providers.summarise.',
      details: { field: 'prompt' },
    });
  const answer: unknown = await lent('summarise', signal, () => provider(request, signal));
  if (typeof answer !== 'string') throw new SdkError('provider_failed', 'The provider summarise of the host gave no text.');
  return answer.slice(0, MAX_SUMMARY);
}

function searchOf(provider: SearchProvider): SearchPort {
  return {
    url: () => undefined,
    async search(query, maxResults, signal) {
      const answer: unknown = await lent('search', signal, () => provider(query, maxResults, signal));
      if (!Array.isArray(answer)) throw new SdkError('provider_failed', 'The provider search of the host gave no list.');
      return answer
        .flatMap((hit: unknown) => (isHit(hit) ? [{ title: hit.title, url: hit.url, snippet: hit.snippet }] : []))
        .slice(0, maxResults);
    },
  };
}

function isHit(hit: unknown): hit is SearchHit {
  if (typeof hit !== 'object' || hit === null) return false;
  const { title, url, snippet } = hit as Record<string, unknown>;
  return typeof title === 'string' && typeof url === 'string' && typeof snippet === 'string';
}
