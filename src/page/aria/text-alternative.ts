/** Text alternative computation (accname 1.2, section 4.3.2). Steps are named as there. */
import { attribute, hasAttribute } from '../dom.js';
import type { Env } from '../env.js';
import { isBlank } from './blank.js';
import { contentText } from './content-text.js';
import { embeddedValue } from './embedded-value.js';
import { nativeText } from './native-text.js';
import { foldSpace } from './plain-text.js';
import { referenced } from './references.js';
import { tooltip } from './tooltip.js';
import type { Traversal } from './traversal.js';

/** Text of the elements an attribute refers to; undefined when it refers to none. */
export function referencedText(element: Element, name: string, env: Env, visited = new Set<Element>([element])): string | undefined {
  const targets = referenced(element, name, env);
  if (!targets) return undefined;
  const parts: string[] = [];
  for (const target of targets) {
    // Each element counts once, but one that refers to itself among others is read (accname 1.2, step 2B).
    if (visited.has(target) && target !== element) continue;
    const hidden = env.notRendered(target) ? 'keep' : 'skip';
    const text = foldSpace(textOf(target, { env, root: element, visited, hidden, referenced: true, embedded: true }));
    if (text) parts.push(text);
  }
  return parts.join(' ');
}

/** Text alternative of an element that is referenced, a label, a legend or a caption: steps 2B to 2I, content always allowed. */
export function textOf(element: Element, traversal: Traversal): string {
  traversal.visited.add(element);
  const given = givenText(element, traversal);
  if (given !== undefined) return given;
  const content = contentText(element, traversal, givenText);
  return isBlank(content) ? (tooltip(element) ?? '') : content.trim();
}

/** Text of the labels, legends or captions of an element, hidden ones left out (HTML-AAM 4.1); undefined when there are none. */
function labelText(labels: Iterable<Element>, traversal: Traversal): string | undefined {
  const parts: string[] = [];
  let any = false;
  for (const label of labels) {
    if (traversal.env.notRendered(label) && traversal.hidden === 'skip') continue;
    if (traversal.visited.has(label)) continue;
    any = true;
    const text = foldSpace(textOf(label, { ...traversal, embedded: true }));
    if (text) parts.push(text);
  }
  return any ? parts.join(' ') : undefined;
}

/** Steps 2B to 2E: text that stands for an element without looking at its content; undefined when there is none. */
export function givenText(element: Element, traversal: Traversal): string | undefined {
  const { env } = traversal;
  if (!traversal.referenced && hasAttribute(element, 'aria-labelledby')) {
    const text = referencedText(element, 'aria-labelledby', env, traversal.visited);
    if (text) return text;
  }
  if (traversal.embedded && element !== traversal.root) {
    const value = embeddedValue(element, env.role(element), env);
    if (value !== undefined) return value;
  }
  const label = attribute(element, 'aria-label');
  if (label !== null && !isBlank(label)) return label;
  return nativeText(element, env, (labels) => labelText(labels, traversal));
}
