/** What pressing an element sets off by HTML's own rules: which link is followed, which form is sent where. */

import { baseOf, cleanUrl } from '../capture/nodes.js';
import {
  anchorHref,
  areaHref,
  attribute,
  closest,
  documentOf,
  hasAttribute,
  inputType,
  isHtml,
  labelControl,
  query,
  tagOf,
} from '../dom.js';
import type { Env } from '../env.js';
import { actionOf, buttonType, formActionOf, formOwner, methodOf } from './native.js';

export interface Activation {
  readonly href?: string;
  readonly target?: string;
  readonly download?: boolean;
  readonly formAction?: string;
  readonly formMethod?: string;
  readonly submits: boolean;
}

/** Activation behaviour belongs to the nearest element that has one (DOM 2.9, "activation target"); a label passes it to its control. */
function activationTarget(element: Element, env: Env): Element | undefined {
  for (let at: Element | undefined = element; at; at = env.flatParent(at)) {
    const tag = tagOf(at);
    if (tag === 'a' || tag === 'area') {
      if (hasAttribute(at, 'href') || hasAttribute(at, 'xlink:href')) return at;
    } else if (!isHtml(at)) continue;
    else if (tag === 'button' || tag === 'input' || tag === 'select' || tag === 'textarea' || tag === 'summary') return at;
    else if (tag === 'label') return labelControl(at as HTMLLabelElement) ?? undefined;
  }
  return undefined;
}

export function activationOf(element: Element, env: Env): Activation {
  const active = activationTarget(element, env);
  const link = active && linkOf(active);
  if (active && link) return { ...link, submits: false };
  const submits = active !== undefined && isSubmitter(active);
  const form = (active && formOwner(active)) ?? formOwner(element) ?? enclosingForm(element, env);
  if (!form) return { submits: false };
  const hasOwnAction = submits && hasAttribute(active, 'formaction');
  const action = hasOwnAction ? formActionOf(active) : actionOf(form);
  const ownMethod = submits ? attribute(active, 'formmethod') : null;
  const target = (submits ? attribute(active, 'formtarget') : null) ?? attribute(form, 'target') ?? baseTarget(form);
  return {
    formAction: cleanUrl(action, action),
    formMethod: ownMethod === null ? methodOf(form) : methodNamed(ownMethod),
    ...(target ? { target } : {}),
    submits: submits && formOwner(active) !== null,
  };
}

function methodNamed(keyword: string): string {
  const method = keyword.toLowerCase();
  return method === 'post' || method === 'dialog' ? method : 'get';
}

/** Submit and image buttons of a form (HTML 4.10.6, 4.10.5.1.18 and .19). Enter in a field is not counted. */
function isSubmitter(element: Element): boolean {
  if (!isHtml(element) || !formOwner(element)) return false;
  const type = tagOf(element) === 'button' ? buttonType(element) : tagOf(element) === 'input' ? inputType(element as HTMLInputElement) : '';
  return type === 'submit' || type === 'image';
}

function linkOf(element: Element): Pick<Activation, 'href' | 'target' | 'download'> | undefined {
  const tag = tagOf(element);
  if (tag !== 'a' && tag !== 'area') return undefined;
  const href = isHtml(element)
    ? tag === 'a'
      ? anchorHref(element as HTMLAnchorElement)
      : areaHref(element as HTMLAreaElement)
    : (attribute(element, 'href') ?? attribute(element, 'xlink:href') ?? '');
  const target = attribute(element, 'target') ?? baseTarget(element);
  return {
    href: cleanUrl(href, baseOf(element)) || href,
    ...(target ? { target } : {}),
    ...(hasAttribute(element, 'download') ? { download: true } : {}),
  };
}

function enclosingForm(element: Element, env: Env): Element | undefined {
  if (isHtml(element) && tagOf(element) === 'form') return element;
  for (let at: Element | undefined = element; at; at = env.flatParent(at)) {
    const form = closest(at, 'form');
    if (form && isHtml(form)) return form;
  }
  return undefined;
}

function baseTarget(element: Element): string | null {
  const base = query(documentOf(element), 'base[target]');
  return base && attribute(base, 'target');
}
