/** Fields whose value is nobody's to read: passwords, also while they are shown, and what a person would type once. */
import { attribute, computedStyle, inputType, isHtml, tagOf } from '../dom.js';
import type { PageWorld } from '../world.js';

/** Autofill field names of secrets (HTML 4.10.18.7.1). */
const SECRET_FIELDS = new Set(['current-password', 'new-password', 'one-time-code', 'cc-csc']);

/** A password field, also one that shows its text for now, one that is filled in as one, or one whose characters are drawn as dots. */
export function holdsSecret(element: Element, world: PageWorld): boolean {
  const { secrets } = world;
  if (secrets.has(element)) return true;
  if (isHtml(element) && tagOf(element) === 'input' && inputType(element as HTMLInputElement) === 'password') {
    secrets.add(element);
    return true;
  }
  const fields = attribute(element, 'autocomplete')?.toLowerCase().split(/\s+/) ?? [];
  if (fields.some((field) => SECRET_FIELDS.has(field))) return true;
  const drawn = computedStyle(element).getPropertyValue('-webkit-text-security');
  return drawn !== '' && drawn !== 'none';
}
