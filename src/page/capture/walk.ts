/**
 * The walk: one pass over the flat tree, without recursion, that makes the lines of a capture in document order.
 * It reads what a line needs where it is cheapest: style once per element, boxes only where the container is in view, names and states when an
 * element is left (its text is known then).
 */
import { childNodesOf, dataOf, firstElementOf, nextSiblingOf, nodeTypeOf, OVERLAY_TAG, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { roleOf } from './aria-facts.js';
import { attributeBits, LABEL, OWNS, ROLE, USEMAP } from './attributes.js';
import { childrenOf } from './children.js';
import { DRAGS, HANDLES, isRegion, LISTENS, POINTS, reasonsOf, SCROLLS } from './clickable.js';
import type { Collector } from './collector.js';
import { beginFrame, enterDocument, inheritOperable, inheritsPointer } from './context.js';
import { ARIA, Frame, INERT, OPERABLE, TOP, UNSEEN } from './frame.js';
import { ACT, kindOf, LINE, NEVER, PLAIN } from './kinds.js';
import { Line } from './line.js';
import { completeLine } from './line-facts.js';
import { addAreas, addOptions, labelledControl } from './native-children.js';
import { ask, isSlim } from './noted.js';
import { ATOMIC, BLOCK, raise } from './place.js';
import { isReachable } from './reachable.js';
import { hasNoGlyphs } from './sight.js';
import type { ContentSink } from './sink.js';
import { CURSOR } from './style-reads.js';
import { hasInk, isIcon, isMark, TextRun, withoutIcons } from './text-run.js';

/** Elements between two looks at the clock. */
const CLOCK_EVERY = 512;
export class Walk {
  readonly #out: Collector;
  readonly #env: Env;
  readonly #lines: Line[];
  readonly #sink: ContentSink | undefined;
  readonly #stack: Frame[] = [];
  #top = 0;
  readonly #run = new TextRun();
  /** Where the run began. */
  #runFrame = new Frame();
  #runNode: Element | undefined;
  #ticks = 0;

  constructor(out: Collector) {
    this.#out = out;
    this.#env = out.env;
    this.#lines = out.lines;
    this.#sink = out.sink;
    out.sink?.begin(out);
  }

  /** Visits everything below `start`, whose list of children must be set. Ends early when time or the line limit is over. */
  run(start: Frame): void {
    this.#stack[0] = start;
    this.#top = 0;
    while (this.#top >= 0) {
      const frame = this.#stack[this.#top] as Frame;
      const node = this.#nextOf(frame);
      if (!node) this.#leave(frame);
      else if (nodeTypeOf(node) === 1) {
        if (((++this.#ticks & (CLOCK_EVERY - 1)) === 0 || this.#out.isLimited) && this.#out.isOver()) break;
        this.#enter(node as Element, frame);
      } else this.#text(node, frame);
    }
    // Over time: what is open is closed as it stands.
    while (this.#top >= 0) this.#leave(this.#stack[this.#top] as Frame);
  }

  #nextOf(frame: Frame): Node | null {
    const { list } = frame;
    if (list) {
      if (frame.at < list.length) return list[frame.at++] as Node;
    } else if (frame.next) {
      const node = frame.next;
      frame.next = nextSiblingOf(node);
      return node;
    }
    if (!frame.owned) return null;
    frame.list = frame.owned;
    frame.owned = undefined;
    frame.at = 0;
    return this.#nextOf(frame);
  }

  #enter(element: Element, parent: Frame): void {
    const tag = tagOf(element);
    if (this.#isLeftOut(element, tag)) return;
    if (tag === 'br') {
      this.#run.space();
      this.#sink?.lineBreak();
      return;
    }
    const out = this.#out;
    if (out.hasOwned && out.isOwnedElsewhere(element, parent)) return;
    const style = this.#env.style(element);
    const display = style.display;
    if (display === 'none' || display === '') {
      this.#unrendered(element, tag, parent, display);
      return;
    }

    const frame = this.#push(parent);
    beginFrame(frame, parent, element, tag, style, display, out.notes);
    const { bits } = frame;
    if ((bits & OWNS) !== 0 && out.isGuest) out.hasOwned = true;

    let role = 'generic';
    let kind = 0;
    if (!PLAIN.has(tag) || (bits & (ROLE | LABEL)) !== 0 || hasTitle(element, tag)) {
      role = roleOf(element, tag, this.#env);
      kind = kindOf(role);
    }
    raise(frame, kind);
    const pointer = (frame.reads & CURSOR) === 0 ? inheritsPointer(parent) : style.cursor === 'pointer';
    const reasons = this.#reasons(frame, parent, role, kind, pointer);
    const isLine = ((kind & LINE) !== 0 || reasons !== 0) && this.#isShown(frame, kind, reasons);
    if (frame.level === BLOCK || isLine || tag === 'label') this.#flush();
    else if (frame.level === ATOMIC) this.#run.space();
    frame.first = this.#lines.length;
    frame.refsBefore = out.refs;
    if (isLine) this.#addLine(frame, parent, role, kind, reasons);
    if (tag === 'label') {
      frame.label = element;
      out.labels.push(element);
    }
    inheritOperable(frame, kind, isLine ? reasons : 0, pointer && !frame.isRegion);
    this.#sink?.enter(frame, role, isLine);
    childrenOf(out, frame, bits);
  }

  #isLeftOut(element: Element, tag: string): boolean {
    return NEVER.has(tag) || (tag === OVERLAY_TAG && this.#env.world.isOwn(element));
  }

  #reasons(frame: Frame, parent: Frame, role: string, kind: number, pointer: boolean): number {
    const { bits, tag, flags } = frame;
    const element = frame.element as Element;
    if ((flags & INERT) !== 0) return 0;
    let reasons = 0;
    const listens = this.#out.listens(element);
    if (kind !== 0 || bits !== 0 || pointer || listens || tag.length > 4) {
      frame.isRegion = pointer && isRegion(tag, role);
      reasons = reasonsOf(element, { tag, kind, bits, flags: parent.flags, pointer, region: frame.isRegion, listens });
      // A label passes the click on to its control, which is the target.
      if (tag === 'label' && (reasons & POINTS) !== 0 && labelledControl(element)) {
        reasons &= ~POINTS;
        frame.flags |= OPERABLE;
      }
    }
    if (reasons !== 0 && isUntouchable(element, reasons, frame.style)) reasons = 0;
    if (frame.scrolls) reasons |= SCROLLS;
    return reasons;
  }

  #isShown(frame: Frame, kind: number, reasons: number): boolean {
    // Operable things in inert content are not offered.
    if ((frame.flags & INERT) !== 0 && (kind & ACT) !== 0) return false;
    if (frame.shown && (frame.flags & UNSEEN) === 0) return kind === 0 || !isPixel(frame, this.#out);
    return reasons !== 0 && isReachable(frame, this.#out);
  }

  #addLine(frame: Frame, parent: Frame, role: string, kind: number, reasons: number): void {
    const line = new Line(role, '', frame.element as Element, frame.document.index, parent.owner, frame.inView);
    line.kind = kind;
    line.reasons = reasons;
    line.top = (frame.flags & TOP) !== 0;
    line.focused = this.#out.isFocused(frame.element as Element);
    if ((frame.flags & ARIA) !== 0) line.hiddenBy = 'aria-hidden';
    if (reasons !== 0) this.#out.refs++;
    this.#lines.push(line);
    frame.line = line;
    frame.owner = line;
    if (frame.tag === 'select') addOptions(this.#out, line, frame);
    else if ((frame.bits & USEMAP) !== 0) addAreas(this.#out, line, frame);
  }

  /** No box: nothing inside is seen, but some controls are reached through what stands for them. */
  #unrendered(element: Element, tag: string, parent: Frame, display: string): void {
    if (display === '') {
      // Computed styles are empty outside the flat tree: light children of a host whose root this is not.
      if (parent.element) this.#out.hostsClosed(parent.element);
      return;
    }
    if (tag !== 'input' || (parent.flags & (INERT | UNSEEN)) !== 0) return;
    const frame = this.#push(parent);
    frame.element = element;
    frame.tag = tag;
    frame.style = this.#env.style(element);
    frame.bits = attributeBits(element);
    frame.shown = false;
    const isOffered = isReachable(frame, this.#out);
    const role = isOffered ? roleOf(element, tag, this.#env) : '';
    if (isOffered) {
      this.#flush();
      frame.first = this.#lines.length;
      this.#addLine(frame, parent, role, kindOf(role), 1);
    }
    this.#sink?.enter(frame, role, isOffered);
    this.#leave(frame);
  }

  #push(parent: Frame): Frame {
    this.#top++;
    let frame = this.#stack[this.#top];
    if (!frame) {
      frame = new Frame();
      this.#stack[this.#top] = frame;
    }
    frame.inherit(parent);
    frame.first = this.#lines.length;
    return frame;
  }

  #leave(frame: Frame): void {
    const isLabel = frame.tag === 'label' && frame.label === frame.element;
    if (frame.level === BLOCK || frame.line || isLabel) this.#flush();
    else if (frame.level === ATOMIC) this.#run.space();
    this.#sink?.leave(frame);
    this.#top--;
    const { line } = frame;
    if (line) {
      line.after = this.#lines.length;
      completeLine(this.#out, frame, line);
    }
    if (this.#top >= 0 && this.#lines.length > frame.first) this.#out.mayGiveContext(frame);
  }

  #text(node: Node, frame: Frame): void {
    const type = nodeTypeOf(node);
    if (type !== 3 && type !== 4) return;
    let data = dataOf(node);
    if (!hasInk(data)) {
      if (this.#run.text !== '') this.#run.space();
      this.#sink?.blank(data, frame);
      return;
    }
    if (frame.glyphs === 0 && frame.style) frame.glyphs = hasNoGlyphs(frame.style) ? 2 : 1;
    if (!frame.shown || (frame.flags & UNSEEN) !== 0 || frame.glyphs === 2) {
      this.#out.hiddenTexts.push(frame.element as Element);
      return;
    }
    const isAria = (frame.flags & ARIA) !== 0;
    if (isAria && isIcon(frame, data)) {
      if (isMark(data)) this.#sink?.text(data, frame);
      return;
    }
    data = withoutIcons(data);
    if (!hasInk(data)) return;
    this.#sink?.text(data, frame);
    if (this.#run.text !== '' && ((this.#runFrame.flags ^ frame.flags) & ARIA) !== 0) this.#flush();
    if (this.#run.text === '') {
      this.#runFrame.inherit(frame);
      this.#runNode = frame.element;
    }
    this.#run.add(data);
  }

  #flush(): void {
    if (this.#run.text === '') return;
    const from = this.#runFrame;
    const { isAltered } = this.#run;
    const line = new Line('text', this.#run.take(), this.#runNode as Element, from.document.index, from.owner, from.inView);
    if ((from.flags & ARIA) !== 0) line.hiddenBy = 'aria-hidden';
    line.top = (from.flags & TOP) !== 0;
    line.label = from.label;
    line.isAltered = isAltered;
    this.#lines.push(line);
    line.after = this.#lines.length;
  }
}

/** Shapes and groups of SVG are named by a title, which comes first (SVG 2, section 5.9). */
const DRAWN = new Set(['g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'use']);
function hasTitle(element: Element, tag: string): boolean {
  if (!DRAWN.has(tag)) return false;
  const first = firstElementOf(element);
  return first !== null && tagOf(first) === 'title';
}

/** What a press cannot reach, with nothing inside that could be reached for it. */
function isUntouchable(element: Element, reasons: number, style: CSSStyleDeclaration | undefined): boolean {
  if ((reasons & ~(HANDLES | LISTENS | POINTS | DRAGS)) !== 0 || style?.pointerEvents !== 'none') return false;
  return firstElementOf(element) === null;
}

/** Frames of one pixel count visits; they show nothing. */
function isPixel({ tag, element }: Frame, out: Collector): boolean {
  return tag === 'iframe' && element !== undefined && ask(out.notes, isSlim, element, out.env);
}

/** A frame whose children are those of a document. */
export function documentFrame(out: Collector, document: Document): Frame {
  const frame = new Frame();
  frame.inView = true;
  enterDocument(frame, out.openDocument(document, '', undefined), out.readsOf(document));
  frame.list = childNodesOf(document);
  return frame;
}
