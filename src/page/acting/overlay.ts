/** What we draw on a page: the frame around what is acted on, badges for a picture, covers over secrets. In a closed root that no pointer hits. */
import type { WireBox } from '../../shared/page-api.js';
import { documentElementOf, hasAttribute, OVERLAY_TAG, rectOf, viewOf } from '../dom.js';
import type { PageWorld } from '../world.js';
import type { Clockwork } from './clockwork.js';
import type { Subject } from './subject.js';

const COLOR = '#1a73e8';
const LABEL_CHARS = 80;

export interface Mark {
  readonly box: WireBox;
  readonly label: string;
  /** Hides what lies there. */
  readonly solid?: boolean;
}

/** Looks of a text that is to be read by nobody. Inherited, so it holds for editors too. */
const DOTS = '-webkit-text-security';

/** One drawing at a time per document: a new one replaces the old. */
export class Overlay {
  readonly #world: PageWorld;
  readonly #clockwork: Clockwork;
  readonly #hosts = new Map<Document, Element>();
  readonly #undo: (() => void)[] = [];

  constructor(world: PageWorld, clockwork: Clockwork) {
    this.#world = world;
    this.#clockwork = clockwork;
  }

  /** Frames an element, or a box, and takes the frame away after `ms`. */
  show({ element, document, view }: Subject, label: string, ms: number, box?: WireBox): void {
    const { left, top, width, height } = rectOf(element);
    const host = this.#draw(document, marked({ box: box ?? [left, top, width, height], label }, view));
    const end = (): void => this.#remove(document, host);
    this.#clockwork.pause(view, ms).then(end, end);
  }

  /** Draws boxes with labels, until they are cleared. */
  annotate(document: Document, marks: readonly Mark[]): void {
    const view = viewOf(document);
    if (view)
      this.#draw(
        document,
        marks.flatMap((mark) => marked(mark, view)),
      );
  }

  /** Shows dots for the text of an element, until that is cleared. */
  mask(element: Element): void {
    const { style } = element as HTMLElement;
    const [value, priority] = [style.getPropertyValue(DOTS), style.getPropertyPriority(DOTS)];
    const hadStyle = hasAttribute(element, 'style');
    style.setProperty(DOTS, 'disc', 'important');
    this.#undo.push(() => {
      style.setProperty(DOTS, value, priority);
      if (!hadStyle) element.removeAttribute('style');
    });
  }

  /** Takes everything away. */
  clear(): void {
    for (const undo of this.#undo.splice(0)) undo();
    for (const [document, host] of [...this.#hosts]) this.#remove(document, host);
  }

  #draw(document: Document, parts: readonly Element[]): Element {
    const old = this.#hosts.get(document);
    if (old) this.#remove(document, old);
    const host = document.createElement(OVERLAY_TAG);
    this.#world.own(host);
    // Set through the object model, which a content security policy does not forbid.
    paint(host, { all: 'initial', display: 'block', position: 'absolute', left: '0', top: '0', ...PLAIN });
    host.setAttribute('aria-hidden', 'true');
    host.attachShadow({ mode: 'closed' }).append(...parts);
    documentElementOf(document)?.append(host);
    this.#hosts.set(document, host);
    raise(host);
    return host;
  }

  #remove(document: Document, host: Element): void {
    host.remove();
    if (this.#hosts.get(document) === host) this.#hosts.delete(document);
  }
}

const PLAIN = {
  width: '0',
  height: '0',
  overflow: 'visible',
  pointerEvents: 'none',
  border: '0',
  padding: '0',
  margin: '0',
  background: 'transparent',
  zIndex: '2147483647',
};

/** Above a modal dialog there is only what came into the top layer later (CSS Positioned Layout 4, 3.3). */
function raise(host: HTMLElement): void {
  if (!('showPopover' in host)) return;
  host.popover = 'manual';
  try {
    host.showPopover();
  } catch {
    // A document that is not shown has no top layer; nobody sees it either.
  }
}

function paint(element: HTMLElement, rules: Readonly<Record<string, string>>): void {
  Object.assign(element.style, rules);
}

function block(rules: Readonly<Record<string, string>>): HTMLElement {
  const element = document.createElement('div');
  paint(element, { position: 'absolute', boxSizing: 'border-box', pointerEvents: 'none', ...rules });
  return element;
}

/** A frame around a box, and its label above or below it; in px of the page, so that they stay with it in a picture of the whole. */
function marked({ box, label, solid = false }: Mark, view: Window): Element[] {
  const [x, y, width, height] = box;
  const [left, top] = [x + view.scrollX, y + view.scrollY];
  const place = { left: `${left - 3}px`, top: `${top - 3}px`, width: `${width + 6}px`, height: `${height + 6}px` };
  if (solid) return [block({ ...place, background: '#000' })];
  const frame = block({ ...place, border: `2px solid ${COLOR}`, borderRadius: '4px' });
  const words = block({
    left: `${Math.max(2, left - 3)}px`,
    top: `${top > 22 ? top - 20 : top + height + 4}px`,
    padding: '1px 5px',
    font: '12px/16px sans-serif',
    color: '#fff',
    background: COLOR,
    borderRadius: '3px',
    whiteSpace: 'pre',
  });
  words.textContent = label.slice(0, LABEL_CHARS);
  return [frame, words];
}
