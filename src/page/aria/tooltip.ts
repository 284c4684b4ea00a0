/** The title of an element (accname 1.2, step 2I; SVG-AAM names xlink:title too). */
import { attribute } from '../dom.js';
import { isBlank } from './blank.js';

export function tooltip(element: Element): string | undefined {
  const title = attribute(element, 'title') ?? attribute(element, 'xlink:title');
  return title !== null && !isBlank(title) ? title : undefined;
}
