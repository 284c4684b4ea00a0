/** Grants and rules as they are saved, and checked when they are read back. */
import { z } from 'zod';
import { SdkError } from '../shared/errors.js';
import { type NamedRule, ruleFault } from './rules.js';
import type { Grant } from './types.js';

/** Name in the store. */
export const SAVED_AS = 'gatekeeper';

const grantSchema = z.strictObject({
  id: z.string().min(1),
  tool: z.string().min(1),
  origin: z.string().min(1),
  scope: z.literal('site'),
  element: z.strictObject({ role: z.string(), name: z.string(), contextKey: z.string() }).optional(),
});
const ruleSchema = z.strictObject({
  id: z.string().min(1),
  tool: z.string().optional(),
  capability: z.string().optional(),
  origin: z.string().optional(),
  verdict: z.enum(['allow', 'ask', 'deny']),
  source: z.enum(['user', 'approval']),
});
const savedSchema = z.strictObject({ v: z.literal(1), grants: z.array(grantSchema).max(512), rules: z.array(ruleSchema).max(10_000) });

export interface SavedAuthority {
  readonly grants: readonly Grant[];
  readonly rules: readonly NamedRule[];
}

export const toSaved = (grants: readonly Grant[], rules: readonly NamedRule[]): unknown => ({ v: 1, grants, rules });

/**
 * Reads what was saved.
 * @throws SdkError gate_failed when it is damaged
 */
export function fromSaved(value: unknown): SavedAuthority {
  if (value === undefined) return { grants: [], rules: [] };
  const parsed = savedSchema.safeParse(value);
  const rules = (parsed.success ? parsed.data.rules : []) as readonly NamedRule[];
  const fault = rules.find((rule) => (rule.tool === undefined) === (rule.capability === undefined) || ruleFault(rule) !== undefined);
  if (parsed.success && !fault) return { grants: parsed.data.grants as readonly Grant[], rules };
  throw new SdkError('gate_failed', 'The saved grants and rules are damaged. Nothing is allowed until they are mended.', {
    hint: 'The host has to mend or delete what its store holds under "gatekeeper".',
    cause: parsed.error,
  });
}
