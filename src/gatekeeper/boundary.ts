/**
 * The origins a session may have to do with. Judged here before a call (targets, destinations, the current page) and after it (what a
 * page shows is not given out); network-boundary.ts keeps the same line at the network.
 */
import { SdkError } from '../shared/errors.js';
import { matchesOrigin } from '../shared/origins.js';

export interface Boundary {
  /** Origin patterns; undefined: all. */
  readonly allowed: readonly string[] | undefined;
  readonly blocked: readonly string[];
}

/**
 * Why an origin is outside, as a rule name; undefined when it is inside.
 * @param origin '' is a page that nobody made (a new tab): it shows nothing of anybody
 */
export function outside(boundary: Boundary, origin: string): string | undefined {
  if (origin === '') return undefined;
  const blocked = boundary.blocked.find((pattern) => matchesOrigin(pattern, origin));
  if (blocked !== undefined) return `blockedOrigins:${blocked}`;
  if (boundary.allowed === undefined || boundary.allowed.some((pattern) => matchesOrigin(pattern, origin))) return undefined;
  return 'allowedOrigins';
}

/**
 * Refuses what lies outside.
 * @param what names the place in the message
 * @throws SdkError blocked_origin
 */
export function checkInside(boundary: Boundary, what: string, origin: string): void {
  const rule = outside(boundary, origin);
  if (rule === undefined) return;
  const { allowed } = boundary;
  const list = allowed && rule === 'allowedOrigins' ? ` Allowed are ${allowed.slice(0, 10).join(', ')}.` : '';
  throw new SdkError('blocked_origin', `${what} is on ${origin}, which is outside the boundary of this session (${rule}).${list}`, {
    phase: 'gate',
    details: { rule, origin },
  });
}

/** True when there is anything outside. */
export function isBounded({ allowed, blocked }: Boundary): boolean {
  return (allowed !== undefined && !allowed.includes('*')) || blocked.length > 0;
}
