/** The visualisation of an action: a frame and a label that last a moment, in a closed root nobody finds and no pointer hits. */
import { documentElementOf, rectOf } from '../dom.js';
import { OVERLAY_TAG } from './activity.js';
import type { Clockwork } from './clockwork.js';
import type { Subject } from './subject.js';

const COLOR = '#1a73e8';
const LABEL_CHARS = 80;

/** Shows it and takes it away after `ms`. One at a time per document: a new one replaces the old. */
export class Overlay {
  readonly #clockwork: Clockwork;
  readonly #shown = new WeakMap<Document, Element>();

  constructor(clockwork: Clockwork) {
    this.#clockwork = clockwork;
  }

  show({ element, document, view }: Subject, label: string, ms: number): void {
    this.#shown.get(document)?.remove();
    const host = document.createElement(OVERLAY_TAG);
    const { left, top, width, height } = rectOf(element);
    // Set through the object model, which a content security policy does not forbid.
    Object.assign(host.style, { all: 'initial', position: 'fixed', left: '0', top: '0', pointerEvents: 'none', zIndex: '2147483647' });
    const root = host.attachShadow({ mode: 'closed' });
    const frame = document.createElement('div');
    Object.assign(frame.style, {
      position: 'fixed',
      left: `${left - 3}px`,
      top: `${top - 3}px`,
      width: `${width + 6}px`,
      height: `${height + 6}px`,
      boxSizing: 'border-box',
      border: `3px solid ${COLOR}`,
      borderRadius: '4px',
      pointerEvents: 'none',
    });
    const words = document.createElement('div');
    const y = top > 28 ? top - 26 : top + height + 6;
    Object.assign(words.style, {
      position: 'fixed',
      left: `${Math.max(0, left - 3)}px`,
      top: `${y}px`,
      padding: '2px 6px',
      font: '12px/16px sans-serif',
      color: '#fff',
      background: COLOR,
      borderRadius: '4px',
      whiteSpace: 'pre',
      pointerEvents: 'none',
    });
    words.textContent = label.slice(0, LABEL_CHARS);
    root.append(frame, words);
    documentElementOf(document)?.append(host);
    this.#shown.set(document, host);
    this.#clockwork.pause(view, ms).then(
      () => host.remove(),
      () => host.remove(),
    );
  }
}
