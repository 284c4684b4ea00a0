/** Lines of what has no box of its own: options of a select, areas of an image map. */
import {
  attribute,
  firstElementOf,
  hasAttribute,
  isHtml,
  labelControl,
  nextElementOf,
  optionLabel,
  optionSelected,
  query,
  queryAll,
  rootOf,
  selectIsMultiple,
  selectSize,
  tagOf,
} from '../dom.js';
import { NATIVE } from './clickable.js';
import type { Collector } from './collector.js';
import type { Frame } from './frame.js';
import { kindOf } from './kinds.js';
import { Line } from './line.js';
import { describeLine } from './line-facts.js';
import { fold } from './text-run.js';

/** The control a label passes its clicks on to. */
export function labelledControl(label: Element): Element | null {
  return isHtml(label) ? labelControl(label as HTMLLabelElement) : null;
}

/**
 * Options with their groups. Those of a drop-down carry no ref: they have no box before it is opened, and `select_option` takes the select.
 */
export function addOptions(out: Collector, select: Line, frame: Frame): void {
  const element = frame.element as HTMLSelectElement;
  const isList = selectIsMultiple(element) || selectSize(element) > 1;
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
    const tag = tagOf(child);
    if (out.env.style(child).display === 'none') continue;
    if (tag === 'option') addOption(out, child, select, frame, isList, false);
    else if (tag === 'optgroup') addGroup(out, child, select, frame, isList);
  }
}

function addGroup(out: Collector, element: Element, select: Line, frame: Frame, isList: boolean): void {
  const group = new Line('group', fold(attribute(element, 'label') ?? '').trim(), element, frame.document.index, select, frame.inView);
  const isDisabled = hasAttribute(element, 'disabled');
  if (isDisabled) group.states = { disabled: true };
  out.lines.push(group);
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
    if (tagOf(child) === 'option' && out.env.style(child).display !== 'none') addOption(out, child, group, frame, isList, isDisabled);
  }
  group.after = out.lines.length;
}

function addOption(out: Collector, element: Element, up: Line, frame: Frame, isList: boolean, isDisabled: boolean): void {
  const option = element as HTMLOptionElement;
  const line = new Line('option', fold(optionLabel(option)).trim(), element, frame.document.index, up, frame.inView);
  line.kind = kindOf('option');
  const isSelected = optionSelected(option);
  const states: Record<string, boolean> = {};
  if (isSelected) states['selected'] = true;
  if (isDisabled || hasAttribute(element, 'disabled')) states['disabled'] = true;
  if (isSelected || isDisabled || states['disabled']) line.states = states;
  if (isList) {
    line.reasons = NATIVE;
    line.ref = true;
    out.refs++;
  }
  line.hiddenBy = up.hiddenBy;
  line.top = up.top;
  out.lines.push(line);
  line.after = out.lines.length;
}

/** Areas stand where the image that uses their map stands. */
export function addAreas(out: Collector, image: Line, frame: Frame): void {
  const name = attribute(frame.element as Element, 'usemap')?.replace(/^.*#/, '');
  if (!name) return;
  const map = query(rootOf(frame.element as Element), `map[name="${CSS.escape(name)}"]`);
  if (!map) return;
  for (const area of queryAll(map, 'area')) {
    if (!hasAttribute(area, 'href') && !hasAttribute(area, 'onclick') && !out.listens(area)) continue;
    const line = new Line('link', '', area, frame.document.index, image, frame.inView);
    line.kind = kindOf('link');
    line.reasons = NATIVE;
    out.refs++;
    out.lines.push(line);
    line.after = out.lines.length;
    describeLine(out, line, true);
  }
}
