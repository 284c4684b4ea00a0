/** One text alternative computation and where it stands. */
import type { Env } from '../env.js';

/**
 * How hidden parts are treated. `skip`: left out. `own`: only what hides itself is left out, because the whole stands in something hidden.
 * `keep`: all is read, because a reference points at something hidden.
 */
export type Hidden = 'skip' | 'own' | 'keep';

/** One computation and what it has passed through. */
export interface Traversal {
  readonly env: Env;
  /** The element whose name or description is computed. */
  readonly root: Element;
  /** Elements already used; each counts once. */
  readonly visited: Set<Element>;
  readonly hidden: Hidden;
  /** Inside an aria-labelledby or aria-describedby, which are not followed a second time. */
  readonly referenced: boolean;
  /** The element being named stands outside what is read: its label, or a referenced element. */
  readonly embedded: boolean;
}
