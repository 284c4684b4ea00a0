/** Accessible description of an element (accname 1.2, section 4.3.1; HTML-AAM 4.1). */
import { attribute, firstElementOf, hasAttribute, isHtml, namespaceOf, nextElementOf, SVG, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { isBlank } from './blank.js';
import { foldSpace, plainText } from './plain-text.js';
import { svgChildText } from './svg-text.js';
import { referencedText } from './text-alternative.js';
import { tooltip } from './tooltip.js';

/** Description of an element with this name, '' when it has none. */
export function computeDescription(element: Element, env: Env, _role: string, name: string): string {
  const described = hasAttribute(element, 'aria-describedby') ? referencedText(element, 'aria-describedby', env) : undefined;
  if (described !== undefined) return foldSpace(described);
  const own = attribute(element, 'aria-description');
  if (own !== null && !isBlank(own)) return foldSpace(own);
  const native = foldSpace(nativeDescription(element, name, env) ?? '');
  return native === name ? '' : native;
}

/** HTML-AAM 4.1 and SVG-AAM 8.1: text of the markup that did not become the name. */
function nativeDescription(element: Element, name: string, env: Env): string | undefined {
  if (namespaceOf(element) === SVG) return svgChildText(element, 'desc') ?? svgChildText(element, 'title') ?? tooltip(element);
  if (!isHtml(element)) return undefined;
  const tag = tagOf(element);
  const unused = tag === 'input' ? buttonValue(element) : tag === 'table' ? captionText(element, env) : undefined;
  return unused && unused !== name ? unused : tooltip(element);
}

function buttonValue(element: Element): string | undefined {
  const type = attribute(element, 'type')?.toLowerCase();
  return type === 'button' || type === 'submit' || type === 'reset' ? (attribute(element, 'value') ?? undefined) : undefined;
}

function captionText(table: Element, env: Env): string | undefined {
  for (let child = firstElementOf(table); child; child = nextElementOf(child)) {
    if (tagOf(child) === 'caption') return env.notRendered(child) ? undefined : plainText(child, env);
  }
  return undefined;
}
