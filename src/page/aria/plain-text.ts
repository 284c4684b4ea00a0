/** Text a person reads in an element: what is rendered, block boxes apart, generated content left out. */
import { dataOf, isElement, isText, tagOf } from '../dom.js';
import type { Env } from '../env.js';

export function plainText(element: Element, env: Env): string {
  let text = '';
  const path: { readonly nodes: ArrayLike<Node>; next: number; readonly after: string }[] = [
    { nodes: env.flatChildren(element), next: 0, after: '' },
  ];
  for (let frame = path.at(-1); frame; frame = path.at(-1)) {
    const node = frame.nodes[frame.next++];
    if (!node) {
      text += frame.after;
      path.pop();
    } else if (isText(node)) text += dataOf(node);
    else if (isElement(node) && !env.notRendered(node)) {
      const gap = tagOf(node) === 'br' || isBoxOfItsOwn(node, env) ? ' ' : '';
      text += gap;
      path.push({ nodes: env.flatChildren(node), next: 0, after: gap });
    }
  }
  return foldSpace(text);
}

/** White space as HTML knows it, folded and trimmed; no-break spaces stay. */
export function foldSpace(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
}

/** Does its box stand apart from the text around it (CSS Display 3: anything but inline)? */
export function isBoxOfItsOwn(element: Element, env: Env): boolean {
  const display = env.style(element).display;
  return display !== 'inline' && display !== 'contents' && display !== '' && !display.startsWith('ruby');
}
