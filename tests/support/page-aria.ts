/** The ARIA engine alone: facts of one element, found by a selector that may go into shadow roots and frames. */
import { computeDescription } from '../../src/page/aria/description.js';
import { computeHint } from '../../src/page/aria/hint.js';
import { computeName } from '../../src/page/aria/name.js';
import { computeRole } from '../../src/page/aria/roles.js';
import { computeStates } from '../../src/page/aria/states.js';
import { computeValue } from '../../src/page/aria/value.js';
import { frameDocument, query, tagOf } from '../../src/page/dom.js';
import { createEnv } from '../../src/page/env/create-env.js';
import type { PagePort } from '../../src/page/port.js';
import { PageWorld } from '../../src/page/world.js';

/** `#host >> button` goes into a shadow root or a frame. */
function find(world: PageWorld, path: string): Element | undefined {
  let scope: Node = document;
  let found: Element | undefined;
  for (const selector of path.split('>>')) {
    found = query(scope, selector.trim()) ?? undefined;
    if (!found) return undefined;
    scope = (tagOf(found) === 'iframe' ? frameDocument(found) : (found.shadowRoot ?? world.closedRoot(found))) ?? found;
  }
  return found;
}

function facts(world: PageWorld, path: string) {
  const element = find(world, path);
  if (!element) return null;
  const env = createEnv(world);
  const role = computeRole(element, env);
  const name = computeName(element, env, role);
  return {
    role,
    name,
    description: computeDescription(element, env, role, name),
    states: computeStates(element, role, env) ?? {},
    ...computeValue(element, role, env),
    hint: computeHint(element, computeName(element, env)),
    notRendered: env.notRendered(element) ?? 'rendered',
    before: env.pseudoText(element, '::before'),
    after: env.pseudoText(element, '::after'),
    ariaHidden: env.ariaHidden(element),
    inert: env.inert(element),
    parent: env.flatParent(element)?.id ?? '',
    children: Array.from(env.flatChildren(element), (node) => (node as Element).id ?? node.textContent ?? ''),
  };
}

publish((options): PagePort => {
  const world = new PageWorld(options);
  return {
    call: (method, json) => (method === 'facts' ? JSON.stringify(facts(world, JSON.parse(json) as string)) : ''),
    element: (id) => world.element(id) ?? null,
    idOf: (element) => world.id(element),
    adoptRoot: (host, root) => world.setClosedRoot(world.element(host) as Element, root),
    setInternals: (id, found) => world.setInternals(world.element(id) as Element, found),
  };
});
