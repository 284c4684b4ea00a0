/**
 * DOM access that a page cannot bend: prototype getters and methods captured once, called on nodes.
 * `<form>` and `document` let named children shadow their own properties (HTML LegacyOverrideBuiltIns), in isolated worlds too; the captured
 * accessors see through that, work on nodes of every realm, and are faster than a property read.
 */
type Method<T, K extends keyof T> = T[K] extends (...args: infer A) => infer R ? (self: T, ...args: A) => R : never;

const { bind, call } = Function.prototype;
const uncurry = bind.bind(call) as unknown as (method: unknown) => (self: unknown, ...args: unknown[]) => unknown;

function getter<T extends object, K extends keyof T & string>(prototype: T, key: K): (self: T) => T[K] {
  const found = Object.getOwnPropertyDescriptor(prototype, key)?.get;
  return found ? (uncurry(found) as (self: T) => T[K]) : (self) => self[key];
}
function method<T extends object, K extends keyof T & string>(prototype: T, key: K): Method<T, K> {
  return uncurry(prototype[key]) as Method<T, K>;
}

const node = Node.prototype;
const element = Element.prototype;
const html = HTMLElement.prototype;
const input = HTMLInputElement.prototype;
const select = HTMLSelectElement.prototype;
const option = HTMLOptionElement.prototype;
const slot = HTMLSlotElement.prototype;
const doc = Document.prototype;

// ---------------------------------------------------------------- nodes

export const nodeTypeOf = getter(node, 'nodeType');
export const parentOf = getter(node, 'parentNode');
export const firstChildOf = getter(node, 'firstChild');
export const nextSiblingOf = getter(node, 'nextSibling');
export const previousSiblingOf = getter(node, 'previousSibling');
export const childNodesOf = getter(node, 'childNodes');
export const textContentOf = getter(node, 'textContent');
export const isConnected = getter(node, 'isConnected');
export const rootOf = method(node, 'getRootNode') as (self: Node) => Node;
export const contains = method(node, 'contains');
export const comparePosition = method(node, 'compareDocumentPosition');
/** Text of a text node. */
export const dataOf = getter(CharacterData.prototype, 'data') as (self: Node) => string;

const ownerDocument = getter(node, 'ownerDocument');
/** The document of a node; of a document, itself. */
export function documentOf(self: Node): Document {
  return ownerDocument(self) ?? (self as Document);
}
export function isElement(self: Node | null | undefined): self is Element {
  return !!self && nodeTypeOf(self) === 1;
}
export function isText(self: Node): self is Text {
  const type = nodeTypeOf(self);
  return type === 3 || type === 4;
}
/** A shadow root; a plain fragment has no mode. */
export function isShadowRoot(self: Node): self is ShadowRoot {
  return nodeTypeOf(self) === 11 && 'mode' in self;
}

// ---------------------------------------------------------------- elements

/** Local name as the document spells it: lower case for HTML. */
export const tagOf = getter(element, 'localName');
export const namespaceOf = getter(element, 'namespaceURI');
export const attribute = method(element, 'getAttribute');
export const hasAttribute = method(element, 'hasAttribute');
export const attributeNames = method(element, 'getAttributeNames');
export const shadowRootOf = getter(element, 'shadowRoot');
export const firstElementOf = getter(element, 'firstElementChild');
export const nextElementOf = getter(element, 'nextElementSibling');
export const previousElementOf = getter(element, 'previousElementSibling');
export const rectOf = method(element, 'getBoundingClientRect');
export const rectsOf = method(element, 'getClientRects');
export const matches = method(element, 'matches') as (self: Element, selector: string) => boolean;
export const closest = method(element, 'closest') as (self: Element, selector: string) => Element | null;
export const checkVisibility = method(element, 'checkVisibility');
export const scrollTopOf = getter(element, 'scrollTop');
export const scrollLeftOf = getter(element, 'scrollLeft');
export const scrollWidthOf = getter(element, 'scrollWidth');
export const scrollHeightOf = getter(element, 'scrollHeight');
export const clientWidthOf = getter(element, 'clientWidth');
export const clientHeightOf = getter(element, 'clientHeight');
const assignedSlotOf = getter(element, 'assignedSlot');
const assignedSlotOfText = getter(Text.prototype, 'assignedSlot');
/** Open slot a node is assigned to; null in a closed tree. */
export function assignedSlot(self: Node): HTMLSlotElement | null {
  if (isElement(self)) return assignedSlotOf(self);
  return isText(self) ? assignedSlotOfText(self) : null;
}
export const assignedNodes = method(slot, 'assignedNodes');

