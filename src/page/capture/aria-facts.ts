/** Roles as lines show them. */
import { computeRole } from '../aria/roles.js';
import type { Env } from '../env.js';

/** What has no meaning of its own is `generic`; frames of frame sets are frames like any other. */
export function roleOf(element: Element, tag: string, env: Env): string {
  if (tag === 'frame') return 'iframe';
  const role = computeRole(element, env);
  return role === '' || role === 'none' ? 'generic' : role;
}
