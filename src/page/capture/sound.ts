/** Checks after a slice was walked again: is there nothing whose effect reaches beyond it? */
import { attribute, hasAttribute, isConnected, isElement, labelsOf, query, queryAll, tagOf } from '../dom.js';
import { CLASS } from './attributes.js';
import type { Collector } from './collector.js';
import type { Model } from './finish.js';
import { EMPTY } from './kinds.js';
import type { Line } from './line.js';
import { labelledControl } from './native-children.js';
import type { Remembered } from './remembered.js';
import { isRepeated } from './repeated.js';
import { childUnder, type Slice } from './slices.js';
import { fold } from './text-run.js';

export interface Walked {
  readonly slice: Slice;
  readonly nodes: readonly Node[];
  readonly out: Collector;
  readonly model: Model;
}

/** Did the walk meet nothing whose effect reaches beyond the slice? */
export function isSound(old: Remembered, walked: Walked, records: readonly MutationRecord[]): boolean {
  const { slice, out, model } = walked;
  const lines = old.entries;
  if (out.isCut || out.hasOwned || out.states.length > 1) return false;
  for (let i = slice.from; i < slice.to; i++) {
    const line = lines[i] as Line;
    if (line.doc !== 0 || line.role === 'iframe') return false;
  }
  return (
    hasContentStill(lines, slice, model) &&
    keepsCards(lines, walked) &&
    keepsNames(old, walked) &&
    keepsLabels(old, walked) &&
    !lostLabels(old, records)
  );
}

/** The line around it would be left out without content, and would swallow a text that is its name. */
function hasContentStill(lines: readonly Line[], { owner, from, to }: Slice, model: Model): boolean {
  if (owner === 0) return true;
  const line = lines[owner] as Line;
  const rest = line.end - owner - (to - from) + model.entries.length - 1;
  if (rest <= 0 && line.name === '' && (line.kind & EMPTY) === 0) return false;
  if (line.name === '') return true;
  const name = fold(line.name);
  return !model.entries.some((entry) => entry?.parent === 0 && entry.role === 'text' && entry.name === name);
}
/** Cards around it are cards as long as they hold something operable. */
function keepsCards(lines: readonly Line[], { slice, out }: Walked): boolean {
  let before = 0;
  for (let i = slice.from; i < slice.to; i++) if ((lines[i] as Line).reasons !== 0) before++;
  if (before > 0 === out.refs > 0) return true;
  return !slice.path.some((frame) => (frame.bits & CLASS) !== 0 && isRepeated(frame.element as Element));
}

/** Attributes that take a part of their element's line from elements they name by id. */
const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'list', 'popovertarget', 'commandfor', 'for', 'aria-owns'];
const REFERRING = '[aria-labelledby],[aria-describedby],[aria-controls],[list],[popovertarget],[commandfor]';

/** Names made from other elements: nothing in the slice, or around it, is referred to from outside. */
function keepsNames(old: Remembered, walked: Walked): boolean {
  const { slice, nodes } = walked;
  const hasId = (element: Element): boolean => hasAttribute(element, 'id');
  const canBeReferred =
    slice.path.some(({ element }) => element !== undefined && hasId(element)) ||
    nodes.some((node) => isElement(node) && (hasId(node) || query(node, '[id]') !== null || walked.out.roots.length > 1));
  if (!canBeReferred) return true;
  return old.roots.every((root) => [...queryAll(root, REFERRING)].every((user) => isIn(walked, user) || !refersInto(root, user, walked)));
}
function refersInto(root: Node, user: Element, walked: Walked): boolean {
  const ids = REFERENCES.flatMap((name) => (attribute(user, name) ?? '').split(/\s+/));
  return ids.some((id) => id !== '' && touches(root, id, walked));
}
function touches(root: Node, id: string, walked: Walked): boolean {
  const target = query(root, `[id="${CSS.escape(id)}"]`);
  return !target || isIn(walked, target) || walked.slice.path.some((frame) => frame.element === target);
}

/** Labels and their controls are both inside, or both outside. */
function keepsLabels(old: Remembered, walked: Walked): boolean {
  const { slice, out, model } = walked;
  for (const label of out.labels) {
    const control = labelledControl(label);
    if (control && !isIn(walked, control)) return false;
  }
  const before = namesOf(old.entries.slice(slice.from, slice.to));
  const after = namesOf(model.entries.slice(1));
  for (const element of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(element) === after.get(element) || !isConnected(element)) continue;
    const labels = labelsOf(element);
    for (let k = 0; labels && k < labels.length; k++) if (!isIn(walked, labels[k] as Element)) return false;
  }
  return true;
}
function namesOf(lines: readonly Line[]): Map<Element, string> {
  return new Map(lines.filter((line) => line.role !== 'text').map((line) => [line.node as Element, line.name]));
}

/** A label that is gone may have named something anywhere. */
function lostLabels(old: Remembered, records: readonly MutationRecord[]): boolean {
  for (const { removedNodes, addedNodes } of records) {
    for (const list of [removedNodes, addedNodes]) {
      for (let k = 0; k < list.length; k++) {
        const node = list[k] as Node;
        if (
          isElement(node) &&
          (tagOf(node) === 'label' || hasAttribute(node, 'id') || query(node, 'label,[id],[aria-owns],iframe,frame,object'))
        ) {
          if (isReferred(old, node)) return true;
        }
      }
    }
  }
  return false;
}
function isReferred({ roots }: Remembered, node: Element): boolean {
  if (tagOf(node) === 'label' || query(node, 'label,[aria-owns],iframe,frame,object')) return true;
  const ids = [node, ...queryAll(node, '[id]')].flatMap((one) => attribute(one, 'id') || []);
  const users = ids.flatMap((id) => REFERENCES.map((name) => `[${name}~="${CSS.escape(id)}"]`)).join();
  return users !== '' && roots.some((root) => query(root, users) !== null);
}

/** Does an element stand in the part that was walked again? */
export function isIn({ slice, nodes, out }: Walked, element: Element): boolean {
  const child = childUnder(slice.frame.element as Element, element, out.env);
  return child !== undefined && nodes.includes(child);
}
