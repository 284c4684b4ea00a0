/** The role attribute as written. */
import { attribute } from '../dom.js';
import { ROLES } from './role-facts.js';

/** Tokens of a role attribute that name roles, in its order (ARIA 1.2, section 8.1). */
export function roleTokens(value: string): string[] {
  return value
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter((token) => ROLES.has(token));
}

/** First role the attribute names, whether or not it can be used; undefined when it names none. */
export function firstToken(element: Element): string | undefined {
  const value = attribute(element, 'role');
  return value ? roleTokens(value)[0] : undefined;
}