const elementQueryAll = method(element, 'querySelectorAll') as (self: Element, selector: string) => NodeListOf<Element>;
const elementQuery = method(element, 'querySelector') as (self: Element, selector: string) => Element | null;
const documentQueryAll = method(doc, 'querySelectorAll') as (self: Document, selector: string) => NodeListOf<Element>;
const documentQuery = method(doc, 'querySelector') as (self: Document, selector: string) => Element | null;
const fragmentQueryAll = method(DocumentFragment.prototype, 'querySelectorAll') as (
  self: DocumentFragment,
  selector: string,
) => NodeListOf<Element>;
const fragmentQuery = method(DocumentFragment.prototype, 'querySelector') as (self: DocumentFragment, selector: string) => Element | null;

/** querySelectorAll on an element, document or fragment. */
export function queryAll(self: Node, selector: string): NodeListOf<Element> {
  const type = nodeTypeOf(self);
  if (type === 9) return documentQueryAll(self as Document, selector);
  return type === 11 ? fragmentQueryAll(self as DocumentFragment, selector) : elementQueryAll(self as Element, selector);
}
/** querySelector on an element, document or fragment. */
export function query(self: Node, selector: string): Element | null {
  const type = nodeTypeOf(self);
  if (type === 9) return documentQuery(self as Document, selector);
  return type === 11 ? fragmentQuery(self as DocumentFragment, selector) : elementQuery(self as Element, selector);
}

export const elementsIn = method(element, 'getElementsByTagName') as (self: Element, name: string) => HTMLCollectionOf<Element>;

const documentById = method(doc, 'getElementById');
const fragmentById = method(DocumentFragment.prototype, 'getElementById');
/** First element with an id in the tree whose root this is. */
export function elementById(root: Node, id: string): Element | null {
  const type = nodeTypeOf(root);
  if (type === 9) return documentById(root as Document, id);
  if (type === 11) return fragmentById(root as DocumentFragment, id);
  return query(root, `[id="${CSS.escape(id)}"]`);
}

// ---------------------------------------------------------------- documents and views

export const bodyOf = getter(doc, 'body');
export const documentElementOf = getter(doc, 'documentElement');
export const titleOf = getter(doc, 'title');
export const viewOf = getter(doc, 'defaultView');
export const compatModeOf = getter(doc, 'compatMode');
/** Topmost element at a point of the viewport. */
export const elementAt = method(doc, 'elementFromPoint');
/** Has the document, or one in a frame of it, the focus of the window? */
export const hasFocus = method(doc, 'hasFocus');
/** Iframe of a view, null at the top and across origins. */
export function frameElementOf(view: Window): Element | null {
  try {
    return view.frameElement;
  } catch {
    return null; // SecurityError in some browsers across origins.
  }
}
const documentFocus = getter(doc, 'activeElement');
const rootFocus = getter(ShadowRoot.prototype, 'activeElement');
const documentSheets = getter(doc, 'styleSheets');
const rootSheets = getter(ShadowRoot.prototype, 'styleSheets');
const documentAdopted = getter(doc, 'adoptedStyleSheets');
const rootAdopted = getter(ShadowRoot.prototype, 'adoptedStyleSheets');

/** Focused element of one tree; a host stands for what has the focus inside it. */
export function focusOf(root: Document | ShadowRoot): Element | null {
  return nodeTypeOf(root) === 9 ? documentFocus(root as Document) : rootFocus(root as ShadowRoot);
}
const NO_SHEETS: readonly CSSStyleSheet[] = [];
/** Style sheets of a tree, adopted ones last. */
export function sheetsOf(root: Document | ShadowRoot): readonly CSSStyleSheet[] {
  const isDocument = nodeTypeOf(root) === 9;
  const own = isDocument ? documentSheets(root as Document) : rootSheets(root as ShadowRoot);
  const adopted = isDocument ? documentAdopted(root as Document) : rootAdopted(root as ShadowRoot);
  return own.length === 0 && adopted.length === 0 ? NO_SHEETS : [...own, ...adopted];
}
export const hostOf = getter(ShadowRoot.prototype, 'host');

