/** Patterns of a model, run with a time limit: one that backtracks without end is refused instead of holding up everything. */
import { Script } from 'node:vm';
import { SdkError } from '../shared/errors.js';

/** Ms for all texts together. */
const PATTERN_MS = 250;
/** Characters of a text that are looked at. */
const MAX_TEXT = 8_192;
const TEST = new Script('texts.map((text) => pattern.test(text))');

/**
 * Which texts a pattern matches, whatever their case.
 * @param field for the message
 * @throws SdkError invalid_input
 */
export function matching(field: string, source: string, texts: readonly string[]): readonly boolean[] {
  const shown = JSON.stringify(source.slice(0, 100));
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, 'i');
  } catch (cause) {
    throw new SdkError('invalid_input', `${field}: ${shown} is not a regular expression.`, {
      phase: 'validate',
      details: { field },
      cause,
    });
  }
  try {
    const found: unknown = TEST.runInNewContext({ texts: texts.map((text) => text.slice(0, MAX_TEXT)), pattern }, { timeout: PATTERN_MS });
    return [...(found as readonly boolean[])];
  } catch (cause) {
    throw new SdkError(
      'invalid_input',
      `${field}: ${shown} takes too long; use a simpler pattern, without repetitions inside repetitions.`,
      {
        phase: 'validate',
        details: { field },
        cause,
      },
    );
  }
}
