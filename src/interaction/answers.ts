/** What the host may answer, kind by kind. */
import { z } from 'zod';
import { maskCards } from '../shared/card-numbers.js';
import { SdkError } from '../shared/errors.js';
import type { Interaction } from '../shared/interactions.js';

const MASK = '••••';
const MAX_ANSWER = 4_000;

/** Answers by question. Codes and passwords are no business of a model: they are entered in the page (`request_user_action`). */
const answersSchema = z.record(z.string(), z.union([z.string().max(MAX_ANSWER), z.array(z.string().max(MAX_ANSWER)).max(50)]));
/** A word of what came of it and nothing else: what the user entered stays in the page. */
const outcomeSchema = z.strictObject({ outcome: z.enum(['done', 'declined']) });

const wrong = (message: string): SdkError =>
  new SdkError('invalid_input', `interactions.answer: ${message}`, { phase: 'validate', hint: 'Correct the answer.' });

/**
 * Checks an answer and takes out what no model may see.
 * @param answer `{ answers: { [questionId]: text } }` for ask_user (a list of texts where several may be chosen), `{ outcome: 'done' | 'declined' }` for request_user_action
 * @throws SdkError invalid_input
 */
export function readAnswer({ kind, request }: Interaction, answer: unknown): Readonly<Record<string, unknown>> {
  if (kind === 'request_user_action') {
    const parsed = outcomeSchema.safeParse(answer);
    if (!parsed.success) throw wrong("request_user_action takes { outcome: 'done' } or { outcome: 'declined' }, and nothing else.");
    return parsed.data;
  }
  if (kind !== 'ask_user') throw wrong(`${kind} ends by itself; it can only be cancelled.`);
  const parsed = z.strictObject({ answers: answersSchema }).safeParse(answer);
  if (!parsed.success) throw wrong(`ask_user takes { answers: { [id]: text of at most ${MAX_ANSWER} characters } }.`);
  const questions = request['questions'] as readonly { readonly id: string; readonly multiple?: boolean }[];
  const ids = questions.map(({ id }) => id);
  const given = Object.keys(parsed.data.answers);
  const unknown = given.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw wrong(`there is no question ${JSON.stringify(unknown)}; there are ${ids.join(', ')}.`);
  const missing = ids.find((id) => !given.includes(id));
  if (missing !== undefined) throw wrong(`question ${JSON.stringify(missing)} has no answer.`);
  const single = questions.find(({ id, multiple }) => multiple !== true && Array.isArray(parsed.data.answers[id]));
  if (single) throw wrong(`question ${JSON.stringify(single.id)} takes one text.`);
  return { answers: Object.fromEntries(ids.map((id) => [id, masked(parsed.data.answers[id] ?? '')])) };
}

function masked(answer: string | readonly string[]): string | readonly string[] {
  return typeof answer === 'string' ? maskCards(answer, MASK) : answer.map((one) => maskCards(one, MASK));
}
