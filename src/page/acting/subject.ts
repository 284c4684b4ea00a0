/** One question about one element: the element with its id, document, view, and the services to ask. */
import type { PageFailure, PageResult } from '../../shared/page-api.js';
import { documentOf, isConnected } from '../dom.js';
import type { Env } from '../env.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { viewOfElement } from './native.js';

export interface Subject {
  readonly element: Element;
  readonly document: Document;
  readonly view: Window;
  readonly env: Env;
  readonly world: PageWorld;
  readonly services: CaptureServices;
}

export function failure(
  code: string,
  message: string,
  detail?: Readonly<Record<string, unknown>>,
): { readonly ok: false; readonly failure: PageFailure } {
  return { ok: false, failure: { code, message, ...(detail ? { detail } : {}) } };
}
export function success<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** The element of an id while it stands in a shown document. */
export function subjectOf(world: PageWorld, services: CaptureServices, el: number): PageResult<Subject> {
  const element = world.element(el);
  const view = element && isConnected(element) ? viewOfElement(element) : undefined;
  if (!element || !view) return failure('detached', 'The element is no longer in the document.');
  return success({ element, document: documentOf(element), view, env: services.env(), world, services });
}

/** Element ids of the owner iframes inside this world, innermost first. */
export function ownersOf(subject: Pick<Subject, 'world' | 'services'>, document: Document): number[] {
  const owners: number[] = [];
  for (let owner = subject.services.ownerOf(document); owner; owner = subject.services.ownerOf(documentOf(owner)))
    owners.push(subject.world.id(owner));
  return owners;
}

/** The element and its ancestors in the flat tree, inside its document, from the inside out. */
export function* flatPath(env: Env, element: Element): Generator<Element> {
  for (let at: Element | undefined = element; at; at = env.flatParent(at)) yield at;
}

/** True when `outer` is the element or holds it in the flat tree. */
export function isWithin(env: Env, element: Element, outer: Element): boolean {
  for (const at of flatPath(env, element)) if (at === outer) return true;
  return false;
}
