/** Puts slices that were walked again into a copy of the last model. Lines that did not change are shared with it, numbers of the others set. */
import type { LineContainer } from './containers.js';
import type { Model } from './finish.js';
import type { Line } from './line.js';

export interface Patch {
  /** Entries of the old model it replaces; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Old index of the line around it. */
  readonly owner: number;
  /** Old index of the innermost container around it, -1 for none. */
  readonly around: number;
  readonly model: Model;
  /** Is this container one of those replaced? */
  readonly replaces: (container: LineContainer) => boolean;
}

/**
 * @param patches in document order, not overlapping
 * @param changed lines that say something else, by old index
 */
export function compose(old: Model, patches: readonly Patch[], changed: ReadonlyMap<number, Line>): Model {
  const places = placesOf(old.entries.length, patches);
  const containers = containersOf(old, patches);
  const entries: Line[] = [undefined as unknown as Line];
  let next = 0;
  for (let i = 1; i <= old.entries.length; i++) {
    for (let patch = patches[next]; patch && patch.from === i; patch = patches[++next]) {
      insert(entries, patch, places, containers);
      i = patch.to;
    }
    if (i < old.entries.length) entries.push(kept(old.entries[i] as Line, changed.get(i), entries.length, places, containers.places));
  }
  spread(entries);
  return { entries, containers: containers.make(entries, places) };
}

/** New index of each old entry, 0 for those replaced. Index `length` stands for the end. */
function placesOf(length: number, patches: readonly Patch[]): Int32Array {
  const places = new Int32Array(length + 1);
  let delta = 0;
  let next = 0;
  for (let i = 1; i <= length; i++) {
    for (let patch = patches[next]; patch && patch.from === i; patch = patches[++next]) {
      delta += patch.model.entries.length - 1 - (patch.to - patch.from);
      i = patch.to;
    }
    if (i <= length) places[i] = i + delta;
  }
  return places;
}

/** An old line in its new place: itself when nothing about it moved. */
function kept(line: Line, changed: Line | undefined, i: number, places: Int32Array, containers: Int32Array): Line {
  const parent = line.parent === 0 ? 0 : (places[line.parent] as number);
  const container = line.container < 0 ? -1 : (containers[line.container] as number);
  let copy = changed;
  if (!copy) {
    if (line.i === i && line.parent === parent && line.container === container) return line;
    copy = line.clone();
  }
  copy.i = i;
  copy.parent = parent;
  copy.container = container;
  copy.end = i;
  copy.depth = line.depth;
  return copy;
}

function insert(entries: Line[], patch: Patch, places: Int32Array, containers: Containers): void {
  const base = entries.length - 1;
  const owner = patch.owner === 0 ? 0 : (places[patch.owner] as number);
  const depth = patch.owner === 0 ? 0 : (entries[owner] as Line).depth + 1;
  const first = containers.starts.get(patch) as number;
  const around = patch.around < 0 ? -1 : (containers.places[patch.around] as number);
  for (let k = 1; k < patch.model.entries.length; k++) {
    const line = patch.model.entries[k] as Line;
    line.i = base + k;
    line.parent = line.parent === 0 ? owner : base + line.parent;
    line.depth += depth;
    line.end = line.i;
    line.container = line.container < 0 ? around : first + line.container;
    entries.push(line);
  }
}

/** Ends of all lines; a shared line whose end moved becomes a copy. */
function spread(entries: Line[]): void {
  const ends = new Int32Array(entries.length);
  for (let i = entries.length - 1; i > 0; i--) {
    const end = Math.max(ends[i] as number, i);
    ends[i] = end;
    const { parent } = entries[i] as Line;
    if (parent !== 0 && end > (ends[parent] as number)) ends[parent] = end;
  }
  for (let i = 1; i < entries.length; i++) {
    const line = entries[i] as Line;
    if (line.end === ends[i]) continue;
    const copy = line.clone();
    copy.end = ends[i] as number;
    entries[i] = copy;
  }
}

interface Containers {
  /** New index of each old container, -1 for those replaced. */
  readonly places: Int32Array;
  /** New index of the first container of a patch. */
  readonly starts: ReadonlyMap<Patch, number>;
  make(entries: readonly Line[], places: Int32Array): LineContainer[];
}

function containersOf(old: Model, patches: readonly Patch[]): Containers {
  const places = new Int32Array(old.containers.length).fill(-1);
  const starts = new Map<Patch, number>();
  const order: (number | Patch)[] = [];
  let count = 0;
  let next = 0;
  const take = (patch: Patch): void => {
    starts.set(patch, count);
    order.push(patch);
    count += patch.model.containers.length;
  };
  for (let k = 0; k < old.containers.length; k++) {
    const container = old.containers[k] as LineContainer;
    for (let patch = patches[next]; patch && patch.from < container.from; patch = patches[++next]) take(patch);
    if (patches.some((patch) => container.from >= patch.from && container.to <= patch.to && patch.replaces(container))) continue;
    places[k] = count++;
    order.push(k);
  }
  for (let patch = patches[next]; patch; patch = patches[++next]) take(patch);
  return { places, starts, make: (entries, lines) => makeContainers(old, order, places, starts, entries, lines) };
}

function makeContainers(
  old: Model,
  order: readonly (number | Patch)[],
  places: Int32Array,
  starts: ReadonlyMap<Patch, number>,
  entries: readonly Line[],
  lines: Int32Array,
): LineContainer[] {
  const made: LineContainer[] = [];
  for (const one of order) {
    if (typeof one === 'number') {
      const container = old.containers[one] as LineContainer;
      const parent = container.parent < 0 ? -1 : (places[container.parent] as number);
      const to = newEnd(container.to, lines);
      const from = newStart(container.from, to, entries, lines);
      made.push(container.moved(entries, from, to, parent));
      continue;
    }
    const first = starts.get(one) as number;
    const around = one.around < 0 ? -1 : (places[one.around] as number);
    const base = (one.from === 0 ? 0 : startOf(one, lines)) - 1;
    for (const container of one.model.containers) {
      made.push(container.moved(entries, base + container.from, base + container.to, container.parent < 0 ? around : first + container.parent));
    }
  }
  return made;
}
