/** Secrets a host configured: used by name, bound to origins, never shown. */
import { SdkError } from '../shared/errors.js';
import { matchesOrigin } from '../shared/origins.js';

export interface SecretEntry {
  readonly value: string;
  /** Origin patterns the value may be typed into; absent: anywhere a rule allows. */
  readonly origins?: readonly string[];
}

export class SecretStore {
  readonly #entries: ReadonlyMap<string, SecretEntry>;

  constructor(secrets: Readonly<Record<string, string | SecretEntry>> = {}) {
    this.#entries = new Map(Object.entries(secrets).map(([name, entry]) => [name, typeof entry === 'string' ? { value: entry } : entry]));
  }

  /** All values, for the redactor. */
  values(): readonly string[] {
    return [...this.#entries.values()].map((entry) => entry.value);
  }

  /**
   * The value of a secret for a place.
   * @param origins of the documents it would be typed into
   * @throws SdkError not_found, denied
   */
  reveal(name: string, origins: readonly string[]): string {
    const entry = this.#entries.get(name);
    if (!entry) {
      const names = [...this.#entries.keys()];
      const there = names.length > 0 ? `There are ${names.join(', ')}.` : 'The host configured none.';
      throw new SdkError('not_found', `There is no secret ${JSON.stringify(name.slice(0, 80))}. ${there}`, {
        phase: 'resolve',
        details: { names },
      });
    }
    const bound = entry.origins;
    const outside =
      bound && (origins.length === 0 ? '(no page)' : origins.find((origin) => !bound.some((pattern) => matchesOrigin(pattern, origin))));
    if (outside !== undefined)
      throw new SdkError('denied', `Secret ${name} may not be used on ${outside || 'a page without origin'}.`, {
        phase: 'gate',
        details: { rule: `secret:${name}` },
      });
    return entry.value;
  }
}
