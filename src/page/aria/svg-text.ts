/** Title and description of SVG elements (SVG-AAM 1.0, section 8.1). */
import { firstElementOf, namespaceOf, nextElementOf, SVG, tagOf, textContentOf } from '../dom.js';

/** Text of the first direct child of this name, undefined when there is none or it is blank. */
export function svgChildText(element: Element, tag: 'title' | 'desc'): string | undefined {
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
    if (tagOf(child) === tag && namespaceOf(child) === SVG)
      return (textContentOf(child) ?? '').trim() ? (textContentOf(child) ?? '') : undefined;
  }
  return undefined;
}
