/** Text of a file by lines. */
import { SdkError } from '../shared/errors.js';

/** More lines than these are read in parts. */
const MAX_LINES = 200;

export interface TextPart {
  readonly lines: readonly string[];
  readonly totalLines: number;
  /** From 1. */
  readonly startLine: number;
}

/**
 * @param offset first line, from 1
 * @throws SdkError too_large without offset and limit, where there are more than 200 lines
 */
export function linesOf(text: string, offset: number | undefined, limit: number | undefined): TextPart {
  const all = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (offset === undefined && limit === undefined && all.length > MAX_LINES)
    throw new SdkError('too_large', `The file has ${all.length} lines, more than the ${MAX_LINES} that can be read at once.`, {
      phase: 'validate',
      hint: `Read it in parts: offset 1 and limit ${MAX_LINES}, then offset ${MAX_LINES + 1}.`,
      details: { totalLines: all.length },
    });
  const startLine = offset ?? 1;
  return { lines: all.slice(startLine - 1, startLine - 1 + (limit ?? MAX_LINES)), totalLines: all.length, startLine };
}
