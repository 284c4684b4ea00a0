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
}

/**
 * @param patches in document order, not overlapping
 * @param changed lines that say something else, by old index
 */
export function compose(old: Model, patches: readonly Patch[], changed: ReadonlyMap<number, Line>): Model {
  const places = placesOf(old.entries.length, patches);
  const containers = containersOf(old, patches);
  const entries: Line[] = [undefined as unknown as Line];
  const begins = new Map<Patch, number>();
  let next = 0;
  for (let i = 1; i <= old.entries.length; i++) {
    for (let patch = patches[next]; patch && patch.from === i; patch = patches[++next]) {
      begins.set(patch, entries.length);
      insert(entries, patch, places, containers);
      i = patch.to;
    }
    if (i < old.entries.length) entries.push(kept(old.entries[i] as Line, changed.get(i), entries.length, places, containers.places));
  }
  spread(entries);
  return { entries, containers: makeContainers({ old, patches, entries, places, begins }, containers) };
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
  /** Old containers by index, and patches whose containers stand there. */
  readonly order: readonly (number | Patch)[];
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
    for (let patch = patches[next]; patch && isBefore(old, patch, k); patch = patches[++next]) take(patch);
    if (patches.some((patch) => container.from >= patch.from && container.to <= patch.to && !holds(old, k, patch))) continue;
    places[k] = count++;
    order.push(k);
  }
  for (let patch = patches[next]; patch; patch = patches[++next]) take(patch);
  return { places, starts, order };
}

/** Do the containers of a patch come before this one? Those that hold the patch come first. */
function isBefore(old: Model, patch: Patch, at: number): boolean {
  const container = old.containers[at] as LineContainer;
  return container.from > patch.from || (container.from === patch.from && !holds(old, at, patch));
}

/** Does a container of the old model hold what a patch replaces? */
function holds(old: Model, at: number, patch: Patch): boolean {
  for (let k = patch.around; k >= 0; k = (old.containers[k] as LineContainer).parent) if (k === at) return true;
  return false;
}

interface Placed {
  readonly old: Model;
  readonly patches: readonly Patch[];
  readonly entries: readonly Line[];
  /** New index of each old entry. */
  readonly places: Int32Array;
  /** New index where the lines of a patch begin. */
  readonly begins: ReadonlyMap<Patch, number>;
}

function makeContainers(placed: Placed, { places, starts, order }: Containers): LineContainer[] {
  const { entries, begins } = placed;
  const made: LineContainer[] = [];
  for (const one of order) {
    if (typeof one === 'number') made.push(movedContainer(placed, one, places));
    else {
      const first = starts.get(one) as number;
      const around = one.around < 0 ? -1 : (places[one.around] as number);
      const base = (begins.get(one) as number) - 1;
      for (const container of one.model.containers)
        made.push(
          container.moved(entries, base + container.from, base + container.to, container.parent < 0 ? around : first + container.parent),
        );
    }
  }
  return made;
}

/** A container that stays. It is the same object when nothing in it changed. */
function movedContainer({ old, patches, entries, places: lines, begins }: Placed, at: number, places: Int32Array): LineContainer {
  const container = old.containers[at] as LineContainer;
  const parent = container.parent < 0 ? -1 : (places[container.parent] as number);
  const inside = patches.filter((patch) => patch.from <= container.to && patch.to >= container.from && holds(old, at, patch));
  if (inside.length === 0) {
    const from = lines[container.from] as number;
    if (from === container.from && parent === container.parent) return container;
    return container.moved(entries, from, from + container.to - container.from, parent);
  }
  let from = lines[container.from] as number;
  let to = (lines[container.to - 1] as number) + 1;
  for (const patch of inside) {
    const begin = begins.get(patch) as number;
    const end = begin + patch.model.entries.length - 1;
    if (patch.from <= container.from) from = begin;
    if (patch.to >= container.to) to = Math.max(to, end);
  }
  return container.moved(entries, from, to, parent);
}
