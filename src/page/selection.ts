/** What is selected in the documents of one world: text on the page, or in the text control that has the focus. */
import type { PageApi, SelectionReply } from '../shared/page-api.js';
import { holdsSecret } from './aria/secret-field.js';
import type { Snapshots } from './capture/snapshots.js';
import {
  bodyOf,
  documentElementOf,
  focusOf,
  frameDocument,
  inputValue,
  isElement,
  isFrameOwner,
  isHtml,
  parentOf,
  queryAll,
  shadowRootOf,
  tagOf,
  textareaValue,
  viewOf,
} from './dom.js';
import type { PageWorld } from './world.js';

/** A control that takes text. */
type Control = HTMLInputElement | HTMLTextAreaElement;
type Found = SelectionReply['selections'][number];

export function createSelectionApi(world: PageWorld, snapshots: Snapshots): Pick<PageApi, 'selection'> {
  /** The element with the focus, through shadow trees. */
  const focused = (document: Document): Element | null => {
    let at = focusOf(document);
    for (let root = at && rootIn(at); at && root; root = rootIn(at)) {
      const inner = focusOf(root);
      if (!inner) break;
      at = inner;
    }
    return at;
  };
  const rootIn = (element: Element): ShadowRoot | null => shadowRootOf(element) ?? world.closedRoot(element) ?? null;

  return {
    selection({ maxChars }) {
      const documents = snapshots.documents();
      const selections: Found[] = [];
      const foreign: number[] = [];
      for (const document of documents) {
        const found = selectedIn(document, focused(document), maxChars, world);
        if (found) selections.push(found);
        for (const frame of queryAll(document, 'iframe,frame,object,embed'))
          if (isFrameOwner(frame) && !frameDocument(frame)) foreign.push(world.id(frame));
      }
      const chain = focusChain(documents, focused);
      const { last } = chain;
      return {
        selections,
        foreign,
        focusedNonce: world.nonce(last),
        ...(chain.foreign ? { focusedForeign: world.id(chain.foreign) } : {}),
      };
    },
  };
}

/** The document that has the focus within this world, and the foreign frame in it that has it really. */
function focusChain(
  documents: readonly Document[],
  focused: (document: Document) => Element | null,
): { readonly last: Document; readonly foreign?: Element } {
  let last = documents[0] as Document;
  for (let steps = 0; steps < documents.length; steps++) {
    const element = focused(last);
    if (!element || !isFrameOwner(element)) return { last };
    const inner = frameDocument(element);
    if (!inner) return { last, foreign: element };
    last = inner;
  }
  return { last };
}

function selectedIn(document: Document, focus: Element | null, maxChars: number, world: PageWorld): Found | undefined {
  // Through the view: a document may have an element of that name.
  const selected = viewOf(document)?.getSelection() ?? null;
  const shown = selected?.toString() ?? '';
  const found = (element: Element, text: string, isMasked = false): Found => ({
    nonce: world.nonce(document),
    text: text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, ''),
    total: text.length,
    el: world.id(element),
    isMasked,
  });
  if (focus && isHtml(focus) && ['input', 'textarea'].includes(tagOf(focus))) {
    const control = focus as Control;
    const { selectionStart: start, selectionEnd: end } = control;
    // Kinds without positions (email, number) show what is selected through the selection of the document.
    const text = start === null ? shown : textOf(control).slice(start, end ?? undefined);
    if (text === '') return undefined;
    return holdsSecret(control, world) ? found(control, '', true) : found(control, text);
  }
  if (!selected || shown.trim() === '') return undefined;
  const element = elementAround(selected) ?? bodyOf(document) ?? documentElementOf(document);
  return element ? found(element, shown) : undefined;
}

function textOf(control: Control): string {
  return tagOf(control) === 'input' ? inputValue(control as HTMLInputElement) : textareaValue(control as HTMLTextAreaElement);
}

function elementAround(selected: Selection): Element | undefined {
  let node: Node | null = selected.rangeCount > 0 ? selected.getRangeAt(0).commonAncestorContainer : null;
  while (node && !isElement(node)) node = parentOf(node);
  return node ?? undefined;
}
