/** What a host can do with requests that wait. */
import type { Interactions } from '../interaction/interactions.js';
import type { Interaction, InteractionStatus } from '../shared/interactions.js';

export class InteractionControl {
  readonly #interactions: Interactions;

  constructor(interactions: Interactions) {
    this.#interactions = interactions;
  }

  /** All that are known, of earlier sessions on the same store too, oldest first; those of one status with `status`. */
  list(status?: InteractionStatus): readonly Interaction[] {
    return this.#interactions.list(status);
  }

  get(id: string): Interaction | undefined {
    return this.#interactions.get(id);
  }

  /**
   * Ends one with what the user said. Card numbers and configured secrets in it are masked.
   * @param answer `{ answers: { [questionId]: text } }` for ask_user, `{ outcome: 'done' | 'declined' }` for request_user_action
   * @throws SdkError not_found, already_exists (it has ended), invalid_input
   */
  answer(id: string, answer: unknown): Promise<Interaction> {
    return this.#interactions.answer(id, answer);
  }

  /**
   * Ends one without an answer.
   * @param note told to the model
   * @throws SdkError not_found, already_exists (it has ended)
   */
  cancel(id: string, note?: string): Promise<Interaction> {
    return this.#interactions.cancel(id, note);
  }
}
