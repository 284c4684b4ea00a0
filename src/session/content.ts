/** What a session keeps and reaches beside its pages. */
import type { Clock, RandomId } from '../bridge/types.js';
import { DEFAULT_LIMITS, memoryAttachments } from '../content/attachments.js';
import { createCaptures } from '../content/captures.js';
import { fetchText } from '../content/fetch/fetch-text.js';
import { createPagedCaptures } from '../content/paged.js';
import { createPathBook } from '../content/paths.js';
import { outside } from '../gatekeeper/boundary.js';
import type { Gatekeeper } from '../gatekeeper/gatekeeper.js';
import { sensitivePattern } from '../gatekeeper/sensitive.js';
import type { PipelineHost } from '../registry/call.js';
import type { SessionOptions } from './options.js';

const MAX_BYTES = 5_000_000;

export function createContent({ fetch = {} }: SessionOptions, gate: Gatekeeper, clock: Clock, random: RandomId): PipelineHost['content'] {
  const { privateOrigins = [], maxBytes = MAX_BYTES } = fetch;
  /** Redirects are judged by the same lists as the URL of the call. */
  const refuses = (origin: string): string | undefined => {
    const sensitive = sensitivePattern(gate.authority.now.sensitive, origin);
    return outside(gate.authority.boundary, origin) ?? (sensitive === undefined ? undefined : `sensitive_origin:${sensitive}`);
  };
  return {
    attachments: memoryAttachments({ now: () => clock.now(), random, limits: DEFAULT_LIMITS }),
    captures: createCaptures(random),
    paged: createPagedCaptures(random),
    paths: createPathBook(),
    fetch: (url, signal) => fetchText(url, { privateOrigins, maxBytes, refuses }, signal),
  };
}
