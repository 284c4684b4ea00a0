/** The services of captures for the refs and acting parts: the same code on one element as on the page. */

import { computeDescription } from '../aria/description.js';
import { computeName } from '../aria/name.js';
import { computeStates } from '../aria/states.js';
import { computeValue } from '../aria/value.js';
import { documentOf, isConnected, rectOf, tagOf } from '../dom.js';
import { createEnv } from '../env/create-env.js';
import type { Env } from '../env.js';
import type { Container } from '../model.js';
import type { CaptureServices, ElementView } from '../services.js';
import type { PageWorld } from '../world.js';
import { roleOf } from './aria-facts.js';
import type { LineContainer } from './containers.js';
import { contextAround, frameWithin } from './context.js';
import { UNSEEN } from './frame.js';
import { elementOf, type Line } from './line.js';
import { viewportOf } from './nodes.js';
import { contentEdges, cut, meets } from './sight.js';
import type { Snapshots } from './snapshots.js';
import { UPDATES_ARE_TRUSTED } from './trust.js';
import { Walk } from './walk.js';

/** Lines looked at to see what one element says. */
const FEW = 24;
const VIEW_MS = 500;
const PRESENT_MS = 5_000;

/** The containers of the page as it is during one question. */
interface Present {
  readonly containers: readonly LineContainer[];
  readonly byElement: ReadonlyMap<Element, LineContainer>;
}

export function createServices(world: PageWorld, snapshots: Snapshots): CaptureServices {
  const asked = new WeakMap<Env, Present>();
  const present = (env: Env): Present => {
    let known = asked.get(env);
    if (!known) {
      known = presentOf(snapshots);
      asked.set(env, known);
    }
    return known;
  };
  const fresh = () =>
    snapshots.take({ maxMs: PRESENT_MS, mode: 'snapshot', keep: false, numbered: false, incremental: UPDATES_ARE_TRUSTED }).capture;
  return {
    env: () => createEnv(world),
    view: (element, env) => viewOf(element, env, linesWithin(snapshots, element, env)),
    visible: (element, env) => isVisible(element, env, snapshots),
    inViewport: (element) => isInViewport(element, (document) => snapshots.ownerOf(document)),
    containerOf(element, env) {
      const { byElement } = present(env);
      for (let at: Element | undefined = element; at; at = env.flatParent(at)) {
        const found = byElement.get(at);
        if (found) return found;
      }
      return undefined;
    },
    siblingContainers(container: Container, env) {
      const { containers, byElement } = present(env);
      const element = elementOf(container.node);
      const own = element && byElement.get(element);
      return own ? containers.filter((other) => other.parent === own.parent && other.kind === own.kind) : [];
    },
    fresh,
    kept: (captureId) => snapshots.kept.get(captureId),
    newest: () => snapshots.newest,
    reserveIndex: () => snapshots.reserveIndex(),
    onPrinted: (listener) => snapshots.onPrinted(listener),
    documents: () => snapshots.documents(),
    ownerOf: (document) => snapshots.ownerOf(document),
  };
}

function presentOf(snapshots: Snapshots): Present {
  const { capture } = snapshots.take({
    maxMs: PRESENT_MS,
    mode: 'snapshot',
    keep: false,
    numbered: false,
    incremental: UPDATES_ARE_TRUSTED,
  });
  const byElement = new Map<Element, LineContainer>();
  for (const container of capture.containers) {
    const element = elementOf(container.node);
    if (element) byElement.set(element, container);
  }
  return { containers: capture.containers, byElement };
}

/** The first lines of an element, made as a capture makes them. */
function linesWithin(snapshots: Snapshots, element: Element, env: Env): readonly Line[] {
  if (!isConnected(element)) return [];
  const out = snapshots.collector(env, VIEW_MS, FEW);
  new Walk(out).run(contextAround(out, element));
  return out.lines;
}

function viewOf(element: Element, env: Env, lines: readonly Line[]): ElementView {
  const line = lines.find((one) => one.node === element && one.role !== 'text' && !one.dead);
  if (line) {
    const { role, name, description = '', states = {}, value, type, hint, hiddenBy, href, ref } = line;
    return { role, name, description, states, value, type, hint, hiddenBy, href, ref };
  }
  // No line of its own: hidden, or without meaning. It is described all the same.
  const role = roleOf(element, tagOf(element), env);
  const name = computeName(element, env, role);
  const { value, type } = computeValue(element, role, env);
  return {
    role,
    name,
    description: computeDescription(element, env, role, name),
    states: computeStates(element, role, env) ?? {},
    value: value || undefined,
    type,
    hint: undefined,
    hiddenBy: undefined,
    href: undefined,
    ref: false,
  };
}

function isVisible(element: Element, env: Env, snapshots: Snapshots): boolean {
  if (!isConnected(element) || env.notRendered(element)) return false;
  const out = snapshots.collector(env, VIEW_MS);
  const around = contextAround(out, element);
  if ((frameWithin(out, around, element).flags & UNSEEN) !== 0) return false;
  const box = rectOf(element);
  if (box.width > 0 && box.height > 0) return true;
  return linesWithin(snapshots, element, env).some((line) => !line.dead && line.node !== element);
}

/** In view in its document, and that part of the document in view in those around it. */
function isInViewport(element: Element, ownerOf: (document: Document) => Element | undefined): boolean {
  let { left, top, right, bottom } = rectOf(element);
  for (let document = documentOf(element); ; ) {
    const { width, height } = viewportOf(document);
    const window = { left: 0, top: 0, right: width, bottom: height };
    if (!meets({ left, top, right, bottom }, window)) return false;
    const owner = ownerOf(document);
    if (!owner) return true;
    const seen = cut({ left, top, right, bottom }, window);
    const content = contentEdges(owner);
    left = seen.left + content.left;
    right = seen.right + content.left;
    top = seen.top + content.top;
    bottom = seen.bottom + content.top;
    document = documentOf(owner);
  }
}