const computed = uncurry(globalThis.getComputedStyle) as (view: Window, self: Element, pseudo?: string) => CSSStyleDeclaration;
/** Computed style through the element's own view. */
export function computedStyle(self: Element, pseudo?: string): CSSStyleDeclaration {
  return computed(viewOf(documentOf(self)) ?? globalThis.window, self, pseudo);
}

// ---------------------------------------------------------------- HTML

export const HTML = 'http://www.w3.org/1999/xhtml';
export const SVG = 'http://www.w3.org/2000/svg';
export const MATHML = 'http://www.w3.org/1998/Math/MathML';
export function isHtml(self: Element): boolean {
  return namespaceOf(self) === HTML;
}

export const tabIndexOf = getter(html, 'tabIndex');
export const isContentEditable = getter(html, 'isContentEditable');
/** The following take an HTML element of that name only. */
export const inputValue = getter(input, 'value');
export const inputType = getter(input, 'type');
export const inputChecked = getter(input, 'checked');
export const inputIndeterminate = getter(input, 'indeterminate');
export const inputFiles = getter(input, 'files');
export const textareaValue = getter(HTMLTextAreaElement.prototype, 'value');
export const selectOptions = getter(select, 'options');
export const selectIsMultiple = getter(select, 'multiple');
export const selectSize = getter(select, 'size');
export const optionSelected = getter(option, 'selected');
export const optionValue = getter(option, 'value');
export const optionText = getter(option, 'text');
export const optionLabel = getter(option, 'label');
export const offsetParentOf = getter(HTMLElement.prototype, 'offsetParent');
export const anchorHref = getter(HTMLAnchorElement.prototype, 'href');
export const areaHref = getter(HTMLAreaElement.prototype, 'href');
const contentOfKind = new Map<string, (self: never) => Document | null>([
  ['iframe', getter(HTMLIFrameElement.prototype, 'contentDocument')],
  ['frame', getter(HTMLFrameElement.prototype, 'contentDocument')],
  ['object', getter(HTMLObjectElement.prototype, 'contentDocument')],
]);
/** Document inside a frame element; null when it is foreign or there is none. */
export function frameDocument(self: Element): Document | null {
  const read = contentOfKind.get(tagOf(self));
  return read && isHtml(self) ? read(self as never) : null;
}
const objectWindow = getter(HTMLObjectElement.prototype, 'contentWindow');
/** Elements that show a document of their own: frames, plug-in elements, objects that hold one. */
export function isFrameOwner(self: Element): boolean {
  const tag = tagOf(self);
  if (tag !== 'iframe' && tag !== 'frame' && tag !== 'embed' && tag !== 'object') return false;
  return isHtml(self) && (tag !== 'object' || objectWindow(self as HTMLObjectElement) !== null);
}
export const labelControl = getter(HTMLLabelElement.prototype, 'control');

const labelsOfKind = new Map<string, (self: never) => NodeListOf<HTMLLabelElement> | null>([
  ['input', getter(input, 'labels')],
  ['button', getter(HTMLButtonElement.prototype, 'labels')],
  ['meter', getter(HTMLMeterElement.prototype, 'labels')],
  ['output', getter(HTMLOutputElement.prototype, 'labels')],
  ['progress', getter(HTMLProgressElement.prototype, 'labels')],
  ['select', getter(select, 'labels')],
  ['textarea', getter(HTMLTextAreaElement.prototype, 'labels')],
]);
/** Labels of a labelable element in tree order; undefined for elements that take none. Each first call walks the tree: for many, use `labelsFor`. */
export function labelsOf(self: Element): NodeListOf<HTMLLabelElement> | undefined {
  const read = labelsOfKind.get(tagOf(self));
  return read && isHtml(self) ? (read(self as never) ?? undefined) : undefined;
}

/** Tag of what we draw on a page. A page may use it too: ours are known by `PageWorld.isOwn`. */
export const OVERLAY_TAG = 'surehand-overlay';
