/** What a walk saw that can change without a mutation, and is looked at again before its lines are trusted. */
import { assignedNodes, computedStyle, firstElementOf, isConnected, rectOf } from '../dom.js';
import type { Env } from '../env.js';
import type { Measured } from './geometry.js';
import { hasShadow } from './nodes.js';

/** A question about an element that decided about a line. */
export interface Check {
  readonly element: Element;
  readonly was: boolean;
  readonly test: Test;
  readonly other: Element | undefined;
}
type Test = (element: Element, env: Env, other?: Element) => boolean;

export interface Slotted {
  readonly slot: HTMLSlotElement;
  readonly nodes: readonly Node[];
}

export class Notes {
  measured: Measured[] = [];
  checks: Check[] = [];
  slots: Slotted[] = [];
  /** Elements without a shadow root that could get one. */
  hosts: Element[] = [];

  /** Those of another walk, without what that one replaces. */
  merged(others: readonly Notes[], isReplaced: (element: Element) => boolean): Notes {
    const merged = new Notes();
    const merge = <T>(pick: (notes: Notes) => readonly T[], element: (one: T) => Element): T[] => [
      ...pick(this).filter((one) => !isReplaced(element(one))),
      ...others.flatMap(pick),
    ];
    merged.measured = merge(
      (notes) => notes.measured,
      (one) => one.element,
    );
    merged.checks = merge(
      (notes) => notes.checks,
      (one) => one.element,
    );
    merged.slots = merge(
      (notes) => notes.slots,
      (one) => one.slot,
    );
    merged.hosts = merge(
      (notes) => notes.hosts,
      (one) => one,
    );
    return merged;
  }
}

/** Answers a question of the walk, and notes it for the next capture. */
export function ask(notes: Notes | undefined, test: Test, element: Element, env: Env, other?: Element): boolean {
  const was = test(element, env, other);
  notes?.checks.push({ element, was, test, other });
  return was;
}

/** Elements whose question has another answer now. */
export function changedAnswers({ checks }: Notes, env: Env): Element[] {
  const changed: Element[] = [];
  for (const { element, was, test, other } of checks) {
    if (isConnected(element) && (!other || isConnected(other)) && test(element, env, other) !== was) changed.push(element);
  }
  return changed;
}

/** Did a script attach a shadow root, or give slots other nodes? */
export function isRebuilt({ hosts, slots }: Notes): boolean {
  for (let k = 0; k < hosts.length; k++) {
    const host = hosts[k] as Element;
    if (hasShadow(host)) return true;
    // Computed styles are empty outside the flat tree: a closed root came.
    const child = firstElementOf(host);
    if (child && isConnected(child) && computedStyle(child).display === '') return true;
  }
  for (const { slot, nodes } of slots) {
    const now = assignedNodes(slot);
    if (now.length !== nodes.length) return true;
    for (let k = 0; k < now.length; k++) if (now[k] !== nodes[k]) return true;
  }
  return false;
}

export const hasNoArea: Test = (element) => {
  const box = rectOf(element);
  return box.width === 0 || box.height === 0;
};
/** The single pixel of a counter. */
export const isTiny: Test = (element) => {
  const box = rectOf(element);
  return box.width <= 2 && box.height <= 2;
};
export const isSlim: Test = (element) => {
  const box = rectOf(element);
  return box.width <= 2 || box.height <= 2;
};
export const hasRoom: Test = (element) => {
  const box = rectOf(element);
  return box.width > 1 && box.height > 1;
};
