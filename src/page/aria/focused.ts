/** Which element has the focus, looked for through shadow roots, closed ones too. */
import { bodyOf, documentOf, focusOf, frameElementOf, hasFocus, isFrameOwner, viewOf } from '../dom.js';
import type { Env } from '../env.js';

/** Has this very element the focus? A frame stands for what has the focus inside it, and has not itself. */
export function focusedIn(element: Element, env: Env): boolean {
  const document = documentOf(element);
  let focused = env.memo.focus.get(document);
  if (focused === undefined) {
    focused = findFocus(document, env);
    env.memo.focus.set(document, focused);
  }
  return focused === element;
}

function findFocus(document: Document, env: Env): Element | null {
  if (!frameHasFocus(document, env)) return null;
  let focused = focusOf(document);
  for (let root = focused && env.shadowRoot(focused); root; root = focused && env.shadowRoot(focused)) {
    const inner = focusOf(root);
    if (!inner) break;
    focused = inner;
  }
  return !focused || focused === bodyOf(document) || isFrameOwner(focused) ? null : focused;
}

/** A frame without the focus still remembers an active element of its own. */
function frameHasFocus(document: Document, env: Env): boolean {
  const view = viewOf(document);
  if (!view || view.parent === view) return true;
  const owner = frameElementOf(view);
  if (!owner) return hasFocus(document);
  let focused = focusOf(documentOf(owner));
  for (let root = focused && env.shadowRoot(focused); root && focused !== owner; root = focused && env.shadowRoot(focused))
    focused = focusOf(root);
  return focused === owner && frameHasFocus(documentOf(owner), env);
}
