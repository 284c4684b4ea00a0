/** Services a host lends: their shape, and what they answer, checked. */
import { z } from 'zod';
import type { SubAgents, Summarise } from '../bridge/agent-port.js';
import type { BrowserProviders, ListProvider } from '../bridge/browser-data.js';
import { describeIssues } from '../registry/validate.js';
import type { SearchHit } from '../shared/agent.js';
import { SdkError } from '../shared/errors.js';
import type { LentData } from '../tabs/browser-memory.js';
import { fits, hasWords } from '../tabs/visits.js';

/** Searches the web itself. Best first. */
export type SearchProvider = (
  query: string,
  maxResults: number,
  signal: AbortSignal,
) => readonly SearchHit[] | Promise<readonly SearchHit[]>;

/** Services for the toolset `agent`. */
export interface AgentProviders {
  /** Instead of the engines of the option `search`. */
  readonly search?: SearchProvider;
  /** Answers the parameter `prompt` of web_fetch and get_tab_content from their text, which is untrusted. */
  readonly summarise?: Summarise;
  /** The loop of a sub-agent. Without it `agent` is not listed. */
  readonly subAgents?: SubAgents;
}
export type SessionProviders = BrowserProviders & AgentProviders;

/** Unix ms that a Date can show. */
export const timeSchema = z.number().min(0).max(8_640_000_000_000_000);
const urlSchema = z.string().min(1);

const historySchema = z.array(z.object({ url: urlSchema, title: z.string(), visitedAt: timeSchema }));
const bookmarksSchema = z.array(z.object({ id: z.string().min(1), title: z.string(), url: urlSchema.optional() }));
const sitesSchema = z.array(z.object({ url: urlSchema, title: z.string() }));

const listOr = (list: z.ZodType) =>
  z.union([list, z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function')]).optional();

const hook = z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function').optional();

export const providersSchema = z
  .strictObject({
    history: listOr(historySchema),
    bookmarks: listOr(bookmarksSchema),
    topSites: listOr(sitesSchema),
    search: hook,
    summarise: hook,
    subAgents: hook,
  })
  .optional();

interface Ask<Entry, Query> {
  readonly name: string;
  readonly provider: ListProvider<Entry, Query>;
  readonly schema: z.ZodType<readonly Entry[]>;
  /** Which entries of a list are asked for. */
  readonly picks: (entry: Entry, query: Query) => boolean;
  /** Which entries of an answer count. */
  readonly keeps?: (entry: Entry, query: Query) => boolean;
}

/** @throws SdkError provider_failed */
function asker<Entry, Query>({ name, provider, schema, picks, keeps }: Ask<Entry, Query>) {
  return async (query: Query, signal: AbortSignal): Promise<readonly Entry[]> => {
    if (typeof provider !== 'function') return provider.filter((entry) => picks(entry, query));
    let answer: unknown;
    try {
      answer = await provider(query, signal);
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new SdkError('provider_failed', `The provider ${name} of the host failed: ${why}`, { cause });
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success) {
      const wrong = describeIssues(schema, answer, parsed.error);
      throw new SdkError('provider_failed', `The provider ${name} of the host gave an answer of the wrong shape: ${wrong}.`);
    }
    return keeps ? parsed.data.filter((entry) => keeps(entry, query)) : parsed.data;
  };
}

/** What a session asks of the providers. */
export function lentData({ history, bookmarks, topSites }: BrowserProviders = {}): LentData {
  const sites = topSites && asker({ name: 'topSites', provider: topSites, schema: sitesSchema, picks: () => true });
  return {
    ...(history && {
      history: asker({
        name: 'history',
        provider: history,
        schema: historySchema,
        picks: fits,
        // How a host matches words is its own affair.
        keeps: (entry, query) => fits(entry, { ...query, query: '' }),
      }),
    }),
    ...(bookmarks && {
      bookmarks: asker({
        name: 'bookmarks',
        provider: bookmarks,
        schema: bookmarksSchema,
        picks: ({ title, url = '' }, query) => hasWords(`${title}\n${url}`, query),
      }),
    }),
    ...(sites && { topSites: (signal: AbortSignal) => sites(undefined, signal) }),
  };
}

/** Names of the services there are. */
export const providerNames = (providers: SessionProviders = {}): readonly string[] =>
  Object.entries(providers).flatMap(([name, provider]) => (provider === undefined ? [] : [name]));
