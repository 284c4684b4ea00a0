/** The name an author gave directly: aria-labelledby, aria-label or title. */
import { attribute, hasAttribute } from '../dom.js';
import type { Env } from '../env.js';
import { isBlank } from './blank.js';
import { referencedText } from './text-alternative.js';

/** Has the author named it? Decides whether sections and forms are landmarks. */
export function hasAuthorName(element: Element, env: Env): boolean {
  if (hasAttribute(element, 'aria-labelledby') && !isBlank(referencedText(element, 'aria-labelledby', env) ?? '')) return true;
  if (!isBlank(attribute(element, 'aria-label') ?? '')) return true;
  return !isBlank(attribute(element, 'title') ?? '');
}
