/** Interactions as they are saved, and checked when they are read back. */
import { z } from 'zod';
import { SdkError } from '../shared/errors.js';
import type { Interaction } from '../shared/interactions.js';

/** Name in the store. */
export const SAVED_AS = 'interactions';

const record = z.record(z.string(), z.unknown());
const savedSchema = z.strictObject({
  v: z.literal(1),
  interactions: z.array(
    z.strictObject({
      id: z.string().min(1),
      kind: z.enum(['ask_user', 'request_user_action', 'watch_page', 'schedule_resume']),
      callId: z.string(),
      status: z.enum(['waiting', 'submitted', 'timed_out', 'cancelled']),
      createdAt: z.number(),
      deadlineAt: z.number(),
      request: record,
      tabId: z.number().optional(),
      origin: z.string().optional(),
      value: record.optional(),
    }),
  ),
});

export const toSaved = (interactions: readonly Interaction[]): unknown => ({ v: 1, interactions });

/**
 * Reads what was saved.
 * @throws SdkError internal when it is damaged: a question that waits must not get lost in silence
 */
export function fromSaved(value: unknown): readonly Interaction[] {
  if (value === undefined) return [];
  const parsed = savedSchema.safeParse(value);
  if (parsed.success) return parsed.data.interactions as readonly Interaction[];
  throw new SdkError('internal', 'The saved interactions are damaged.', {
    phase: 'validate',
    hint: 'The host has to mend or delete what its store holds under "interactions".',
    cause: parsed.error,
  });
}
