/** From the lines a walk made to the entries of a capture: texts of labels folded away, dead lines out, numbers, depths and containers set. */
import type { Collector } from './collector.js';
import { LineContainer } from './containers.js';
import type { Line } from './line.js';
import { labelledControl } from './native-children.js';
import { fold } from './text-run.js';

export interface Model {
  /** entries[0] is unused. */
  readonly entries: Line[];
  readonly containers: LineContainer[];
}

export function finish(out: Collector): Model {
  if (out.labels.length > 0) foldLabels(out);
  const entries = number(out.lines);
  return { entries, containers: setContainers(out, entries) };
}

/** The text of a label is not printed beside a control that has it for a name. */
function foldLabels(out: Collector): void {
  const controls = labelTexts(out.lines);
  if (controls.size === 0) return;
  for (const line of out.lines) {
    const texts = line.dead || line.name === '' || line.role === 'text' ? undefined : controls.get(line.node as Element);
    if (!texts) continue;
    const name = fold(line.name);
    for (const text of texts) if (name.includes(text.name) && text.up !== line) text.dead = true;
  }
}

/** Texts in labels, by the control of the label. */
function labelTexts(lines: readonly Line[]): Map<Element, Line[]> {
  const byLabel = new Map<Element, Line[]>();
  for (const line of lines) {
    if (!line.label || line.dead) continue;
    const list = byLabel.get(line.label);
    if (list) list.push(line);
    else byLabel.set(line.label, [line]);
  }
  const byControl = new Map<Element, Line[]>();
  for (const [label, texts] of byLabel) {
    const control = labelledControl(label);
    if (control) byControl.set(control, [...(byControl.get(control) ?? []), ...texts]);
  }
  return byControl;
}

/** Numbers live lines from 1 in document order, and sets parent, depth and end. */
function number(lines: readonly Line[]): Line[] {
  const entries: Line[] = [undefined as unknown as Line];
  for (let k = 0; k < lines.length; k++) {
    const line = lines[k] as Line;
    if (line.dead) continue;
    let { up } = line;
    while (up?.dead) up = up.up;
    line.up = up;
    line.parent = up ? up.i : 0;
    line.depth = up ? up.depth + 1 : 0;
    line.i = entries.length;
    line.end = line.i;
    entries.push(line);
  }
  setEnds(entries);
  return entries;
}

export function setEnds(entries: readonly Line[]): void {
  for (let i = entries.length - 1; i > 0; i--) {
    const line = entries[i] as Line;
    if (line.parent === 0) continue;
    const parent = entries[line.parent] as Line;
    if (line.end > parent.end) parent.end = line.end;
  }
}

/** Containers in document order with their parents, and for each entry the innermost one it stands in (a container's own line: itself). */
function setContainers(out: Collector, entries: readonly Line[]): LineContainer[] {
  // Positions in the walk's list become indexes of entries.
  const index = new Int32Array(out.lines.length + 1);
  let next = 1;
  for (let k = 0; k < out.lines.length; k++) {
    index[k] = next;
    if (!(out.lines[k] as Line).dead) next++;
  }
  index[out.lines.length] = next;
  const found = out.containers.map((container) => ({
    container,
    from: index[container.first] as number,
    to: index[container.after] as number,
  }));
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const made: LineContainer[] = [];
  const open: { readonly at: number; readonly to: number }[] = [];
  let k = 0;
  for (let i = 1; i < entries.length; i++) {
    while (open.length > 0 && (open.at(-1) as { readonly to: number }).to <= i) open.pop();
    for (; k < found.length && (found[k] as (typeof found)[number]).from <= i; k++) {
      const { container, from, to } = found[k] as (typeof found)[number];
      if (to <= from) continue;
      const line = container.line && !container.line.dead ? container.line : undefined;
      const inner = new LineContainer({ ...container, line }, entries, from, to);
      inner.parent = open.at(-1)?.at ?? -1;
      open.push({ at: made.length, to });
      made.push(inner);
    }
    (entries[i] as Line).container = open.at(-1)?.at ?? -1;
  }
  return made;
}
