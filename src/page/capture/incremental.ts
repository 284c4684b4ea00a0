/**
 * Updates the last model instead of walking everything again. When that is possible, and why it gives the same, is written down in
 * docs/design/002-incremental.md; whatever is not clearly covered there ends in a full walk.
 */
import { givesHint } from '../aria/hint.js';
import { comparePosition, focusOf, isConnected, isElement, nextSiblingOf, parentOf, previousSiblingOf, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import type { Collector, Findings } from './collector.js';
import { compose, type Patch } from './compose.js';
import { finish, type Model } from './finish.js';
import { Frame } from './frame.js';
import { movedElements } from './geometry.js';
import type { Line } from './line.js';
import { liveLines, readLive } from './live.js';
import { changedAnswers, Notes } from './noted.js';
import type { Remembered } from './remembered.js';
import { REACH } from './repeated.js';
import type { SheetFacts } from './sheet-facts.js';
import { childUnder, type Dirty, nodesOf, reachOf, type Slice } from './slices.js';
import { isIn, isSound, type Walked } from './sound.js';
import { Walk } from './walk.js';

/** More changed places than this are walked as one. */
const MAX_SLICES = 12;
const MAX_DIRTY = 40;
/** A slice with more of the old lines than this share is no saving. */
const MAX_SHARE = 0.5;

export interface Update {
  readonly model: Model;
  readonly findings: Findings;
  readonly notes: Notes;
  readonly roots: readonly Node[];
  readonly lines: Map<Element, Line> | undefined;
}
export interface UpdateParts {
  readonly env: Env;
  readonly collector: () => Collector;
  readonly facts: SheetFacts;
  readonly scroll: { readonly x: number; readonly y: number };
}

/** The model as it is now; undefined when only a full walk can tell. */
export function update(old: Remembered, records: readonly MutationRecord[], parts: UpdateParts): Update | undefined {
  const dirty = dirtyOf(records, parts.facts);
  if (!dirty) return undefined;
  for (const element of movedElements(old.notes.measured, parts.scroll)) dirty.push({ node: element });
  for (const element of changedAnswers(old.notes, parts.env)) dirty.push({ node: element });
  old.live ??= liveLines(old.entries);
  const { changed, embedded } = readLive(old.entries, old.live, focusedIn(old.roots), parts.env);
  for (const node of embedded) dirty.push({ node });
  if (dirty.length > MAX_DIRTY) return undefined;
  const slices = slicesOf(old, dirty, parts);
  if (!slices) return undefined;
  const walked = slices.map((slice) => walkSlice(slice, parts, old.surroundings.hasSheets));
  for (const one of walked) if (!isSound(old, one, records)) return undefined;
  return join(old, walked, changed);
}

function focusedIn(roots: readonly Node[]): Set<Element> {
  const focused = new Set<Element>();
  for (const root of roots) {
    const element = focusOf(root as Document | ShadowRoot);
    if (element) focused.add(element);
  }
  return focused;
}

// ---------------------------------------------------------------- what changed

const REFERENCES = new Set([
  'for',
  'id',
  'name',
  'usemap',
  'slot',
  'aria-owns',
  'src',
  'srcdoc',
  'sandbox',
  'list',
  'popover',
  'type',
  'multiple',
  'size',
  'is',
  'form',
]);

/** Their style is that of the whole page. */
const PAGE = new Set(['html', 'body']);
/** Elements that name or disable the one around them. */
const SPEAKING = new Set(['caption', 'figcaption', 'legend', 'summary', 'title']);

function dirtyOf(records: readonly MutationRecord[], facts: SheetFacts): Dirty[] | undefined {
  const dirty: Dirty[] = [];
  for (const record of records) {
    const place = record.type === 'characterData' ? { node: record.target } : facts.isUnknown ? 'everything' : dirtyPlace(record, facts);
    if (place === 'everything') return undefined;
    if (place) dirty.push(place);
  }
  return dirty;
}

/** What an attribute or a list of children that changed can reach; undefined when that cannot show. */
function dirtyPlace(record: MutationRecord, facts: SheetFacts): Dirty | 'everything' | undefined {
  const { target, type } = record;
  // What was moved has left one place for another: both would have to be told apart.
  if (type === 'childList') return [...record.removedNodes].some((node) => isConnected(node)) ? 'everything' : placeOf(record, facts);
  const name = record.attributeName ?? '';
  if (REFERENCES.has(name) || PAGE.has(tagOf(target as Element))) return 'everything';
  if (isQuiet(name, facts)) return undefined;
  return name === 'class' ? placeOfClass(target, facts) : { node: target, whole: facts.hasSiblings };
}

function placeOf({ target, previousSibling, nextSibling, addedNodes, removedNodes }: MutationRecord, facts: SheetFacts): Dirty {
  const speaks = (node: Node): boolean => isElement(node) && SPEAKING.has(tagOf(node));
  if ([...addedNodes, ...removedNodes].some(speaks)) return { node: target };
  const isPlace = (node: Node | null): boolean => node === null || parentOf(node) === target;
  const isKnown = !facts.hasSiblings && isPlace(previousSibling) && isPlace(nextSibling);
  return isKnown
    ? { node: target, between: [beyond(previousSibling, previousSiblingOf), beyond(nextSibling, nextSiblingOf)] }
    : { node: target, between: [null, null], whole: true };
}

/** Siblings become cards, or are none any more, with what stands beside them. */
function placeOfClass(target: Node, facts: SheetFacts): Dirty {
  const parent = parentOf(target);
  if (!isElement(parent) || facts.hasSiblings || SPEAKING.has(tagOf(target as Element))) return { node: target, whole: facts.hasSiblings };
  const between = [beyond(previousSiblingOf(target), previousSiblingOf), beyond(nextSiblingOf(target), nextSiblingOf)] as const;
  return { node: parent, between };
}

/** The sibling after as many elements as a card looks at. */
function beyond(start: Node | null, step: (node: Node) => Node | null): Node | null {
  let at = start;
  for (let passed = 0; at && passed < REACH; at = step(at)) if (isElement(at)) passed++;
  return at;
}

/** An attribute that neither rules nor lines look at. */
function isQuiet(name: string, facts: SheetFacts): boolean {
  return name.startsWith('data-') && !facts.attributes.has(name) && !givesHint(name) && !/(?:id|key)$/.test(name);
}

// ---------------------------------------------------------------- where

function slicesOf(old: Remembered, dirty: readonly Dirty[], parts: UpdateParts): Slice[] | undefined {
  const slices: Slice[] = [];
  const out = parts.collector();
  for (const one of dirty) {
    const reach = reachOf(old, out, one);
    if (reach === 'everything') return undefined;
    if (reach !== 'nothing' && !add(slices, reach, parts.env)) return undefined;
  }
  const size = slices.reduce((sum, { from, to }) => sum + to - from, 0);
  if (slices.length > MAX_SLICES || size > Math.max(40, old.entries.length * MAX_SHARE)) return undefined;
  return slices.sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Adds a slice, or joins it with one it touches; false when they cross. */
function add(slices: Slice[], slice: Slice, env: Env): boolean {
  for (let k = 0; k < slices.length; k++) {
    const other = slices[k] as Slice;
    if (isWithin(slice, other, env)) return true;
    if (isWithin(other, slice, env)) {
      slices.splice(k--, 1);
      continue;
    }
    if (slice.from < other.to && slice.to > other.from) return joinTo(slices, k, slice, env);
    if (slice.frame.element === other.frame.element && (slice.from === other.to || slice.to === other.from))
      return joinTo(slices, k, slice, env);
  }
  slices.push(slice);
  return true;
}

function joinTo(slices: Slice[], k: number, slice: Slice, env: Env): boolean {
  const other = slices[k] as Slice;
  if (other.frame.element !== slice.frame.element) return false;
  const first = slice.from <= other.from ? slice : other;
  const last = slice.to >= other.to ? slice : other;
  slices.splice(k, 1);
  return add(slices, { ...first, right: last.right, to: last.to }, env);
}

/** Are all nodes of one slice inside those of the other? */
function isWithin(inner: Slice, outer: Slice, env: Env): boolean {
  const parent = outer.frame.element as Element;
  const at = childUnder(parent, inner.frame.element as Element, env);
  if (!at || inner.from < outer.from || inner.to > outer.to) return false;
  if (at !== parent) return isBetween(at, outer);
  return sameOrAfter(inner.left, outer.left) && sameOrBefore(inner.right, outer.right);
}
function isBetween(node: Node, { left, right }: Slice): boolean {
  if (left && !(comparePosition(left, node) & 4)) return false;
  return !right || (comparePosition(node, right) & 4) !== 0;
}
function sameOrAfter(a: Node | null, b: Node | null): boolean {
  return b === null || a === b || (a !== null && (comparePosition(b, a) & 4) !== 0);
}
function sameOrBefore(a: Node | null, b: Node | null): boolean {
  return b === null || a === b || (a !== null && (comparePosition(a, b) & 4) !== 0);
}

// ---------------------------------------------------------------- walking it again

function walkSlice(slice: Slice, { collector }: UpdateParts, hasSheets: boolean): Walked {
  const out = collector();
  const nodes = nodesOf(slice, out);
  const start = new Frame();
  start.inherit(slice.frame);
  start.element = slice.frame.element;
  start.tag = slice.frame.tag;
  start.style = slice.frame.style;
  start.shown = slice.frame.shown;
  start.isRegion = slice.frame.isRegion;
  start.owner = undefined;
  start.list = nodes;
  out.adopt(slice.frame.document, hasSheets);
  for (const { element } of slice.path) if (element) out.openAround(element);
  for (const node of nodes) if (isElement(node)) out.openAround(node);
  new Walk(out).run(start);
  return { slice, nodes, out, model: finish(out) };
}

// ---------------------------------------------------------------- together

function join(old: Remembered, walked: readonly Walked[], changed: ReadonlyMap<number, Line>): Update | undefined {
  if (walked.length === 0 && changed.size === 0) {
    const { entries, containers, findings, notes, roots, lines } = old;
    return { model: { entries, containers }, findings, notes, roots, lines };
  }
  const patches = walked.map((one) => patchOf(old, one));
  const model = compose(old, patches, changed);
  const isReplaced = (element: Element): boolean =>
    !isConnected(element) || walked.some((one) => element !== one.slice.frame.element && isIn(one, element));
  // Texts of the element whose children were walked cannot be told apart.
  const parents = new Set(walked.map(({ slice }) => slice.frame.element));
  if (old.findings.hiddenTexts.some((element) => parents.has(element))) return undefined;
  return {
    model,
    findings: mergedFindings(old.findings, walked, isReplaced, model),
    notes: old.notes.merged(
      walked.map(({ out }) => out.notes ?? new Notes()),
      isReplaced,
    ),
    roots: [...new Set([...old.roots, ...walked.flatMap(({ out }) => out.roots)])],
    lines: relinked(old, patches, model),
  };
}

/** The lines of elements brought up to date. */
function relinked(old: Remembered, patches: readonly Patch[], model: Model): Map<Element, Line> | undefined {
  const { lines } = old;
  if (!lines) return undefined;
  for (const { from, to } of patches) for (let i = from; i < to; i++) lines.delete((old.entries[i] as Line).node as Element);
  for (let i = 1; i < model.entries.length; i++) {
    const line = model.entries[i] as Line;
    if (line !== old.entries[i] && line.role !== 'text') lines.set(line.node as Element, line);
  }
  return lines;
}

function patchOf(old: Remembered, { slice, model }: Walked): Patch {
  let around = -1;
  for (let k = slice.path.length - 1; k >= 0 && around < 0; k--) {
    const element = (slice.path[k] as Frame).element;
    around = old.containers.findIndex((container) => container.node === element);
  }
  return {
    from: slice.from,
    to: slice.to,
    owner: slice.owner,
    around,
    model,
  };
}

function mergedFindings(old: Findings, walked: readonly Walked[], isReplaced: (element: Element) => boolean, model: Model): Findings {
  const merge = (pick: (findings: Findings) => readonly Element[]): Element[] => [
    ...new Set([...pick(old).filter((element) => !isReplaced(element)), ...walked.flatMap(({ out }) => pick(out))]),
  ];
  const count = (pick: (findings: Findings) => readonly Element[]): Element[] => [
    ...pick(old).filter((element) => !isReplaced(element)),
    ...walked.flatMap(({ out }) => pick(out)),
  ];
  const foreign = [...old.foreign.filter(({ element }) => !isReplaced(element)), ...walked.flatMap(({ out }) => out.foreign)];
  return {
    foreign: foreign.map((one) => ({
      ...one,
      line: one.line && model.entries.find((line) => line?.node === one.element && line.role !== 'text'),
    })),
    closedCandidates: merge((findings) => findings.closedCandidates),
    internalsCandidates: merge((findings) => findings.internalsCandidates),
    sealed: merge((findings) => findings.sealed),
    canvases: count((findings) => findings.canvases),
    videos: count((findings) => findings.videos),
    hiddenTexts: count((findings) => findings.hiddenTexts),
    skippedFrames: old.skippedFrames,
    isCut: false,
  };
}
