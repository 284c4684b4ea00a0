/** Accessible description of an element (accname 1.2, section 4.3.1; HTML-AAM 4.1). */
import { attribute, hasAttribute, isHtml, namespaceOf, SVG, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { isBlank } from './blank.js';
import { foldSpace } from './plain-text.js';
import { svgChildText } from './svg-text.js';
import { referencedText } from './text-alternative.js';
import { tooltip } from './tooltip.js';

/** Description of an element with this name, '' when it has none. */
export function computeDescription(element: Element, env: Env, role: string, name: string): string {
  const described = hasAttribute(element, 'aria-describedby') ? referencedText(element, 'aria-describedby', env) : undefined;
  if (described !== undefined) return foldSpace(described);
  const own = attribute(element, 'aria-description');
  if (own !== null && !isBlank(own)) return foldSpace(own);
  const native = foldSpace(nativeDescription(element, env, role) ?? '');
  return native === name ? '' : native;
}

/** HTML-AAM 4.1 and SVG-AAM 8.1: text of the markup that did not become the name. */
function nativeDescription(element: Element, _env: Env, _role: string): string | undefined {
  if (namespaceOf(element) === SVG) return svgChildText(element, 'desc') ?? svgChildText(element, 'title') ?? tooltip(element);
  if (!isHtml(element)) return undefined;
  if (tagOf(element) === 'input') {
    const type = attribute(element, 'type')?.toLowerCase();
    const value = type === 'button' || type === 'submit' || type === 'reset' ? attribute(element, 'value') : null;
    if (value) return value;
  }
  return tooltip(element);
}
