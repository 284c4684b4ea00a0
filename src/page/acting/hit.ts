/** Which element an event at a point would reach, and whether that counts as reaching the target. */
import type { PageFailure } from '../../shared/page-api.js';
import { computedStyle, isHtml, labelControl, rootOf, tagOf, textContentOf } from '../dom.js';
import type { Env } from '../env.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { isInteractive } from './interactive.js';
import { elementAt, elementsAt } from './native.js';
import { failure, flatPath, isWithin, type Subject } from './subject.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Innermost element at a point of a document's viewport, through open and known closed shadow roots. */
export function deepestAt(env: Env, document: Document, { x, y }: Point): Element | undefined {
  let hit = elementAt(document, x, y) ?? undefined;
  while (hit) {
    const root = env.shadowRoot(hit);
    const inner = root ? elementAt(root, x, y) : null;
    if (!root || !inner || inner === hit || rootOf(inner) !== root) return hit;
    hit = inner;
  }
  return undefined;
}

/** True when the target is at the point, covered or not. */
export function liesAt(env: Env, target: Element, root: Document | ShadowRoot, { x, y }: Point): boolean {
  return elementsAt(root, x, y).some((hit) => isWithin(env, hit, target));
}

/**
 * `clean`: an event there is an event on the target. `nested`: it also is one on another control inside the target.
 * `missed`: it goes elsewhere.
 */
export type Hit = 'clean' | 'nested' | 'missed';

export function judgeHit(env: Env, target: Element, hit: Element | undefined): Hit {
  if (!hit) return 'missed';
  let isNested = false;
  for (const at of flatPath(env, hit)) {
    if (at === target) return isNested ? 'nested' : 'clean';
    isNested ||= isInteractive(at) && !labels(at, target);
  }
  return reachesAsPart(env, target, hit) ? 'clean' : 'missed';
}

function labels(element: Element, target: Element): boolean {
  return isHtml(element) && tagOf(element) === 'label' && labelControl(element as HTMLLabelElement) === target;
}

/**
 * A hit outside the target that still is a click on it: on its label (HTML 4.10.4), or, for a passive part of a control that lets events through
 * (an icon in a button), on that control.
 */
function reachesAsPart(env: Env, target: Element, hit: Element): boolean {
  const isPassive = !isInteractive(target) && computedStyle(target).pointerEvents === 'none';
  for (const at of flatPath(env, hit)) {
    if (labels(at, target)) return true;
    if (isInteractive(at)) return isPassive && isWithin(env, target, at);
  }
  return false;
}

/** What would receive the event instead, for a person to recognise. */
export interface Blocker {
  readonly el: number;
  readonly tag: string;
  readonly role: string;
  readonly name: string;
}

export function describeBlocker(world: PageWorld, services: CaptureServices, env: Env, hit: Element, target: Element): Blocker {
  let meant: Element | undefined;
  let part: Element | undefined;
  let outermost = hit;
  for (const at of flatPath(env, hit)) {
    if (isWithin(env, target, at)) break;
    outermost = at;
    const { role } = services.view(at, env);
    if (LAYERS.has(role)) meant ??= at;
    else if (!PLAIN.has(role)) part ??= at;
  }
  const shown = meant ?? part ?? outermost;
  const { role, name } = services.view(shown, env);
  // The text of what holds the target says nothing of what lies over it.
  const text = isWithin(env, target, shown) ? '' : foldedText(shown);
  return { el: world.id(shown), tag: tagOf(shown), role, name: name || text };
}

/** What lies over a page as a whole: this is what has to be closed or moved, whatever of it the point hits. */
const LAYERS: ReadonlySet<string> = new Set([
  'dialog',
  'alertdialog',
  'alert',
  'banner',
  'complementary',
  'contentinfo',
  'menu',
  'navigation',
  'region',
  'status',
  'tooltip',
]);
const PLAIN: ReadonlySet<string> = new Set(['', 'generic', 'text', 'presentation', 'none']);

function foldedText(element: Element): string {
  return (textContentOf(element) ?? '').slice(0, 2000).replace(/\s+/g, ' ').trim().slice(0, 80);
}

export function occluded(subject: Subject, hit: Element | undefined): { readonly ok: false; readonly failure: PageFailure } {
  if (!hit)
    return failure('not_visible', 'The element lies outside the viewport and cannot be scrolled into it.', { reason: 'outside viewport' });
  const blocker = describeBlocker(subject.world, subject.services, subject.env, hit, subject.element);
  const said = blocker.name
    ? `${blocker.role || blocker.tag} ${JSON.stringify(blocker.name)}`
    : blocker.role && blocker.role !== 'generic'
      ? blocker.role
      : `<${blocker.tag}>`;
  return failure('occluded', `Another element would receive the event: ${said}.`, { blocker });
}
