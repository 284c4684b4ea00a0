/** What a session keeps and reaches beside its pages. */
import type { Clock, RandomId } from '../bridge/types.js';
import { DEFAULT_LIMITS, memoryAttachments } from '../content/attachments.js';
import { createCaptures } from '../content/captures.js';
import { fetchText } from '../content/fetch/fetch-text.js';
import type { FetchPolicy } from '../content/fetch/get.js';
import { createPagedCaptures } from '../content/paged.js';
import { createPathBook } from '../content/paths.js';
import { outside } from '../gatekeeper/boundary.js';
import type { Gatekeeper } from '../gatekeeper/gatekeeper.js';
import { strictRuleAt } from '../gatekeeper/rules.js';
import { sensitivePattern } from '../gatekeeper/sensitive.js';
import type { PipelineHost } from '../registry/call.js';
import type { SessionOptions } from './options.js';

const MAX_BYTES = 5_000_000;
const FETCH = { name: 'fetch_url', capability: 'fetch' } as const;

/** What may be fetched besides pages of the browser. */
export function fetchPolicy({ fetch = {} }: SessionOptions, gate: Gatekeeper): FetchPolicy {
  const { privateOrigins = [], maxBytes = MAX_BYTES } = fetch;
  /** Redirects are judged by the same lists and rules as the URL of the call. */
  const refuses = (origin: string, isElsewhere: boolean): string | undefined => {
    const { sensitive, rules } = gate.authority.now;
    const beyond = outside(gate.authority.boundary, origin);
    if (beyond !== undefined) return beyond;
    const pattern = sensitivePattern(sensitive, origin);
    if (pattern !== undefined) return `sensitive_origin:${pattern}`;
    // The gate saw the first URL alone; nobody can be asked in the middle of a redirect.
    const rule = isElsewhere ? strictRuleAt(rules, FETCH, origin) : undefined;
    return rule && `rule ${rule.id}`;
  };
  return { privateOrigins, maxBytes, refuses };
}

export function createContent(
  policy: FetchPolicy,
  store: SessionOptions['store'],
  clock: Clock,
  random: RandomId,
): PipelineHost['content'] {
  return {
    attachments: store?.attachments ?? memoryAttachments({ now: () => clock.now(), random, limits: DEFAULT_LIMITS }),
    captures: createCaptures(random),
    paged: createPagedCaptures(random),
    paths: createPathBook(),
    fetch: (url, signal) => fetchText(url, policy, signal),
  };
}
