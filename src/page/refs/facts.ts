/** Everything a gate and a report may want to know of an element, computed from the page and never taken from a model's words. */
import type { ElementFacts } from '../../shared/page-api.js';
import { cleanUrl, originOf, urlOf } from '../capture/nodes.js';
import {
  attribute,
  dataOf,
  documentOf,
  inputType,
  isContentEditable,
  isElement,
  isHtml,
  isText,
  matches,
  rectOf,
  selectIsMultiple,
  tagOf,
} from '../dom.js';
import type { Env } from '../env.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { activationOf } from './activation.js';
import { isPageMadeApproval } from './approval.js';
import { fingerprintOf, type Print } from './fingerprint.js';
import { inputMultiple, inputReadOnly, textareaReadOnly } from './native.js';
import { fold } from './words.js';

/** Inputs that take no text. */
const NO_TEXT = new Set(['hidden', 'checkbox', 'radio', 'file', 'submit', 'image', 'reset', 'button']);

export function factsOf(element: Element, print: Print, world: PageWorld, services: CaptureServices, env: Env): ElementFacts {
  const view = services.view(element, env);
  const document = documentOf(element);
  const { x, y, width, height } = rectOf(element);
  const owners: Element[] = [];
  for (let owner = services.ownerOf(document); owner; owner = services.ownerOf(documentOf(owner))) owners.push(owner);
  const isInput = isHtml(element) && tagOf(element) === 'input';
  const autocomplete = attribute(element, 'autocomplete');
  const url = urlOf(document);
  return {
    ...fingerprintOf(print),
    el: world.id(element),
    // As it is: fingerprints compare with white space folded.
    name: view.name,
    description: view.description,
    states: view.states,
    ...(view.value === undefined ? {} : { value: view.value }),
    ...(view.hint === undefined ? {} : { hint: view.hint }),
    ...activationOf(element, env),
    ...(isInput ? { inputType: inputType(element as HTMLInputElement) } : {}),
    ...(autocomplete === null ? {} : { autocomplete }),
    editable: isEditable(element),
    ...(isMultiple(element) ? { multiple: true } : {}),
    pageMadeApproval: isPageMadeApproval(element, env, (region, limit) => textIn(region, env, limit)),
    box: [x, y, width, height],
    visible: services.visible(element, env),
    inViewport: services.inViewport(element),
    nonce: world.nonce(document),
    url: cleanUrl(url, url) || url,
    origin: originOf(document),
    owners: owners.map((owner) => world.id(owner)),
    frameName: owners[0] ? services.view(owners[0], env).name : '',
  };
}

/** Takes text: a text or exact-format input or text area that is neither read-only nor disabled, or editable content. */
function isEditable(element: Element): boolean {
  if (!isHtml(element)) return false;
  const tag = tagOf(element);
  if (tag === 'textarea') return !textareaReadOnly(element) && !matches(element, ':disabled');
  if (tag !== 'input') return isContentEditable(element as HTMLElement);
  return !NO_TEXT.has(inputType(element as HTMLInputElement)) && !inputReadOnly(element) && !matches(element, ':disabled');
}

function isMultiple(element: Element): boolean {
  if (!isHtml(element)) return false;
  if (tagOf(element) === 'select') return selectIsMultiple(element as HTMLSelectElement);
  return tagOf(element) === 'input' && inputMultiple(element);
}

/** Rendered text in document order, shadow trees included. */
function textIn(root: Element, env: Env, limit: number): string {
  let text = '';
  const stack: { readonly nodes: ArrayLike<Node>; at: number }[] = [{ nodes: env.flatChildren(root), at: 0 }];
  while (stack.length > 0 && text.length < limit) {
    const top = stack[stack.length - 1] as (typeof stack)[number];
    const node = top.nodes[top.at++];
    if (!node) stack.pop();
    else if (isText(node)) text += `${dataOf(node)} `;
    else if (isElement(node) && !env.notRendered(node)) stack.push({ nodes: env.flatChildren(node), at: 0 });
  }
  return fold(text).slice(0, limit);
}
