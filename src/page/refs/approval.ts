/**
 * Is an element part of a page's imitation of an approval? A page may draw a dialog that looks like the question an agent's host asks its user.
 * Conservative: only inside something that looks like a dialog, and only by its words.
 */
import { attribute, hasAttribute, matches, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { imitatesApproval } from './approval-words.js';

const TEXT_LIMIT = 4_000;

/** @param textOf text a person reads in an element, at most so many characters */
export function isPageMadeApproval(element: Element, env: Env, textOf: (element: Element, limit: number) => string): boolean {
  for (let at: Element | undefined = element; at; at = env.flatParent(at)) {
    if (looksLikeDialog(at, env)) return imitatesApproval(textOf(at, TEXT_LIMIT));
  }
  return false;
}

function looksLikeDialog(element: Element, env: Env): boolean {
  if (tagOf(element) === 'dialog' || attribute(element, 'aria-modal')?.toLowerCase() === 'true') return true;
  const role = attribute(element, 'role')?.trim().toLowerCase() ?? '';
  if (/^(?:alert)?dialog\b/.test(role)) return true;
  if (hasAttribute(element, 'popover') && matches(element, ':popover-open')) return true;
  // Overlays without a role: lifted out of the flow, above the rest.
  const { position, zIndex } = env.style(element);
  return position === 'fixed' || (position === 'absolute' && Number(zIndex) > 0);
}
