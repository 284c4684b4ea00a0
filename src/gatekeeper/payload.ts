/** Sensitive things in an input. */
import type { CallSubject } from '../registry/subject.js';
import { hasCard } from '../shared/card-numbers.js';
import { takesPassword } from '../shared/password-fields.js';
import type { PayloadKind } from './types.js';

const CREDENTIAL =
  '(?:password|passwd|pwd|passphrase|secret|token|api[_-]?key|private[_-]?key|(?:access|auth|refresh|id)[_-]?token|client[_-]?secret)';
const CREDENTIAL_KEY = new RegExp(`^${CREDENTIAL}$`, 'i');
/** `"password": "…"` in JSON, `password=…` in a URL or form body. */
const CREDENTIAL_TEXT = new RegExp(`["']${CREDENTIAL}["']\\s*:\\s*["']?[^\\s"',}]|(?:^|[?&#;\\s])${CREDENTIAL}=[^\\s&]`, 'i');

/** Bounded, so that no text makes it slow; `%40` is how a URL says @. */
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/iu;
/** Words about a call, which go nowhere. */
const UNSENT: ReadonlySet<string> = new Set(['element', 'ref']);

interface Walk {
  hasCard: boolean;
  hasCredential: boolean;
  hasEmail: boolean;
}

function walk(value: unknown, found: Walk, depth: number, key = ''): void {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') {
    const text = String(value);
    found.hasCard ||= hasCard(text);
    found.hasCredential ||= CREDENTIAL_TEXT.test(text);
    found.hasEmail ||= !UNSENT.has(key) && EMAIL.test(text);
    return;
  }
  if (typeof value !== 'object' || value === null || depth > 32) return;
  for (const [name, inner] of Object.entries(value)) {
    found.hasCredential ||= CREDENTIAL_KEY.test(name) && inner !== '' && inner !== null && typeof inner !== 'boolean';
    walk(inner, found, depth + 1, name);
  }
}

/** True for a key that enters a character. */
const isPrintable = (key: string): boolean => [...key].length === 1 || key === 'Space';

/** Does the call enter something into this target? Of a call with steps, one of them has to. */
function isEntered({ text = '', key, parts }: CallSubject['spec'], ref: string): boolean {
  if (parts) return parts.some((part) => part.ref === ref && (part.text ?? '') !== '');
  return text !== '' || (key !== undefined && isPrintable(key));
}

/**
 * What in a call is sensitive. Reads that send nothing away have no payload.
 * @param thirdParties who else than the page of the tab is given something
 */
export function payloadOf({ tool, input, spec, targets }: CallSubject, thirdParties: readonly string[]): readonly PayloadKind[] {
  if (tool.effects === 'read' && !tool.egress) return [];
  const kinds: PayloadKind[] = [];
  // The name of a configured secret is no secret; its use is told apart.
  const { secret: _name, ...rest } = input;
  const found: Walk = { hasCard: false, hasCredential: false, hasEmail: false };
  walk(spec.secret === undefined ? input : rest, found, 0);
  if (found.hasCard) kinds.push('card_number');
  if (found.hasCredential) kinds.push('credential');
  if (targets.some((target) => takesPassword(target) && isEntered(spec, target.ref))) kinds.push('password_field');
  if (spec.secret !== undefined) kinds.push('secret');
  if (found.hasEmail && thirdParties.length > 0) kinds.push('email');
  return kinds;
}
