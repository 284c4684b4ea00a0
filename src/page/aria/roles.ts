/** The role of an element: the first usable token of its role attribute, else what its markup means. */
import { attribute } from '../dom.js';
import type { Env } from '../env.js';
import { hasAuthorName } from './author-name.js';
import { isFocusable } from './focusable.js';
import { hasGlobalAttribute } from './global-attributes.js';
import { implicitRole } from './implicit-roles.js';
import { hasContext } from './required-context.js';
import { roleTokens } from './role-token.js';

/** Names of one role that both are allowed; one of them is used here. */
const SYNONYMS: Readonly<Record<string, string>> = { image: 'img', presentation: 'none', directory: 'list' };

/**
 * ARIA role of an element, `img` rather than `image`; `generic` or '' when it has no meaning of its own. Media and frames, for which ARIA has no
 * role, are `video`, `audio`, `canvas` and `iframe`.
 */
export function computeRole(element: Element, env: Env): string {
  const known = env.memo.roles.get(element);
  if (known !== undefined) return known;
  // Naming a section may lead back to it.
  env.memo.roles.set(element, 'generic');
  const explicit = attribute(element, 'role');
  const role = (explicit && explicitRole(element, explicit, env)) || implicitRole(element, env);
  env.memo.roles.set(element, role);
  return role;
}

/** ARIA 1.2, sections 8.1 and 9.1: the first token that names a role and can be used here; undefined when none can. */
function explicitRole(element: Element, tokens: string, env: Env): string | undefined {
  for (const token of roleTokens(tokens)) {
    if (token === 'none' || token === 'presentation') {
      // ARIA 1.2, presentational roles conflict resolution: focusable elements and those with global attributes keep their own role.
      return isFocusable(element) || hasGlobalAttribute(element) ? undefined : 'none';
    }
    // ARIA 1.2, region and form: without a name the token is passed over.
    if ((token === 'region' || token === 'form') && !hasAuthorName(element, env)) continue;
    // core-AAM, computed role: a token outside its required context is passed over.
    if (!hasContext(element, token, env)) continue;
    return SYNONYMS[token] ?? token;
  }
  return undefined;
}
