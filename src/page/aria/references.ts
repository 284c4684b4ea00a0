/** Elements that ARIA attributes point at. */
import { attribute } from '../dom.js';
import type { Env } from '../env.js';

/** Elements set by script instead of by id (ARIA 1.3, element reflection). */
const REFLECTED: Readonly<Record<string, string>> = {
  'aria-labelledby': 'ariaLabelledByElements',
  'aria-describedby': 'ariaDescribedByElements',
  'aria-owns': 'ariaOwnsElements',
  'aria-errormessage': 'ariaErrorMessageElements',
};

/** Elements of a reference attribute in its order, each once; undefined when it has none that exist. */
export function referenced(element: Element, name: string, env: Env): Element[] | undefined {
  const ids = attribute(element, name);
  if (ids === null) return undefined;
  const found = new Set<Element>();
  for (const id of ids.split(/\s+/)) {
    const target = id ? env.byId(element, id) : undefined;
    if (target) found.add(target);
  }
  if (found.size === 0 && ids.trim() === '') {
    const property = REFLECTED[name];
    const set = property ? (element as unknown as Record<string, unknown>)[property] : undefined;
    if (Array.isArray(set)) for (const target of set as Element[]) found.add(target);
  }
  return found.size > 0 ? [...found] : undefined;
}
