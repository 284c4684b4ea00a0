/** The keyboard focus: where it is, and moving it. */
import type { PageResult } from '../../shared/page-api.js';
import { documentOf, focusOf, frameDocument, isFrameOwner } from '../dom.js';
import type { Env } from '../env.js';
import { focusElement } from './native.js';
import { failure, isWithin, type Subject, success } from './subject.js';

/** Innermost focused element of a document, through shadow roots and, where they can be reached, frames. */
export function focusedIn(env: Env, document: Document): Element | undefined {
  let at = focusOf(document) ?? undefined;
  for (;;) {
    const root = at && env.shadowRoot(at);
    const inner = root ? focusOf(root) : at && isFrameOwner(at) ? focusInFrame(at) : undefined;
    if (!inner) return at;
    at = inner;
  }
}

function focusInFrame(frame: Element): Element | undefined {
  const document = frameDocument(frame);
  return (document && focusOf(document)) ?? undefined;
}

/** True when the element or something in it has the focus. */
export function hasFocus(env: Env, element: Element): boolean {
  const focused = focusedIn(env, documentOf(element));
  return focused !== undefined && isWithin(env, focused, element);
}

/** Moves the focus to the element, and tells when it does not take it. */
export function takeFocus(subject: Subject): PageResult<null> {
  const { element, env } = subject;
  if (hasFocus(env, element)) return success(null);
  focusElement(element);
  return hasFocus(env, element)
    ? success(null)
    : failure('not_editable', 'The element does not take the keyboard focus.', { reason: 'not focusable' });
}
