/** Page methods by what may be done with a call whose document went away. */
import type { PageMethod } from '../shared/page-api.js';

/**
 * `act`: changes the page, is sent at most once. `bound`: names something of one document (an element, a watch, a capture), means nothing in
 * the next one. `read`: may be asked again of the document that replaced the first.
 */
export type CallKind = 'read' | 'bound' | 'act';

const ACTS: ReadonlySet<PageMethod> = new Set<PageMethod>(['click', 'select', 'setValue', 'focus', 'scroll']);
const BINDING_KEYS = ['el', 'els', 'scope', 'owner', 'watchId', 'captureId'] as const;

export function callKind(method: PageMethod, request: object): CallKind {
  const fields = request as Record<string, unknown>;
  if (ACTS.has(method) || fields['prepare'] === true) return 'act';
  return BINDING_KEYS.some((key) => fields[key] !== undefined) ? 'bound' : 'read';
}
