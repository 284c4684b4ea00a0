/** A line under construction, and later an entry of the model. */
import type { WireBox } from '../../shared/page-api.js';
import type { StateValue } from '../../shared/snapshot.js';
import type { Entry } from '../model.js';
import { baseOf, cleanUrl } from './nodes.js';

export class Line implements Entry {
  i = 0;
  parent = 0;
  depth = 0;
  doc: number;
  node: Element | WeakRef<Element>;
  role: string;
  name: string;
  ref = false;
  states: Record<string, StateValue> | undefined = undefined;
  value: string | undefined = undefined;
  type: string | undefined = undefined;
  description: string | undefined = undefined;
  hint: string | undefined = undefined;
  hiddenBy: string | undefined = undefined;
  keep = 5;
  inView: boolean;
  box: WireBox | undefined = undefined;
  container = -1;
  foreign = 0;
  /** A text that is not what stands there, character by character. */
  isAltered = false;
  block = true;
  end = 0;
  /** Line it stands in while the walk runs. */
  up: Line | undefined;
  /** Taken out again: its children belong to `up`. */
  dead = false;
  /** Bits of its role, see kinds.ts. */
  kind = 0;
  /** Why it has a ref, see clickable.ts. */
  reasons = 0;
  /** Index after its last descendant, in the list the walk builds. */
  after = 0;
  /** Label whose text this is. */
  label: Element | undefined = undefined;
  rawHref: string | undefined = undefined;
  /** Has the focus, or stands in an open dialog or the top layer. */
  top = false;
  focused = false;
  /** Its description without the words about scrolling. */
  said: string | undefined = undefined;

  constructor(role: string, name: string, node: Element, doc: number, up: Line | undefined, inView: boolean) {
    this.role = role;
    this.name = name;
    this.node = node;
    this.doc = doc;
    this.up = up;
    this.inView = inView;
  }

  /** A line that says the same. */
  clone(): Line {
    const copy = new Line(this.role, this.name, this.node as Element, this.doc, this.up, this.inView);
    copy.i = this.i;
    copy.parent = this.parent;
    copy.depth = this.depth;
    copy.end = this.end;
    copy.ref = this.ref;
    copy.states = this.states;
    copy.value = this.value;
    copy.type = this.type;
    copy.description = this.description;
    copy.said = this.said;
    copy.hint = this.hint;
    copy.hiddenBy = this.hiddenBy;
    copy.container = this.container;
    copy.foreign = this.foreign;
    copy.kind = this.kind;
    copy.reasons = this.reasons;
    copy.rawHref = this.rawHref;
    copy.top = this.top;
    copy.focused = this.focused;
    return copy;
  }

  get element(): Element | undefined {
    return elementOf(this.node);
  }

  get href(): string | undefined {
    if (this.rawHref === undefined) return undefined;
    const element = this.element;
    return cleanUrl(this.rawHref, element ? baseOf(element) : 'about:blank');
  }
}

export function elementOf(node: Element | WeakRef<Element>): Element | undefined {
  return 'deref' in node && typeof node.deref === 'function' ? (node as WeakRef<Element>).deref() : (node as Element);
}
