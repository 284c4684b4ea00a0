/** Form properties that only this part reads, taken from prototypes once: a form's named children shadow its own properties. */
import { isHtml, tagOf } from '../dom.js';

const { apply } = Reflect;
const { getOwnPropertyDescriptor } = Object;

function getter<R>(prototype: object, key: string): (self: unknown) => R {
  const get = getOwnPropertyDescriptor(prototype, key)?.get;
  return (self) => (get ? (apply(get, self, []) as R) : ((self as Record<string, unknown>)[key] as R));
}

const button = HTMLButtonElement.prototype;
const input = HTMLInputElement.prototype;
const form = HTMLFormElement.prototype;

export const buttonType = getter<string>(button, 'type');
const buttonFormAction = getter<string>(button, 'formAction');
const inputFormAction = getter<string>(input, 'formAction');
/** Absolute URL of a `formaction` attribute. */
export function formActionOf(submitter: Element): string {
  return tagOf(submitter) === 'button' ? buttonFormAction(submitter) : inputFormAction(submitter);
}
/** Absolute URL; that of the document when there is no `action`. */
export const actionOf = getter<string>(form, 'action');
/** `get`, `post` or `dialog`. */
export const methodOf = getter<string>(form, 'method');
export const inputMultiple = getter<boolean>(input, 'multiple');
export const inputReadOnly = getter<boolean>(input, 'readOnly');
export const textareaReadOnly = getter<boolean>(HTMLTextAreaElement.prototype, 'readOnly');
export const placeholderOf = new Map<string, (self: unknown) => string>([
  ['input', getter<string>(input, 'placeholder')],
  ['textarea', getter<string>(HTMLTextAreaElement.prototype, 'placeholder')],
]);

const owners = new Map<string, (self: unknown) => HTMLFormElement | null>([
  ['button', getter(button, 'form')],
  ['fieldset', getter(HTMLFieldSetElement.prototype, 'form')],
  ['input', getter(input, 'form')],
  ['object', getter(HTMLObjectElement.prototype, 'form')],
  ['output', getter(HTMLOutputElement.prototype, 'form')],
  ['select', getter(HTMLSelectElement.prototype, 'form')],
  ['textarea', getter(HTMLTextAreaElement.prototype, 'form')],
]);
/** Form owner of a form-associated element; undefined for elements that have none by their kind. */
export function formOwner(element: Element): HTMLFormElement | null | undefined {
  return isHtml(element) ? owners.get(tagOf(element))?.(element) : undefined;
}
